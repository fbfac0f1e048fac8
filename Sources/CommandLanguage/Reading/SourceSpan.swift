/// A stretch of the text of a script.
package struct SourceSpan: Hashable, Sendable {
  /// The position of the first character.
  package var start: SourcePosition
  /// The position behind the last character.
  package var end: SourcePosition

  /// Makes the span from `start` to, but without, `end`.
  package init(start: SourcePosition, end: SourcePosition) {
    self.start = start
    self.end = end
  }

  /// Makes the span from the start of `first` to the end of `last`.
  package init(from first: Self, to last: Self) {
    self.init(start: first.start, end: last.end)
  }
}

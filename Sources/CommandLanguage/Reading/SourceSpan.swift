/// A stretch of the text of a script.
public struct SourceSpan: Hashable, Sendable {
  /// The position of the first character.
  public var start: SourcePosition
  /// The position behind the last character.
  public var end: SourcePosition

  /// Makes the span from `start` to, but without, `end`.
  public init(start: SourcePosition, end: SourcePosition) {
    self.start = start
    self.end = end
  }

  /// Makes the span from the start of `first` to the end of `last`.
  public init(from first: Self, to last: Self) {
    self.init(start: first.start, end: last.end)
  }
}

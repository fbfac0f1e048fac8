/// A stretch of the text of a script.
package struct SourceSpan: Hashable, Sendable {
  /// The position of the first character.
  package var start: SourcePosition
  /// The position after the last character.
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

/// A place in the text of a script, as it is shown to people.
package struct SourcePosition: Hashable, Comparable, Sendable {
  // Small, for each part of a command has two of them.
  private let shortLine: UInt32
  private let shortColumn: UInt32

  /// The line, counted from 1.
  package var line: Int { Int(shortLine) }
  /// The column, counted in characters from 1.
  package var column: Int { Int(shortColumn) }

  /// Makes the position at `line` and `column`.
  package init(line: Int, column: Int) {
    shortLine = UInt32(clamping: line)
    shortColumn = UInt32(clamping: column)
  }

  /// Tells whether `left` comes before `right` in the text.
  package static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A part of a command together with the place where it is.
package struct Spanned<Wrapped: Hashable & Sendable>: Hashable, Sendable {
  /// What was read.
  package var value: Wrapped
  /// Where it is.
  package var span: SourceSpan

  /// Makes the part `value` that is at `span`.
  package init(_ value: Wrapped, at span: SourceSpan) {
    self.value = value
    self.span = span
  }
}

/// A name as it is meant, without backticks, and its place.
package typealias Name = Spanned<String>

/// Turns places in the bytes that are parsed into positions in the text a person sees.
struct Places: Sendable {
  var text: SourceText
  /// Where each byte comes from, if the bytes are the meaning of a quoted text; one more than
  /// bytes.
  var offsets: [Int]?

  func position(at offset: Int) -> SourcePosition {
    text.position(at: offsets?[offset] ?? offset)
  }

  func span(_ range: Range<Int>) -> SourceSpan {
    let start = position(at: range.lowerBound)
    guard !range.isEmpty else { return SourceSpan(start: start, end: start) }
    let end = offsets?[range.upperBound] ?? range.upperBound
    return SourceSpan(start: start, end: text.position(after: end))
  }
}

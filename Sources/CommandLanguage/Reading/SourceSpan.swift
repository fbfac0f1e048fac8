package struct SourceSpan: Hashable, Sendable {
  package var start: SourcePosition
  package var end: SourcePosition

  package init(start: SourcePosition, end: SourcePosition) {
    (self.start, self.end) = (start, end)
  }

  package init(from first: Self, to last: Self) { self.init(start: first.start, end: last.end) }
}

package struct SourcePosition: Hashable, Comparable, Sendable {
  // 32 bits to save memory: each part of a command has two positions.
  private let shortLine: UInt32
  private let shortColumn: UInt32

  /// The line, 1-based.
  package var line: Int { Int(shortLine) }
  /// The column, 1-based, in characters.
  package var column: Int { Int(shortColumn) }

  package init(line: Int, column: Int) {
    shortLine = UInt32(clamping: line)
    shortColumn = UInt32(clamping: column)
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

package struct Spanned<Wrapped: Hashable & Sendable>: Hashable, Sendable {
  package var value: Wrapped
  package var span: SourceSpan

  package init(_ value: Wrapped, at span: SourceSpan) {
    (self.value, self.span) = (value, span)
  }
}

package typealias Name = Spanned<String>

struct Places: Sendable {
  var text: SourceText
  /// If the bytes are a decoded text, the source offset of each byte and of the end.
  var offsets: [Int]?

  func position(at offset: Int) -> SourcePosition { text.position(at: offsets?[offset] ?? offset) }

  func span(_ range: Range<Int>) -> SourceSpan {
    let start = position(at: range.lowerBound)
    guard !range.isEmpty else { return SourceSpan(start: start, end: start) }
    let end = offsets?[range.upperBound] ?? range.upperBound
    return SourceSpan(start: start, end: text.position(after: end, from: start))
  }
}

package struct SyntaxError: Error, Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case syntax
    /// An unknown name, for example of a command, kind or option, or a name that is already in use.
    case name
    /// An impossible value, for example an inverted range.
    case value
  }

  package var kind: Kind
  package var span: SourceSpan
  /// The message, which begins in lower case and has no period at the end.
  package var message: String
  package var hint: String?
  /// The possible words, if they are known; sometimes only the closest of many.
  package var candidates: [String]
  /// The data of a hint that only the session can complete.
  package var meant: Meant?

  package enum Meant: Hashable, Sendable {
    /// From SQL's `insert into T values (…), (…)`; the values are written as in assignments.
    case insertion(type: String, rows: [[String]])
    /// From a record or a path without a command.
    case record(Spanned<RecordSyntax>, verb: String, steps: String)
    /// From `new T "text" …`; the value is written as in assignments.
    case new(type: String, value: String, rest: String)
    /// From `show "text" …`, or from `show Word word …`, where the words can be a text, or a type
    /// and a key. For a type and a key, `command` is the corrected command.
    case named(String, verb: String, rest: String, type: String? = nil, command: String? = nil)
  }

  package init(
    _ kind: Kind, at span: SourceSpan, _ message: String, hint: String? = nil,
    candidates: [String] = []
  ) {
    (self.kind, self.span, self.message) = (kind, span, message)
    (self.hint, self.candidates) = (hint, candidates)
  }
}

/// A word, number, string or sign, as its place in the bytes.
struct Token: Sendable {
  enum Kind: Hashable, Sendable {
    case word
    /// A name in backticks.
    case quotedName
    /// A text in `"`.
    case string
    /// A text in `'`.
    case sqlText
    case number
    case date
    /// `#12`.
    case transaction
    /// `--name`.
    case option
    /// A file name that is not quoted.
    case file
    /// A pattern between slashes.
    case pattern
    case symbol
    case newline
    case semicolon
    /// Something that is valid nowhere, with what is wrong with it.
    case bad(Fault)

    /// Whether it separates commands.
    var isSeparator: Bool { self == .newline || self == .semicolon }
  }

  /// What makes a token bad.
  enum Fault: Hashable, Sendable {
    case character
    case apostrophe
    case hash
    case null
    case unclosedString
    case unclosedName
    case unclosedPattern
    case emptyName
    case numberEndsWithPoint
    case numberTail
    case dateTail
  }

  var kind: Kind
  var start: Int
  /// After the last byte.
  var end: Int
  /// Whether a text or a name is in the bytes as it is meant, but for its quotes.
  var isPlain = true
  /// For an opening bracket the number of the token that closed it, rightly or not, -1 while none
  /// has; for a bad token the place of the fault.
  var detail = -1

  /// Whether a quotation mark right after it must be part of it.
  var isWordLike: Bool {
    switch kind {
    case .word, .quotedName, .number, .date, .transaction, .bad: true
    default: false
    }
  }
}

struct Token: Sendable {
  enum Kind: Hashable, Sendable {
    case word
    case quotedName
    /// A text in `"`.
    case string
    /// A text in `'`.
    case sqlText
    case number
    case date
    /// `#12`.
    case transaction
    case option
    case file
    case pattern
    case symbol
    case newline
    case semicolon
    /// Valid nowhere.
    case bad(Fault)

    var isSeparator: Bool { self == .newline || self == .semicolon }
  }

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
  var end: Int
  /// Whether the content of a quoted token needs no decoding.
  var isPlain = true
  /// For an opening bracket, the index of the token that closed it, matching or not, or -1 while it
  /// is open; for a bad token, the offset of the fault.
  var detail = -1

  /// Whether an apostrophe directly after it is an error rather than the start of a text.
  var isWordLike: Bool {
    switch kind {
    case .word, .quotedName, .number, .date, .transaction, .bad: true
    default: false
    }
  }
}

internal import Values

extension Parser {
  /// Reads the arguments of a kind, whose name has been read.
  mutating func kind(with arguments: KindArguments) throws(SyntaxError) -> PropertyKind {
    switch arguments {
    case .none(let kind): return kind
    case .number(let what, let example, let make):
      try openArguments("\(what), as in \"\(example)\"")
      let number = try natural(what)
      try close(")")
      return make(number.value)
    case .word(let word, let make):
      note(.sign("("))
      guard isAt("(") else { return make(false) }
      _ = try open("(")
      note(words: [word])
      guard isAtWord, let token = current, text(of: token) == word else {
        throw unexpected("\"\(word)\"", candidates: [word])
      }
      advance()
      try close(")")
      return make(true)
    case .names(let example, let make):
      return make(try names("names, as in \"\(example)\""))
    case .text(let what, let example, let make):
      let written = example.replacing("\"", with: "\\\"")
      try openArguments("\(what), as in \"\(written)\"")
      let text = try quotedText(what)
      try close(")")
      do {
        return try make(text.value)
      } catch {
        throw SyntaxError(.value, at: text.span, error.message)
      }
    case .digits(let make):
      let (integer, fraction) = try decimalDigits()
      return make(integer?.value, fraction?.value)
    }
  }

  private mutating func openArguments(_ wanted: String) throws(SyntaxError) {
    guard isAt("(") else { throw unexpected(wanted) }
    _ = try open("(")
  }

  /// Reads names in brackets, separated by commas.
  private mutating func names(_ wanted: String) throws(SyntaxError) -> [String] {
    try openArguments(wanted)
    var names: [String] = []
    // Names are the same when their scalars are, which texts of Swift do not ask for.
    var seen: Set<[UInt8]> = []
    repeat {
      let name = try textOrWord(names.isEmpty ? wanted : "a name")
      if !seen.insert(Array(name.value.utf8)).inserted {
        throw SyntaxError(.value, at: name.span, "\"\(name.value)\" is given twice in this choice")
      }
      names.append(name.value)
    } while skip(",")
    try close(")")
    return names
  }

  /// Reads the digits of a decimal; those that are not given follow from the property's range.
  mutating func decimalDigits() throws(SyntaxError) -> (
    integer: Spanned<Int>?, fraction: Spanned<ClosedRange<Int>>?
  ) {
    note(.sign("("))
    guard isAt("(") else { return (nil, nil) }
    _ = try open("(")
    var integer: Spanned<Int>?
    var fraction: Spanned<ClosedRange<Int>>?
    repeat {
      note(words: (integer == nil ? ["integer:"] : []) + (fraction == nil ? ["fraction:"] : []))
      if integer == nil, isAt("integer") {
        try takeArgument()
        integer = try natural("a number of digits")
      } else if fraction == nil, isAt("fraction") {
        try takeArgument()
        fraction = try digits()
      } else {
        let missing = (integer == nil ? ["integer"] : []) + (fraction == nil ? ["fraction"] : [])
        throw unexpected(
          missing.map { "\"\($0):\"" }.joined(separator: " or "), hint: nil, candidates: missing)
      }
    } while (integer == nil || fraction == nil) && skip(",")
    try close(")")
    return (integer, fraction)
  }

  private mutating func takeArgument() throws(SyntaxError) {
    advance()
    try take(":")
  }

  /// Reads a number of digits or a range of them.
  private mutating func digits() throws(SyntaxError) -> Spanned<ClosedRange<Int>> {
    if current?.kind == .number, !isToken(index + 1, "...") {
      let count = try natural("a number of digits")
      return Spanned(count.value...count.value, at: count.span)
    }
    let range = try naturalRange()
    guard let upper = range.upper else {
      throw SyntaxError(.syntax, at: range.span, "expected an upper bound for the digits")
    }
    return Spanned((range.lower?.value ?? 0)...upper.value, at: range.span)
  }
}

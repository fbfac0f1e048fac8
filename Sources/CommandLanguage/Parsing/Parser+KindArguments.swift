extension Parser {
  /// Reads the arguments that the kind of this name has to have.
  mutating func kindWithArguments(_ name: String) throws(SyntaxError) -> KindSyntax {
    switch name {
    case "Choice":
      return .choice(try choiceNames())
    case "Hex":
      try openArguments("a number of digits, as in \"Hex(6)\"")
      let digits = try natural("a number of digits")
      try close(")")
      return .hex(digits: digits)
    default:
      try openArguments("a form, as in \"Mask(\\\"000-AA\\\")\"")
      let form = try quotedText("a form")
      try close(")")
      return .mask(form)
    }
  }

  private mutating func openArguments(_ wanted: String) throws(SyntaxError) {
    guard isAt("(") else { throw unexpected(wanted) }
    _ = try open("(")
  }

  /// Reads names in brackets, separated by commas.
  private mutating func choiceNames() throws(SyntaxError) -> [Spanned<String>] {
    let wanted = "names, as in \"Choice(admin, editor)\""
    try openArguments(wanted)
    var names: [Spanned<String>] = []
    // Names are the same when their scalars are, which texts of Swift do not ask for.
    var seen: Set<[UInt8]> = []
    repeat {
      let name = try textOrWord(names.isEmpty ? wanted : "a name")
      if !seen.insert(Array(name.value.utf8)).inserted {
        throw SyntaxError(.value, at: name.span, "\"\(name.value)\" is given twice in this choice")
      }
      names.append(name)
    } while skip(",")
    try close(")")
    return names
  }
}

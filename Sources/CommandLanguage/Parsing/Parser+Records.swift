extension Parser {
  /// Reads a record: by number, by key or by name.
  mutating func record(_ wanted: String = "a record") throws(SyntaxError) -> Spanned<RecordSyntax> {
    let first = index
    let name = try name(wanted)
    if isAt("/"), isAdjacent || isToken(index + 1, "/") || isNumber(index + 1) {
      guard isAdjacent, isAdjacent(index + 1) else {
        throw SyntaxError(
          .syntax, at: span(of: tokens[index]), "unexpected white space beside \"/\"",
          hint: "a record is written \"Person/1\"")
      }
      advance()
      let number = try natural("the number of a record")
      return Spanned(.id(type: name, number: number.value), at: span(from: first))
    }
    if isAt("["), isAdjacent {
      let key = try key()
      return Spanned(.key(type: name, value: key), at: span(from: first))
    }
    return Spanned(.name(name), at: name.span)
  }

  /// Reads a key in brackets, directly behind its type.
  mutating func key() throws(SyntaxError) -> Spanned<ValueSyntax> {
    guard isAt("["), isAdjacent else { throw unexpected("a key in \"[\" and \"]\"") }
    _ = try open("[")
    let value = try value()
    try close("]")
    return value
  }

  private func isNumber(_ index: Int) -> Bool {
    index < limit && tokens[index].kind == .number
  }

  /// Reads a record and, if there are any, properties behind it.
  mutating func recordOrPath(
    _ wanted: String
  ) throws(SyntaxError) -> (record: Spanned<RecordSyntax>, properties: [Name]) {
    let record = try record(wanted)
    var properties: [Name] = []
    while isAt("."), isAdjacent {
      // White space behind the point would make the property part of something else.
      guard isAdjacent(index + 1) else {
        advance()
        throw unexpected("a property directly")
      }
      advance()
      properties.append(try name("a property"))
    }
    return (record, properties)
  }

  /// Reads a property of a record.
  mutating func path() throws(SyntaxError) -> PathSyntax {
    let (record, properties) = try recordOrPath("a property such as \"ann.age\"")
    if properties.isEmpty {
      throw unexpected("\".\" and a property")
    }
    return PathSyntax(record: record, properties: properties)
  }
}

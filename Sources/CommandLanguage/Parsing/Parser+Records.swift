extension Parser {
  /// Reads a record: by number, by key or by name.
  mutating func record(
    _ wanted: String = "a record", _ use: Expectation.RecordUse = .itself
  ) throws(SyntaxError) -> Spanned<RecordSyntax> {
    let first = index
    let name = try name(wanted, .record(use))
    note(adjacent: "/")
    note(adjacent: "[")
    if isAt("/"), isAdjacent || isToken(index + 1, "/") || isNumber(index + 1) {
      guard isAdjacent, isAdjacent(index + 1) else {
        throw SyntaxError(
          .syntax, at: span(of: tokens[index]), "unexpected white space beside \"/\"",
          hint: "a record is written \"Person/1\"")
      }
      advance()
      let number = try natural("the number of a record", .number(ofType: name.value))
      return Spanned(.id(type: name, number: number.value), at: span(from: first))
    }
    if isAt("["), isAdjacent {
      let key = try key(ofType: name.value)
      return Spanned(.key(type: name, value: key), at: span(from: first))
    }
    return Spanned(.name(name), at: name.span)
  }

  /// Reads a key in brackets, directly behind its type.
  mutating func key(ofType type: String) throws(SyntaxError) -> Spanned<ValueSyntax> {
    note(adjacent: "[")
    guard isAt("["), isAdjacent else { throw unexpected("a key in \"[\" and \"]\"") }
    _ = try open("[")
    let value = try value(.key(ofType: type))
    try close("]")
    return value
  }

  private func isNumber(_ index: Int) -> Bool {
    index < limit && tokens[index].kind == .number
  }

  /// Reads a record and, if there are any, properties behind it.
  ///
  /// - Parameter use: Whether properties have to be there.
  mutating func recordOrPath(
    _ wanted: String, _ use: Expectation.RecordUse = .either
  ) throws(SyntaxError) -> (record: Spanned<RecordSyntax>, properties: [Name]) {
    let record = try record(wanted, use)
    var properties: [Name] = []
    note(adjacent: ".")
    while isAt("."), isAdjacent {
      // White space behind the point would make the property part of something else.
      guard isAdjacent(index + 1) else {
        index += 1
        throw unexpected("a property directly")
      }
      advance()
      // The values of all kinds are single: nothing has properties of its own.
      let isFirst = properties.isEmpty
      properties.append(
        try name("a property", isFirst ? .property(of: .record(record.value)) : nil))
    }
    return (record, properties)
  }

  /// Reads a property of a record, or a single name.
  mutating func pathOrName<Result>(
    _ wanted: String, _ use: Expectation.RecordUse, path: (PathSyntax) -> Result,
    name: (Name) -> Result
  ) throws(SyntaxError) -> Result {
    let (record, properties) = try recordOrPath(wanted, use)
    if !properties.isEmpty { return path(PathSyntax(record: record, properties: properties)) }
    if case .name(let single) = record.value { return name(single) }
    throw unexpected("\".\" and a property")
  }

  /// Reads a property of a record.
  mutating func path() throws(SyntaxError) -> PathSyntax {
    let (record, properties) = try recordOrPath("a property such as \"ann.age\"", .property)
    if properties.isEmpty {
      throw unexpected("\".\" and a property")
    }
    return PathSyntax(record: record, properties: properties)
  }
}

/// What `set` says.
public enum SetSyntax: Hashable, Sendable {
  /// One property, `set ann.age 42`.
  case property(PathSyntax, Spanned<ValueSyntax>)
  /// Some properties of a record, at least one, `set ann age=42 role=admin`.
  case assignments(Spanned<RecordSyntax>, [AssignmentSyntax])
}

extension Verb {
  static let set = Verb(
    "set",
    synopsis: "set RECORD.PROPERTY VALUE · set RECORD PROPERTY=VALUE …",
    summary: "Sets properties of a record.",
    examples: ["set ann.age 42", "set ann age=42 name=\"Anna\"", "set Person/1.age nil"],
    changesRecords: true
  ) { (parser: inout Parser) throws(SyntaxError) in
    .set(try parser.set())
  }
}

extension Parser {
  fileprivate mutating func set() throws(SyntaxError) -> SetSyntax {
    let (record, properties) = try recordOrPath("a record", .either)
    guard properties.isEmpty else {
      if isAt("=") {
        throw unexpected(
          "a value", hint: "write \"set ann.age 42\" or \"set ann age=42\"")
      }
      let property = properties[0].value
      let value = try value(
        properties.count == 1 ? .value(of: .record(record.value), property: property) : nil)
      return .property(PathSyntax(record: record, properties: properties), value)
    }
    if isAtEnd {
      note(.assignment(of: .record(record.value), except: []))
      throw unexpected("a property")
    }
    return .assignments(record, try assignments(of: .record(record.value)))
  }
}

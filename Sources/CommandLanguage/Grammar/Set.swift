/// What `set` says.
public enum SetSyntax: Hashable, Sendable {
  /// One property, `set ann.age 42`.
  case property(PathSyntax, Spanned<ValueSyntax>)
  /// Some properties of a record, at least one, `set ann age=42 role=admin`.
  case assignments(Spanned<RecordSyntax>, [AssignmentSyntax])
  /// Some properties of many records, at least one, `set Person where age > 64 : active=false`; the
  /// expressions in the values are about each of them.
  case all(RecordsSyntax, [AssignmentSyntax])
}

extension Verb {
  static let set = Verb(
    "set",
    synopsis: "set RECORD.PROPERTY VALUE · set RECORD PROPERTY=VALUE … "
      + "· set TYPE where EXPRESSION : PROPERTY=VALUE …",
    summary: "Sets properties of a record, or of all for which something holds.",
    examples: [
      "set ann.age 42", "set ann.tags [\"old\", \"new\"]", "set ann age=42 name=\"Anna\"",
      "set Person/1.age nil",
      "set Person where age > 64 : age=64", "set Person where age < 64 : age=(age + 1)",
    ],
    changesRecords: true
  ) { (parser: inout Parser) throws(SyntaxError) in
    .set(try parser.set())
  }
}

extension Parser {
  fileprivate mutating func set() throws(SyntaxError) -> SetSyntax {
    note(.type)
    let (record, steps) = try recordOrPath("a record", .either)
    guard steps.isEmpty else {
      if isAt("=") {
        throw unexpected(
          "a value", hint: "write \"set ann.age 42\" or \"set ann age=42\"")
      }
      let path = PathSyntax(record: record, steps: steps)
      return .property(path, try value(path.expectation))
    }
    if let records = try recordsIfAny(record) {
      try take(":")
      let owner = Expectation.Owner.type(records.type.value)
      if isAtEnd {
        note(.assignment(of: owner, except: []))
        throw unexpected("a property")
      }
      return .all(records, try assignments(of: owner, about: records.type.value))
    }
    if isAtEnd {
      note(.assignment(of: .record(record.value), except: []))
      throw unexpected("a property")
    }
    return .assignments(record, try assignments(of: .record(record.value)))
  }

  /// Reads the condition of records behind their type, which was read as the name of a record.
  mutating func recordsIfAny(
    _ record: Spanned<RecordSyntax>
  ) throws(SyntaxError) -> RecordsSyntax? {
    guard case .name(let type) = record.value else { return nil }
    note(.condition(of: type.value))
    guard isAt("where"), !isToken(index + 1, "=") else { return nil }
    advance()
    return RecordsSyntax(type: type, condition: try expression(until: [], of: type.value))
  }
}

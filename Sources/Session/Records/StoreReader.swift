internal import CommandLanguage
internal import RecordStore
internal import Records

/// Reads the definitions in a store with the parser that reads those in a script.
struct StoreReader: DefinitionReader {
  func property(from definition: String) throws -> Property {
    guard let define = try command("define _ { \(definition) }") as? DefineCommand,
      let property = define.properties.first
    else { throw Diagnostic(.store, "expected the definition of a property: \(definition)") }
    // Moments are kept with their zone.
    return try Property(property, zoneOffset: { _ in 0 })
  }

  func rule(from definition: String) throws -> (rule: Rule, condition: Expression) {
    guard let rule = try command(definition) as? RuleCommand else {
      throw Diagnostic(.store, "expected the definition of a rule: \(definition)")
    }
    return (rule.definition, try Expression(sessionless: rule.condition, of: "a rule"))
  }

  func expression(from text: String) throws -> Expression {
    guard let define = try command("define _ { _: Text := (\(text)) }") as? DefineCommand,
      let expression = define.properties.first?.computed
    else { throw Diagnostic(.store, "expected an expression: \(text)") }
    return try Expression(sessionless: expression, of: "a computed property")
  }

  private func command(_ text: String) throws -> (any CommandSyntax)? {
    var reader = CommandReader(Session.verbs)
    reader.append(line: text)
    return try reader.next()?.command
  }
}

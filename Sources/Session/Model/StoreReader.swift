internal import CommandLanguage
internal import RecordStore
internal import Records

/// Reads the definitions in a store with the parser that reads those in a script.
struct StoreReader: DefinitionReader {
  func property(from definition: String) throws -> Property {
    guard case .define(let syntax) = try command("define _ { \(definition) }"),
      let property = syntax.properties.first
    else { throw Diagnostic(.store, "expected the definition of a property: \(definition)") }
    // Moments are kept with their zone.
    return try Property(property, zoneOffset: { _ in 0 })
  }

  func rule(from definition: String) throws -> (rule: Rule, condition: RecordStore.Expression) {
    guard case .rule(let syntax) = try command(definition) else {
      throw Diagnostic(.store, "expected the definition of a rule: \(definition)")
    }
    return (Rule(syntax), try RecordStore.Expression(sessionless: syntax.condition, of: "a rule"))
  }

  func expression(from text: String) throws -> RecordStore.Expression {
    guard case .define(let syntax) = try command("define _ { _: Text := (\(text)) }"),
      let expression = syntax.properties.first?.computed
    else { throw Diagnostic(.store, "expected an expression: \(text)") }
    return try RecordStore.Expression(sessionless: expression, of: "a computed property")
  }

  private func command(_ text: String) throws -> Command? {
    var reader = CommandReader()
    reader.append(line: text)
    return try reader.next()?.command
  }
}

internal import CommandLanguage
internal import RecordStore
internal import Records

/// Reads the definitions in a store with the parser that reads those in a script.
struct StoreReader: DefinitionReader {
  func property(from definition: String) throws -> Property {
    try read { () throws in
      guard let define = try command("define _ { \(definition) }") as? DefineCommand,
        let property = define.properties.first
      else { throw DefinitionError(message: "expected the definition of a property") }
      // Moments are kept with their zone.
      return try Property(property, zoneOffset: { _ in 0 })
    }
  }

  func rule(from definition: String) throws -> (rule: Rule, condition: Expression) {
    try read { () throws in
      guard let rule = try command(definition) as? RuleCommand else {
        throw DefinitionError(message: "expected the definition of a rule")
      }
      return (rule.definition, try Expression(sessionless: rule.condition, of: "a rule"))
    }
  }

  func expression(from text: String) throws -> Expression {
    try read { () throws in
      guard let define = try command("define _ { _: Text := (\(text)) }") as? DefineCommand,
        let expression = define.properties.first?.computed
      else { throw DefinitionError(message: "expected an expression") }
      return try Expression(sessionless: expression, of: "a computed property")
    }
  }

  /// Says what the parser and the session say of a definition in the words of the store.
  private func read<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SyntaxError {
      throw DefinitionError(message: error.message)
    } catch let error as Diagnostic {
      throw DefinitionError(message: error.message)
    }
  }

  private func command(_ text: String) throws -> (any CommandSyntax)? {
    var reader = CommandReader(Session.verbs)
    reader.append(line: text)
    return try reader.next()?.command
  }
}

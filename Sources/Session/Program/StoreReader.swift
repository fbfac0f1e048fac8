internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct StoreReader: DefinitionReader {
  func property(from definition: String) throws(DefinitionError) -> Property {
    let command = try Session.verbs.command("define _ { \(definition) }", isOfTable: true)
    guard let define = command as? DefineCommand, let property = define.properties.first
    else { throw DefinitionError(message: "expected the definition of a property") }
    guard define.properties.count == 1 else {
      throw DefinitionError(message: "there is text after the definition")
    }
    do {
      // A stored date and time always has a zone.
      return try Property(property.withoutExponents, zoneOffset: { _ in 0 })
    } catch {
      throw DefinitionError(message: error.message)
    }
  }

  func propertyWithoutTail(_ definition: String) -> String? {
    // A definition is a single line, but its quoted texts can contain separators.
    let ends = definition.indices.filter {
      definition[$0].isNewline || ",;#\"}".contains(definition[$0])
    }
    for end in ends.prefix(Self.mostTails) {
      if let property = try? property(from: String(definition[..<end])) {
        return property.definition
      }
    }
    return nil
  }

  private static let mostTails = 100

  func objection(to definition: String, as verb: String) -> String? {
    let prefix = verb == SaveCommand.verb.name ? "save command " : verb + " "
    guard definition.hasPrefix(prefix) else { return "expected \(prefix)…" }
    if definition.utf8.contains(0) { return "a text cannot contain the character U+0000" }
    var reader = reader(of: definition)
    guard reader.isWhole else { return "the command is incomplete" }
    do {
      let statement = try reader.next()
      guard reader.isAtEnd else { return Verbs.moreThanOne }
      try statement?.checkCanBeKept()
      return nil
    } catch let error as Diagnostic {
      return error.message
    } catch {
      guard reader.isAtEnd else { return Verbs.moreThanOne }
      // An unreadable rule of a newer version must not be ignored, because records could violate
      // it; opening the database fails.
      let isRule = verb == RuleCommand.verb.name
      return isRule ? nil : (error as? SyntaxError)?.message ?? "the definition cannot be read"
    }
  }

  func withoutComments(_ definition: String) -> String {
    var reader = reader(of: definition)
    return (try? reader.next())?.text ?? definition
  }

  private func reader(of definition: String) -> CommandReader {
    var reader = CommandReader(Session.verbs)
    // Treats every word as a possible command, because called commands may be read later.
    let words = definition.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    reader.userCommands = Set((words + definition.split(separator: "`")).map(String.init))
      .subtracting(Session.verbs.words)
    reader.append(line: definition)
    return reader
  }

  func rule(
    from definition: String
  ) throws(DefinitionError) -> (rule: Rule, condition: RecordExpression) {
    guard let rule = try Session.verbs.command(definition, isOfTable: true) as? RuleCommand else {
      throw DefinitionError(message: "expected the definition of a rule")
    }
    let definition = rule.definition
    let condition = try expression(
      rule.condition, of: Rule.owner, readsClock: definition.readsClock)
    return (definition, condition)
  }

  func expression(from text: String) throws(DefinitionError) -> RecordExpression {
    try expression(syntax(of: text), of: "a computed property")
  }

  func expression(
    _ text: String, with names: [Int: String]
  ) throws(DefinitionError) -> String {
    let syntax = try syntax(of: text)
    return syntax.line { names[$0]?.asName }
  }

  private func syntax(of text: String) throws(DefinitionError) -> ExpressionSyntax {
    let command = try Session.verbs.command("define _ { _: Text := (\(text)) }", isOfTable: true)
    guard let define = command as? DefineCommand, let computed = define.properties.first?.computed
    else { throw DefinitionError(message: "expected an expression") }
    return computed
  }

  private func expression(
    _ syntax: ExpressionSyntax, of owner: String, readsClock: Bool = false
  ) throws(DefinitionError) -> RecordExpression {
    do {
      return try RecordExpression(sessionless: syntax, of: owner, readsClock: readsClock)
    } catch {
      throw DefinitionError(message: error.message)
    }
  }
}

extension PropertySyntax {
  /// Expands exponents, which earlier versions wrote and no command accepts.
  fileprivate var withoutExponents: PropertySyntax {
    var property = self
    property.range?.lower = range?.lower?.withoutExponents
    property.range?.upper = range?.upper?.withoutExponents
    property.initial = initial?.withoutExponents
    return property
  }
}

extension Spanned<ValueSyntax> {
  fileprivate var withoutExponents: Spanned<ValueSyntax> {
    switch value {
    case .number(let digits) where digits.contains(where: \.isLetter):
      Spanned(.number(Double(digits)?.literal ?? digits), at: span)
    case .list(let items): Spanned(.list(items.map(\.withoutExponents)), at: span)
    case .number, .text, .word, .boolean, .nothing, .date, .clock, .month, .percent, .record,
      .name, .expression:
      self
    }
  }
}

extension Statement {
  fileprivate func checkCanBeKept() throws(Diagnostic) {
    var layout: [Statement]?
    let isDefinition: Bool
    switch CommandContent(command) {
    case .layout(_, let statements)?: (layout, isDefinition) = (statements, statements != nil)
    case let content?: isDefinition = content.isStoredDefinition
    case nil:
      isDefinition =
        command is any ViewDefining || command is RuleCommand || command is IndexCommand
    }
    guard isDefinition else { throw Diagnostic(.refused, "the command defines nothing") }
    if let formatter = command as? FormatterCommand, case .file = formatter.source {
      throw Diagnostic(.refused, "the formatter reads a file")
    }
    try checkIsOfEverySession("a definition")
    if case .storedHandler? = CommandContent(command) {
      for body in command.blocks { try KeptHandlers.check(body) { _ in } }
    }
    for statement in layout ?? [] { try statement.checkIsOfEverySession("a definition") }
  }
}

internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Validation

extension Session {
  /// `define`: makes a type; one that is already so is left alone.
  func define(_ command: DefineSyntax) throws(Diagnostic) {
    let type = try RecordType(command, zoneOffset: configuration.zoneOffset)
    if store.type(named: type.name) == type { return expectTypes(of: type, command) }
    if names[type.name] != nil {
      try checkIsFree(command.type)
    }
    if store.type(named: type.name) == nil {
      try checkLengths(of: type, command)
      try checkComputations(of: type, command)
      try checkDefaults(of: type, command)
    }
    let spans = Dictionary(
      command.properties.map { ($0.name.value, $0.span) }, uniquingKeysWith: { first, _ in first })
    try change(store.define(type), at: command.type.span, values: spans, as: .schema)
    expectTypes(of: type, command)
  }

  /// Refuses a pattern none of whose texts has the length asked for: only the grammar of a field
  /// counts characters that several scalars make up.
  private func checkLengths(
    of type: RecordType, _ command: DefineSyntax
  ) throws(Diagnostic) {
    for (property, syntax) in zip(type.properties, command.properties) {
      guard let pattern = property.pattern, let length = property.length,
        let grammar = FieldFormat(property).grammar as? PatternGrammar, grammar.isEmpty
      else { continue }
      throw Diagnostic(
        .value, "no text of \(length.words) matches \(pattern)",
        at: syntax.pattern?.span ?? syntax.span)
    }
  }

  /// Refuses the default of a reference if there is no such record.
  private func checkDefaults(
    of type: RecordType, _ command: DefineSyntax
  ) throws(Diagnostic) {
    for (property, syntax) in zip(type.properties, command.properties) {
      guard case .value(.reference(let id)) = property.givenDefault, try !exists(id) else {
        continue
      }
      throw Diagnostic(
        .name, "there is no \(id) that could be the default",
        at: syntax.initial?.span ?? syntax.span)
    }
  }

  /// Checks the computed properties by themselves: only what is wrong with an expression has a place
  /// in it.
  private func checkComputations(
    of type: RecordType, _ command: DefineSyntax
  ) throws(Diagnostic) {
    guard type.hasComputed else { return }
    for expression in command.properties.compactMap(\.computed) {
      _ = try RecordStore.Expression(sessionless: expression, of: "a computed property")
    }
    do throws(StoreError) {
      try store.checkComputations(of: type)
    } catch {
      let culprit = command.properties.first { $0.name.value == error.property }
      throw Diagnostic(error, tokens: culprit?.computed?.tokens ?? [])
        .at(culprit?.computed?.span ?? command.type.span)
    }
  }
}

extension RecordType {
  /// The type that a command defines.
  ///
  /// - Parameter zoneOffset: how far the user's time is ahead of UTC at a moment.
  init(_ command: DefineSyntax, zoneOffset: @escaping (Int) -> Int) throws(Diagnostic) {
    var properties: [Property] = []
    for syntax in command.properties {
      properties.append(try Property(syntax, zoneOffset: zoneOffset))
    }
    do {
      try self.init(command.type.value, properties)
    } catch {
      let culprit = command.properties.last { $0.name.value == error.property }
      throw Diagnostic(.value, error.message, at: culprit?.name.span ?? command.type.span)
    }
  }
}

internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

/// A layout being restored, command by command, as far as possible.
struct RestoredLayout {
  /// The errors of parts that could not be restored, at the layout's name.
  private(set) var misfits: [Diagnostic] = []
  private let name: Name
  private var made: Set<String> = []
  /// The names of interactors that already existed unchanged.
  private var present: Set<String> = []
  /// The errors of session names that can no longer be bound.
  private var lost: [String: Diagnostic] = [:]

  init(_ name: Name) { self.name = name }

  static func canHold(_ command: any CommandSyntax) -> Bool {
    if let command = command as? any NameGiving { return command.makesNothing }
    return command is any InteractorMaking || command is any InteractorArranging
  }

  /// - Parameter meanings: The `let` commands for the session names in it, by name.
  static func remake(
    _ text: String, _ meanings: [String: String], after lastText: String?,
    by factory: InteractorFactory
  ) throws(Diagnostic) {
    try factory.names.withLocals(.call) { () throws(Diagnostic) in
      for (name, meaning) in meanings {
        guard let command = try command(meaning, factory) as? any NameGiving else { continue }
        factory.names.bind(name, to: try command.binding(by: factory.resolver))
      }
      try (command(text, factory) as? any InteractorMaking)?.make(by: factory, after: lastText)
    }
  }

  /// Checks the property names of a label, field or form against the types of a resolver.
  static func checkNames(
    of text: String, by resolver: Resolver, _ factory: InteractorFactory
  ) throws(Diagnostic) {
    try (command(text, factory) as? any InteractorMaking)?.checkNames(by: resolver)
  }

  private static func command(
    _ text: String, _ factory: InteractorFactory
  ) throws(Diagnostic) -> (any CommandSyntax)? {
    do {
      return try factory.runner.verbs.command(text)
    } catch {
      throw Diagnostic(.syntax, error.message)
    }
  }

  /// - Parameter text: The definition of the layout, to which positions of errors refer.
  static func check(
    _ place: Int, of text: String, by factory: InteractorFactory
  ) throws(Diagnostic) {
    guard let statements = try (command(text, factory) as? any LayoutDefining)?.statements,
      statements.indices.contains(place)
    else { return }
    try factory.names.withLocals(.call) { () throws(Diagnostic) in
      for statement in statements.prefix(place) {
        guard let command = statement.command as? any NameGiving,
          let binding = try? command.binding(by: factory.resolver)
        else { continue }
        factory.names.bind(command.name.value, to: binding)
      }
      try (statements[place].command as? any InteractorMaking)?.check(by: factory)
    }
  }

  /// Runs a command of the layout; must be called in a block that scopes its names.
  mutating func restore(
    _ statement: Statement, by factory: InteractorFactory
  ) throws(Diagnostic) {
    do throws(Diagnostic) {
      if let command = statement.command as? any NameGiving {
        give(command, by: factory)
      } else if let command = statement.command as? any InteractorMaking {
        try make(command, statement.text, by: factory)
      } else if let command = statement.command as? any InteractorArranging {
        try arrange(command, by: factory)
      }
    } catch {
      guard error.kind != .store, !error.isInterruption, !error.isOvertaken else { throw error }
      misfits.append(
        Diagnostic(
          error.kind, "\"\(statement.text)\" does not fit: \(error.message)", hint: error.hint,
          candidates: error.candidates
        ).at(name.span))
    }
  }

  private mutating func give(_ command: any NameGiving, by factory: InteractorFactory) {
    let name = command.name.value
    do throws(Diagnostic) {
      factory.names.bind(name, to: try command.binding(by: factory.resolver))
      lost[name] = nil
    } catch {
      // Reported by the labels that use it.
      lost[name] = error
    }
  }

  private mutating func make(
    _ command: any InteractorMaking, _ text: String, by factory: InteractorFactory
  ) throws(Diagnostic) {
    let name = command.name.value
    if factory.names[name]?.interactor?.command == text {
      present.insert(name)
      return
    }
    for read in command.namesRead { if let error = lost[read] { throw error } }
    try command.make(by: factory, after: nil)
    made.insert(name)
  }

  private func arrange(
    _ command: any InteractorArranging, by factory: InteractorFactory
  ) throws(Diagnostic) {
    guard made.contains(command.interactor.name.value) else { return }
    if let form = command.outerForm?.value, !made.contains(form), !present.contains(form) {
      return
    }
    try command.arrange(by: factory)
  }
}

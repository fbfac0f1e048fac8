internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

/// A layout that is being restored, a command at a time, as far as it fits.
struct RestoredLayout {
  /// Why parts of it are not there, each at the place of the layout's name.
  private(set) var misfits: [Diagnostic] = []
  private let name: Name
  /// The names of what has been made.
  private var made: Set<String> = []
  /// The names of what was there already as the layout has it.
  private var present: Set<String> = []
  /// Why names that labels read have no meaning any more.
  private var lost: [String: Diagnostic] = [:]

  /// - Parameter name: the layout's.
  init(_ name: Name) { self.name = name }

  /// Whether a layout can have such a command.
  static func canHold(_ command: any CommandSyntax) -> Bool {
    if let command = command as? any NameGiving { return command.makesNothing }
    return command is any InteractorMaking || command is any InteractorArranging
  }

  /// Makes one label, field or form again.
  ///
  /// - Parameters:
  ///   - meanings: The commands that give the session names in it their meaning, by the names.
  ///   - lastText: The text it reported last, which is not reported again.
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

  /// Looks whether the properties that a label, field or form names are those of the types of a
  /// resolver.
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

  /// Looks whether one of the commands of a layout fits the types there are.
  ///
  /// - Parameters:
  ///   - place: Which of its commands, the first being 0.
  ///   - text: The command that defines the layout; errors have their places in it.
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

  /// Carries out a command of the layout in a block that scopes the names it binds.
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
      // The labels that read it say so.
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

internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

/// A command that makes a label, field or form.
protocol InteractorMaking: Command {
  var name: Name { get }
  /// The session names whose meaning it takes.
  var namesRead: [String] { get }
  /// Makes it again, in place of one that has said a text.
  func run(in session: Session, after lastText: String?) throws(Diagnostic)
  /// Looks whether it could be made, and makes nothing.
  func check(in session: Session) throws(Diagnostic)
  /// Looks whether the properties that it names are those of the types of a resolver, which knows no
  /// record.
  func checkNames(by resolver: Resolver) throws(Diagnostic)
}

extension InteractorMaking {
  var namesRead: [String] { [] }

  func run(in session: Session, after lastText: String?) throws(Diagnostic) {
    try run(in: session)
  }
}

/// A command that nests, activates or deactivates a label, field or form.
protocol InteractorArranging: Command {
  var interactor: InteractorSyntax { get }
  /// The form that it nests it in, if it does.
  var outerForm: Name? { get }
}

extension InteractorArranging {
  var outerForm: Name? { nil }
}

/// A layout that is being brought back, a command at a time, as far as it fits.
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
    if let command = command as? LetCommand { return !command.mayChange }
    return command is any InteractorMaking || command is any InteractorArranging
  }

  /// Makes one label, field or form again.
  ///
  /// - Parameters:
  ///   - meanings: The commands that give the session names in it their meaning, by the names.
  ///   - lastText: What it has said last, which it does not say again.
  static func remake(
    _ text: String, _ meanings: [String: String], after lastText: String?, in session: Session
  ) throws(Diagnostic) {
    try session.names.withLocals(.call) { () throws(Diagnostic) in
      for (name, meaning) in meanings {
        guard let command = try command(meaning) as? LetCommand else { continue }
        session.names.bind(name, to: try command.binding(in: session))
      }
      try (command(text) as? any InteractorMaking)?.run(in: session, after: lastText)
    }
  }

  /// Looks whether the properties that a label, field or form names are those of the types of a
  /// resolver.
  static func checkNames(of text: String, by resolver: Resolver) throws(Diagnostic) {
    try (command(text) as? any InteractorMaking)?.checkNames(by: resolver)
  }

  private static func command(_ text: String) throws(Diagnostic) -> (any CommandSyntax)? {
    do {
      return try StoreReader.command(text)
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
    _ place: Int, of text: String, in session: Session
  ) throws(Diagnostic) {
    guard let statements = try (command(text) as? LayoutCommand)?.body?.statements else { return }
    try session.names.withLocals(.call) { () throws(Diagnostic) in
      for statement in statements.prefix(place) {
        guard let command = statement.command as? LetCommand,
          let binding = try? command.binding(in: session)
        else { continue }
        session.names.bind(command.name.value, to: binding)
      }
      try (statements[place].command as? any InteractorMaking)?.check(in: session)
    }
  }

  /// Carries out a command of the layout, inside a block that the names live in that it gives.
  mutating func restore(_ statement: Statement, in session: Session) throws(Diagnostic) {
    do throws(Diagnostic) {
      if let command = statement.command as? LetCommand {
        try give(command, in: session)
      } else if let command = statement.command as? any InteractorMaking {
        try make(command, statement.text, in: session)
      } else if let command = statement.command as? any InteractorArranging {
        try arrange(command, in: session)
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

  private mutating func give(_ command: LetCommand, in session: Session) throws(Diagnostic) {
    let name = command.name.value
    do throws(Diagnostic) {
      session.names.bind(name, to: try command.binding(in: session))
      lost[name] = nil
    } catch {
      // The labels that read it say so.
      lost[name] = error
    }
  }

  private mutating func make(
    _ command: any InteractorMaking, _ text: String, in session: Session
  ) throws(Diagnostic) {
    let name = command.name.value
    if session.names[name]?.interactor?.command == text {
      present.insert(name)
      return
    }
    for read in command.namesRead { if let error = lost[read] { throw error } }
    try command.run(in: session)
    made.insert(name)
  }

  private func arrange(
    _ command: any InteractorArranging, in session: Session
  ) throws(Diagnostic) {
    guard made.contains(command.interactor.name.value) else { return }
    if let form = command.outerForm?.value, !made.contains(form), !present.contains(form) {
      return
    }
    try command.run(in: session)
  }
}

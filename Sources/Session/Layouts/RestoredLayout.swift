internal import CommandLanguage
internal import Records
internal import Replies

/// Restores a layout command by command, even if some commands fail.
struct RestoredLayout {
  /// The errors of commands that failed, with the position of the layout's name.
  private(set) var misfits: [Diagnostic] = []
  private let name: Name
  private var made: Set<String> = []
  /// Names of interactors that already existed unchanged.
  private var present: Set<String> = []
  /// The errors of session names that can no longer be bound, by name.
  private var lost: [String: Diagnostic] = [:]

  init(_ name: Name) { self.name = name }

  static func canHold(_ command: any CommandSyntax) -> Bool {
    if case .name(_, let binding)? = CommandContent(command) { return binding != nil }
    return command is any InteractorMaking || command is any InteractorArranging
  }

  static func remake(
    _ text: String, _ meanings: [String: String], after lastText: String?,
    by context: CommandContext
  ) throws(Diagnostic) {
    try context.names.withLocals(.call) { () throws(Diagnostic) in
      for (name, meaning) in meanings {
        guard
          case .name(_, let binding?)? = try context.command(meaning).flatMap(CommandContent.init)
        else { continue }
        context.names.bind(name, to: try binding(context.resolver))
      }
      try (context.command(text) as? any InteractorMaking)?.make(by: context, after: lastText)
    }
  }

  static func checkNames(
    of text: String, by resolver: Resolver, _ context: CommandContext
  ) throws(Diagnostic) {
    try (context.command(text) as? any InteractorMaking)?.checkNames(by: resolver)
  }

  /// - Parameter text: The definition of the layout; errors have positions in this text.
  static func check(
    _ place: Int, of text: String, by context: CommandContext
  ) throws(Diagnostic) {
    guard let statements = try context.statements(ofLayout: text),
      statements.indices.contains(place)
    else { return }
    try context.names.withLocals(.call) { () throws(Diagnostic) in
      for statement in statements.prefix(place) {
        guard case .name(let name, let binding?)? = CommandContent(statement.command),
          let binding = try? binding(context.resolver)
        else { continue }
        context.names.bind(name.value, to: binding)
      }
      try (statements[place].command as? any InteractorMaking)?.check(by: context)
    }
  }

  /// Call this method in a block, which limits the scope of the layout's names.
  mutating func restore(
    _ statement: Statement, by context: CommandContext
  ) throws(Diagnostic) {
    do throws(Diagnostic) {
      if case .name(let name, let binding?)? = CommandContent(statement.command) {
        give(name.value, by: context, binding)
      } else if let command = statement.command as? any InteractorMaking {
        try make(command, statement.text, by: context)
      } else if let command = statement.command as? any InteractorArranging {
        try arrange(command, by: context)
      }
    } catch {
      guard error.kind != .store, !error.isInterruption, error.cause != .overtaking else {
        throw error
      }
      misfits.append(
        Diagnostic(
          error.kind, "\"\(statement.text)\" cannot be restored: \(error.message)",
          hint: error.hint, candidates: error.candidates
        ).at(name.span))
    }
  }

  private mutating func give(
    _ name: String, by context: CommandContext,
    _ binding: (Resolver) throws(Diagnostic) -> Binding
  ) {
    do throws(Diagnostic) {
      context.names.bind(name, to: try binding(context.resolver))
      lost[name] = nil
    } catch {
      // The labels that use the name report the error.
      lost[name] = error
    }
  }

  private mutating func make(
    _ command: any InteractorMaking, _ text: String, by context: CommandContext
  ) throws(Diagnostic) {
    let name = command.name.value
    if context.names[name]?.interactor?.command == text {
      present.insert(name)
      return
    }
    for read in command.namesRead { if let error = lost[read] { throw error } }
    try command.make(by: context, after: nil)
    made.insert(name)
  }

  private func arrange(
    _ command: any InteractorArranging, by context: CommandContext
  ) throws(Diagnostic) {
    guard made.contains(command.interactor.name.value) else { return }
    if let form = command.outerForm?.value, !made.contains(form), !present.contains(form) {
      return
    }
    try command.arrange(by: context)
  }
}

protocol InteractorMaking: CommandSyntax {
  var name: Name { get }
  var namesRead: [String] { get }
  /// - Parameter lastText: The text of the former interactor, which is not reported again.
  func make(by context: CommandContext, after lastText: String?) throws(Diagnostic)
  func check(by context: CommandContext) throws(Diagnostic)
  /// - Parameter resolver: A resolver for a store with types but no records.
  func checkNames(by resolver: Resolver) throws(Diagnostic)
}

extension InteractorMaking {
  var namesRead: [String] { [] }
}

protocol InteractorArranging: CommandSyntax {
  var interactor: InteractorSyntax { get }
  var outerForm: Name? { get }
  func arrange(by context: CommandContext) throws(Diagnostic)
}

extension InteractorArranging {
  var outerForm: Name? { nil }
}

extension CommandContext {
  /// Nil if the text does not define a layout.
  func statements(ofLayout text: String) throws(Diagnostic) -> [Statement]? {
    guard case .layout(_, let statements)? = try command(text).flatMap(CommandContent.init) else {
      return nil
    }
    return statements
  }
}

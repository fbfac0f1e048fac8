internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

/// A session command with the same name shadows the stored one.
final class KeptCommands {
  private let context: CommandContext
  private let handlers: KeptHandlers
  private let trust: CommandTrust
  private var revision = 0
  /// Commands that the session defined and later saved, by name.
  private var own: [String: UserCommand] = [:]
  var changed: () -> Void = {}

  init(_ context: CommandContext, _ trust: CommandTrust) {
    (self.context, self.trust) = (context, trust)
    handlers = KeptHandlers(context)
  }

  private var kept: [(number: Int, command: UserCommand)] {
    var left = context.store.schema.keptDefinitions.filter { $0.kind == .command }
    var found: [(number: Int, command: UserCommand)] = []
    var known: Set<String> = []
    // Repeat, because a command can be parsed only after the commands that it calls; in both
    // directions, because each command may call the next.
    while true {
      let count = found.count
      left.removeAll { kept in
        guard let command = UserCommand(kept: kept.text, context.runner.verbs, knowing: known)
        else {
          return false
        }
        command.script.isOfDatabase = trust.isOfDatabase(command)
        found.append((kept.number, command))
        known.insert(command.name)
        return true
      }
      if found.count == count { return found }
      left.reverse()
    }
  }

  /// Binds the commands of the database. If a command that this session saved is no longer in the
  /// database, the session command is bound again.
  func follow() {
    guard context.store.schema.definitionsRevision != revision else { return }
    revision = context.store.schema.definitionsRevision
    let commands = kept.map(\.command)
    for known in context.names.commands where known.isKept {
      if commands.contains(where: { $0.text == known.text }) { continue }
      context.names.free(known.name)
      if let own = own[known.name], !commands.contains(where: { $0.name == known.name }) {
        bind(own)
      }
    }
    for command in commands {
      if case .command(let known) = context.names[command.name], !known.isKept,
        known.text == command.text,
        own[command.name] != nil
      {
        context.names.free(command.name)
      }
      if context.names[command.name] == nil { bind(command) }
    }
    handlers.follow(knowing: commands)
    changed()
  }

  private func bind(_ command: UserCommand) {
    context.names.bind(command.name, to: .command(command))
    context.runner.userCommands.insert(command.name)
  }

  func keep(_ name: Name, isOwn: Bool = true) throws(Diagnostic) {
    guard case .command(let command) = context.names[name.value] else {
      throw Diagnostic(
        unknown: "there is no command \"\(name.value)\"", name,
        among: context.names.commands.map(\.name))
    }
    if command.isKept { return }
    trust.noteGiven(command.text)
    try checkIsOfEverySession(command, at: name.span)
    let text = UserCommand.verbOfKept + command.text
    let kept = kept
    let known = Set(kept.map(\.command.name))
    guard UserCommand(kept: text, context.runner.verbs, knowing: known) != nil else {
      throw Diagnostic(
        .refused,
        "\(name.value) calls commands that are not stored in the database; save them first",
        at: name.span)
    }
    let former = kept.first { $0.command.name == name.value }
    if former?.command.text != command.text {
      try checkCallers(of: name, with: command)
      try context.keep(.command, text, replacing: former?.number, at: name.span)
    }
    context.names.free(name.value)
    own[name.value] = isOwn ? command : nil
    revision -= 1
    follow()
  }

  func checkIsOfEverySession(_ command: UserCommand, at span: SourceSpan) throws(Diagnostic) {
    let owner = "a command stored in the database"
    do throws(Diagnostic) {
      for parameter in command.parameters {
        guard case .expression(let initial)? = parameter.definition?.initial?.value else {
          continue
        }
        try checkIsOfEverySession(initial, theDefaultOf: parameter.name, owner)
      }
      if let condition = command.condition {
        try Diagnostic.checkIsOfEverySession(
          owner, readsEnvironment: condition.sessionNames.contains(Resolver.environmentName),
          readsLocale: condition.callOfFieldText != nil)
      }
      for statement in command.body.statements {
        try statement.checkIsOfEverySession(owner, isTrusted: true)
      }
      if let refused = OutsideUse(of: command.body).refused {
        throw Diagnostic(.refused, "\(owner) cannot use \(refused.verb)", at: refused.span)
      }
    } catch {
      throw error.at(span)
    }
  }

  private func checkIsOfEverySession(
    _ expression: ExpressionSyntax, theDefaultOf parameter: String, _ owner: String
  ) throws(Diagnostic) {
    try Diagnostic.checkIsOfEverySession(
      owner, readsEnvironment: expression.sessionNames.contains(Resolver.environmentName),
      readsLocale: expression.callOfFieldText != nil)
    _ = try context.resolver.compile(expression, for: nil) {
      [resolver = context.resolver] path throws(Diagnostic) in
      guard path.names.count == 1, Resolver.clockNames.contains(path.names[0].value) else {
        throw Diagnostic(
          .expression,
          "\(owner) cannot read :\(path.names[0].value) in the default of \(parameter.asName), "
            + "because this name exists only in this session")
      }
      let (value, property) = try resolver.value(path)
      return (0, resolver.kind(of: path, value, property))
    }
  }

  func drop(_ name: Name, unlessUsedBy users: [String]) throws(Diagnostic) {
    let kept = kept
    guard let number = kept.first(where: { $0.command.name == name.value })?.number else {
      throw Diagnostic(
        unknown: "the database has no command \"\(name.value)\"", name,
        among: kept.map(\.command.name))
    }
    let users = users.map(\.asName)
    guard users.isEmpty else {
      throw Diagnostic(
        .refused, "\(name.value) is in the menu of \(users.listed(with: "and"))", at: name.span,
        hint: users.map { "drop screen \($0)" }.joined(separator: "; "))
    }
    try checkCallers(of: name, with: nil)
    try context.forget(.command, number, at: name.span)
    own[name.value] = nil
    follow()
  }

  /// Throws if a stored handler calls the command but could not call the new version.
  ///
  /// - Parameter command: The new version; nil if the command is dropped.
  func checkCallers(of name: Name, with command: UserCommand?) throws(Diagnostic) {
    try handlers.checkCallers(of: name, with: command, knowing: kept.map(\.command))
  }

  func keep(_ handler: ChangeHandler, at span: SourceSpan) throws(Diagnostic) {
    try handlers.keep(handler, at: span, knowing: kept.map(\.command))
    follow()
  }

  func drop(handler name: Name) throws(Diagnostic) {
    try handlers.drop(name, knowing: kept.map(\.command))
    follow()
  }

  /// Updates commands and handlers to renamed properties.
  ///
  /// - Throws: ``Diagnostic`` if a command or handler uses a dropped property, or uses a changed
  ///   name with a record of unknown type.
  func follow(_ renames: Renames, of type: String) throws(Diagnostic) {
    guard !renames.former.isEmpty else { return }
    let commands = kept.map(\.command)
    let known = Set(commands.map(\.name))
    for kept in definitions {
      let text: String
      do throws(Diagnostic) {
        text = try renames.apply(to: kept.text) { text throws(Diagnostic) in
          try KeptNames(text, context, knowing: known)?.check(after: renames, of: type)
        }
      } catch {
        let user = user(kept, commands)
        let fate = error.kind == .refused ? "might" : "would"
        throw Diagnostic(
          .refused, "the \(user.noun) \"\(user.name)\" \(fate) no longer work: \(error.message)",
          hint: "drop \(user.verb) \(user.name.asName)")
      }
      guard text != kept.text else { continue }
      try context.keep(kept.kind, text, replacing: kept.number)
      guard kept.kind == .command else { continue }
      own[user(kept, commands).name] = nil
      trust.note(
        UserCommand.definition(in: text), renamedFrom: UserCommand.definition(in: kept.text))
    }
    follow()
  }

  private var definitions: [KeptDefinition] {
    context.store.schema.keptDefinitions.filter { $0.kind == .command || $0.kind == .handler }
  }

  private func user(
    _ kept: KeptDefinition, _ commands: [UserCommand]
  ) -> (noun: String, verb: String, name: String) {
    kept.kind == .command
      ? ("command", "command", kept.commandName ?? "")
      : ("handler", "on change", handlers.name(of: kept, knowing: commands) ?? "")
  }

  func misfits(_ definitions: [KeptDefinition]) -> [KeptMisfit] {
    let commands = kept.map(\.command)
    let known = Set(commands.map(\.name))
    return definitions.filter { $0.kind == .command || $0.kind == .handler }.compactMap { kept in
      do throws(Diagnostic) {
        if kept.kind == .handler { try handlers.checkHasType(kept, knowing: commands) }
        try KeptNames(kept.text, context, knowing: known)?.checkFit(hasExpressions: true)
        return nil
      } catch {
        let user = user(kept, commands)
        let fate = error.kind == .refused ? "might" : "would"
        return KeptMisfit(
          kept, "the \(user.noun) \"\(user.name)\" \(fate) no longer work: \(error.message)")
      }
    }
  }

  var ignoredHandlers: [IntegrityIssue] { handlers.misfits }

  func handlers(of type: String) -> [KeptDefinition] {
    handlers.kept(of: type, knowing: kept.map(\.command))
  }

  func has(_ name: String) -> Bool { kept.contains { $0.command.name == name } }
}

extension UserCommand {
  fileprivate static let verbOfKept = "save "

  fileprivate static func definition(in kept: String) -> String {
    String(kept.dropFirst(verbOfKept.count))
  }

  fileprivate init?(kept text: String, _ verbs: Verbs, knowing names: Set<String>) {
    let words = text.split(separator: " ", maxSplits: 3)
    let script = Script(.file(words.dropFirst().prefix(2).joined(separator: " ")), verbs)
    guard let statement = try? script.statement(of: text, knowing: names),
      case .storedCommand(let command)? = CommandContent(statement.command)
    else { return nil }
    self = command(Self.definition(in: text), script, statement.mayRunLong)
    isKept = true
  }
}

extension KeptDefinition {
  var commandName: String? {
    guard kind == .command else { return nil }
    let rest = text.dropFirst("save command ".count)
    guard rest.hasPrefix("`") else {
      return String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }
    return rest.dropFirst().firstIndex(of: "`").map { String(rest.dropFirst()[..<$0]) }
  }
}

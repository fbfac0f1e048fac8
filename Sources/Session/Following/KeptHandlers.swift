internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

final class KeptHandlers {
  /// Disables stored handlers in a script, because the script already contains their effects.
  static let switchOff = "option handlers off"
  static let switchOn = "option handlers on"
  fileprivate static let verb = "save "

  private static let verbs: Set = [
    "append", "break", "continue", "delete", "echo", "expect", "for", "if", "insert", "let", "move",
    "new", "put", "remove", "repeat", "set", "try", "while",
  ]

  private let context: CommandContext
  private var ignored: Set<String> = []
  private(set) var misfits: [IntegrityIssue] = []

  init(_ context: CommandContext) { self.context = context }

  static func defines(_ command: String) -> Bool { command.hasPrefix(verb + "on change ") }

  private func kept(knowing commands: [UserCommand]) -> [(kept: KeptDefinition, ChangeHandler)] {
    context.store.schema.keptDefinitions.filter { $0.kind == .handler }.compactMap { kept in
      guard let handler = ChangeHandler(kept: kept.text, context.runner.verbs, knowing: commands)
      else { return nil }
      return (kept, handler)
    }
  }

  /// Ignores handlers with forbidden commands or missing names, and warns about each
  /// definition once.
  func follow(knowing commands: [UserCommand]) {
    var handlers: [ChangeHandler] = []
    misfits = []
    for (kept, handler) in kept(knowing: commands) {
      do throws(Diagnostic) {
        try check(handler, knowing: commands)
        try fit(handler, in: kept.text, knowing: commands)
        handlers.append(handler)
      } catch {
        let finding = "the handler \"\(handler.name)\" of the database is ignored: \(error.message)"
        misfits.append(IntegrityIssue(finding))
        if ignored.insert(kept.text).inserted { context.say(.warning(finding)) }
      }
    }
    context.names.follow(kept: commands, handlers)
  }

  func keep(
    _ handler: ChangeHandler, at span: SourceSpan, knowing commands: [UserCommand]
  ) throws(Diagnostic) {
    guard handler.record == nil else {
      throw Diagnostic(
        .refused,
        "a handler stored in the database must follow a property of all records, such as "
          + "\(handler.type.asName).\(handler.property.asName)", at: span)
    }
    let text = Self.verb + handler.text
    guard ChangeHandler(kept: text, context.runner.verbs, knowing: commands) != nil else {
      throw Diagnostic(
        .refused,
        "\(handler.name) calls commands that are not stored in the database; save them first",
        at: span)
    }
    try check(handler, knowing: commands)
    do throws(Diagnostic) {
      try fit(handler, in: text, knowing: commands)
    } catch {
      throw Diagnostic(error.kind, error.message, at: span)
    }
    let former = kept(knowing: commands).first { $0.1.name == handler.name }?.kept
    guard former?.text != text else { return }
    try context.keep(.handler, text, replacing: former?.number, at: span)
  }

  func drop(_ name: Name, knowing commands: [UserCommand]) throws(Diagnostic) {
    let all = kept(knowing: commands)
    guard let number = all.first(where: { $0.1.name == name.value })?.kept.number else {
      throw Diagnostic(
        unknown: "the database has no handler \"\(name.value)\"", name, among: all.map(\.1.name))
    }
    try context.forget(.handler, number, at: name.span)
  }

  func checkCallers(
    of name: Name, with command: UserCommand?, knowing commands: [UserCommand]
  ) throws(Diagnostic) {
    let others = commands.filter { $0.name != name.value } + [command].compactMap(\.self)
    for (_, handler) in kept(knowing: commands) {
      guard (try? check(handler, knowing: commands)) != nil else { continue }
      do throws(Diagnostic) {
        try check(handler, knowing: others)
      } catch {
        throw Diagnostic(
          .refused, "the handler \"\(handler.name)\" calls this command: \(error.message)",
          at: name.span,
          hint: "drop on change \(handler.name.asName)")
      }
    }
  }

  private func check(
    _ handler: ChangeHandler, knowing commands: [UserCommand]
  ) throws(Diagnostic) {
    var called: Set<String> = []
    try check(handler.body, knowing: commands, &called)
  }

  private func check(
    _ block: BlockSyntax, knowing commands: [UserCommand], _ called: inout Set<String>
  ) throws(Diagnostic) {
    try Self.check(block) { name throws(Diagnostic) in
      guard let callee = commands.first(where: { $0.name == name.value }) else {
        throw Diagnostic(
          .refused,
          "a handler stored in the database can call only commands stored there, not "
            + name.value.asName, at: name.span)
      }
      guard called.insert(callee.name).inserted else { return }
      do throws(Diagnostic) {
        try check(callee.body, knowing: commands, &called)
      } catch {
        throw Diagnostic(.refused, "\(callee.name.asName): \(error.message)", at: name.span)
      }
    }
  }

  /// Throws if a command of the body is forbidden in handlers.
  ///
  /// - Parameters:
  ///   - names: Names that the block can use, besides those that its own commands define.
  ///   - check: Checks a call of a user command.
  static func check(
    _ block: BlockSyntax, using names: Set<String> = locals,
    call check: (Name) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    var names = names
    for statement in block.statements {
      try checkIsOfEverySession(statement, using: names)
      names.formUnion(statement.givenNames)
      let command = statement.command
      let content = CommandContent(command)
      if case .call(let name)? = content {
        try check(name)
        continue
      }
      var place = statement.destination?.span
      if place == nil, case .standardInput(let span)? = content { place = span }
      let verb = Swift.type(of: command).verb.name
      guard verbs.contains(verb), place == nil else {
        throw Diagnostic(
          .refused,
          "a handler stored in the database can use only commands that work with records; "
            + (place == nil ? "\(verb) cannot be used" : "\(verb) cannot use files"),
          at: place ?? statement.span)
      }
      for inner in command.blocks { try Self.check(inner, using: names, call: check) }
    }
  }

  private static func checkIsOfEverySession(
    _ statement: Statement, using names: Set<String>
  ) throws(Diagnostic) {
    let owner = "a handler stored in the database"
    try statement.checkIsOfEverySession(owner)
    guard let name = statement.freeNames.first(where: { !names.contains($0.value) }) else {
      return
    }
    throw Diagnostic(
      .refused,
      "\(owner) cannot use \"\(name.value)\", because this name exists only in this session",
      at: name.span, hint: "a stored handler can use record, old and new")
  }

  static let locals: Set = ["record", "old", "new", "error"]

  func name(of kept: KeptDefinition, knowing commands: [UserCommand]) -> String? {
    ChangeHandler(kept: kept.text, context.runner.verbs, knowing: commands)?.name
  }

  func checkHasType(_ kept: KeptDefinition, knowing commands: [UserCommand]) throws(Diagnostic) {
    let handler = ChangeHandler(kept: kept.text, context.runner.verbs, knowing: commands)
    if let handler { try checkHasType(handler) }
  }

  private func checkHasType(_ handler: ChangeHandler) throws(Diagnostic) {
    guard context.store.schema.type(named: handler.type) == nil else { return }
    throw Diagnostic(.name, "there is no type \"\(handler.type)\"", at: handler.span)
  }

  func kept(of type: String, knowing commands: [UserCommand]) -> [KeptDefinition] {
    kept(knowing: commands).filter { $0.1.type == type }.map(\.kept)
  }

  /// The span of the error is relative to `text`.
  private func fit(
    _ handler: ChangeHandler, in text: String, knowing commands: [UserCommand]
  ) throws(Diagnostic) {
    try checkHasType(handler)
    try KeptNames(text, context, knowing: Set(commands.map(\.name)))?
      .checkFit(hasExpressions: false)
  }
}

extension ChangeHandler {
  fileprivate init?(kept text: String, _ verbs: Verbs, knowing commands: [UserCommand]) {
    let words = text.dropFirst(KeptHandlers.verb.count).prefix { $0 != "{" }
    let name = words.split(separator: " ").last ?? ""
    let script = Script(.file("on change \(name)"), verbs)
    guard let statement = try? script.statement(of: text, knowing: Set(commands.map(\.name))),
      case .storedHandler(let handler)? = CommandContent(statement.command),
      let handler = handler(
        String(text.dropFirst(KeptHandlers.verb.count)), script, statement.mayRunLong)
    else { return nil }
    self = handler
  }
}

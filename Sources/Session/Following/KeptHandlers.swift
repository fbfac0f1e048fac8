internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

/// The change handlers stored in the database, which run in every session that opens it.
final class KeptHandlers {
  /// The commands around a script that has the effects of the handlers.
  static let switchOff = "option handlers off"
  static let switchOn = "option handlers on"
  fileprivate static let verb = "save "

  /// The commands of a handler, which must not write, read or ask anything outside of the records.
  private static let verbs: Set = [
    "append", "break", "continue", "delete", "echo", "expect", "for", "if", "insert", "let", "move",
    "new", "put", "remove", "repeat", "set", "try", "while",
  ]

  private let context: CommandContext
  /// The definitions that a notice was given for.
  private var ignored: Set<String> = []

  init(_ context: CommandContext) { self.context = context }

  static func defines(_ command: String) -> Bool { command.hasPrefix(verb + "on change ") }

  private func kept(knowing commands: [UserCommand]) -> [(kept: KeptDefinition, ChangeHandler)] {
    context.store.schema.keptDefinitions.filter { $0.kind == .handler }.compactMap { kept in
      guard let handler = ChangeHandler(kept: kept.text, context.runner.verbs, knowing: commands)
      else { return nil }
      return (kept, handler)
    }
  }

  /// Reloads the handlers. Those that do more than a handler may are ignored, with a notice.
  func follow(knowing commands: [UserCommand]) {
    var handlers: [ChangeHandler] = []
    for (kept, handler) in kept(knowing: commands) {
      do throws(Diagnostic) {
        try check(handler, knowing: commands)
        try fit(handler, in: kept.text)
        handlers.append(handler)
      } catch {
        guard ignored.insert(kept.text).inserted else { continue }
        context.say(
          .warning("the handler \"\(handler.name)\" of the file is ignored: \(error.message)"))
      }
    }
    context.names.follow(kept: commands, handlers)
  }

  // MARK: Changes

  /// Saves a handler, replacing one with the same name. Does nothing if unchanged.
  func keep(
    _ handler: ChangeHandler, at span: SourceSpan, knowing commands: [UserCommand]
  ) throws(Diagnostic) {
    guard handler.record == nil else {
      throw Diagnostic(
        .refused,
        "a handler that the file keeps follows all records of a type, such as "
          + "\(handler.type.asName).\(handler.property.asName)", at: span)
    }
    let text = Self.verb + handler.text
    guard ChangeHandler(kept: text, context.runner.verbs, knowing: commands) != nil else {
      throw Diagnostic(
        .refused, "\(handler.name) calls other commands of the session; keep those first", at: span)
    }
    try check(handler, knowing: commands)
    do throws(Diagnostic) {
      try fit(handler, in: text)
    } catch {
      throw Diagnostic(error.kind, error.message, at: span)
    }
    let former = kept(knowing: commands).first { $0.1.name == handler.name }?.kept
    guard former?.text != text else { return }
    try context.transactions.change(at: span, as: .schema) { tx throws(StoreError) in
      try tx.keep(.handler, text, replacing: former?.number)
    }
  }

  func drop(_ name: Name, knowing commands: [UserCommand]) throws(Diagnostic) {
    let all = kept(knowing: commands)
    guard let number = all.first(where: { $0.1.name == name.value })?.kept.number else {
      throw Diagnostic(
        unknown: "the file keeps no handler \"\(name.value)\"", name, among: all.map(\.1.name))
    }
    try context.transactions.change(at: name.span, as: .schema) { tx throws(StoreError) in
      try tx.forget(.handler, number)
    }
  }

  // MARK: Checks

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
          .refused, "the handler \"\(handler.name)\" calls it: \(error.message)", at: name.span,
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
    for statement in block.statements {
      try Self.checkIsOfEverySession(statement)
      let command = statement.command
      if let call = command as? any CommandCalling {
        let name = call.called
        guard let callee = commands.first(where: { $0.name == name.value }) else {
          throw Diagnostic(
            .refused,
            "a handler that the file keeps calls only commands that it keeps, not "
              + name.value.asName, at: name.span)
        }
        guard called.insert(callee.name).inserted else { continue }
        do throws(Diagnostic) {
          try check(callee.body, knowing: commands, &called)
        } catch {
          throw Diagnostic(.refused, "\(callee.name.asName): \(error.message)", at: name.span)
        }
        continue
      }
      let verb = type(of: command).verb.name
      let place = statement.destination?.span ?? (command as? any InputReading)?.spanOfInput
      guard Self.verbs.contains(verb), place == nil else {
        throw Diagnostic(
          .refused,
          "a handler that the file keeps changes records only; "
            + (place == nil ? "\(verb) is not possible" : "\(verb) is not possible with files"),
          at: place ?? statement.span)
      }
      for inner in command.blocks { try check(inner, knowing: commands, &called) }
    }
  }

  private static func checkIsOfEverySession(_ statement: Statement) throws(Diagnostic) {
    let owner = "a handler that the file keeps"
    try statement.checkIsOfEverySession(owner)
    guard let name = statement.freeNames.first(where: { !locals.contains($0.value) }) else {
      return
    }
    throw Diagnostic(
      .refused,
      "\(owner) is the same in every session, and \"\(name.value)\" is a name of this one",
      at: name.span, hint: "a handler knows record, old and new")
  }

  private static let locals: Set = ["record", "old", "new", "error"]

  // MARK: Types that change

  func follow(
    _ renames: Renames, of type: String, knowing commands: [UserCommand]
  ) throws(Diagnostic) {
    for (kept, handler) in kept(knowing: commands) {
      let text: String
      do throws(Diagnostic) {
        text = try renames.apply(to: kept.text) { text throws(Diagnostic) in
          try fit(text, knowing: commands)
          if let handler = ChangeHandler(kept: text, context.runner.verbs, knowing: commands) {
            let types = context.store.schema.types
            try HandlerNames(handler, text).check(renames, of: type, among: types)
          }
        }
      } catch {
        throw Diagnostic(
          .refused, "the handler \"\(handler.name)\" needs it: \(error.message)",
          hint: "drop on change \(handler.name.asName)")
      }
      guard text != kept.text else { continue }
      try context.transactions.change(as: .schema) { tx throws(StoreError) in
        try tx.keep(.handler, text, replacing: kept.number)
      }
    }
  }

  func misfits(_ definitions: [KeptDefinition], knowing commands: [UserCommand]) -> [KeptMisfit] {
    definitions.filter { $0.kind == .handler }.compactMap { kept in
      do throws(Diagnostic) {
        try fit(kept.text, knowing: commands)
        return nil
      } catch {
        let name = ChangeHandler(kept: kept.text, context.runner.verbs, knowing: commands)?.name
        return KeptMisfit(kept, "the handler \"\(name ?? "")\" needs it: \(error.message)")
      }
    }
  }

  func kept(of type: String, knowing commands: [UserCommand]) -> [KeptDefinition] {
    kept(knowing: commands).filter { $0.1.type == type }.map(\.kept)
  }

  private func fit(_ text: String, knowing commands: [UserCommand]) throws(Diagnostic) {
    // Definitions of other versions are skipped.
    guard let handler = ChangeHandler(kept: text, context.runner.verbs, knowing: commands) else {
      return
    }
    try fit(handler, in: text)
  }

  /// Throws if the types lack the property that the handler follows, or one on a path from
  /// `record`; the error has its place in the text.
  private func fit(_ handler: ChangeHandler, in text: String) throws(Diagnostic) {
    let type = context.store.schema.type(named: handler.type)
    guard let type else {
      throw Diagnostic(.name, "there is no type \"\(handler.type)\"", at: handler.span)
    }
    guard type[handler.property] != nil else {
      throw missing(handler.property, of: type.name, at: handler.property.asName, in: text)
    }
    for match in text.matches(of: /\brecord((?:\.(?:[\p{L}_][\p{L}\p{N}_]*|`[^`]*`))+)/) {
      var owner: RecordType? = type
      for step in match.1.split(separator: ".") {
        guard let present = owner else { break }
        owner = try property(step, of: present, in: text).kind.recordType
          .flatMap(context.store.schema.type)
      }
    }
    for match in text.matches(of: /\bset\s+record\s([^{};]*)/) {
      for given in match.1.matches(of: /([\p{L}_][\p{L}\p{N}_]*|`[^`]*`)=/) {
        _ = try property(given.1, of: type, in: text)
      }
    }
  }

  private func property(
    _ name: Substring, of type: RecordType, in text: String
  ) throws(Diagnostic) -> Property {
    let bare = String(name.trimmingPrefix("`").prefix { $0 != "`" })
    if let property = type[bare] { return property }
    throw missing(bare, of: type.name, at: name, in: text)
  }

  private func missing(
    _ name: String, of type: String, at step: some StringProtocol, in text: String
  ) -> Diagnostic {
    let start = (step as? Substring)?.startIndex ?? text.firstRange(of: step)?.lowerBound
    let before = text[..<(start ?? text.startIndex)]
    let line = before.lastIndex(of: "\n").map { text.index(after: $0) } ?? text.startIndex
    let place = Diagnostic.Place(
      file: "", line: before.count { $0 == "\n" } + 1,
      column: text[line..<before.endIndex].count + 1)
    return Diagnostic(.name, "\(type.asName) has no \"\(name)\"", place: place)
  }
}

extension ChangeHandler {
  /// - Parameter commands: The commands that the handler may call.
  fileprivate init?(kept text: String, _ verbs: Verbs, knowing commands: [UserCommand]) {
    let words = text.dropFirst(KeptHandlers.verb.count).prefix { $0 != "{" }
    let name = words.split(separator: " ").last ?? ""
    let script = Script(.file("on change \(name)"), verbs)
    script.append(lines: text)
    script.reader.finish()
    guard let statement = try? script.nextStatement(knowing: Set(commands.map(\.name))),
      let handler = (statement.command as? any HandlerKeeping)?.handler(
        text: String(text.dropFirst(KeptHandlers.verb.count)), in: script,
        mayRunLong: statement.mayRunLong)
    else { return nil }
    self = handler
  }
}

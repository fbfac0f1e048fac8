internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

/// The failed commands of a run that continues after errors.
///
/// They are written as a script with the errors as comments. A transaction of several commands
/// fails as a whole.
final class FailedCommands: FailureLog {
  private let context: CommandContext
  private let blocks: BlockRunner
  private var commands: [String] = []
  private var statements: [Statement] = []
  private var isSkipping = false
  private var handlers: [ChangeHandler] = []
  /// The names that are defined at this point when the written script runs.
  private var knownNames: Set<String>
  private var knownMeanings: [String: String] = [:]
  private var knownHandlers: Set<String> = []
  private var knownLocale: String
  private var locale: String

  init(_ context: CommandContext, _ blocks: BlockRunner) {
    self.context = context
    self.blocks = blocks
    // The rerun gets the same `--var` options.
    knownNames = Set(context.names.all.map(\.name))
    for (name, binding) in context.names.all { knownMeanings[name] = binding.definition(of: name) }
    knownLocale = context.locale
    locale = knownLocale
  }

  func checkCanBeTold(_ verb: String, with inner: String?) throws(Diagnostic) {
    guard context.configuration.reject != nil, !context.store.journal.isInTransaction, let inner
    else { return }
    throw Diagnostic(
      .refused,
      "\(inner) cannot be used inside \(verb) with --rejects, because the whole block is one "
        + "transaction")
  }

  func admits(_ statement: Statement) throws(Diagnostic) -> Bool {
    if isSkipping {
      note(statement)
      if Self.endsTransaction(statement) { try reject() }
      return false
    }
    if !context.store.journal.isInTransaction { forget() }
    // The commands of an included file are recorded separately.
    if Session.command(statement.command).includedFile == nil { note(statement) }
    return true
  }

  private func note(_ statement: Statement) {
    commands.append(statement.text)
    statements.append(statement)
  }

  private func forget() {
    (commands, statements, isSkipping) = ([], [], false)
    handlers = context.names.followed.handlers.filter { !$0.isKept }
    locale = context.locale
  }

  func note(_ error: Diagnostic, of statement: Statement?, _ text: String) throws(Diagnostic) {
    guard error.kind != .store, error.kind != .usage, !error.isInterruption else { throw error }
    context.say(.diagnostic(error))
    context.runner.noteFailure()
    let isOpen = context.store.journal.isInTransaction
    if !isOpen, !isSkipping, statement == nil { forget() }
    if commands.last == text { commands.removeLast() }
    commands.append(comment(error) + text)
    if isOpen {
      try blocks.rollBack()
      context.workspace.labels.update()
      context.say(.warning("the transaction was rolled back, and its other commands are skipped"))
      isSkipping = true
    } else if !isSkipping, Self.beginsTransaction(statement, text) {
      context.say(.warning("the transaction was not begun; its commands are skipped"))
      isSkipping = true
    }
    let ends = statement.map(Self.endsTransaction) ?? false
    if !isSkipping || isOpen && ends { try reject() }
  }

  func end() throws(Diagnostic) {
    if isSkipping || context.store.journal.isInTransaction {
      commands.append("# this transaction was never committed")
      try reject()
    }
  }

  private func reject() throws(Diagnostic) {
    let text = commands.joined(separator: "\n")
    let definitions = context.configuration.reject == nil ? [] : definitions(of: text)
    knownNames.formUnion(statements.flatMap(\.allGivenNames))
    forget()
    try context.configuration.reject?((definitions + [text]).joined(separator: "\n") + "\n")
  }

  /// The definitions that the written script lacks: of names that the text needs and, if the text
  /// may change the store, of the current change handlers.
  private func definitions(of text: String) -> [String] {
    // A command with a syntax error might have changed something.
    let mayChange =
      statements.count < commands.count
      || statements.contains { Session.command($0.command).mayChange }
    let followed = mayChange ? handlers : []
    let gone = mayChange ? knownHandlers.subtracting(handlers.map(\.name)).sorted() : []
    let needed = names(neededBy: [text] + followed.map(\.text))
    var definitions = gone.map { "detach \($0.asName)" }
    if locale != knownLocale { definitions.append("option locale \(locale)") }
    knownLocale = locale
    var interactors: [BoundInteractor] = []
    for (name, binding) in needed {
      if case .command(let command) = binding {
        definitions.append(command.text)
      } else if let meaning = binding.definition(of: name) {
        definitions.append(meaning)
        knownMeanings[name] = meaning
      } else if let interactor = binding.interactor {
        interactors.append(interactor)
      } else {
        continue
      }
      knownNames.insert(name)
    }
    let layout = LayoutText(of: interactors)
    definitions += layout.commands(knowing: &knownMeanings)
    for (name, binding) in needed {
      guard let meaning = binding.definition(of: name),
        knownMeanings.updateValue(meaning, forKey: name) != meaning
      else { continue }
      definitions.append(meaning)
    }
    definitions += layout.arrangement
    // Handlers last, so that they do not run for the other definitions.
    definitions += followed.filter { !knownHandlers.contains($0.name) }.map(\.text)
    if mayChange { knownHandlers = Set(handlers.map(\.name)) }
    return definitions
  }

  /// Returns the names used by the texts and by the user commands they call, except names that are
  /// already defined or that the failed commands define.
  private func names(neededBy texts: [String]) -> [(name: String, binding: Binding)] {
    let given = Set(statements.flatMap(\.allGivenNames))
    let names = context.names.all.filter { name, binding in
      // The name may have been redefined in this run.
      let isKnown =
        knownNames.contains(name) && knownMeanings[name] == binding.definition(of: name)
      return !isKnown && !given.contains(name)
    }
    var needed: Set<String> = []
    var texts = texts
    while let text = texts.popLast() {
      let words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") })
      for (name, binding) in names
      where words.contains(name[...]) || text.contains(name.asName) {
        guard needed.insert(name).inserted, case .command(let command) = binding else { continue }
        texts.append(command.text)
      }
    }
    return names.filter { needed.contains($0.name) }
  }

  private static func beginsTransaction(_ statement: Statement?, _ text: String) -> Bool {
    guard let statement else { return text.split(whereSeparator: \.isWhitespace).first == "begin" }
    return type(of: Session.command(statement.command)).beginsTransaction
  }

  private static func endsTransaction(_ statement: Statement) -> Bool {
    type(of: statement.command).verb.occasion == .insideTransaction
  }

  private func comment(_ error: Diagnostic) -> String {
    var text = "error: \(error.message)"
    if let place = error.place {
      let column = place.column.map { ":\($0)" } ?? ""
      text = "\(place.file):\(place.line)\(column): \(text)"
    }
    if let hint = error.hint { text += "\n  hint: \(hint)" }
    return Masking(of: context.store)(text).split(whereSeparator: \.isNewline).map { "# \($0)\n" }
      .joined()
  }
}

extension Statement {
  fileprivate var allGivenNames: [String] {
    givenNames + command.blocks.flatMap(\.statements).flatMap(\.allGivenNames)
  }
}

internal import CommandLanguage
internal import Replies
internal import Values

/// Asks the user before a command stored in the database uses files, SQL or the environment.
///
/// For example, a database received by email must not write to the home folder of the user who
/// opens it. Commands that the session itself has saved run without a question.
final class CommandTrust {
  private struct Call {
    var name: String
    /// Parameters whose values come from the user rather than from the database.
    var own: Set<String>
  }

  private let context: CommandContext
  private let files: NamedFiles
  private var trusted: Set<String> = []
  private var given: Set<String> = []
  private var uses: [String: OutsideUse] = [:]
  /// The running commands from the first stored one on, innermost last.
  private var calls: [Call] = []

  init(_ context: CommandContext, _ files: NamedFiles) {
    (self.context, self.files) = (context, files)
  }

  func noteGiven(_ definition: String) {
    if !isInDatabase { given.insert(definition) }
  }

  func note(_ definition: String, renamedFrom former: String) {
    if given.contains(former) { given.insert(definition) }
    if trusted.contains(former) { trusted.insert(definition) }
  }

  func check(_ command: UserCommand) throws(Diagnostic) {
    if let obstacle = obstacle(to: command) {
      throw Diagnostic(.refused, "\(command.name.asName) was not run: \(obstacle)")
    }
    var seen: Set<String> = []
    try check(command, &seen)
  }

  func obstacle(to command: UserCommand) -> String? {
    guard context.configuration.isInBrowser else { return nil }
    var seen: Set<String> = []
    guard let words = outsideWords(of: command, &seen) else { return nil }
    return "it uses \(words.listed(with: "and")), which cannot be used in a browser"
  }

  private func outsideWords(of command: UserCommand, _ seen: inout Set<String>) -> [String]? {
    guard seen.insert(command.name).inserted else { return nil }
    let use = use(of: command)
    if !use.words.isEmpty { return use.words }
    for name in use.calls {
      if let called = context.names.command(name), let words = outsideWords(of: called, &seen) {
        return words
      }
    }
    return nil
  }

  private var isInDatabase: Bool {
    !calls.isEmpty || context.runner.scripts.contains(where: \.isOfDatabase)
  }

  func isOfDatabase(_ command: UserCommand) -> Bool {
    command.isKept && !given.contains(command.text)
  }

  private func use(of command: UserCommand) -> OutsideUse {
    if let known = uses[command.text] { return known }
    let use = OutsideUse(of: command.body)
    uses[command.text] = use
    return use
  }

  private func check(_ command: UserCommand, _ seen: inout Set<String>) throws(Diagnostic) {
    guard isOfDatabase(command), seen.insert(command.name).inserted else { return }
    let use = use(of: command)
    if let refused = use.refused {
      throw Diagnostic(
        .refused, "\(command.name) is stored in the database, so it cannot use \(refused.verb)")
    }
    if !use.words.isEmpty { try checkIsTrusted(command) }
    for name in use.calls {
      if let called = context.names.command(name) { try check(called, &seen) }
    }
  }

  private func checkIsTrusted(_ command: UserCommand) throws(Diagnostic) {
    guard !trusted.contains(command.text) else { return }
    let memory = context.configuration.trustMemory
    let database = files.database
    if let memory, let database, memory.isTrusted(command.text, ofDatabase: database) {
      trusted.insert(command.text)
      return
    }
    let words = use(of: command).words.listed(with: "and")
    let name = command.name.asName
    try ask(
      "run \(name), a command of this database that uses \(words)?",
      otherwise: "\(name), a command of this database, uses \(words)",
      refused: "\(name) was not run"
    )
    trusted.insert(command.text)
    guard !context.configuration.trustsCommands, context.configuration.dryRun == nil, let memory,
      let database
    else { return }
    do throws(Diagnostic) {
      try memory.trust(command.text, ofDatabase: database)
    } catch {
      context.say(.warning("the answer applies to this run only: \(error.message)", .file))
    }
  }

  /// Enters a command that is about to run. Not a method with a closure, because that would limit
  /// the depth of recursion.
  ///
  /// - Parameter count: The number of arguments of the call.
  /// - Returns: The depth to pass to ``leave(to:)``.
  func enter(_ command: UserCommand, given count: Int) -> Int {
    let depth = calls.count
    if depth > 0 || isOfDatabase(command) {
      let given = Set(command.parameters.prefix(count).map(\.name))
      let own = depth > 0 ? [] : given.subtracting(use(of: command).names)
      calls.append(Call(name: command.name, own: own))
    }
    return depth
  }

  func leave(to depth: Int) { calls.removeSubrange(depth...) }

  /// Asks the user before a file outside the database's folder is used, if stored values may
  /// determine its name.
  func check(_ file: Spanned<String>, of name: TemplateSyntax) throws(Diagnostic) {
    guard isInDatabase, !name.parts.allSatisfy(isOwn) else { return }
    let path = files.path(of: file)
    if let database = files.database, WritableFile.isBelowFolder(of: database, path) { return }
    let user = calls.last?.name.asName ?? "a command of this database"
    let place = "\(path), which is outside the folder of the database"
    try located(
      ask(
        "let \(user) use \(place)?", otherwise: "\(user) uses \(place)",
        refused: "\(path) was not used"), at: file.span)
  }

  private func isOwn(_ part: TemplateSyntax.Part) -> Bool {
    switch part {
    case .text: true
    case .name(let path):
      if path.names.count == 1, calls.last?.own.contains(path.names[0].value) == true,
        case .value = context.names[path.names[0].value]
      {
        true
      } else {
        false
      }
    case .expression: false
    }
  }

  private func ask(
    _ question: String, otherwise statement: String, refused: String
  ) throws(Diagnostic) {
    if context.configuration.trustsCommands { return }
    guard let isAgreed = context.transactions.answer(to: question) else {
      throw Diagnostic(
        .refused, "\(statement), and workbench cannot ask for permission without a terminal",
        hint: "use --trust to allow this for one run")
    }
    if !isAgreed { throw Diagnostic(.refused, refused) }
  }
}

/// The files, SQL and environment that a block uses, and the commands it calls.
struct OutsideUse {
  /// The words that use files, SQL or the environment, in source order, such as `import`.
  private(set) var words: [String] = []
  private(set) var calls: [String] = []
  private(set) var names: Set<String> = []
  private(set) var refused: (verb: String, span: SourceSpan)?

  init(of body: BlockSyntax) { add(body) }

  private mutating func add(_ block: BlockSyntax) {
    for statement in block.statements {
      let command = statement.command
      let verb = type(of: command).verb.name
      if let use = command as? any OutsideUsing, use.isUsingOutside {
        add(verb)
        if !use.canBeKept { refused = refused ?? (verb, statement.span) }
      }
      if statement.destination != nil { add("\(verb) … to FILE") }
      if statement.freeNames.contains(where: { $0.value == Resolver.environmentName }) {
        add(":\(Resolver.environmentName)")
      }
      if case .call(let name)? = CommandContent(command) { calls.append(name.value) }
      names.formUnion(statement.givenNames)
      for inner in command.blocks {
        names.formUnion(inner.locals.map(\.name))
        add(inner)
      }
    }
  }

  private mutating func add(_ word: String) {
    if !words.contains(word) { words.append(word) }
  }
}

internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import SQLEngine
internal import Workspace

/// Executes commands and produces replies.
///
/// A session does not access the terminal: text enters by ``run(_:from:isLast:)`` or ``feed(_:)``,
/// and replies are delivered in order. Use a session only on the thread that created it.
package final class Session {
  package static let version = "0.3.0"

  let configuration: Configuration
  let store: Store
  let definitions: any DefinitionReader
  let replies: ReplyQueue
  let runner: ScriptRunner
  let files: NamedFiles
  let printedFiles: PrintedFiles
  /// The commands that are committed together; nil if each command is committed separately.
  let group: CommandGroup?
  let transactions: Transactions
  let awaited: AwaitedTypes
  let names: Bindings
  let variables = Variables()
  let context: CommandContext
  let workspace: Workspace
  let resolver: Resolver
  let deletion: Deletion
  let keys: KeyboardEditing
  let views: ViewDefinitions
  let layouts: Layouts
  let following: TypeFollowing
  let lists: ListFollowing
  let others: OtherPrograms
  let blocks: BlockRunner
  let handlers: ChangeHandlers
  let trust: CommandTrust
  let userCommands: UserCommands
  let keptCommands: KeptCommands
  /// Lazy, because creating screens, selection and menu slows down startup.
  private(set) lazy var visits = makeScreens()

  var screens: OpenScreens { visits.screens }
  private let keyboard: (any Keyboard)?
  var failures: (any FailureLog)?

  /// - Throws: ``Diagnostic`` of the kind `store` if the store cannot be opened, `usage` if the
  ///   locale is unknown or an in-memory database would be read-only.
  init(
    _ configuration: Configuration, _ keyboard: (any Keyboard)?, _ verbs: Verbs,
    _ definitions: any DefinitionReader, say: @escaping (Reply) -> Void
  ) throws(Diagnostic) {
    guard let notation = FieldNotation(locale: configuration.locale) else {
      throw Diagnostic(
        .usage, "there is no locale \"\(configuration.locale)\"; expected one such as de_DE")
    }
    guard configuration.database != nil || configuration.cluster != nil || !configuration.isReadOnly
    else {
      throw Diagnostic(
        .usage, "a database in memory is empty; expected a database file to read")
    }
    let progress = Progress(configuration)
    var configuration = configuration
    configuration.confirm = configuration.confirm.map(progress.pausing)
    self.configuration = configuration
    self.definitions = definitions
    self.keyboard = keyboard
    let sayAtOnce = say
    replies = ReplyQueue(configuration.hold, isHeard: configuration.isHeard, say)
    let say = replies.say
    var options = Store.Options()
    options.isReadOnly = configuration.isReadOnly
    options.isDurable = configuration.isDurable
    options.createsFile = configuration.createsDatabase
    options.isTrial = configuration.dryRun != nil
    if configuration.cluster != nil { options.busyTimeout = Self.patienceOfCluster }
    if configuration.isInBrowser {
      options.fileName = configuration.database?.split(separator: "/").last.map(String.init)
    }
    do {
      store = try Self.store(configuration, options, definitions)
    } catch {
      throw Diagnostic(error)
    }
    replies.mask = { [unowned store] in Masking(of: store)($0) }
    runner = ScriptRunner(configuration, verbs, progress, say: say)
    files = NamedFiles(configuration, store, runner)
    printedFiles = PrintedFiles(configuration, files, replies)
    store.isInterrupted = runner.askForInterruption
    store.zoneOffset = configuration.zoneOffset
    store.noteWaits { sayAtOnce(.notice("waiting for \($0), who has been writing for \($1) s")) }
    store.progress = { progress.advance(to: $0, of: $1) }
    group = CommandGroup(store, configuration)
    transactions = Transactions(store, runner, configuration, group, say: say)
    awaited = AwaitedTypes(store, runner, say: say)
    let interactors = InteractorRegistry()
    names = Bindings(interactors)
    resolver = Resolver(store, names, IdentityMap(store, interactors), configuration)
    runner.meant = { [unowned resolver] in resolver.command(for: $0) }
    let host = CommandHost(runner, transactions, names)
    workspace = Workspace(resolver.reader, interactors, notation, host: host, say: say)
    context = CommandContext(
      configuration: configuration, store: store, workspace: workspace, names: names,
      resolver: resolver, past: PastStates(store, resolver), runner: runner,
      transactions: transactions, replies: replies)
    deletion = Deletion(context)
    keys = KeyboardEditing(context, keyboard)
    store.fieldText = { [unowned workspace] value, property in
      workspace.notation.text(of: value, property)
    }
    views = ViewDefinitions(context)
    layouts = Layouts(context)
    following = TypeFollowing(context, definitions)
    others = OtherPrograms(context)
    blocks = BlockRunner(context, others, printedFiles)
    handlers = ChangeHandlers(context, blocks)
    host.handlers = handlers
    trust = CommandTrust(context, files)
    userCommands = UserCommands(context, blocks, trust)
    keptCommands = KeptCommands(context, trust)
    lists = ListFollowing(workspace.live, store)
    // Labels last, because they show data that the other parts update.
    workspace.feed.add(following)
    workspace.feed.add(lists)
    workspace.feed.add(workspace.labels)
    store.schema.misfits = { [unowned views, unowned layouts, unowned keptCommands] in
      views.misfits($0) + layouts.misfits($0) + keptCommands.misfits($0)
    }
    if configuration.isLocal { context.display(locally: true) }
    transactions.warnOfNotices()
    keptCommands.follow()
  }

  /// How long to wait for another session, in milliseconds; the user is told, and can interrupt.
  private static let patienceOfCluster = 60_000

  private static func store(
    _ configuration: Configuration, _ options: Store.Options, _ definitions: any DefinitionReader
  ) throws(StoreError) -> Store {
    if let cluster = configuration.cluster {
      return try Store(
        .cluster(cluster.name), options: options, definitions: definitions,
        actor: configuration.actor, clock: configuration.clock, engines: cluster.engines,
        isInterrupted: configuration.isInterrupted)
    }
    guard let path = configuration.database else {
      return try Store(
        .memory, options: options, definitions: definitions, actor: configuration.actor,
        clock: configuration.clock)
    }
    return try Store(
      .file(path), options: options, definitions: definitions, actor: configuration.actor,
      clock: configuration.clock, engines: SQLiteSource(),
      isInterrupted: configuration.isInterrupted)
  }

  private func makeScreens() -> ScreenVisits {
    let menu = ScreenMenu(context, deletion, keys, views, userCommands)
    let visits = ScreenVisits(
      context, keyboard as? any ScreenKeyboard, keys, views, menu, others)
    // Screens after labels, because screens show labels.
    workspace.feed.add(visits.screens)
    keptCommands.changed = { [unowned visits] in visits.screens.offerCommands() }
    return visits
  }

  func file(_ name: TemplateSyntax) throws(Diagnostic) -> Spanned<String> {
    let file = Spanned(try resolver.fileName(of: name), at: name.span)
    try trust.check(file, of: name)
    return file
  }

  func say(_ reply: Reply) { replies.say(reply) }
}

extension Resolver {
  fileprivate func command(for meant: SyntaxError.Meant) -> String? {
    switch meant {
    case .insertion(let type, let rows): store.schema.types.command(inserting: rows, into: type)
    case .record(let record, let verb, let steps):
      correction(of: record).map { "\(verb) \($0)\(steps)" }
    case .new(let type, let value, let rest):
      store.schema.type(named: type).flatMap { type in
        (type.key ?? type.title).map {
          "new \(type.name.asName) \($0.name.asName)=\(value)\(rest)"
        }
      }
    case .named(let text, let verb, let rest, let type?, let command?)
    where store.schema.hasType(named: type):
      rest.isEmpty || rest.first == " "
        ? record(called: String(text.dropFirst(type.count + 1))).map { "\(verb) \($0)\(rest)" }
          ?? command
        : command
    case .named(let text, let verb, let rest, _, _):
      record(called: text).map { "\(verb) \($0)\(rest)" }
    }
  }

  /// Returns the only record that has the text as its key or title, in command syntax.
  private func record(called text: String) -> String? {
    var found: Set<String> = []
    for type in store.schema.types {
      for property in type.properties where property.isKey || property.isTitle {
        let expression = RecordExpression([.quotedName(property.name), .symbol("="), .text(text)])
        guard property.kind == .text,
          let condition = try? store.queries.compile(expression, for: type.name)
        else { continue }
        var query = RecordQuery(type.name, limit: 2)
        query.condition = condition
        guard let records = try? store.queries.select(query) else { continue }
        while let (number, values) = try? records.next() {
          let key = type.key.flatMap { type.index(of: $0.name) }.flatMap { values[$0] }
          found.insert(type.name.asName + (key.map { "[\($0.literal)]" } ?? "/\(number)"))
        }
      }
    }
    return found.count == 1 ? found.first : nil
  }

  /// Returns the record whose key differs only in case, in command syntax.
  private func correction(of record: Spanned<RecordSyntax>) -> String? {
    guard case .key(let type, _) = record.value, store.schema.hasType(named: type.value) else {
      return nil
    }
    do throws(Diagnostic) {
      _ = try self.record(record)
      return nil
    } catch {
      return error.correction?.replacement
    }
  }
}

extension [RecordType] {
  /// Returns `new` commands whose values set the first properties that accept values, or a
  /// `describe` command if there are too many values; nil if the type does not exist.
  fileprivate func command(inserting rows: [[String]], into name: String) -> String? {
    let name = name.lowercased()
    guard let type = first(where: { $0.name.lowercased() == name }) else { return nil }
    let properties = type.properties.filter {
      !$0.isComputed && !$0.ownsRecords && $0.inverse == nil
    }
    guard rows.allSatisfy({ $0.count <= properties.count }) else {
      return "describe \(type.name.asName)"
    }
    return rows.map { values in
      "new \(type.name.asName) "
        + zip(properties, values).map { "\($0.name.asName)=\($1)" }.joined(separator: " ")
    }.joined(separator: "; ")
  }
}

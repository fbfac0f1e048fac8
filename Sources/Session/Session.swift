internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies

/// Evaluates commands and answers in replies.
///
/// A session never sees a terminal: text goes in by ``run(_:from:)`` or ``feed(_:)``, replies come
/// out in the order in which things happen. It is confined to the thread that made it.
///
/// It joins parts, each of which owns its state and takes what it needs; commands ask the part
/// concerned.
package final class Session {
  /// The version of the program and of the libraries.
  package static let version = "0.2.0"

  let configuration: Configuration
  let store: Store
  /// Reads the definitions that the store keeps.
  let definitions: any DefinitionReader
  /// Takes the answers.
  let replies: ReplyQueue
  /// The scripts and the commands in them.
  let runner: ScriptRunner
  /// The files that commands name.
  let files: NamedFiles
  /// The files that commands print to.
  let printedFiles: PrintedFiles
  /// The commands that are committed together; nil where each is by itself.
  let group: CommandGroup?
  /// The changes of the store, each on behalf of the running command.
  let transactions: Transactions
  /// The types that are yet to be defined.
  let awaited: AwaitedTypes
  /// Tells labels, screens and what follows types what has changed.
  let changes: ChangeFeed
  /// The names of the session.
  let names: Bindings
  /// The values of names that the session was begun with.
  let variables = Variables()
  /// The records that interactors show.
  let live: LiveRecords
  /// What types, records, paths, values and expressions of a command mean.
  let resolver: Resolver
  /// What they meant at a moment.
  let past: PastStates
  /// The labels of expressions.
  let labels: Labels
  /// The editing of records, by commands and by keys.
  let editing: Editing
  /// The deletion of records.
  let deletion: Deletion
  /// What makes labels, fields and forms.
  let factory: InteractorFactory
  /// The keyboard of a person.
  let keys: KeyboardEditing
  /// The formatters and screens that are defined.
  let views: ViewDefinitions
  /// The layouts that are kept.
  let layouts: Layouts
  /// What follows types that change.
  let following: TypeFollowing
  let lists: ListFollowing
  /// What other programs have written.
  let others: OtherPrograms
  /// Commands that are one transaction.
  let blocks: BlockRunner
  /// What is done when properties have changed.
  let handlers: ChangeHandlers
  /// The commands that the user has defined.
  let userCommands: UserCommands
  /// The commands that the file keeps.
  let keptCommands: KeptCommands
  /// The screens that are open, the selection and the menu; made for the first command that needs
  /// them, for a start takes noticeably longer with them.
  private(set) lazy var screens = makeScreens()
  private let keyboard: (any Keyboard)?

  /// Opens the store and joins the parts.
  ///
  /// - Parameters:
  ///   - keyboard: what `edit` hands to a field; nil where there is no person.
  ///   - verbs: the words of the commands.
  ///   - definitions: reads the definitions that the store keeps.
  /// - Throws: ``Diagnostic`` of the kind `store` if it cannot be opened, `usage` if there is no
  ///   such locale.
  init(
    _ configuration: Configuration, _ keyboard: (any Keyboard)?, _ verbs: Verbs,
    _ definitions: any DefinitionReader, say: @escaping (Reply) -> Void
  ) throws(Diagnostic) {
    guard let notation = Notation(locale: configuration.locale) else {
      throw Diagnostic(
        .usage, "there is no locale \"\(configuration.locale)\"; expected one such as de_DE")
    }
    guard configuration.database != nil || configuration.cluster != nil || !configuration.isReadOnly
    else {
      throw Diagnostic(
        .usage, "a store in memory is empty; expected a file to read")
    }
    let progress = Progress(configuration)
    var configuration = configuration
    configuration.confirm = configuration.confirm.map(progress.pausing)
    self.configuration = configuration
    self.definitions = definitions
    self.keyboard = keyboard
    replies = ReplyQueue(configuration.hold, isHeard: configuration.isHeard, say)
    let say = replies.say
    var options = Store.Options()
    options.isReadOnly = configuration.isReadOnly
    options.isDurable = configuration.isDurable
    options.isTrial = configuration.dryRun != nil
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
    store.progress = { progress.advance(to: $0, of: $1) }
    group = CommandGroup(store, configuration)
    transactions = Transactions(store, runner, configuration, group, say: say)
    awaited = AwaitedTypes(store, runner, say: say)
    changes = ChangeFeed(store)
    names = Bindings()
    live = LiveRecords(store, names)
    resolver = Resolver(store, names, live, configuration)
    past = PastStates(store, resolver)
    labels = Labels(store, runner, names, live, resolver, changes, say: say)
    editing = Editing(
      store, runner, transactions, names, live, resolver, labels, changes, say: say)
    deletion = Deletion(store, transactions, names, resolver, editing, say: say)
    factory = InteractorFactory(
      configuration, notation, runner, names, live, resolver, past, labels, editing, say: say)
    keys = KeyboardEditing(
      keyboard, configuration, runner, transactions, names, resolver, editing, factory, say: say)
    store.fieldText = { [unowned factory] value, property in factory.text(of: value, property) }
    views = ViewDefinitions(store, transactions, factory)
    layouts = Layouts(store, transactions, factory)
    following = TypeFollowing(store, definitions, names, live, resolver, editing, factory)
    others = OtherPrograms(store, past, transactions, editing, labels, changes)
    blocks = BlockRunner(
      configuration, store, runner, transactions, names, live, editing, others, replies,
      printedFiles)
    handlers = ChangeHandlers(store, runner, transactions, names, resolver, changes, blocks)
    userCommands = UserCommands(store, runner, transactions, names, resolver, blocks)
    keptCommands = KeptCommands(store, runner, transactions, names)
    lists = ListFollowing(live, store)
    // Labels show what has been made again for types that changed, and what lists have become.
    changes.add(following)
    changes.add(lists)
    changes.add(labels)
    store.misfits = { [unowned views, unowned layouts] in
      views.misfits($0) + layouts.misfits($0)
    }
    transactions.warnOfNotices()
    keptCommands.follow()
  }

  private static func store(
    _ configuration: Configuration, _ options: Store.Options, _ definitions: any DefinitionReader
  ) throws(StoreError) -> Store {
    if let cluster = configuration.cluster {
      return try Store(
        .cluster(cluster.name), options: options, definitions: definitions,
        actor: configuration.actor, clock: configuration.clock, engines: cluster.engines)
    }
    return try Store(
      configuration.database.map { .file($0) } ?? .memory, options: options,
      definitions: definitions, actor: configuration.actor, clock: configuration.clock)
  }

  private func makeScreens() -> OpenScreens {
    let menu = ScreenMenu(
      configuration, live, resolver, editing, deletion, keys, views, userCommands, say: replies.say)
    let screens = OpenScreens(
      keyboard as? any ScreenKeyboard, configuration, store, runner, transactions, names, live,
      resolver, editing, factory, keys, views, menu, changes, others, replies)
    // After the labels that they show.
    changes.add(screens)
    keptCommands.changed = { [unowned screens] in screens.offerCommands() }
    return screens
  }

  /// The file that a command names, with the values in its name.
  func file(_ name: TemplateSyntax) throws(Diagnostic) -> Spanned<String> {
    Spanned(try resolver.fileName(of: name), at: name.span)
  }

  /// Answers.
  func say(_ reply: Reply) { replies.say(reply) }
}

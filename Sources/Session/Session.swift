internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
package import Replies

/// Evaluates commands and answers in replies.
///
/// A session never sees a terminal: text goes in by ``run(_:from:)`` or ``feed(_:)``, replies come
/// out in the order in which things happen. It is confined to the thread that made it.
///
/// It joins parts, each of which owns its state: commands ask the part concerned.
package final class Session {
  let configuration: Configuration
  let store: Store
  /// Takes the answers.
  private let replies: ReplyQueue
  /// The scripts and the commands in them.
  let runner: ScriptRunner
  /// The changes of the store, each on behalf of the running command.
  let transactions: Transactions
  /// The commands that are committed together; nil where each is by itself.
  let group: CommandGroup?
  /// The types that are yet to be defined.
  let awaited: AwaitedTypes
  /// The names of the session.
  let names: Bindings
  /// The records that interactors show.
  let live: LiveRecords
  /// What types, records, paths, values and expressions of a command mean.
  let resolver: Resolver
  /// The labels of expressions.
  let labels: Labels
  /// The editing of records, by commands and by keys.
  let editing: Editing
  /// What makes labels, fields and forms.
  let fieldFactory: FieldFactory
  /// The formatters and screens that are defined.
  let views: ViewDefinitions
  /// The layouts that are kept.
  let layouts: Layouts
  /// What is done when properties have changed.
  private(set) lazy var handlers = ChangeHandlers(self)
  /// What follows types that change.
  private(set) lazy var following = TypeFollowing(self)
  /// The past state that was asked for last.
  var pastState: Store?
  /// The screens that are open, the selection and the menu.
  private(set) lazy var screens = OpenScreens(self)

  /// Opens the store and begins.
  ///
  /// - Throws: ``Diagnostic`` of the kind `store` if it cannot be opened, `usage` if there is no
  ///   such locale or a variable cannot be read.
  package init(_ configuration: Configuration, say: @escaping (Reply) -> Void) throws(Diagnostic) {
    guard let notation = Notation(locale: configuration.locale) else {
      throw Diagnostic(
        .usage, "there is no locale \"\(configuration.locale)\"; expected one such as de_DE")
    }
    guard configuration.database != nil || !configuration.isReadOnly else {
      throw Diagnostic(
        .usage, "a store in memory is empty; expected a file to read")
    }
    self.configuration = configuration
    let replies = ReplyQueue(configuration.hold, say)
    self.replies = replies
    let say = replies.say
    var options = Store.Options()
    options.isReadOnly = configuration.isReadOnly
    options.isDurable = configuration.isDurable
    options.isTrial = configuration.dryRun != nil
    let location = configuration.database.map(Store.Location.file) ?? .memory
    do {
      store = try Store(
        location, options: options, definitions: StoreReader(), actor: configuration.actor,
        clock: configuration.clock)
    } catch {
      throw Diagnostic(error)
    }
    replies.mask = { [unowned store] in store.masking()($0) }
    let runner = ScriptRunner(configuration, say: say)
    self.runner = runner
    store.isInterrupted = runner.askForInterruption
    group = CommandGroup(store, configuration)
    transactions = Transactions(store, runner, configuration, group, say: say)
    awaited = AwaitedTypes(store, runner, say: say)
    names = Bindings()
    live = LiveRecords(store, names)
    resolver = Resolver(store, names, live, configuration)
    labels = Labels(store, runner, names, live, resolver, say: say)
    editing = Editing(store, runner, transactions, names, live, resolver, labels, say: say)
    fieldFactory = FieldFactory(configuration, notation, names, live, resolver, editing, say: say)
    views = ViewDefinitions(store, transactions)
    layouts = Layouts(store, transactions)
    store.misfits = { [unowned self] in
      views.misfits($0, in: self) + layouts.misfits($0, in: self)
    }
    transactions.warnOfNotices()
    runner.carryOut = { [unowned self] statement throws(Diagnostic) in try carryOut(statement) }
    for variable in configuration.variables { try define(variable) }
    editing.followTypes = { [unowned self] in following.update() }
    _ = following
    if configuration.keepsGoing {
      runner.failures = FailedCommands(of: self, write: configuration.reject)
    }
  }

  /// Carries out what a command says.
  private func carryOut(_ statement: Statement) throws(Diagnostic) {
    let command = Self.command(statement.command)
    if configuration.isAtomic { try checkIsPossibleInAtomicRun(command) }
    if configuration.dryRun != nil, skipsInDryRun(command) { return }
    if statement.mayRunLong { try endGroup() }
    do throws(Diagnostic) {
      try runner.failures?.checkCanBeTold(command)
      if configuration.isAtomic { try transactions.beginRun() }
      // Nobody else writes while a transaction is open.
      if !transactions.isTogether { try followOtherPrograms() }
      try runner.checkInterruption()
      if handlers.isNeeded(after: command) {
        try handlers.runTogether(with: command) { () throws(Diagnostic) in
          try runToItsEnd(command)
        }
      } else if runner.failures != nil, command.canBeWhole {
        // What has failed is to be run again, and nothing twice.
        try runTogether(mayChange: true) { () throws(Diagnostic) in try runToItsEnd(command) }
      } else {
        try runToItsEnd(command)
      }
      following.update()
      try updateLabels()
      screens.update()
      try runner.checkInterruption()
      if runner.isAtPrompt { try endGroup() } else { try group?.commandEnds() }
    } catch {
      runner.forgetInterruption()
      let loss = group?.lost(with: error)
      if loss != nil { try? editing.refreshRecords() }
      following.update()
      labels.update()
      screens.update()
      throw loss ?? error
    }
  }

  /// Commits what commands have changed, and says what has waited for that.
  package func endGroup() throws(Diagnostic) { try group?.end() }

  /// Has the file hold what was committed, so that a plain copy of it is whole; not while a
  /// transaction is open.
  ///
  /// - Returns: whether it does; false where other programs still read what was there before.
  package func checkpoint() -> Bool {
    // Nothing is lost if it cannot be done, and the next commit says why.
    (try? store.checkpoint()) ?? true
  }

  /// Hands the keyboard to a person: what is changed meanwhile is committed at once, for nobody knows
  /// when the next key comes.
  func handingOverTheKeyboard<Result>(_ body: () -> Result) throws(Diagnostic) -> Result {
    try endGroup()
    let grouped = store.groupsTransactions
    store.groupsTransactions = false
    defer { store.groupsTransactions = grouped }
    return body()
  }

  /// What is on the screen on top, for a view that draws it whole; nil where none is open.
  package var screenContent: ScreenContent? { screens.content }

  /// A command as it is kept outside of the store: without what may be a card, where the store knows
  /// cards.
  package func masked(_ command: String) -> String { store.masking()(command) }

  /// Answers.
  func say(_ reply: Reply) { replies.say(reply) }

  /// Runs something while somebody watches these labels and no others.
  func watching(
    _ labels: Set<String>, _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    try replies.watching(labels, body)
  }

  /// Keeps the answers until what they tell of is committed.
  func holdReplies() { replies.hold(isAtPrompt: runner.isAtPrompt) }

  /// Hands over the answers that were kept.
  func releaseReplies() { replies.release() }

  /// Forgets the output among the answers that were kept, for what it tells of was rolled back.
  func dropReplies() { replies.drop() }

  /// Runs a command, and again where another program has changed what it was to build on: then with
  /// the store held, unless a person has to be asked.
  private func runToItsEnd(_ command: any Command) throws(Diagnostic) {
    while true {
      do throws(Diagnostic) {
        guard type(of: command).readsOneState else { return try command.run(in: self) }
        return try inOneState { () throws(Diagnostic) in try command.run(in: self) }
      } catch {
        guard error.isOvertaken else { throw error }
      }
      do throws(Diagnostic) {
        return try runHoldingTheStore(command)
      } catch {
        guard error.isOvertaken else { throw error }
        try followOtherPrograms()
      }
    }
  }

  /// Runs a command while no other program can write; what it says is held back until it is
  /// committed.
  private func runHoldingTheStore(_ command: any Command) throws(Diagnostic) {
    holdReplies()
    do throws(Diagnostic) {
      try transactions.holdingTheStore { () throws(Diagnostic) in
        try followOtherPrograms()
        try command.run(in: self)
      }
    } catch {
      replies.drop()
      try editing.refreshRecords()
      throw error
    }
    replies.release()
  }

  /// Reads one state of the store, whatever other programs write meanwhile.
  private func inOneState(_ body: () throws(Diagnostic) -> Void) throws(Diagnostic) {
    try store.inOneState(mapError: { Diagnostic($0) }, body)
  }

  /// Takes over what other programs have written since the last command.
  func followOtherPrograms() throws(Diagnostic) {
    if pastState?.holdsManyPastRecords == true { pastState = nil }
    if try attempt(store.refresh()) {
      group?.noteOtherWriter()
      try inOneState { () throws(Diagnostic) in
        transactions.warnOfNotices()
        following.update()
        try editing.refreshRecords(ofOthers: true)
      }
    }
    try updateLabels(isLater: true)
  }

  /// Shows what the expressions of labels have become, after a commit where that may take long.
  private func updateLabels(isLater: Bool = false) throws(Diagnostic) {
    if labels.mayRunLong(isLater: isLater) { try endGroup() }
    labels.update()
  }
}

/// Asks the store for something, saying its errors in the session's terms.
@discardableResult
func attempt<Result>(
  _ body: @autoclosure () throws(StoreError) -> Result, at span: SourceSpan? = nil
) throws(Diagnostic) -> Result {
  do {
    return try body()
  } catch {
    let diagnostic = Diagnostic(error)
    throw span.map(diagnostic.at) ?? diagnostic
  }
}

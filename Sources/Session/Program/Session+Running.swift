internal import CommandLanguage
internal import RecordStore
package import Records
package import Replies
internal import Workspace

extension Session {
  /// Runs a script to its end, to `exit`, or to its first error unless the session continues after
  /// errors. A file is checked for errors first.
  ///
  /// - Parameter isLast: Whether no command follows, neither from another script nor from the user.
  /// - Returns: Whether the next script may run.
  package func run(
    _ source: ScriptSource, from lines: any LineSource, isLast: Bool = false
  ) -> Bool {
    run(source) { script throws(Diagnostic) in
      try runChecked(script, from: lines, isLast: isLast)
    }
  }

  private func run(
    _ source: ScriptSource, by body: (Script) throws(Diagnostic) -> Void
  ) -> Bool {
    do throws(Diagnostic) {
      try body(Script(source, Self.verbs))
      try endGroup()
      // The commands of the command line are one script that ends with the session.
      if source != .commandLine, !store.journal.isInTransaction { try checkAwaitedTypes() }
    } catch {
      fail(error)
      guard configuration.keepsGoing, error.kind != .store, error.kind != .usage,
        !error.isInterruption
      else {
        return false
      }
    }
    return exitStatus == nil
  }

  /// Throws if a type that a definition refers to was never defined. Drops the types that refer to
  /// the missing type: they cannot have records, and would prevent a rerun of the corrected script.
  private func checkAwaitedTypes() throws(Diagnostic) {
    do throws(Diagnostic) {
      try awaited.check()
    } catch {
      for type in awaited.takeUnfinished() {
        do throws(Diagnostic) {
          let entry = TransactionEntry(.schema, command: "drop type \(type.name.asName)")
          try store.write(entry, mapError: Diagnostic.init(store:)) {
            tx throws(Diagnostic) in
            _ = try attempt(tx.dropType(type.name, with: views.kept(for: type)))
          }
          following.detach(from: type.name)
          say(.notice("\(type.name.asName) is not defined"))
        } catch {
          say(.warning("\(type.name.asName) stays defined: \(error.message)", error.kind))
        }
      }
      throw error
    }
  }

  /// Runs a script whose errors do not affect the exit status.
  package func initialize(_ source: ScriptSource, from lines: any LineSource) {
    runner.keepingStatus {
      _ = run(source) { script throws(Diagnostic) in try runner.run(script, from: lines) }
    }
  }

  /// Runs a closure and reports its error.
  ///
  /// - Returns: Whether there was no error.
  @discardableResult
  private func reporting(_ body: () throws(Diagnostic) -> Void) -> Bool {
    do throws(Diagnostic) {
      try body()
      return true
    } catch {
      say(.diagnostic(error))
      return false
    }
  }

  package func fail(_ diagnostic: Diagnostic) {
    reporting { () throws(Diagnostic) in try endGroup() }
    say(.diagnostic(diagnostic))
    runner.noteFailure(diagnostic.kind)
  }

  package var exitStatus: Int? { runner.exitStatus }

  package var screenContent: ScreenContent? { screens.content }

  /// Masks possible card numbers in a command that is stored outside the database, if the database
  /// has masked properties.
  package func masked(_ command: String) -> String { Masking(of: store)(command) }

  package func endGroup() throws(Diagnostic) { try transactions.endGroup() }

  /// Moves all commits into the database file, so that a plain copy of the file is complete. Does
  /// nothing while a transaction is open.
  ///
  /// - Returns: False if other programs still read an older state.
  package func checkpoint() -> Bool {
    // A failure loses no data, and the next commit reports the cause.
    (try? store.journal.checkpoint()) ?? true
  }

  /// Takes one or more lines of user input, and runs the complete commands.
  ///
  /// An error ends its command and discards the rest of the input; earlier commands stay.
  /// Consecutive commands that change the store are one log entry.
  package func feed(_ text: String) {
    runner.feed(text) { line throws(Diagnostic) in
      defer { awaited.warn() }
      do throws(Diagnostic) {
        try run(line)
      } catch {
        // Send earlier replies before the error.
        try endGroup()
        throw error
      }
      try endGroup()
    }
  }

  package func dropOpenCommand() { runner.dropOpenCommand() }

  package var prompt: String {
    if isInCommand { return ".. " }
    return store.journal.isInTransaction ? "begin> " : "> "
  }

  package var isInCommand: Bool { runner.isInCommand }

  /// Describes the work that would be lost if the session ended now, as part of a question.
  package var openWork: String? {
    if store.journal.isInTransaction { return "Uncommitted changes" }
    return workspace.editing.unfinished.map { "The unfinished edit of \($0.name)" }
  }

  /// Describes the changes of an in-memory database that the end of the session would discard, as
  /// part of a question.
  package var unsavedWork: String? {
    // If the log cannot be read, do not ask.
    guard store.location == .memory, let log = try? store.history.log(limit: 1), !log.isEmpty else {
      return nil
    }
    return "The database in memory (to keep it, enter `save FILE`)"
  }

  package func stay() { runner.stay() }

  package var actor: String {
    get { store.journal.actor }
    set { store.journal.actor = newValue }
  }

  package var isReadOnly: Bool { configuration.isReadOnly }

  package var listScreens: [(name: String, title: String)] {
    views.definedScreens.filter { $0.listing != nil }.map { ($0.name, $0.title ?? $0.name) }
  }

  package var ownTypeNames: [String] {
    let types = store.schema.types
    let owned = Set(
      types.flatMap(\.properties).filter(\.ownsRecords).compactMap { $0.item?.kind.recordType })
    return types.map(\.name).filter { !owned.contains($0) }
  }

  package func prepareForms(of page: Page) {
    let name = if case .record(let id) = page { id.type } else { (try? screen(of: page))?.type }
    guard !isReadOnly, let type = name.flatMap(store.schema.type) else { return }
    workspace.editing.prepareForms(of: type)
  }

  package func show(_ page: Page) {
    reporting { () throws(Diagnostic) in feed(try command(showing: page)) }
  }

  /// Uses only names found in the database, so that an address cannot inject a command.
  private func command(showing page: Page) throws(Diagnostic) -> String {
    switch page {
    case .screen(let name):
      let screen = try views.screen(Name(name, at: .nowhere))
      guard screen.listing != nil else {
        throw Diagnostic(.refused, "the screen \(name) shows one \(screen.type), not a list")
      }
      return "open \(screen.name.asName)"
    case .record(let id):
      guard let screen = views.screen(about: id.type) else {
        throw Diagnostic(.refused, "there is no screen for \(id.type)")
      }
      return "open \(screen.name.asName) \(try resolver.written(id))"
    case .type(let name):
      let type = try resolver.type(Name(name, at: .nowhere))
      return "open \(ImplicitScreens.nameOfList(of: type.name).asName)"
    case .log, .history: throw Diagnostic(.refused, "\(title(of: page)) has no screen")
    }
  }

  /// Reports a page in its state after a transaction: a list as a table; a record by the formatters
  /// of its screen, or with its properties if the screen has no formatters.
  package func show(_ page: Page, after transaction: Int) {
    reporting { () throws(Diagnostic) in
      switch page {
      case .screen, .type:
        guard let listing = try screen(of: page)?.listing, let query = listing.query as? QuerySyntax
        else { throw Diagnostic(.refused, "this screen is not a list") }
        let past = try context.past.resolver(after: transaction)
        try past.table(query, of: past.type(query.type))
          .say(to: replies, past, isRevealed: false)
      case .record(let id):
        let record = try resolver.written(id)
        let formatters = formatters(of: id).map { " with \($0.asName)" }
        for formatter in formatters.isEmpty ? [""] : formatters {
          feed("show \(record)\(formatter) at #\(transaction)")
        }
      case .log, .history: break
      }
    }
  }

  package func formatters(of id: RecordID) -> [String] {
    views.definedScreens.first { $0.type == id.type && $0.listing == nil }?.formatters ?? []
  }

  private func screen(of page: Page) throws(Diagnostic) -> ScreenDefinition? {
    switch page {
    case .screen(let name): return try views.screen(Name(name, at: .nowhere))
    case .type(let name):
      let type = try resolver.type(Name(name, at: .nowhere))
      return try views.screen(Name(ImplicitScreens.nameOfList(of: type.name), at: .nowhere))
    case .record, .log, .history: return nil
    }
  }

  /// The transactions that changed the page's records; for the log, all. Nil after an error, which
  /// is reported.
  package func history(of page: Page) -> PageHistory? {
    do throws(Diagnostic) {
      switch page {
      case .log: return try context.history(of: nil)
      case .record(let id), .history(let id):
        let type = try resolver.type(Name(id.type, at: .nowhere))
        return try context.history(of: .record(RecordID(type.name, id.number)))
      case .screen, .type:
        return try screen(of: page).map { screen throws(Diagnostic) in
          try context.history(of: .type(screen.type))
        }
      }
    } catch {
      say(.diagnostic(error))
      return nil
    }
  }

  package func title(of page: Page) -> String {
    switch page {
    case .log: "Log"
    case .record(let id), .history(let id): "\(id.type) \(id.number)"
    case .type(let name): name
    case .screen(let name): listScreens.first { $0.name == name }?.title ?? name
    }
  }

  package var newestTransaction: Int? { (try? store.history.log(limit: 1))?.first?.transaction }

  /// In milliseconds since 1970; nil if there is no such transaction.
  package func time(of transaction: Int) -> Int? {
    let range = HistoryRange(since: .transaction(transaction), until: .transaction(transaction))
    return (try? store.history.log(of: nil, range))?.first?.at
  }

  package func print(_ id: RecordID, withHTML formatter: String) {
    reporting { () throws(Diagnostic) in
      let definition = try views.formatter(Name(formatter, at: .nowhere))
      guard definition.isHTML else {
        throw Diagnostic(.refused, "the formatter \(formatter) needs the option html for a page")
      }
      feed("show \(try resolver.written(id)) with \(definition.name.asName)")
    }
  }

  /// Whether other connections have changed the database since the session last looked; true if the
  /// database cannot be read.
  package func hasNews() -> Bool { (try? store.journal.refresh()) ?? true }

  package var hasLostFile: Bool { store.journal.hasLostFile }

  package static func knows(locale: String) -> Bool { FieldNotation(locale: locale) != nil }

  /// Runs an action while no screen is shown.
  package func carryOut(_ action: PageAction) {
    reporting { () throws(Diagnostic) in feed(try action.command(by: resolver)) }
  }

  /// Cancels edits, commits a successful atomic run, and rolls back any other open transaction.
  ///
  /// - Parameter hasPrompted: Whether a user could enter commands, which may have read any
  ///   variable.
  /// - Returns: The exit status of the program.
  package func finish(hasPrompted: Bool = false) -> Int {
    workspace.editing.cancelEditings()
    do throws(Diagnostic) {
      try endGroup()
      try runner.failures?.end()
    } catch {
      fail(error)
    }
    let success = ScriptRunner.Status.success.rawValue
    let failure = ScriptRunner.Status.failure.rawValue
    var result = exitStatus ?? runner.status.rawValue
    if exitStatus == nil, result == success, !hasPrompted,
      let strange = variables.strange(among: [])
    {
      say(.diagnostic(strange))
      result = ScriptRunner.Status.usage.rawValue
    }
    let areTypesDefined = reporting { () throws(Diagnostic) in
      if !store.journal.isInTransaction { try checkAwaitedTypes() }
    }
    if !areTypesDefined, result == success { result = failure }
    if transactions.isRunBegun {
      result = endAtomicRun(withStatus: result)
    } else if store.journal.isInTransaction {
      rollbackOpenWork()
      if result == success { result = failure }
    }
    workspace.labels.update()
    if configuration.reportsExpectations { say(.expectationsEnd(runner.expectations)) }
    if let report = configuration.dryRun {
      if !reporting({ () throws(Diagnostic) in try showDryRun(as: report) }) { result = failure }
    }
    runner.failures = nil
    store.close()
    return result
  }

  private func rollbackOpenWork() {
    printedFiles.drop()
    reporting { () throws(Diagnostic) in
      try transactions.rollback()
      try inWorkspace(workspace.refresh())
      let uncommitted = Diagnostic(.refused, "the transaction was never committed; rolled back")
      say(.diagnostic(transactions.uncommitted ?? uncommitted))
    }
  }

  func checkIsPossibleInAtomicRun(_ command: any Command) throws(Diagnostic) {
    let verb = type(of: command).verb
    guard command.occasion != .always else { return }
    throw Diagnostic(
      .refused, "\(verb.name) cannot be used in an atomic run, which is one transaction")
  }

  func endAtomicRun(withStatus status: Int) -> Int {
    var result = status
    if status == ScriptRunner.Status.success.rawValue {
      let isCommitted = reporting { () throws(Diagnostic) in
        try awaited.check()
        try transactions.commit(reason: nil)
      }
      if isCommitted, reporting({ () throws(Diagnostic) in try printedFiles.commit() }) {
        return status
      }
      result = ScriptRunner.Status.failure.rawValue
      if isCommitted { return result }
    }
    printedFiles.drop()
    // After an unacknowledged commit, which was already reported, no transaction is open.
    guard store.journal.isInTransaction else { return result }
    reporting { () throws(Diagnostic) in
      try transactions.rollback()
      try inWorkspace(workspace.refresh())
      say(.warning("the whole run was rolled back"))
    }
    return result
  }
}

internal import CommandLanguage
internal import RecordStore
package import Replies
internal import Workspace

extension Session {
  /// - Parameter keyboard: The keyboard for forms, fields and screens; nil without an interactive
  ///   user.
  /// - Throws: ``Diagnostic`` of the kind `store` if the store cannot be opened, `usage` if the
  ///   locale is unknown, a variable is invalid, or an in-memory database would be read-only.
  package convenience init(
    _ configuration: Configuration, keyboard: (any Keyboard)? = nil,
    say: @escaping (Reply) -> Void
  ) throws(Diagnostic) {
    try self.init(configuration, keyboard, Self.verbs, StoreReader(), say: say)
    runner.carryOut = { [unowned self] statement throws(Diagnostic) in try carryOut(statement) }
    for variable in configuration.variables { try define(variable) }
    if configuration.keepsGoing {
      failures = FailedCommands(context, blocks)
      runner.failures = failures
    }
  }

  private func carryOut(_ statement: Statement) throws(Diagnostic) {
    let stored = transactions.stored
    try runner.progress.running(statement.text) { () throws(Diagnostic) in
      do throws(Diagnostic) {
        try carryOutUnseen(statement)
      } catch {
        throw error.isInterruption && configuration.isForPerson
          ? transactions.interruption(since: stored, at: runner.progress.place) : error
      }
    }
  }

  private func noteReads(of statement: Statement) {
    guard !variables.unread.isEmpty else { return }
    variables.noteUse(of: statement.freeNames.lazy.map(\.value))
    let command = Self.command(statement.command)
    if let variable = command.declaration { variables.noteUse(of: [variable.name.value]) }
    for block in command.blocks { for inner in block.statements { noteReads(of: inner) } }
  }

  private func carryOutUnseen(_ statement: Statement) throws(Diagnostic) {
    let command = Self.command(statement.command)
    if !runner.isInBlock { noteReads(of: statement) }
    if configuration.isAtomic { try checkIsPossibleInAtomicRun(command) }
    if configuration.dryRun != nil, skipsInDryRun(command) { return }
    if statement.mayRunLong || statement.destination != nil { try transactions.endGroup() }
    let (stored, losses) = (transactions.stored, group?.losses)
    do throws(Diagnostic) {
      if let failures = runner.failures {
        try failures.checkCanBeTold(type(of: command).verb.name, with: command.separateVerb)
      }
      if configuration.isAtomic { try transactions.beginRun() }
      // A command within another needs no refresh, because other programs cannot write during the
      // open transaction.
      // Other programs cannot write during the open transaction of an outer command. Commands can
      // be nested deeply, and so need short stacks.
      if transactions.isPartOfCommand {
        try run(command, of: statement)
      } else {
        try followingOthers(before: command, of: statement)
      }
      keptCommands.follow()
      try workspace.feed.update { () throws(Diagnostic) in try transactions.endGroup() }
      try runner.checkInterruption()
      if runner.isAtPrompt { try transactions.endGroup() } else { try group?.commandEnds() }
      try commitFiles()
    } catch {
      if printedFiles.isOpen, !store.journal.isInTransaction { printedFiles.drop() }
      runner.forgetInterruption()
      let loss = group?.lost(with: error)
      if loss != nil { try? workspace.refresh() }
      workspace.feed.update()
      keptCommands.follow()
      guard group?.losses == losses, configuration.cluster != nil, transactions.stored > stored
      else { throw loss ?? error }
      // The connection to a cluster can also be lost after a commit.
      var error = error
      if error.kind == .store { error.message += "; the changes of the command were stored" }
      throw error
    }
  }

  /// Runs a command after other programs' changes are noticed.
  ///
  /// On a cluster, looking for changes takes a round trip. So a command that reads one state looks
  /// in its own transaction, and a command that always writes looks first only if it has failed.
  private func followingOthers(
    before command: any Command, of statement: Statement
  ) throws(Diagnostic) {
    func follow() throws(Diagnostic) {
      try others.follow()
      keptCommands.follow()
    }
    let isRemote =
      configuration.cluster != nil && !store.journal.isInTransaction && !store.journal.isGroupOpen
    if isRemote, type(of: command).verb.readsOneState {
      var isCurrent = false
      try inOneState(of: store) { () throws(Diagnostic) in
        isCurrent = try attempt(store.journal.isCurrent())
        if isCurrent {
          try follow()
          try run(command, of: statement)
        }
      }
      if isCurrent { return }
    } else if isRemote, command.alwaysWrites, handlers.isEmpty, !workspace.feed.isFollowed {
      let stored = transactions.stored
      do throws(Diagnostic) {
        return try run(command, of: statement)
      } catch {
        guard transactions.stored == stored, error.cause != .unknownOutcome,
          (try? store.journal.isCurrent()) == false
        else { throw error }
      }
    }
    try follow()
    try run(command, of: statement)
  }

  private func run(_ command: any Command, of statement: Statement) throws(Diagnostic) {
    try runner.checkInterruption()
    try transactions.warning { () throws(Diagnostic) in
      guard let destination = statement.destination else {
        return try run(command, because: statement.reason)
      }
      try printedFiles.print(to: file(destination), replaces: statement.replaces) {
        () throws(Diagnostic) in
        try run(command, because: statement.reason)
      }
    }
  }

  private func commitFiles() throws(Diagnostic) {
    guard printedFiles.isOpen, !store.journal.isInTransaction else { return }
    try transactions.endGroup()
    try printedFiles.commit()
  }

  private func run(
    _ command: any Command, because reason: TemplateSyntax?
  ) throws(Diagnostic) {
    guard let reason else { return try run(command) }
    guard command.mayChange else {
      throw Diagnostic(
        .syntax,
        "this \(type(of: command).verb.name) command changes nothing; omit --reason",
        at: reason.span)
    }
    let text = try resolver.text(of: reason)
    try transactions.give(text, at: reason.span) { () throws(Diagnostic) in try run(command) }
  }

  private func run(_ command: any Command) throws(Diagnostic) {
    if !handlers.isEmpty, command.isFollowedByHandlers {
      try handlers.asOneTransaction { () throws(Diagnostic) in try runToItsEnd(command) }
    } else if runner.failures != nil, command.canBeWhole {
      // The user reruns a failed command, so none of its changes may remain.
      try blocks.asOneTransaction(mayChange: true) { () throws(Diagnostic) in
        try runToItsEnd(command)
      }
    } else {
      try runToItsEnd(command)
    }
  }

  /// Retries a command if another program has changed the data it depends on, or if the leader of a
  /// cluster has failed. After a conflict, the retry locks the database, unless the command must ask
  /// the user.
  private func runToItsEnd(_ command: any Command) throws(Diagnostic) {
    // If a cluster node loses the transaction, earlier commands of the group are lost too and
    // cannot be retried.
    let isAlone = !store.journal.isInTransaction && !store.journal.isGroupOpen
    func mayRunAgain(_ error: Diagnostic) -> Bool {
      error.cause == .overtaking || error.cause == .loss && isAlone
    }
    while true {
      do throws(Diagnostic) {
        guard type(of: command).verb.readsOneState else { return try command.run(in: self) }
        return try inOneState(of: store) { () throws(Diagnostic) in
          try command.run(in: self)
        }
      } catch {
        guard mayRunAgain(error) else { throw error }
        if error.cause == .loss {
          try others.follow()
          continue
        }
      }
      do throws(Diagnostic) {
        return try runHoldingTheStore(command)
      } catch {
        guard mayRunAgain(error) else { throw error }
        try others.follow()
      }
    }
  }

  private func runHoldingTheStore(_ command: any Command) throws(Diagnostic) {
    replies.hold(isAtPrompt: runner.isAtPrompt)
    do throws(Diagnostic) {
      try transactions.holdingTheStore { () throws(Diagnostic) in
        try others.follow()
        keptCommands.follow()
        try command.run(in: self)
      }
    } catch {
      replies.drop()
      // The first error is the one to report; it decides whether the command runs again.
      try? workspace.refresh()
      throw error
    }
    replies.release()
  }

  /// Runs the commands of a line entered by the user. Consecutive commands share a transaction if
  /// at least two of them can change the store. A command that stands alone ends such a sequence.
  func run(_ line: [Statement]) throws(Diagnostic) {
    var rest = line[...]
    while let first = rest.first, runner.exitStatus == nil {
      let group = rest.prefix { !Self.command($0.command).standsAlone }
      guard group.count > 1, !store.journal.isInTransaction, !configuration.isReadOnly,
        group.count(where: { Self.command($0.command).mayChange }) > 1
      else {
        try runner.execute(first)
        rest.removeFirst()
        continue
      }
      do throws(Diagnostic) {
        try blocks.run(group)
      } catch {
        // The commands before the error stay committed.
        try commitFiles()
        throw error
      }
      try commitFiles()
      rest.removeFirst(group.count)
    }
  }

  /// Skips commands that cannot be part of a transaction, for example `undo` and `backup`, and
  /// warns the user.
  func skipsInDryRun(_ command: any Command) -> Bool {
    let kind = type(of: command)
    let verb = kind.verb
    guard command.occasion == .outsideTransaction, !kind.beginsTransaction else { return false }
    say(.warning("\(verb.name) is skipped in a dry run"))
    return true
  }

  func showDryRun(as report: DryRunReport) throws(Diagnostic) {
    let entries = try attempt(store.history.triedTransactions())
    switch report {
    case .transactions: try showTransactions(entries)
    case .changes: try showChanges(entries)
    }
  }

  private func showTransactions(_ entries: [LogEntry]) throws(Diagnostic) {
    guard !entries.isEmpty else { return say(.notice("dry run: nothing would change")) }
    let mask = Masking(of: store)
    try replies.say(
      entries,
      as: ReplyTable([
        ReplyColumn("txn", isNumeric: true) { .integer($0.entry.transaction) },
        ReplyColumn("changes") { $0.summary },
        ReplyColumn("command") { Datum($0.entry.command.map { LogEntry.brief(mask($0)) }) },
      ])
    ) { (entry) throws(Diagnostic) in
      (entry: entry, summary: try resolver.summary(of: entry, mask: mask))
    }
    say(.notice("dry run: nothing was stored"))
  }

  private func showChanges(_ entries: [LogEntry]) throws(Diagnostic) {
    let table = ReplyTable(HistoryEntry.columns(store, Masking(of: store)))
    say(table.beginning)
    for entry in entries {
      try attempt(store.history.eachChange(of: entry.transaction) { say(table.reply($0)) })
    }
    say(.tableEnds)
  }
}

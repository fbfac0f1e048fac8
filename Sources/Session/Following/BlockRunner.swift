internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies

/// Runs commands together, as one transaction with one entry in the log.
final class BlockRunner {
  private let configuration: Configuration
  private let store: Store
  private let runner: ScriptRunner
  private let transactions: Transactions
  private let names: Bindings
  private let live: LiveRecords
  private let editing: Editing
  private let others: OtherPrograms
  private let replies: ReplyQueue
  private let files: PrintedFiles

  init(
    _ configuration: Configuration, _ store: Store, _ runner: ScriptRunner,
    _ transactions: Transactions, _ names: Bindings, _ live: LiveRecords, _ editing: Editing,
    _ others: OtherPrograms, _ replies: ReplyQueue, _ files: PrintedFiles
  ) {
    self.configuration = configuration
    self.store = store
    self.runner = runner
    self.transactions = transactions
    self.names = names
    self.live = live
    self.editing = editing
    self.others = others
    self.replies = replies
    self.files = files
  }

  /// Runs the commands of blocks as one transaction with the running command, whose replies are
  /// handed over when it is committed.
  ///
  /// - Parameters:
  ///   - mayChange: whether the commands can change something; those that only read take no lock.
  ///   - isAttempt: whether the transaction goes on if the commands fail: then only what they did
  ///     is rolled back.
  func asOneTransaction(
    mayChange: Bool, isAttempt: Bool = false, _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    try files.asOneUnit { () throws(Diagnostic) in
      try inTransaction(mayChange: mayChange, isAttempt: isAttempt, body)
    }
  }

  private func inTransaction(
    mayChange: Bool, isAttempt: Bool, _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    guard mayChange, !configuration.isReadOnly else { return try body() }
    if transactions.isPartOfCommand, !isAttempt { return try body() }
    let opens = !store.isInTransaction
    if opens { replies.hold(isAtPrompt: runner.isAtPrompt) }
    do throws(Diagnostic) {
      try transactions.asOneTransaction { () throws(Diagnostic) in
        if opens { try others.follow() }
        try body()
      }
    } catch {
      defer { if opens { replies.drop() } }
      try forgetRolledBack()
      throw error
    }
    if opens { replies.release() }
  }

  /// Runs commands, and rolls back what they did if one fails.
  ///
  /// - Returns: why they failed; nil if they went well.
  /// - Throws: what is not caught, an expectation that has failed and an interruption.
  func failure(of body: BlockSyntax, mayChange: Bool) throws(Diagnostic) -> Diagnostic? {
    do throws(Diagnostic) {
      try asOneTransaction(mayChange: mayChange, isAttempt: true) { () throws(Diagnostic) in
        try runner.run(body)
      }
      return nil
    } catch {
      guard error.canBeCaught else { throw error }
      return error
    }
  }

  /// Runs commands as one transaction, which keeps what those before the first error did.
  func run(_ line: ArraySlice<Statement>) throws(Diagnostic) {
    var failure: Diagnostic?
    replies.hold(isAtPrompt: runner.isAtPrompt)
    do throws(Diagnostic) {
      try files.asOneUnit { () throws(Diagnostic) in
        try transactions.inSequence { () throws(Diagnostic) in
          try others.follow()
          for statement in line where runner.exitStatus == nil && failure == nil {
            do throws(Diagnostic) {
              try runner.execute(statement)
            } catch {
              failure = error
            }
          }
        }
      }
    } catch {
      defer { replies.drop() }
      try forgetRolledBack()
      throw error
    }
    replies.release()
    if let failure { throw failure }
  }

  /// Rolls back the open transaction, and the state of the session that depends on it.
  func rollBack() throws(Diagnostic) {
    files.drop()
    try attempt(store.rollback())
    try forgetRolledBack()
  }

  /// Refreshes what is shown after a rollback, and frees the names of records that no longer exist,
  /// as their numbers will be reused.
  private func forgetRolledBack() throws(Diagnostic) {
    try editing.refreshRecords()
    for (name, binding) in names.all {
      var gone: RecordID?
      for record in binding.records where try !everExisted(record) {
        gone = record
        break
      }
      guard let gone else { continue }
      for field in binding.interactor?.ownFields ?? [] { field.interactor.cancelEditing() }
      binding.interactor?.end()
      let isLocal = names.isLocal(name)
      names.free(name)
      live.forget(gone)
      if isLocal { continue }
      replies.say(.warning("\"\(name)\" is no longer a name; \(gone) was rolled back"))
    }
  }

  private func everExisted(_ id: RecordID) throws(Diagnostic) -> Bool {
    // The store cannot roll back the draft of a form.
    if id.isDraft { return true }
    guard store.type(named: id.type) != nil else { return false }
    if try attempt(store.exists(id)) { return true }
    return try !attempt(store.history(of: .record(id), HistoryRange(limit: 1))).isEmpty
  }
}

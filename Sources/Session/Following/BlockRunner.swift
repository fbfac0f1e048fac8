internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

/// Runs commands as one transaction with one log entry.
final class BlockRunner {
  private let configuration: Configuration
  private let store: Store
  private let runner: ScriptRunner
  private let transactions: Transactions
  private let names: Bindings
  private let workspace: Workspace
  private let others: OtherPrograms
  private let replies: ReplyQueue
  private let files: PrintedFiles

  init(
    _ configuration: Configuration, _ store: Store, _ runner: ScriptRunner,
    _ transactions: Transactions, _ names: Bindings, _ workspace: Workspace,
    _ others: OtherPrograms, _ replies: ReplyQueue, _ files: PrintedFiles
  ) {
    self.configuration = configuration
    self.store = store
    self.runner = runner
    self.transactions = transactions
    self.names = names
    self.workspace = workspace
    self.others = others
    self.replies = replies
    self.files = files
  }

  /// Runs commands in one transaction with the running command; replies are held until the commit.
  ///
  /// - Parameters:
  ///   - mayChange: Whether the commands can change something; otherwise no lock is taken.
  ///   - isAttempt: Whether a failure rolls back only these commands and the transaction continues.
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
    let opens = !store.journal.isInTransaction
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

  /// Runs commands, and rolls them back if one fails.
  ///
  /// - Returns: The error; nil on success.
  /// - Throws: Errors that cannot be caught: failed expectations and interruptions.
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

  /// Runs commands as one transaction; after an error, the commands before it stay.
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
    try transactions.rollback()
    try forgetRolledBack()
  }

  /// Refreshes the display after a rollback, and unbinds names of records that no longer exist,
  /// because their numbers will be reused.
  private func forgetRolledBack() throws(Diagnostic) {
    try inWorkspace(workspace.refresh())
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
      workspace.live.forget(gone)
      if isLocal { continue }
      replies.say(.warning("\"\(name)\" is no longer a name; \(gone) was rolled back"))
    }
  }

  private func everExisted(_ id: RecordID) throws(Diagnostic) -> Bool {
    // A draft is not stored, so it cannot be rolled back.
    if id.isDraft { return true }
    guard store.schema.type(named: id.type) != nil else { return false }
    if try attempt(store.queries.exists(id)) { return true }
    return try !attempt(store.history.changes(of: .record(id), HistoryRange(limit: 1))).isEmpty
  }
}

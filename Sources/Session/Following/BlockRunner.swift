internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

final class BlockRunner {
  private let context: CommandContext
  private let others: OtherPrograms
  private let files: PrintedFiles

  init(_ context: CommandContext, _ others: OtherPrograms, _ files: PrintedFiles) {
    self.context = context
    self.others = others
    self.files = files
  }

  /// Runs commands in the open transaction, or in a new one, whose replies are printed after the
  /// commit.
  ///
  /// - Parameters:
  ///   - mayChange: Whether the commands can change the store; if not, the store is not locked.
  ///   - isAttempt: Whether a failure rolls back only these commands, so that the transaction can
  ///     continue.
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
    guard mayChange, !context.configuration.isReadOnly else { return try body() }
    if context.transactions.isPartOfCommand, !isAttempt { return try body() }
    let opens = !context.store.journal.isInTransaction
    if opens { context.replies.hold(isAtPrompt: context.runner.isAtPrompt) }
    do throws(Diagnostic) {
      try context.transactions.asOneTransaction { () throws(Diagnostic) in
        if opens { try others.follow() }
        try body()
      }
    } catch {
      defer { if opens { context.replies.drop() } }
      // The first error is the one to report.
      try? forgetRolledBack()
      throw error
    }
    if opens { context.replies.release() }
  }

  /// - Parameters:
  ///   - total: The number of iterations, for the progress display; nil if unknown.
  ///   - next: Returns the names of the next iteration; nil after the last one.
  func loop(
    _ body: BlockSyntax, of total: Int? = nil,
    _ next: () throws(Diagnostic) -> [(name: String, binding: Binding)]?
  ) throws(Diagnostic) {
    try context.names.withLocals(.round) { () throws(Diagnostic) in
      let progress = context.runner.progress
      try progress.counting("iterations", of: total) { () throws(Diagnostic) in
        var round = 0
        repeat {
          progress.advance(to: round)
          context.names.beginRound([])
          guard let names = try next() else { return }
          context.names.beginRound(names)
          round += 1
        } while try context.runner.runRound(body)
      }
    }
  }

  /// Runs commands, and rolls them back if one fails.
  ///
  /// - Returns: The error; nil on success.
  /// - Throws: Errors that commands cannot catch, such as failed expectations and interruptions.
  func failure(of body: BlockSyntax, mayChange: Bool) throws(Diagnostic) -> Diagnostic? {
    do throws(Diagnostic) {
      try asOneTransaction(mayChange: mayChange, isAttempt: true) { () throws(Diagnostic) in
        try context.runner.run(body)
      }
      return nil
    } catch {
      guard error.canBeCaught else { throw error }
      return error
    }
  }

  /// If a command fails, the commands before it remain in effect.
  func run(_ line: ArraySlice<Statement>) throws(Diagnostic) {
    var failure: Diagnostic?
    context.replies.hold(isAtPrompt: context.runner.isAtPrompt)
    do throws(Diagnostic) {
      try files.asOneUnit { () throws(Diagnostic) in
        try context.transactions.inSequence { () throws(Diagnostic) in
          try others.follow()
          for statement in line where context.runner.exitStatus == nil && failure == nil {
            do throws(Diagnostic) {
              try context.runner.execute(statement)
            } catch {
              failure = error
            }
          }
        }
      }
    } catch {
      defer { context.replies.drop() }
      // The first error is the one to report.
      try? forgetRolledBack()
      throw error
    }
    context.replies.release()
    if let failure { throw failure }
  }

  func rollBack() throws(Diagnostic) {
    files.drop()
    try context.transactions.rollback()
    try forgetRolledBack()
  }

  /// Refreshes the display after a rollback, and unbinds the names of records whose creation was
  /// rolled back, because new records can get their numbers.
  private func forgetRolledBack() throws(Diagnostic) {
    try inWorkspace(context.workspace.refresh())
    for (name, binding) in context.names.all {
      var gone: RecordID?
      for record in binding.records where try !everExisted(record) {
        gone = record
        break
      }
      guard let gone else { continue }
      for field in binding.interactor?.ownFields ?? [] { field.interactor.cancel() }
      binding.interactor?.end()
      let isLocal = context.names.isLocal(name)
      context.names.free(name)
      context.workspace.live.forget(gone)
      if isLocal { continue }
      context.replies.say(
        .warning("\"\(name)\" is no longer a session name; \(gone) was rolled back"))
    }
  }

  private func everExisted(_ id: RecordID) throws(Diagnostic) -> Bool {
    // A draft is not stored, so a rollback does not affect it.
    if id.isDraft { return true }
    guard context.store.schema.type(named: id.type) != nil else { return false }
    if try attempt(context.store.queries.exists(id)) { return true }
    return try !attempt(context.store.history.changes(of: .record(id), HistoryRange(limit: 1)))
      .isEmpty
  }
}

final class OtherPrograms {
  private let context: CommandContext

  init(_ context: CommandContext) {
    self.context = context
  }

  func follow() throws(Diagnostic) {
    context.past.forgetLargeState()
    if try attempt(context.store.journal.refresh()) {
      context.transactions.noteOtherWriter()
      try inOneState(of: context.store) { () throws(Diagnostic) in
        context.transactions.warnOfNotices()
        context.workspace.feed.notifyTypeChanges()
        try inWorkspace(context.workspace.refresh(ofOthers: true))
      }
    }
    guard context.workspace.feed.isFollowed else { return }
    context.workspace.labels.noteTime()
    context.workspace.feed.notifyRecordChanges()
    if context.workspace.labels.mayRunLong { try context.transactions.endGroup() }
    context.workspace.labels.update()
  }
}

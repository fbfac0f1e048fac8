internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies

/// Commands that are run together, as one transaction with one entry in the log.
extension Session {
  /// Runs the commands of blocks as one transaction with the running command, whose replies are
  /// handed over when it is committed.
  ///
  /// - Parameters:
  ///   - mayChange: whether the commands can change something; those that only read take no lock.
  ///   - isAttempt: whether the commands may fail and the transaction go on: then only what they did
  ///     is taken back.
  func runTogether(
    mayChange: Bool, isAttempt: Bool = false, _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    guard mayChange, !configuration.isReadOnly else { return try body() }
    if transactions.isTogether, !isAttempt { return try body() }
    let opens = !store.isInTransaction
    if opens { holdReplies() }
    do throws(Diagnostic) {
      try transactions.together { () throws(Diagnostic) in
        if opens { try followOtherPrograms() }
        try body()
      }
    } catch {
      defer { if opens { dropReplies() } }
      try forgetTakenBack()
      throw error
    }
    if opens { releaseReplies() }
  }

  /// Runs the commands of a line that a person has entered: what changes something is one
  /// transaction, but for commands that stand alone.
  func run(_ line: [Statement]) throws(Diagnostic) {
    var rest = line[...]
    while let first = rest.first, runner.exitStatus == nil {
      let group = rest.prefix { !Self.command($0.command).standsAlone }
      guard group.count > 1, !store.isInTransaction, !configuration.isReadOnly,
        group.count(where: { Self.command($0.command).mayChange }) > 1
      else {
        try runner.execute(first)
        rest.removeFirst()
        continue
      }
      try run(together: group)
      rest.removeFirst(group.count)
    }
  }

  /// Runs commands as one transaction, which keeps what those before the first error did.
  private func run(together line: ArraySlice<Statement>) throws(Diagnostic) {
    var failure: Diagnostic?
    holdReplies()
    do throws(Diagnostic) {
      try transactions.oneAfterTheOther { () throws(Diagnostic) in
        try followOtherPrograms()
        for statement in line where runner.exitStatus == nil && failure == nil {
          do throws(Diagnostic) {
            try runner.execute(statement)
          } catch {
            failure = error
          }
        }
      }
    } catch {
      defer { dropReplies() }
      try forgetTakenBack()
      throw error
    }
    releaseReplies()
    if let failure { throw failure }
  }

  /// Brings what is shown to what the store has after something was rolled back, and frees the names
  /// of records that never were: their numbers are given to others now.
  func forgetTakenBack() throws(Diagnostic) {
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
      if !isLocal { say(.warning("\"\(name)\" is no longer a name; \(gone) was rolled back")) }
    }
  }

  private func everExisted(_ id: RecordID) throws(Diagnostic) -> Bool {
    // What a form is to make is not the store's to take back.
    if id.isDraft { return true }
    guard store.type(named: id.type) != nil else { return false }
    if try attempt(store.exists(id)) { return true }
    return try !attempt(store.history(of: .record(id), HistoryRange(limit: 1))).isEmpty
  }
}

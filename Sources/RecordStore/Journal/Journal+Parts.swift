internal import SQLEngine

extension Journal {
  func transaction<Result, Failure: Error>(
    _ entry: TransactionEntry, ifCurrent isCurrent: Bool,
    mapError: (StoreError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let open { return try part(of: open, entry, mapError, body) }
    try mapping(beginShared(entry, ifCurrent: isCurrent), mapError)
    do throws(Failure) {
      let result = try body()
      try mapping(commit(reason: nil), mapError)
      return result
    } catch {
      // The first error is the one to report.
      try? rollback()
      throw error
    }
  }

  /// Checks the rules of the closure's changes once, after the closure, so that later parts can
  /// correct violations by earlier parts.
  package func postponingRules<Result, Failure: Error>(
    mapError: (StoreError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try mapping(current(), mapError).postponingRules(body)
  }

  /// See ``Store/writeOne(_:ifCurrent:_:)``.
  func change(
    _ entry: TransactionEntry, ifCurrent isCurrent: Bool,
    _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    // Rules are checked after the change, so they require a savepoint.
    let isBare = !catalog.keepsRules
    if let open {
      guard isBare else { return try part(of: open, entry, { $0 }, body) }
      return try barePart(of: open, entry, body)
    }
    try beginShared(entry, isBare: isBare, ifCurrent: isCurrent)
    do throws(StoreError) {
      try body()
      _ = try commit(reason: nil)
    } catch {
      // The first error is the one to report.
      try? rollback()
      throw error
    }
  }

  @discardableResult
  private func mapping<Result, Failure: Error>(
    _ step: @autoclosure () throws(StoreError) -> Result, _ mapError: (StoreError) -> Failure
  ) throws(Failure) -> Result {
    do throws(StoreError) {
      return try step()
    } catch {
      throw mapError(error)
    }
  }

  private func part<Result, Failure: Error>(
    of transaction: Transaction, _ entry: TransactionEntry,
    _ mapError: (StoreError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try mapping(current(), mapError)
    let before = try mapping(lastChange(), mapError)
    let part = transaction.beginPart()
    defer { transaction.end(part) }
    try mapping(connection.savepoint(), mapError)
    do throws(Failure) {
      let result = try body()
      try mapping(end(part, of: transaction, entry, after: before), mapError)
      return result
    } catch {
      try mapping(rollBack(part, of: transaction, after: before), mapError)
      throw error
    }
  }

  /// Needs no savepoint, because a failed change has written nothing.
  private func barePart(
    of transaction: Transaction, _ entry: TransactionEntry,
    _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    _ = try current()
    let before = try extent()
    let isElsewhere = entry.source != transaction.source
    let change = try isElsewhere ? lastChange() : 0
    try body()
    _ = try current()
    take([])
    guard try extent() != before else { return }
    transaction.append(entry.command)
    if isElsewhere { try note(entry.source, from: change + 1, of: transaction) }
  }

  /// A number that changes with each write.
  private func extent() throws(StoreError) -> Int {
    try connection.abilities.postpones ? lastChange() : connection.allChangedRows
  }

  private func end(
    _ part: Transaction.Part, of transaction: Transaction, _ entry: TransactionEntry,
    after change: Int
  ) throws(StoreError) {
    _ = try current()
    try transaction.checkRules(after: change)
    try connection.release()
    take(transaction.warnings)
    let hasChanges = try lastChange() != change
    if hasChanges { try note(entry.source, from: change + 1, of: transaction) }
    if hasChanges || transaction.hasDefinitions(since: part) { transaction.append(entry.command) }
  }

  private func rollBack(
    _ part: Transaction.Part, of transaction: Transaction, after change: Int
  ) throws(StoreError) {
    if transaction.isWatched { marks.noteRollback(after: change) }
    if connection.isInTransaction { try connection.rollbackToSavepoint() }
    transaction.forgetSources(since: part)
    guard transaction.hasDefinitions(since: part) else { return }
    transaction.forgetDefinitions(since: part)
    try uninterrupted { () throws(StoreError) in try catalog.loadTypes() }
  }
}

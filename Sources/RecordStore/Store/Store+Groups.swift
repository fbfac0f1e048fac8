internal import Values

/// Transactions of the store that share one of the engine's, for which the disk is asked once.
///
/// Each stays an entry of the log that can be undone by itself, and is rolled back by itself; what
/// is lost with a power cut, or when the program is killed, are whole transactions from the end.
struct TransactionGroup {
  /// The transaction and the change that came last.
  struct Newest {
    var number: Int
    /// When it was opened, in milliseconds since 1970.
    var time: Int
    var change: Int
  }

  /// How many there are in it that have changed something.
  var count = 0
  /// What nobody else can have followed by something; nil until the first is committed.
  var newest: Newest?
  /// Who made the last of its transactions, and the number in `wb_text`, which is theirs as long as
  /// nobody else can write and nothing is taken back.
  var actor: (name: String, number: Int)?
  /// The number of the transaction before the first, in a trial.
  var newestBefore: Int?
  /// The last of its transactions, which have the same number of changes each, and whose rows do
  /// not say so yet.
  var unsealed: (transactions: ClosedRange<Int>, changes: Int)?

  /// The same with one more transaction; nil where it is not like those before it.
  func unsealed(with number: Int, changes: Int) -> (ClosedRange<Int>, Int)? {
    guard let unsealed else { return (number...number, changes) }
    guard unsealed.changes == changes, unsealed.transactions.upperBound == number - 1 else {
      return nil
    }
    return (unsealed.transactions.lowerBound...number, changes)
  }
}

extension Store {
  /// Whether there are transactions that the file does not have yet.
  public var isGroupOpen: Bool { group != nil }

  /// Commits the transactions that have waited for it; while one of them is open, it does nothing.
  ///
  /// - Throws: ``StoreError`` if that fails: then none of them has happened, and
  ///   ``takeLostTransactions()`` tells how many they were.
  public func endGroup() throws(StoreError) {
    guard group != nil, open == nil else { return }
    // A trial goes on, and is read like any other store.
    guard !options.isTrial else { return try sealGroup() }
    // What the commands have done is not what somebody interrupts who comes after them.
    let isInterrupted = connection.isInterrupted
    connection.isInterrupted = { false }
    defer { connection.isInterrupted = isInterrupted }
    do {
      try sealGroup()
      try indexIfLong()
      try saveNewSchema()
      try checkFile()
      try connection.commit()
      group = nil
    } catch {
      try? connection.rollback()
      loseGroup()
      throw busy(error)
    }
  }

  /// Seals the transactions of the group that still are to be: one statement for many of them costs
  /// a third of one for each.
  func sealGroup() throws(StoreError) {
    guard let (transactions, changes) = group?.unsealed else { return }
    try connection.run(
      "UPDATE wb_tx SET n = ?1 WHERE id BETWEEN ?2 AND ?3", .integer(changes),
      .integer(transactions.lowerBound), .integer(transactions.upperBound))
    // A transaction that is rolled back would take this with it.
    if open == nil { group?.unsealed = nil }
  }

  /// How many transactions of a group were lost with an error since this was last asked.
  public func takeLostTransactions() -> Int {
    defer { lostTransactions = 0 }
    return lostTransactions
  }

  // MARK: One of them

  /// Opens a transaction that waits with others to be committed, if transactions are to do that.
  ///
  /// - Parameter isBare: Whether it is one change, to which nothing has to be kept to go back.
  func beginShared(_ entry: TransactionEntry, isBare: Bool = false) throws(StoreError) {
    guard options.isTrial || groupsTransactions && !connection.isReadOnly else {
      return try begin(entry)
    }
    if group == nil {
      try beginEngine()
      do {
        let newest = options.isTrial ? try connection.value("SELECT max(id) FROM wb_tx") : .null
        group = TransactionGroup(count: try mendIfNeeded() ? 1 : 0)
        if options.isTrial { group?.newestBefore = newest.integer ?? 0 }
      } catch {
        try? connection.rollback()
        throw error
      }
    }
    do {
      if !isBare { try connection.savepoint() }
      try openRow(entry)
      open?.isShared = true
      if isBare { open?.rowsBeforeChange = connection.allChangedRows }
    } catch {
      open = nil
      try? takeBackShared(toSavepoint: !isBare)
      throw error
    }
  }

  /// Ends a transaction that waits with others to be committed.
  ///
  /// - Parameter number: The number of its row; nil if it changed nothing.
  func commitShared(_ number: Int?) throws(StoreError) {
    let transaction = open
    var unsealed = group?.unsealed
    if let transaction, let changes = transaction.unsealed {
      unsealed = group?.unsealed(with: transaction.number, changes: changes)
      if unsealed == nil {
        try sealGroup()
        unsealed = (transaction.number...transaction.number, changes)
      }
    }
    if transaction?.rowsBeforeChange == nil { try connection.release() }
    open = nil
    group?.unsealed = unsealed
    guard number != nil, let transaction, let last = transaction.last else {
      warnings = []
      return try endEmptyGroup()
    }
    warnings = transaction.warnings
    group?.count += 1
    group?.newest = TransactionGroup.Newest(
      number: transaction.number, time: transaction.time, change: last)
    hasWritten = true
  }

  /// Takes back what the transaction has done that is open, and nothing of those before it.
  func takeBackShared(_ transaction: OpenTransaction) throws(StoreError) {
    let isBare = transaction.rowsBeforeChange != nil
    if isBare, connection.isInTransaction {
      if try lastChange() < transaction.low {
        try removeRow(of: transaction)
      } else {
        // The change was made, and what came after it has failed.
        try connection.rollback()
      }
    }
    try takeBackShared(toSavepoint: !isBare)
  }

  private func takeBackShared(toSavepoint: Bool) throws(StoreError) {
    // Some errors have ended the transaction of the engine, and with it all others.
    guard connection.isInTransaction else { return loseGroup() }
    if toSavepoint {
      group?.actor = nil
      try connection.rollbackToSavepoint()
    }
    try endEmptyGroup()
  }

  /// Lets other programs write if nothing waits to be committed.
  private func endEmptyGroup() throws(StoreError) {
    guard group?.count == 0 else { return }
    group = nil
    try connection.rollback()
  }

  private func loseGroup() {
    lostTransactions += group?.count ?? 0
    group = nil
    indexed = nil
    for table in tables.values { table.hasSafeNumbers = false }
    // What cannot be read now is said by the next that asks for it.
    try? loadTypes()
    try? inspectTriggers()
  }
}

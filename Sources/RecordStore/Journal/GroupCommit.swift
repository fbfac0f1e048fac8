internal import Values

/// Commits several transactions of a store in one engine transaction, to sync the disk once.
///
/// Each transaction remains a separate entry of the log, which can be undone separately. A power
/// failure or a killed program loses whole transactions from the end.
final class GroupCommit {
  private struct Group {
    var count = 0
    /// Nil until the group contains a transaction; valid because other programs cannot write
    /// meanwhile.
    var newest: TransactionRows.Newest?
    /// Cached until a rollback.
    var actor: KnownActor?
    /// In a trial: the number of the newest transaction before the trial.
    var newestBefore: Int?
    /// The last transactions, if all have the same number of changes, which their rows do not
    /// contain yet.
    var unsealed: (transactions: ClosedRange<Int>, changes: Int)?

    func unsealed(with number: Int, changes: Int) -> (ClosedRange<Int>, Int)? {
      guard let unsealed else { return (number...number, changes) }
      guard unsealed.changes == changes, unsealed.transactions.upperBound == number - 1 else {
        return nil
      }
      return (unsealed.transactions.lowerBound...number, changes)
    }
  }

  private let connection: Connection
  private let rows: TransactionRows
  var isWanted = false
  /// The number of transactions lost to an error since ``takeLost()`` was last called.
  private(set) var lost = 0
  private var group: Group?

  init(_ connection: Connection, _ rows: TransactionRows) {
    (self.connection, self.rows) = (connection, rows)
  }

  var isOpen: Bool { group != nil }
  var newestBeforeTrial: Int? { group?.newestBefore }

  func takeLost() -> Int {
    defer { lost = 0 }
    return lost
  }

  /// - Parameter hasMended: Whether the group already contains a transaction that records the
  ///   changes of an unknown program.
  func open(hasMended: Bool, isTrial: Bool) throws(StoreError) {
    group = Group(count: hasMended ? 1 : 0)
    if isTrial { group?.newestBefore = try rows.newestNumber() - (hasMended ? 1 : 0) }
  }

  func close() { group = nil }

  /// Called after an error has ended the engine's transaction.
  func lose() {
    lost += group?.count ?? 0
    group = nil
  }

  /// Writes the pending change counts: one statement for many transactions is three times as fast
  /// as one for each.
  ///
  /// - Parameter isLasting: Whether no open transaction can undo this write by its rollback.
  func seal(isLasting: Bool) throws(StoreError) {
    guard let (transactions, changes) = group?.unsealed else { return }
    try connection.post(
      "UPDATE wb_tx SET n = ?1 WHERE id BETWEEN ?2 AND ?3", .integer(changes),
      .integer(transactions.lowerBound), .integer(transactions.upperBound))
    if isLasting { group?.unsealed = nil }
  }

  func newest() throws(StoreError) -> TransactionRows.Newest {
    if let newest = group?.newest { return newest }
    return try rows.newest()
  }

  func number(ofActor name: String) throws(StoreError) -> Int {
    if let known = group?.actor, known.name == name { return known.number }
    let number = try rows.number(ofActor: name)
    group?.actor = KnownActor(name: name, number: number)
    return number
  }

  /// Releases the savepoint of the transaction, which can then no longer be rolled back separately.
  func release(_ transaction: Transaction) throws(StoreError) {
    var unsealed = group?.unsealed
    if let changes = transaction.unsealed {
      unsealed = group?.unsealed(with: transaction.number, changes: changes)
      if unsealed == nil {
        try seal(isLasting: false)
        unsealed = (transaction.number...transaction.number, changes)
      }
    }
    if !transaction.isBare { try connection.release() }
    group?.unsealed = unsealed
  }

  func add(_ newest: TransactionRows.Newest) {
    group?.count += 1
    group?.newest = newest
  }

  func rollBack(toSavepoint: Bool) throws(StoreError) {
    if toSavepoint {
      group?.actor = nil
      try connection.rollbackToSavepoint()
    }
    try endIfEmpty()
  }

  func endIfEmpty() throws(StoreError) {
    guard let group, group.count == 0 else { return }
    self.group = nil
    try connection.rollback()
  }
}

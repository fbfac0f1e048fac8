internal import Values

/// Commits transactions of a store together, in one of the engine's for which the disk is asked
/// once.
///
/// Each stays an entry of the log that can be undone by itself, and is rolled back by itself; what
/// is lost with a power cut, or when the program is killed, are whole transactions from the end.
final class GroupCommit {
  /// The transactions awaiting the commit.
  private struct Group {
    /// How many there are in it that have changed something.
    var count = 0
    /// What nobody else can have followed by something; nil until the first is committed.
    var newest: TransactionRows.Newest?
    /// Who made the last of its transactions, and the number in `wb_text`, which is theirs as long as
    /// nobody else can write and nothing is rolled back.
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

  private let connection: Connection
  private let rows: TransactionRows
  /// Whether transactions are to be committed together.
  var isWanted = false
  /// How many transactions were lost with an error since somebody asked.
  private(set) var lost = 0
  private var group: Group?

  init(_ connection: Connection, _ rows: TransactionRows) {
    (self.connection, self.rows) = (connection, rows)
  }

  /// Whether there is a group, whose transactions the file does not have yet.
  var isOpen: Bool { group != nil }
  /// Whether transactions that changed something await the commit.
  var hasTransactions: Bool { group.map { $0.count > 0 } ?? false }
  /// The number of the newest transaction before a trial; nil where nothing was tried.
  var newestBeforeTrial: Int? { group?.newestBefore }

  /// How many transactions of a group were lost with an error since this was last asked.
  func takeLost() -> Int {
    defer { lost = 0 }
    return lost
  }

  // MARK: The group

  /// Opens a group, in a transaction of the engine.
  ///
  /// - Parameter hasMended: Whether one transaction awaits the commit already, which records the
  ///   changes of an unknown program.
  func open(hasMended: Bool, isTrial: Bool) throws(StoreError) {
    group = Group(count: hasMended ? 1 : 0)
    if isTrial { group?.newestBefore = try rows.newestNumber() - (hasMended ? 1 : 0) }
  }

  /// Notes that the transactions of the group are committed.
  func close() { group = nil }

  /// Notes that an error has ended the transaction of the engine, and that the group is lost.
  func lose() {
    lost += group?.count ?? 0
    group = nil
  }

  /// Seals the transactions of the group that still are to be: one statement for many of them costs
  /// a third of one for each.
  ///
  /// - Parameter isLasting: Whether no transaction is open, which could be rolled back and take this
  ///   with it.
  func seal(isLasting: Bool) throws(StoreError) {
    guard let (transactions, changes) = group?.unsealed else { return }
    try connection.run(
      "UPDATE wb_tx SET n = ?1 WHERE id BETWEEN ?2 AND ?3", .integer(changes),
      .integer(transactions.lowerBound), .integer(transactions.upperBound))
    if isLasting { group?.unsealed = nil }
  }

  // MARK: Its transactions

  /// The newest transaction of the file or the group.
  func newest() throws(StoreError) -> TransactionRows.Newest {
    if let newest = group?.newest { return newest }
    return try rows.newest()
  }

  /// The number of an actor, which is given one if it has none.
  func number(ofActor name: String) throws(StoreError) -> Int {
    if let known = group?.actor, known.name == name { return known.number }
    let number = try rows.number(ofActor: name)
    group?.actor = (name, number)
    return number
  }

  /// Ends a transaction of the group, which can no longer be rolled back by itself.
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

  /// Counts a transaction that has changed something among those awaiting the commit.
  func add(_ newest: TransactionRows.Newest) {
    group?.count += 1
    group?.newest = newest
  }

  /// Rolls back what a transaction of the group has done, and nothing of those before it.
  func rollBack(toSavepoint: Bool) throws(StoreError) {
    if toSavepoint {
      group?.actor = nil
      try connection.rollbackToSavepoint()
    }
    try endIfEmpty()
  }

  /// Lets other programs write if no transaction awaits the commit.
  func endIfEmpty() throws(StoreError) {
    guard let group, group.count == 0 else { return }
    self.group = nil
    try connection.rollback()
  }
}

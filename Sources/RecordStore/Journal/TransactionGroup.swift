/// Transactions of the store that share one of the engine's, for which the disk is asked once.
///
/// Each stays an entry of the log that can be undone by itself, and is rolled back by itself; what
/// is lost with a power cut, or when the program is killed, are whole transactions from the end.
struct TransactionGroup {
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

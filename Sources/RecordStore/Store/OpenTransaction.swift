/// A transaction that has its row in `wb_tx` and is not sealed yet.
final class OpenTransaction {
  var number: Int
  /// The number of its first change.
  var low: Int
  /// The number of its last change, once it is sealed.
  var last: Int?
  /// When it was opened, in milliseconds since 1970.
  var time: Int
  var entry: TransactionEntry { didSet { isEntryNew = true } }
  /// Whether the entry is no longer as its row has it.
  private(set) var isEntryNew = false
  /// How many definitions it changed.
  var definitions = 0
  /// Whether changes of an unknown program were recorded in front of it.
  var hasMended = false
  /// The types with rules whose records were changed and not looked at since.
  var unchecked: Set<Int> = []
  /// Whether something has changed since the rules of all types were looked at.
  var mayBreakRules = false
  /// What rules that only warn say against what was done.
  var warnings: [StoreError] = []
  /// Whether it waits with others to be committed.
  var isShared = false
  /// How many rows the engine had changed before it, where it is one change and nothing is kept to go
  /// back to.
  var rowsBeforeChange: Int?
  /// How many changes it has, once it has ended and is to be sealed with others of its group.
  var unsealed: Int?
  /// Whether somebody has asked what it changed.
  var isWatched = false

  init(number: Int, low: Int, time: Int, entry: TransactionEntry) {
    self.number = number
    self.low = low
    self.time = time
    self.entry = entry
  }
}

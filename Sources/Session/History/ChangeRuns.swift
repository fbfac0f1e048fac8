internal import RecordStore
internal import Records

/// Changes of one record that follow each other in a transaction.
struct ChangeRun {
  var record: RecordID
  /// Whether the record was there before, and is there after.
  var existed = true
  var exists = true
  /// The values of each property before and after, by the property's name in the history.
  var values: [String: (old: Value?, new: Value?)] = [:]
  private var hasExistence = false

  init(of record: RecordID) { self.record = record }

  /// Adds the next change.
  mutating func add(_ change: HistoryEntry) {
    switch change.event {
    case .create, .delete:
      exists = change.event == .create
      if !hasExistence { existed = !exists }
      hasExistence = true
    case .set:
      guard let name = change.property else { return }
      let old = values[name].map(\.old) ?? change.old
      values[name] = (old, change.new)
    case .erase: break
    }
  }
}

/// The changes of a transaction as runs, in their order.
struct ChangeRuns {
  private(set) var all: [ChangeRun] = []

  /// Adds the next change of the transaction.
  mutating func add(_ change: HistoryEntry) {
    if all.last?.record != change.record { all.append(ChangeRun(of: change.record)) }
    all[all.count - 1].add(change)
  }
}

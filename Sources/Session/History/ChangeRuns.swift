internal import RecordStore
internal import Records

/// Consecutive changes of one record in a transaction.
struct ChangeRun {
  var record: RecordID
  /// Whether the record existed before these changes; `exists` is the state after them.
  var existed = true
  var exists = true
  var values: [String: (old: Value?, new: Value?)] = [:]
  private var hasExistence = false

  init(of record: RecordID) { self.record = record }

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

struct ChangeRuns {
  private(set) var all: [ChangeRun] = []

  mutating func add(_ change: HistoryEntry) {
    if all.last?.record != change.record { all.append(ChangeRun(of: change.record)) }
    all[all.count - 1].add(change)
  }
}

internal import RecordStore
internal import Records
internal import Replies

/// What a transaction has changed, in a line: `Person/1 age 41 → 42`.
struct ChangeSummary {
  /// The most changes that are written out.
  private static let longest = 5

  /// The changes that are written out, and how many there are.
  private var parts: [[Datum.Phrase]] = []
  private var count = 0
  /// The record of the last change, and how many changes of its values there are in a row.
  private var record: RecordID?
  private var valuesInRow = 0
  /// Whether these are the first values of a record, which are a part of making it.
  private var areFirst = false

  /// Adds the next change of the transaction.
  ///
  /// - Parameters:
  ///   - property: what was set; nil where there is no such property any more.
  ///   - name: what the record is called.
  mutating func add(_ change: HistoryEntry, of property: Property?, _ name: String) {
    let isSame = record == change.record
    record = change.record
    if !isSame { areFirst = false }
    switch change.event {
    case .create:
      append([Datum.Phrase("new \(name)", .new)])
      valuesInRow = 0
      areFirst = true
    case .delete:
      // The values that go with the record come before it, each a change.
      let values = isSame ? valuesInRow : 0
      let hidden = count - parts.count
      count -= values
      parts.removeLast(max(0, values - hidden))
      append([Datum.Phrase("delete \(name)", .old)])
      valuesInRow = 0
    case .set where isSame && areFirst && change.old == nil: break
    case .erase where isSame && areFirst: break
    case .set, .erase:
      areFirst = false
      append((isSame ? [] : [Datum.Phrase("\(name) ")]) + phrases(of: change, property))
      valuesInRow = isSame ? valuesInRow + 1 : 1
    }
  }

  /// Adds what the changes of a reference did to a list.
  ///
  /// - Parameters:
  ///   - owner: what the record is called that has the list.
  ///   - item: what the other one is called.
  mutating func add(_ change: RecordListChange, _ owner: String, _ item: String) {
    let isSame = record == change.owner
    record = change.owner
    // The records that it has at first are a part of making it.
    if isSame, areFirst, !change.wasThere { return }
    append((isSame ? [] : [Datum.Phrase("\(owner) ")]) + change.phrases(item))
    valuesInRow = 0
  }

  private func phrases(of change: HistoryEntry, _ property: Property?) -> [Datum.Phrase] {
    let name = change.property ?? ""
    if change.event == .erase { return [Datum.Phrase("\(name.asName) erased")] }
    return RecordChange.Difference(
      property: property ?? Property(name, .text), old: change.old, new: change.new
    ).phrases()
  }

  private mutating func append(_ phrases: [Datum.Phrase]) {
    count += 1
    if parts.count < Self.longest { parts.append(phrases) }
  }

  /// The parts of the line, which ends with how many changes are left out.
  ///
  /// - Parameter rest: how many changes were not added, for there are too many.
  func phrases(without rest: Int) -> [Datum.Phrase] {
    let left = count - parts.count + rest
    let line = Array(parts.joined(separator: [Datum.Phrase(", ")]))
    return line + (left > 0 ? [Datum.Phrase(" and \(left) more")] : [])
  }
}

extension Resolver {
  /// What a transaction has changed, in a line.
  ///
  /// - Parameter mask: hides card numbers in a text.
  func summary(of entry: LogEntry, mask: Masking) throws(Diagnostic) -> Datum {
    let most = 200
    var changes: [HistoryEntry] = []
    try attempt(store.eachChange(of: entry.transaction, limit: most) { changes.append($0) })
    var summary = ChangeSummary()
    var rest = changes[...]
    while let change = rest.popFirst() {
      let others = rest.prefix { $0.record == change.record }
      if let list = try attempt(store.listChange(of: [change] + others)) {
        rest = rest.dropFirst(others.count)
        summary.add(list, try name(of: list.owner), try name(of: list.item))
        continue
      }
      let type = store.type(named: change.record.type)
      summary.add(
        try shown(change), of: change.property.flatMap { type?[$0] },
        try name(of: change.record))
    }
    let left = changes.count < most ? 0 : max(0, entry.changes - most)
    return .phrase(
      summary.phrases(without: left).map { Datum.Phrase(mask($0.text), $0.role) })
  }

  /// The change with its values as they are shown.
  func shown(_ change: HistoryEntry) throws(Diagnostic) -> HistoryEntry {
    guard isForPerson else { return change }
    var shown = change
    let kind = change.property.flatMap { store.type(named: change.record.type)?[$0]?.kind }
    shown.old = try self.shown(change.old, of: kind)
    shown.new = try self.shown(change.new, of: kind)
    return shown
  }
}

internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

/// A transaction's changes in one line, for example `Person/1 age 41 → 42`.
struct ChangeSummary {
  private static let longest = 5

  /// The changes that the summary shows in full, and the total number of changes.
  private var parts: [[Datum.Phrase]] = []
  private var count = 0
  private var record: RecordID?
  private var valuesInRow = 0
  /// Whether the next changes are initial values, which are part of the creation of the record.
  private var areFirst = false

  /// - Parameter property: Nil if the change has no property, or the property no longer exists.
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
      // Before a record is deleted, the history logs a change for each of its values.
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

  /// Adds a list change, which the history records as a change of the item's reference.
  mutating func add(_ change: RecordListChange, _ owner: String, _ item: String) {
    let isSame = record == change.owner
    record = change.owner
    // Skip initial items, which are part of the creation of the record.
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

  func phrases(without rest: Int) -> [Datum.Phrase] {
    let left = count - parts.count + rest
    let line = Array(parts.joined(separator: [Datum.Phrase(", ")]))
    return line + (left > 0 ? [Datum.Phrase(" and \(left) more")] : [])
  }
}

extension Resolver {
  func summary(of entry: LogEntry, mask: Masking) throws(Diagnostic) -> Datum {
    let most = 200
    var changes: [HistoryEntry] = []
    try attempt(store.history.eachChange(of: entry.transaction, limit: most) { changes.append($0) })
    var summary = ChangeSummary()
    var rest = changes[...]
    while let change = rest.popFirst() {
      let others = rest.prefix { $0.record == change.record }
      if let list = try attempt(store.history.listChange(of: [change] + others)) {
        rest = rest.dropFirst(others.count)
        summary.add(
          list, try inWorkspace(reader.name(of: list.owner)),
          try inWorkspace(reader.name(of: list.item)))
        continue
      }
      let type = store.schema.type(named: change.record.type)
      summary.add(
        try shown(change), of: change.property.flatMap { type?[$0] },
        try inWorkspace(reader.name(of: change.record)))
    }
    let left = changes.count < most ? 0 : max(0, entry.changes - most)
    return .phrase(
      summary.phrases(without: left).map { Datum.Phrase(mask($0.text), $0.role) })
  }

  func shown(_ change: HistoryEntry) throws(Diagnostic) -> HistoryEntry {
    guard isForPerson else { return change }
    var shown = change
    let kind = change.property.flatMap { store.schema.type(named: change.record.type)?[$0]?.kind }
    shown.old = try inWorkspace(reader.shown(change.old, of: kind))
    shown.new = try inWorkspace(reader.shown(change.new, of: kind))
    return shown
  }
}

extension RecordListChange {
  /// For example `crew + Ann at 2`, `crew Ann 0 → 2` or `crew - Ann at 1`.
  func phrases(_ item: String) -> [Datum.Phrase] {
    func place(_ place: Int?) -> String { place.map { " at \($0)" } ?? "" }
    let name = Datum.Phrase("\(list.asName) ")
    switch (wasThere, isThere) {
    case (false, _): return [name, Datum.Phrase("+ \(item)\(place(to))", .new)]
    case (true, false): return [name, Datum.Phrase("- \(item)\(place(from))", .old)]
    case (true, true):
      guard let from, let to else { return [name, Datum.Phrase("\(item) moved")] }
      return [
        name, Datum.Phrase("\(item) "), Datum.Phrase("\(from)", .old), Datum.Phrase(" → "),
        Datum.Phrase("\(to)", .new),
      ]
    }
  }
}

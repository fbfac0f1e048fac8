package import Interactors
package import Records

/// The rows that a form added to or removed from a list of records.
///
/// The changes remain applicable if the property is renamed or another program changes the list.
package struct RowChanges {
  /// An added row, and the item before it, or nil if it is the first row.
  package struct Row {
    package var record: RecordID
    package var predecessor: RecordID?
  }

  package let removed: [RecordID]
  /// The added rows, in the order of the list.
  package let added: [Row]

  package init?(_ change: FormChange) {
    guard case .records? = change.subject.property(named: change.propertyName)?.kind else {
      return nil
    }
    let (before, after) = (Self.records(change.original), Self.records(change.value))
    removed = before.filter { !after.contains($0) }
    added = after.indices.filter { after[$0].isDraft }.map {
      Row(record: after[$0], predecessor: $0 > 0 ? after[$0 - 1] : nil)
    }
  }

  package func applied(to list: Value?) -> Value {
    var records = Self.records(list).filter { !removed.contains($0) }
    for row in added {
      records.insert(row.record, at: Self.place(after: row.predecessor, in: records))
    }
    return .list(records.map(Value.reference))
  }

  package static func place(after predecessor: RecordID?, in records: [RecordID]) -> Int {
    guard let predecessor else { return 0 }
    return records.firstIndex(of: predecessor).map { $0 + 1 } ?? records.count
  }

  package static func records(_ list: Value?) -> [RecordID] {
    guard case .list(let items)? = list else { return [] }
    return items.compactMap { if case .reference(let id) = $0 { id } else { nil } }
  }
}

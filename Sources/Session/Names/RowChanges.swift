internal import Interactors
internal import Records

/// The rows that a form has made, and those that it has taken out of a list of records.
///
/// They can be applied to the list again where its property has another name.
struct RowChanges {
  /// A row that was made, and the item that it comes after; nil for the first.
  struct Row {
    var record: RecordID
    var predecessor: RecordID?
  }

  /// The records that were taken out.
  let removed: [RecordID]
  /// The records that were made, in the order of the list.
  let added: [Row]

  /// What a form has made of a list of records; nil if the change is of another kind of property.
  init?(_ change: FormChange) {
    guard case .records? = change.subject.property(named: change.propertyName)?.kind else {
      return nil
    }
    let (before, after) = (Self.records(change.original), Self.records(change.value))
    removed = before.filter { !after.contains($0) }
    added = after.indices.filter { after[$0].isDraft }.map {
      Row(record: after[$0], predecessor: $0 > 0 ? after[$0 - 1] : nil)
    }
  }

  /// The list with these changes, whatever has become of it elsewhere.
  func applied(to list: Value?) -> Value {
    var records = Self.records(list).filter { !removed.contains($0) }
    for row in added {
      records.insert(row.record, at: Self.place(after: row.predecessor, in: records))
    }
    return .list(records.map(Value.reference))
  }

  /// Where a row comes: after its predecessor; at the end if that is gone.
  static func place(after predecessor: RecordID?, in records: [RecordID]) -> Int {
    guard let predecessor else { return 0 }
    return records.firstIndex(of: predecessor).map { $0 + 1 } ?? records.count
  }

  /// The records of a list.
  static func records(_ list: Value?) -> [RecordID] {
    guard case .list(let items)? = list else { return [] }
    return items.compactMap { if case .reference(let id) = $0 { id } else { nil } }
  }
}

internal import Interactors
internal import RecordStore
internal import Records
internal import Validation

/// The records that references can be set to, read again only after a change.
final class ReferenceChoices {
  private struct Known {
    var keys: ReferenceKeys
    var mark: ChangeMark
    /// Of the types when the records were read.
    var revision: Int
  }

  private let store: Store
  private var known: [String: Known] = [:]

  init(_ store: Store) { self.store = store }

  /// - Complexity: O(*n* log *n*) in the number of records after a change of them.
  func keys(of name: String) throws(StoreError) -> ReferenceKeys {
    guard let type = store.schema.type(named: name) else { return ReferenceKeys(entries: []) }
    if var known = known[name], known.revision == store.schema.typesRevision {
      let names = type.properties.filter(type.names)
      let changes = try store.journal.changes(since: &known.mark)
      let isCurrent = changes?.allSatisfy { change in
        change.type != name
          || change.property.map { name in names.allSatisfy { $0.name != name } }
            ?? false
      }
      if isCurrent == true {
        self.known[name] = known
        return known.keys
      }
    }
    let mark = try store.journal.mark()
    let keys = try read(type)
    known[name] = Known(keys: keys, mark: mark, revision: store.schema.typesRevision)
    return keys
  }

  /// A record is called by its title, with the key if another record has that title or key, and is
  /// also found by its key and unique properties.
  private func read(_ type: RecordType) throws(StoreError) -> ReferenceKeys {
    var rows: [(id: RecordID, label: String, title: String?, names: [String])] = []
    let title = type.title.flatMap { type.index(of: $0.name) }
    let places = type.properties.indices.filter { place in
      type.properties[place].isDistinct && !type.properties[place].kind.isMasked
    }
    let cursor = try store.queries.select(Query(type.name))
    while let (number, values) = try cursor.next() {
      let id = RecordID(type.name, number)
      var names = places.compactMap { values[$0]?.description }
      if type.key == nil { names.append(id.description) }
      var ownTitle: String?
      if let title, case .text(let text)? = values[title], !text.isEmpty { ownTitle = text }
      rows.append((id, type.caption(of: id, values), ownTitle, names))
    }
    var bearers: [String: Int] = [:]
    for row in rows { if let title = row.title { bearers[title.nfc, default: 0] += 1 } }
    let taken = Set(rows.flatMap(\.names).map(\.nfc))
    let entries = rows.map { row in
      let isAlone = row.title.map { bearers[$0.nfc] == 1 && !taken.contains($0.nfc) } ?? false
      let text = isAlone ? row.title ?? row.label : row.label
      return (
        order: row.label.lowercased(),
        entry: SearchIndex.Entry(text, label: row.label, names: row.names), record: row.id
      )
    }
    return ReferenceKeys(
      entries: entries.sorted { ($0.order, $0.record.number) < ($1.order, $1.record.number) }
        .map { ($0.entry, $0.record) })
  }
}

extension RecordType {
  /// Whether users find a record by the property.
  fileprivate func names(_ property: Property) -> Bool {
    property.isDistinct || property.isTitle
  }
}

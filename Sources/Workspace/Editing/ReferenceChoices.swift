package import Interactors
package import RecordStore
package import Records
internal import Synchronization
internal import Validation

/// The possible values of references; read again only after a change.
final class ReferenceChoices {
  private struct Known {
    var keys: ReferenceKeys
    /// Retained so that other sessions can use the keys.
    var shared: SharedReferenceKeys?
    var mark: ChangeMark
    var revision: Int
  }

  private let store: Store
  private var known: [String: Known] = [:]

  init(_ store: Store) { self.store = store }

  /// - Complexity: O(*n* log *n*) in the number of records if they changed, else O(1).
  func keys(of name: String) throws(StoreError) -> ReferenceKeys {
    guard let type = store.schema.type(named: name) else { return ReferenceKeys(entries: []) }
    if var known = known[name], known.revision == store.schema.typesRevision,
      let changes = try store.journal.changes(since: &known.mark),
      !changes.contains(where: type.isFoundAnew(after:))
    {
      self.known[name] = known
      return known.keys
    }
    // Release the former choices before reading others.
    known[name] = nil
    let mark = try store.journal.mark()
    let shared = try SharedReferenceKeys.keys(of: type, in: store) { () throws(StoreError) in
      try read(type)
    }
    let keys = if let shared { shared.keys } else { try read(type) }
    known[name] = Known(
      keys: keys, shared: shared, mark: mark,
      revision: store.schema.typesRevision)
    return keys
  }

  func prepare(_ type: RecordType) {
    for case .reference(let name) in type.properties.map(\.kind) { _ = try? keys(of: name) }
  }

  /// An entry is the title of a record, or its caption if the title is missing or ambiguous. A record
  /// is also found by its unique values and, if the type has no key, by its identifier.
  private func read(_ type: RecordType) throws(StoreError) -> ReferenceKeys {
    struct Row {
      var order: String
      var number: Int
      var label: String
      var title: String?
      var names: [String]
    }
    var rows: [Row] = []
    let title = type.title.flatMap { type.index(of: $0.name) }
    let places = type.properties.indices.filter { place in
      type.properties[place].isDistinct && !type.properties[place].kind.isMasked
    }
    let cursor = try store.queries.select(RecordQuery(type.name))
    while let (number, values) = try cursor.next() {
      let id = RecordID(type.name, number)
      let label = type.caption(of: id, values)
      var names = places.compactMap { values[$0]?.description }
      if type.key == nil { names.append(id.description) }
      // If there is no title, the label repeats one of the names.
      if title == nil { names.removeAll { $0 == label } }
      var ownTitle: String?
      if let title, case .text(let text)? = values[title], !text.isEmpty { ownTitle = text }
      rows.append(
        Row(order: label.lowercased(), number: number, label: label, title: ownTitle, names: names))
    }
    var bearers: [String: Int] = [:]
    for row in rows { if let title = row.title { bearers[title.nfc, default: 0] += 1 } }
    let taken = title == nil ? [] : Set(rows.flatMap(\.names).map(\.nfc))
    rows.sort { ($0.order, $0.number) < ($1.order, $1.number) }
    return ReferenceKeys(
      entries: rows.map { row in
        let isAlone = row.title.map { bearers[$0.nfc] == 1 && !taken.contains($0.nfc) } ?? false
        return (
          SearchIndex.Entry(
            isAlone ? row.title ?? row.label : row.label, label: row.label, names: row.names),
          RecordID(type.name, row.number)
        )
      })
  }
}

/// The possible values of references, shared by the sessions of a process while a session uses
/// them.
///
/// For 100,000 records they take 10 MB and 0.2 s.
package final class SharedReferenceKeys: Sendable {
  private let type: RecordType
  private let state: CommittedState
  package let keys: ReferenceKeys

  private init(_ type: RecordType, _ state: CommittedState, _ keys: ReferenceKeys) {
    (self.type, self.state, self.keys) = (type, state, keys)
  }

  private struct Place: Hashable {
    var file: FileIdentity
    var type: String
  }

  private final class Slot: Sendable {
    private struct Weak {
      weak var keys: SharedReferenceKeys?
    }

    private let content = Mutex(Weak())

    /// Calls `make` with the shared keys while holding a lock, so that only one session reads the
    /// records.
    func keys(
      or make: (SharedReferenceKeys?) throws(StoreError) -> SharedReferenceKeys
    ) throws(StoreError) -> SharedReferenceKeys {
      try content.withLock { content throws(StoreError) in
        let keys = try make(content.keys)
        content.keys = keys
        return keys
      }
    }
  }

  private static let slots = Mutex<[Place: Slot]>([:])

  /// Returns the shared keys of a type; calls `read` if no session shares them or if they are
  /// outdated.
  ///
  /// - Returns: nil if the store differs from the committed state of its file, for example in a
  ///   transaction.
  package static func keys(
    of type: RecordType, in store: Store, read: () throws(StoreError) -> ReferenceKeys
  ) throws(StoreError) -> SharedReferenceKeys? {
    guard let state = try store.journal.committedState() else { return nil }
    let place = Place(file: state.file, type: type.name)
    let slot = slots.withLock { slots in
      if let slot = slots[place] { return slot }
      let slot = Slot()
      slots[place] = slot
      return slot
    }
    return try slot.keys { present throws(StoreError) in
      if let present, present.type == type,
        let changes = try store.journal.changes(since: present.state),
        !changes.contains(where: type.isFoundAnew(after:))
      {
        return present
      }
      return SharedReferenceKeys(type, state, try read())
    }
  }
}

extension RecordType {
  func isFoundAnew(after change: PropertyReference) -> Bool {
    guard change.type == name else { return false }
    guard let property = change.property.flatMap({ self[$0] }) else { return true }
    return property.isDistinct || property.isTitle
  }
}

package import Interactors
package import RecordStore
package import Records

/// The records shown by interactors, one object per record.
///
/// A record lives as long as an interactor retains it.
package final class IdentityMap {
  private struct Entry {
    package weak var record: TypedRecord?
  }

  private struct Way {
    package weak var path: PathSubject?
  }

  package typealias EditedList = (form: BoundForm, change: FormChange, rows: RowChanges)

  private var entries: [RecordID: Entry] = [:]
  private var ways: [Way] = []
  private var draftCount = 0
  private let store: Store
  private let interactors: InteractorRegistry

  package init(_ store: Store, _ interactors: InteractorRegistry) {
    self.store = store
    self.interactors = interactors
  }

  package subscript(id: RecordID) -> TypedRecord? { entries[id]?.record }

  package func forget(_ id: RecordID) { entries[id] = nil }

  /// Whether records may be in use; can stay true after the last record was released.
  package var isHeld: Bool { !entries.isEmpty }

  package var heldTypes: Set<String> { Set(all.map(\.id.type)) }

  /// Drops the objects of changed types, except edited ones; interactors then get new objects.
  package func forget(types: Set<String>, but edited: Set<RecordID>) {
    entries = entries.filter { !types.contains($0.key.type) || edited.contains($0.key) }
  }

  /// Migrates an edited record to the current definition of its type.
  ///
  /// `former` maps current names of properties to former names; `edited` contains the current names
  /// of properties that keep their edited values.
  package func redefine(
    _ id: RecordID, as type: RecordType, _ former: [String: String], keeping edited: Set<String>,
    _ lists: [EditedList]
  ) throws(WorkspaceError) {
    guard let record = self[id] else { return }
    let stored = id.isDraft ? nil : try attempt(store.queries.values(of: id))
    let initial = try? type.draftValues([:])
    var values = stored ?? initial ?? type.properties.map { _ in nil }
    for (index, property) in type.properties.enumerated() {
      guard let name = former[property.name], stored == nil || edited.contains(property.name) else {
        continue
      }
      values[index] = record[name].flatMap { property.kind.takenOver($0) }
    }
    let lists = lists.filter { $0.change.subject === record }
    for (_, change, rows) in lists {
      guard
        let index = type.properties.firstIndex(where: { former[$0.name] == change.propertyName })
      else { continue }
      values[index] = rows.applied(to: stored == nil ? change.original : stored?[index])
    }
    for field in interactors.fields(of: id) where field.interactor.holdsEditing {
      guard let property = type[field.interactor.propertyName] else { continue }
      field.interactor.convertValues { property.kind.takenOver($0) }
    }
    record.computation = nil
    record.redefine(as: type, values: values)
    if type.hasComputed {
      record.computation = { [weak self] values in self?.computed(values, of: id, type) ?? values }
    }
    for (form, change, _) in lists {
      guard
        let index = type.properties.firstIndex(where: { former[$0.name] == change.propertyName })
      else { continue }
      form.interactor.rebase(
        type.properties[index].name, of: record,
        on: stored == nil ? change.original : stored?[index], to: values[index])
    }
    guard let stored else { return }
    for field in interactors.fields(of: id) where field.interactor.holdsEditing {
      guard let index = type.index(of: field.interactor.propertyName) else { continue }
      field.interactor.changeOriginal(to: stored[index])
      let known = field.known.flatMap { type.properties[index].kind.takenOver($0) }
      // Only the kind has changed, so the stored value is still known to the user.
      if known == stored[index] { field.known = known }
    }
  }

  package func record(_ id: RecordID) throws(WorkspaceError) -> TypedRecord {
    if let record = self[id] { return record }
    guard let type = store.schema.type(named: id.type),
      let values = try attempt(store.queries.values(of: id))
    else { throw .noRecord(id) }
    return make(type, id, values)
  }

  /// Creates a draft, which has a negative number and is not stored.
  ///
  /// - Parameter omitted: The properties that keep their calculated default.
  package func draft(
    of type: RecordType, _ values: [Value?], omitting omitted: Set<String>,
    in place: Store.ListPlace?
  ) -> TypedRecord {
    draftCount += 1
    let id = RecordID(type.name, -draftCount)
    let record = make(type, id, computed(values, of: id, type))
    guard type.hasCalculatedDefaults else { return record }
    (record.awaitsDefaults, record.untouchedDefaults) = (true, omitted)
    record.computation = { [weak self, weak record] values in
      self?.computed(
        values, of: id, type, omitting: record?.untouchedDefaults ?? [], in: place) ?? values
    }
    record.recompute()
    return record
  }

  package func find(_ id: RecordID) -> TypedRecord? {
    if id.isDraft { return self[id] }
    // An interactor may still retain a deleted record.
    guard let type = store.schema.type(named: id.type),
      let values = try? store.queries.values(of: id)
    else {
      return nil
    }
    return self[id] ?? make(type, id, values)
  }

  private func make(_ type: RecordType, _ id: RecordID, _ values: [Value?]) -> TypedRecord {
    let record = TypedRecord(type, number: id.number, values: values)
    if type.hasComputed {
      record.computation = { [weak self] values in self?.computed(values, of: id, type) ?? values }
    }
    record.derived = { [weak store] name in try? store?.rows.owner(of: id, named: name) }
    entries[id] = Entry(record: record)
    return record
  }

  package func subject(_ root: TypedRecord, _ steps: [PathSubject.Step]) -> PathSubject {
    let path = PathSubject(root, steps) { [weak self] id in self?.find(id) }
    ways = ways.filter { $0.path != nil } + [Way(path: path)]
    return path
  }

  /// Returns the values with computed properties and the omitted defaults; unchanged if a rollback
  /// removed the type, or if the computation fails.
  private func computed(
    _ values: [Value?], of id: RecordID, _ type: RecordType, omitting omitted: Set<String> = [],
    in place: Store.ListPlace? = nil
  ) -> [Value?] {
    guard type.hasComputed || !omitted.isEmpty, store.schema.type(named: id.type) == type else {
      return values
    }
    guard !omitted.isEmpty else { return (try? store.schema.computed(values, of: id)) ?? values }
    return
      (try? store.schema.withDefaults(values, of: id.type, omitting: omitted, in: place)) ?? values
  }

  package func show(_ changes: [(id: RecordID, values: [String: Value?])]) {
    notifyingPathsOnce { () throws(Never) in
      for (id, values) in changes {
        guard let record = self[id] else { continue }
        record.restore(values)
        for property in record.type.properties {
          guard let value = values[property.name] else { continue }
          for field in interactors.fields(of: id)
          where field.interactor.propertyName == property.name {
            field.known = value
            field.interactor.changeOriginal(to: value)
          }
        }
      }
    }
  }

  /// Reads the records again. Edited properties keep their values, unless this session has changed
  /// the stored ones.
  ///
  /// - Parameter ofOthers: Whether other programs changed the store; Return then detects conflicts.
  package func refresh(ofOthers: Bool) throws(WorkspaceError) {
    let edited = interactors.fields.filter(\.interactor.holdsEditing)
    try notifyingPathsOnce(anew: true) { () throws(WorkspaceError) in
      var gone: [(id: RecordID, record: TypedRecord)] = []
      for (id, record) in all where !id.isDraft {
        // The interactors of a changed type get new records later.
        if let type = store.schema.type(named: id.type), type != record.type { continue }
        if let values = try storedValues(of: record, id) {
          take(values, into: record, id, ofOthers: ofOthers, edited)
        } else {
          gone.append((id, record))
        }
      }
      // Update deleted records last, so that a row leaves its form before its record becomes empty.
      for (id, record) in gone { take(nil, into: record, id, ofOthers: ofOthers, edited) }
      // Defaults of drafts can depend on the changed records.
      for (_, record) in all where record.awaitsDefaults { record.recompute() }
    }
  }

  package func refresh(_ id: RecordID) throws(WorkspaceError) {
    guard let record = self[id], !id.isDraft else { return }
    let edited = interactors.fields(of: id).filter(\.interactor.holdsEditing)
    take(try storedValues(of: record, id), into: record, id, ofOthers: true, edited)
  }

  private func notifyingPathsOnce<Failure: Error>(
    anew: Bool = false, _ change: () throws(Failure) -> Void
  ) throws(Failure) {
    let paths = ways.compactMap(\.path)
    for path in paths { path.hold() }
    defer { for path in paths { path.release(anew: anew) } }
    try change()
  }

  private var all: [(id: RecordID, record: TypedRecord)] {
    entries = entries.filter { $0.value.record != nil }
    return entries.compactMap { id, entry in entry.record.map { (id, $0) } }
      .sorted { ($0.id.type, $0.id.number) < ($1.id.type, $1.id.number) }
  }

  private func storedValues(
    of record: TypedRecord, _ id: RecordID
  ) throws(WorkspaceError) -> [Value?]? {
    // A rollback may have removed the type.
    guard store.schema.type(named: id.type) == record.type else { return nil }
    return try attempt(store.queries.values(of: id))
  }

  private func take(
    _ stored: [Value?]?, into record: TypedRecord, _ id: RecordID, ofOthers: Bool,
    _ edited: [BoundField]
  ) {
    let theirs = stored ?? record.type.properties.map { _ in nil }
    var values = theirs
    var isEdited = false
    for field in edited where field.record == id && field.interactor.holdsEditing {
      let name = field.interactor.propertyName
      guard let index = record.type.index(of: name) else { continue }
      field.interactor.changeOriginal(to: theirs[index])
      // A value that this session rolled back counts as a change by others, so that the user sees
      // it.
      let isRolledBack = !ofOthers && field.known != theirs[index]
      if !ofOthers { field.known = theirs[index] }
      guard stored != nil, !isRolledBack else { continue }
      values[index] = record[name]
      isEdited = true
    }
    if stored != nil {
      for form in interactors.editedForms {
        for change in form.interactor.changes where change.subject === record {
          guard let rows = RowChanges(change),
            let index = record.type.index(of: change.propertyName)
          else { continue }
          let merged = rows.applied(to: theirs[index])
          form.interactor.rebase(
            change.propertyName, of: record, on: theirs[index], to: merged)
          values[index] = merged
        }
      }
    }
    record.refresh(isEdited ? computed(values, of: id, record.type) : values)
  }
}

extension PropertyKind {
  package func takenOver(_ value: Value) -> Value? {
    if let value = converted(value) { return value }
    if case .list = value { return nil }
    let text = value.description
    return Int(text).flatMap { converted(.integer($0)) } ?? converted(.text(text))
  }
}

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

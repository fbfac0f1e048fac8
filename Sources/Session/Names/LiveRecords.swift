internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies

/// The records that interactors show, one object for each.
///
/// A record is kept as long as an interactor holds it; everything else is read from the store.
final class LiveRecords {
  private struct Entry {
    weak var record: Record?
  }

  private struct Way {
    weak var path: PathSubject?
  }

  /// A list of records that a form has changed, and how.
  typealias EditedList = (form: AttachedForm, change: FormChange, rows: RowChanges)

  private var entries: [RecordID: Entry] = [:]
  private var ways: [Way] = []
  private var draftCount = 0
  private let store: Store
  private let names: Bindings

  init(_ store: Store, _ names: Bindings) {
    self.store = store
    self.names = names
  }

  /// The object for a record, if an interactor has one.
  subscript(id: RecordID) -> Record? { entries[id]?.record }

  func forget(_ id: RecordID) { entries[id] = nil }

  /// Whether an interactor holds a record, as far as is known without looking.
  var isHeld: Bool { !entries.isEmpty }

  /// The types of the records that interactors hold.
  var heldTypes: Set<String> { Set(all.map(\.id.type)) }

  /// Forgets the objects for records of types that have changed, but for those that are edited; what
  /// held the others gets new ones.
  func forget(types: Set<String>, but edited: Set<RecordID>) {
    entries = entries.filter { !types.contains($0.key.type) || edited.contains($0.key) }
  }

  /// Migrates the object of an edited record to the present definition of its type.
  ///
  /// - Parameters:
  ///   - former: what its properties were called, by their names now; those that are new are missing.
  ///   - edited: the names now of the properties that keep the values they have in the session.
  ///   - lists: the lists of records that forms have changed, by their former names.
  func redefine(
    _ id: RecordID, as type: RecordType, _ former: [String: String], keeping edited: Set<String>,
    _ lists: [EditedList]
  ) throws(Diagnostic) {
    guard let record = self[id] else { return }
    let stored = id.isDraft ? nil : try attempt(store.values(of: id))
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
    for field in names.fields(of: id) where field.interactor.holdsEditing {
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
    for field in names.fields(of: id) where field.interactor.holdsEditing {
      guard let index = type.index(of: field.interactor.propertyName) else { continue }
      field.interactor.changeOriginal(to: stored[index])
      let known = field.known.flatMap { type.properties[index].kind.takenOver($0) }
      // The same value, of another kind.
      if known == stored[index] { field.known = known }
    }
  }

  /// The object for a record that interactors can hold.
  func record(_ id: RecordID, at span: SourceSpan) throws(Diagnostic) -> Record {
    if let record = self[id] { return record }
    guard let type = store.type(named: id.type),
      let values = try attempt(store.values(of: id), at: span)
    else { throw Diagnostic(.name, "there is no \(id)", at: span) }
    return make(type, id, values)
  }

  /// Makes the draft of a record that a form makes; the store has no record of its number.
  func draft(of type: RecordType, _ values: [Value?]) -> Record {
    draftCount += 1
    let id = RecordID(type.name, -draftCount)
    return make(type, id, computed(values, of: id, type))
  }

  /// The object for a record, if it is there.
  func find(_ id: RecordID) -> Record? {
    if id.isDraft { return self[id] }
    // An interactor may hold the object of a record that no longer exists.
    guard let type = store.type(named: id.type), let values = try? store.values(of: id) else {
      return nil
    }
    return self[id] ?? make(type, id, values)
  }

  /// Makes the object for a record, whose computed properties follow the others as they are edited.
  private func make(_ type: RecordType, _ id: RecordID, _ values: [Value?]) -> Record {
    let record = Record(type, number: id.number, values: values)
    if type.hasComputed {
      record.computation = { [weak self] values in self?.computed(values, of: id, type) ?? values }
    }
    entries[id] = Entry(record: record)
    return record
  }

  /// A subject that follows steps from a record on; they may lead nowhere now.
  func subject(_ root: Record, _ steps: [PathSubject.Step]) -> PathSubject {
    let path = PathSubject(root, steps) { [weak self] id in self?.find(id) }
    ways = ways.filter { $0.path != nil } + [Way(path: path)]
    return path
  }

  /// The values with those computed that follow from the others; as they are where the type is
  /// gone, with the transaction that defined it.
  private func computed(_ values: [Value?], of id: RecordID, _ type: RecordType) -> [Value?] {
    guard type.hasComputed, store.type(named: id.type) == type else { return values }
    return (try? store.computed(values, of: id)) ?? values
  }

  // MARK: Changes of the store

  /// Shows values of records that were stored.
  func show(_ changes: [(id: RecordID, values: [String: Value?])]) {
    notifyingPathsOnce { () throws(Never) in
      for (id, values) in changes {
        guard let record = self[id] else { continue }
        record.restore(values)
        for property in record.type.properties {
          guard let value = values[property.name] else { continue }
          for field in names.fields(of: id) where field.interactor.propertyName == property.name {
            field.known = value
            field.interactor.changeOriginal(to: value)
          }
        }
      }
    }
  }

  /// Refreshes the live records from the store; an edited property keeps its value, unless this
  /// session changed it in the store.
  ///
  /// - Parameter ofOthers: whether other programs have changed the store, which Return then finds.
  func refresh(ofOthers: Bool) throws(Diagnostic) {
    let edited = names.fields.filter(\.interactor.holdsEditing)
    try notifyingPathsOnce(anew: true) { () throws(Diagnostic) in
      var gone: [(id: RecordID, record: Record)] = []
      for (id, record) in all where !id.isDraft {
        // What shows it is made again.
        if let type = store.type(named: id.type), type != record.type { continue }
        if let values = try storedValues(of: record, id) {
          take(values, into: record, id, ofOthers: ofOthers, edited)
        } else {
          gone.append((id, record))
        }
      }
      // Last, so that a row is removed from its form before its record becomes empty.
      for (id, record) in gone { take(nil, into: record, id, ofOthers: ofOthers, edited) }
    }
  }

  /// Refreshes one live record with what other programs have written.
  func refresh(_ id: RecordID) throws(Diagnostic) {
    guard let record = self[id], !id.isDraft else { return }
    let edited = names.fields(of: id).filter(\.interactor.holdsEditing)
    take(try storedValues(of: record, id), into: record, id, ofOthers: true, edited)
  }

  /// Changes records, and then notifies the paths through them once.
  ///
  /// - Parameter anew: whether records may have come or gone.
  private func notifyingPathsOnce<Failure: Error>(
    anew: Bool = false, _ change: () throws(Failure) -> Void
  ) throws(Failure) {
    let paths = ways.compactMap(\.path)
    for path in paths { path.hold() }
    defer { for path in paths { path.release(anew: anew) } }
    try change()
  }

  /// All that are held, in the order of their types and numbers.
  private var all: [(id: RecordID, record: Record)] {
    entries = entries.filter { $0.value.record != nil }
    return entries.compactMap { id, entry in entry.record.map { (id, $0) } }
      .sorted { ($0.id.type, $0.id.number) < ($1.id.type, $1.id.number) }
  }

  /// The values that the store has for a live record; nil if it no longer exists.
  private func storedValues(
    of record: Record, _ id: RecordID
  ) throws(Diagnostic) -> [Value?]? {
    // A type may be gone as well, with the transaction that defined it.
    guard store.type(named: id.type) == record.type else { return nil }
    return try attempt(store.values(of: id))
  }

  private func take(
    _ stored: [Value?]?, into record: Record, _ id: RecordID, ofOthers: Bool,
    _ edited: [AttachedField]
  ) {
    let theirs = stored ?? record.type.properties.map { _ in nil }
    var values = theirs
    var isEdited = false
    for field in edited where field.record == id && field.interactor.holdsEditing {
      let name = field.interactor.propertyName
      guard let index = record.type.index(of: name) else { continue }
      field.interactor.changeOriginal(to: theirs[index])
      // A value that this session has rolled back counts as a change from elsewhere, and is shown.
      let isRolledBack = !ofOthers && field.known != theirs[index]
      if !ofOthers { field.known = theirs[index] }
      guard stored != nil, !isRolledBack else { continue }
      values[index] = record[name]
      isEdited = true
    }
    if stored != nil {
      for form in names.editedForms {
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
  /// The value of a property that was of another kind; nil where it is none of this one.
  func takenOver(_ value: Value) -> Value? {
    if let value = converted(value) { return value }
    if case .list = value { return nil }
    let text = value.description
    return Int(text).flatMap { converted(.integer($0)) } ?? converted(.text(text))
  }
}

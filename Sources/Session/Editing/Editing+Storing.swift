internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies

/// What an editing has made of a property, on its way to the store.
extension Editing {
  /// Stores what an editing has made of a property, as Return does.
  ///
  /// A value that another program has written meanwhile refuses this once. What else is edited of
  /// the record ends before, as it does before any command that changes the record.
  func store(_ value: Value?, of field: AttachedField) throws(Diagnostic) {
    // A record that is not there yet is stored by the form that makes it.
    if field.record.isDraft { return }
    field.isStoring = true
    defer { field.isStoring = false }
    // A place of a list is stored with the list.
    let value = field.chosenPlace.map { .list($0.list.records.map(Value.reference)) } ?? value
    if value == field.known,
      try attempt(stored(field.interactor.propertyName, of: field.record)) == value
    {
      return
    }
    try endEditings(of: field.record)
    // The comparison and the change are one transaction: nobody writes between them.
    let theirs: Value? = try runner.run(as: field.typing) { () throws(Diagnostic) in
      try transactions.change(exchange(value, of: field), readsItself: true)
    }
    guard theirs != field.known, theirs != value else {
      field.known = value
      return
    }
    let change = try takeNote(of: theirs, for: field)
    throw Diagnostic(.conflict, "\(change) meanwhile: Return keeps yours, Esc takes theirs")
  }

  /// Notes what another program has written while a field was edited, and says what that is.
  func takeNote(of theirs: Value?, for field: AttachedField) throws(Diagnostic) -> String {
    field.known = theirs
    // What a place of a list had is not what the list has.
    if field.chosenPlace == nil { field.interactor.changeOriginal(to: theirs) }
    return try words(of: theirs, for: field.interactor.property, of: field.record)
  }

  /// Says to what another program has set a property.
  func words(
    of theirs: Value?, for property: Property?, of id: RecordID
  ) throws(Diagnostic) -> String {
    let by = try property.flatMap { property throws(Diagnostic) in
      try attempt(store.history(of: .property(id, property.name), HistoryRange(limit: 1)).last)
    }
    return "set to \(theirs?.literal(of: property) ?? "nil")" + (by.map { " by \($0.actor)" } ?? "")
  }

  /// Says that a record is gone, by whom and when as far as the history tells.
  func isGone(_ id: RecordID) -> Diagnostic {
    let newest = try? store.history(of: .record(id), HistoryRange(limit: 1)).last
    guard !id.isDraft, let newest, newest.event == .delete else {
      return Diagnostic(.name, "there is no \(id)")
    }
    return Diagnostic(
      .name,
      "\(id) was deleted by \(newest.actor) at \(Instant(milliseconds: newest.at))")
  }

  /// Writes a value if the store has the one that the field knows of, and returns what it has had.
  private func exchange(_ value: Value?, of field: AttachedField) throws(StoreError) -> Value? {
    let name = field.interactor.propertyName
    let theirs = try stored(name, of: field.record)
    if theirs == field.known || theirs == value {
      try store.update(field.record, [name: value])
    }
    return theirs
  }

  /// The value of a property in the store, whatever an editing has made of it.
  func stored(_ name: String, of id: RecordID) throws(StoreError) -> Value? {
    let type = store.type(named: id.type)
    guard let type, let values = try store.values(of: id) else {
      throw StoreError(.name, "there is no \(id)")
    }
    guard let index = type.index(of: name) else {
      throw StoreError(.name, "\(type.name.asName) has no \"\(name)\" any more")
    }
    return values[index]
  }
}

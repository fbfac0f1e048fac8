internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies

extension Editing {
  /// Stores the edit of a property, like Return.
  ///
  /// Refuses once if another program has changed the value in the meantime. Other edits of the
  /// record end first, as before any command that changes the record.
  func store(_ value: Value?, of field: BoundField) throws(Diagnostic) {
    // A draft is stored by its form.
    if field.record.isDraft { return }
    field.isStoring = true
    defer { field.isStoring = false }
    // A place of a list is stored with the whole list.
    let value = field.chosenPlace.map { .list($0.list.records.map(Value.reference)) } ?? value
    if value == field.known,
      try attempt(stored(field.interactor.propertyName, of: field.record)) == value
    {
      return
    }
    try endEditings(of: field.record)
    // Comparison and change are one transaction, so that no other program writes in between.
    let theirs: Value? = try runner.run(as: field.typing) { () throws(Diagnostic) in
      try transactions.change(readsItself: true) { tx throws(StoreError) in
        try exchange(value, of: field, by: tx)
      }
    }
    guard theirs != field.known, theirs != value else {
      field.known = value
      return
    }
    let change = try takeNote(of: theirs, for: field)
    throw Diagnostic(.conflict, "\(change) meanwhile: Return keeps yours, Esc takes theirs")
  }

  /// Marks a change by another program as seen, and describes it.
  func takeNote(of theirs: Value?, for field: BoundField) throws(Diagnostic) -> String {
    field.known = theirs
    // The field edits one item, but `theirs` is the whole list.
    if field.chosenPlace == nil { field.interactor.changeOriginal(to: theirs) }
    return try words(of: theirs, for: field.interactor.property, of: field.record)
  }

  /// Describes the value that another program has set, and its author.
  func words(
    of theirs: Value?, for property: Property?, of id: RecordID
  ) throws(Diagnostic) -> String {
    let by = try property.flatMap { property throws(Diagnostic) in
      try attempt(
        store.history.changes(of: .property(id, property.name), HistoryRange(limit: 1)).last)
    }
    return "set to \(theirs?.literal(of: property) ?? "nil")" + (by.map { " by \($0.actor)" } ?? "")
  }

  /// The error that a record was deleted, with author and time if the history has them.
  func isGone(_ id: RecordID) -> Diagnostic {
    let newest = try? store.history.changes(of: .record(id), HistoryRange(limit: 1)).last
    guard !id.isDraft, let newest, newest.event == .delete else {
      return Diagnostic(.name, "there is no \(id)")
    }
    return Diagnostic(
      .name,
      "\(id) was deleted by \(newest.actor) at \(Instant(milliseconds: newest.at))")
  }

  /// Writes a value if the user has seen the stored one; returns the former stored value.
  private func exchange(
    _ value: Value?, of field: BoundField, by tx: borrowing WriteTransaction
  ) throws(StoreError) -> Value? {
    let name = field.interactor.propertyName
    let theirs = try stored(name, of: field.record)
    if theirs == field.known || theirs == value {
      try tx.update(field.record, [name: value])
    }
    return theirs
  }

  /// The stored value of a property, without edits in progress.
  func stored(_ name: String, of id: RecordID) throws(StoreError) -> Value? {
    let type = store.schema.type(named: id.type)
    guard let type, let values = try store.queries.values(of: id) else {
      throw StoreError(.name, "there is no \(id)")
    }
    guard let index = type.index(of: name) else {
      throw StoreError(.name, "\(type.name.asName) has no \"\(name)\" any more")
    }
    return values[index]
  }
}

internal import Interactors
internal import RecordStore
package import Records
internal import Replies

extension Editing {
  /// Stores an edited value. If another program has changed the stored value, throws the first time
  /// and overwrites it the next time.
  ///
  /// Other edits of the record end first, as before every command that changes the record.
  package func store(_ value: Value?, of field: BoundField) throws(WorkspaceError) {
    // The form of a draft stores its values.
    if field.record.isDraft { return }
    field.isStoring = true
    defer { field.isStoring = false }
    // A choice in a list is stored with its whole list.
    let value = field.chosenPlace.map { .list($0.list.records.map(Value.reference)) } ?? value
    if value == field.known,
      try attempt(workspace.reader.stored(field.interactor.propertyName, of: field.record)) == value
    {
      return
    }
    try endEditings(of: field.record)
    // Read it now, because a handler may refresh the field.
    let known = field.known
    // Compare and write in one transaction, so that no other program writes in between.
    let theirs = try change(for: field.typing) { tx throws(StoreError) in
      try exchange(value, of: field, by: tx)
    }
    guard theirs != known, theirs != value else {
      field.known = value
      return
    }
    throw .changedMeanwhile([try takeNote(of: theirs, for: field)])
  }

  /// Marks a change by another program as seen, and describes it.
  package func takeNote(of theirs: Value?, for field: BoundField) throws(WorkspaceError) -> String {
    field.known = theirs
    // The field of a choice edits one item, but `theirs` is the whole list.
    if field.chosenPlace == nil { field.interactor.changeOriginal(to: theirs) }
    return try words(of: theirs, for: field.interactor.property, of: field.record)
  }

  package func words(
    of theirs: Value?, for property: Property?, of id: RecordID
  ) throws(WorkspaceError) -> String {
    let by = try property.flatMap { property throws(WorkspaceError) in
      try attempt(
        workspace.store.history.changes(of: .property(id, property.name), HistoryRange(limit: 1))
          .last)
    }
    return "set to \(theirs?.literal(of: property) ?? "nil")" + (by.map { " by \($0.actor)" } ?? "")
  }

  package func isGone(_ id: RecordID) -> WorkspaceError {
    let newest = try? workspace.store.history.changes(of: .record(id), HistoryRange(limit: 1)).last
    guard !id.isDraft, let newest, newest.event == .delete else {
      return .noRecord(id)
    }
    return .deleted(id, by: newest.actor, at: Instant(milliseconds: newest.at))
  }

  private func exchange(
    _ value: Value?, of field: BoundField, by tx: borrowing WriteTransaction
  ) throws(StoreError) -> Value? {
    let name = field.interactor.propertyName
    let theirs = try workspace.reader.stored(name, of: field.record)
    if theirs == field.known || theirs == value {
      try tx.update(field.record, [name: value])
    }
    return theirs
  }

  package func session(
    into target: BoundInteractor, isTraced: Bool = false
  ) throws(WorkspaceError) -> EditingSession {
    switch target {
    case let field as BoundField:
      try field.checkIsOn()
      let obstacle = obstacle(to: field, in: nil)
      if obstacle == nil { try prepare(field) }
      return EditingSession(into: field, blockedBy: obstacle, self, isTraced: isTraced)
    case let form as BoundForm:
      let loss = try takeLoss(of: form)
      let field = try firstField(of: form)
      let obstacle = obstacle(to: field, in: form)
      if obstacle == nil { try enter(form, in: field) }
      return EditingSession(
        into: form, beginningIn: field, blockedBy: obstacle, after: loss, self,
        isTraced: isTraced)
    default:
      throw .takesNoKeys(target.name, kind: target.kind)
    }
  }

  package func finish(_ session: EditingSession) throws(WorkspaceError) {
    try takeOver(session.field)
    if let result = session.result, !session.isQuiet { workspace.say(.typed(result)) }
    if let form = session.form ?? session.endedForm { settle(form) }
    (session.field.parent as? BoundChoices)?.settle()
    if let refusal = session.refusal { throw .returnRefused(refusal) }
  }
}

package struct StoredForm {
  /// The maximum number of values listed per record, and of records listed.
  private static let most = 8
  /// The maximum length of a value, in characters.
  private static let longestValue = 40

  package var changes: [RecordChange] = []
  /// The created records; the form's own record is first.
  package var made: [RecordID] = []
  package var removed: [RecordID] = []

  /// A summary, for example `Member/12 changed: born 1968-07-03, fee Adult`; nil if nothing was
  /// stored.
  package func words(by reader: RecordReader) throws(WorkspaceError) -> String? {
    var parts: [String] = []
    for change in changes {
      try parts.append("\(change.id) changed: \(words(of: change.differences, by: reader))")
    }
    for id in made {
      let values = try words(of: firstValues(of: id, by: reader), by: reader)
      parts.append("\(id) created" + (values.isEmpty ? "" : ": \(values)"))
    }
    if !removed.isEmpty { parts.append("\(Self.limited(removed.map(\.description))) deleted") }
    return parts.isEmpty ? nil : Self.limited(parts, by: "; ")
  }

  private func firstValues(
    of id: RecordID, by reader: RecordReader
  ) throws(WorkspaceError) -> [RecordChange.Difference] {
    guard let type = reader.store.schema.type(named: id.type),
      let values = try attempt(reader.store.queries.values(of: id))
    else { return [] }
    return zip(type.properties, values).compactMap { property, value in
      property.isComputed || value == nil || value == property.defaultValue || value == .list([])
        ? nil : RecordChange.Difference(property: property, old: nil, new: value)
    }
  }

  private func words(
    of differences: [RecordChange.Difference], by reader: RecordReader
  ) throws(WorkspaceError) -> String {
    Self.limited(
      try differences.map { (difference) throws(WorkspaceError) in
        let value = try reader.shown(difference.new, of: difference.property.kind)
        let shown = Datum(value, of: difference.property)
        let text = shown.plainText.shortened(to: Self.longestValue)
        return "\(difference.property.name.asName) \(text)"
      })
  }

  private static func limited(_ words: [String], by separator: String = ", ") -> String {
    let left = words.count - most
    return words.prefix(most).joined(separator: separator) + (left > 0 ? " and \(left) more" : "")
  }
}

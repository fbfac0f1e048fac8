internal import Interactors
package import RecordStore
package import Records

extension Editing {
  package func list(
    forRowAfter field: BoundField, of form: BoundForm
  ) throws(WorkspaceError) -> BoundList? {
    guard let list = field.row?.list ?? form.lists.first else { return nil }
    if let id = list.interactor.subject?.recordID {
      try checkIsFinished(list.interactor.propertyName, of: id, in: form.editedForm)
    }
    return list
  }

  package func addRow(
    to list: BoundList, of form: BoundForm, after field: BoundField?
  ) throws(WorkspaceError) {
    let row = field?.row
    guard let owner = list.interactor.subject,
      case .records(let item)? = list.interactor.property?.kind,
      let type = workspace.store.schema.type(named: item)
    else { return }
    let place = (owner as? TypedRecord).flatMap { owner in
      owner.number.map {
        Store.ListPlace(RecordID(owner.type.name, $0), list.interactor.propertyName)
      }
    }
    let record = workspace.live.draft(
      of: type, try attemptValue(type.draftValues([:], at: workspace.reader.present)),
      omitting: type.omittedDefaults([:]), in: place)
    guard let number = record.number else { return }
    let draft = RecordID(item, number)
    var records = RowChanges.records(list.interactor.value)
    records.insert(
      draft, at: row.map { RowChanges.place(after: $0.form.record, in: records) } ?? records.count)
    form.interactor.set(
      list.interactor.propertyName, of: owner, to: .list(records.map(Value.reference)))
    if let first = list.rows.first(where: { $0.record == draft })?.fields.first {
      try prepare(first, in: form)
      form.interactor.focus(on: first.interactor)
    }
  }

  func blankRow(of form: BoundForm) -> BoundForm? {
    guard let row = form.blankRow, row.parent != nil,
      !row.fields.contains(where: { $0.interactor.hasEdits || $0.interactor.mark != nil }),
      !form.interactor.changes.contains(where: { $0.concerns(row.record) })
    else { return nil }
    return row
  }

  func dropBlankRow(of form: BoundForm) throws(WorkspaceError) {
    if let field = blankRow(of: form)?.fields.first { _ = try removeRow(of: field, from: form) }
    form.blankRow = nil
  }

  package func removeRow(
    of field: BoundField, from form: BoundForm
  ) throws(WorkspaceError) -> Bool {
    guard let row = field.row, let owner = row.list.interactor.subject else { return false }
    if let id = owner.recordID {
      try checkIsFinished(row.list.interactor.propertyName, of: id, in: form.editedForm)
    }
    // Detect every reason to reject the key before changing anything.
    let next = form.interactor.focusedField(without: row.form.fields.map(\.interactor))
    if let next = next.flatMap(form.field) { try prepare(next, in: form) }
    valuesAtRemoval[row.form.record] = try storedValues(of: row.form)
    for inner in row.form.formsOfRows {
      for field in inner.ownFields { field.interactor.cancel(inForm: true) }
      form.interactor.takeBack(inner.interactor.subject)
    }
    let records = RowChanges.records(row.list.interactor.value).filter { $0 != row.form.record }
    form.interactor.set(
      row.list.interactor.propertyName, of: owner, to: .list(records.map(Value.reference)))
    form.interactor.settleFocus { _ in }
    return true
  }

  /// If the row's record was deleted, the end of the form reports the lost edits.
  package func rowWillGo(_ row: BoundForm) {
    // Only the form itself removes the row of a draft.
    guard !row.record.isDraft else { return }
    let touched = row.ownFields.filter(\.interactor.holdsEditing)
    guard let form = row.editedForm, (try? workspace.reader.exists(row.record)) == false else {
      for field in touched { cancelEditing(of: field) }
      return
    }
    if touched.contains(where: { $0.interactor.hasEdits || !$0.interactor.isEditing }) {
      form.lostRows.append(row.record)
    }
    for field in touched { field.interactor.cancel(inForm: true) }
  }

  package func takeLostRows(of form: BoundForm) -> WorkspaceError? {
    guard let form = form.editedForm, !form.lostRows.isEmpty else { return nil }
    defer { form.lostRows = [] }
    return .lostRows(form.lostRows.map(isGone))
  }

  /// Moves the focus if the focused field was lost; returns why, or nil if no property was dropped
  /// and no record deleted.
  package func takeLoss(of form: BoundForm) throws(WorkspaceError) -> WorkspaceError? {
    if let loss = form.loss {
      form.loss = nil
      try settleFocus(of: form)
      return loss
    }
    guard let lost = form.interactor.lostField else { return nil }
    try settleFocus(of: form)
    guard let id = lost.subject?.recordID, try !workspace.reader.exists(id) else { return nil }
    return isGone(id)
  }

  private func settleFocus(of form: BoundForm) throws(WorkspaceError) {
    try form.interactor.settleFocus { (next: TextFieldInteractor) throws(WorkspaceError) in
      if let next = form.field(of: next) { try prepare(next, in: form) }
    }
  }

  /// A property of a removed row that another program changed later.
  package struct LostChange {
    package var row: RecordID
    package var record: RecordID
    package var property: Property
    package var theirs: Value?
  }

  /// The stored values of a row and its inner rows, as the user has seen them.
  private func storedValues(
    of row: BoundForm
  ) throws(WorkspaceError) -> [RecordID: [Value?]] {
    var found: [RecordID: [Value?]] = [:]
    for form in row.formsOfRows where !form.record.isDraft {
      guard let type = workspace.store.schema.type(named: form.record.type),
        var values = try attempt(workspace.store.queries.values(of: form.record))
      else { continue }
      for case let field as BoundField in form.parts where field.interactor.holdsEditing {
        if let index = type.index(of: field.interactor.propertyName) { values[index] = field.known }
      }
      found[form.record] = values
    }
    return found
  }

  package func changesLost(with rows: [RecordID]) throws(StoreError) -> [LostChange] {
    var lost: [LostChange] = []
    for row in rows {
      let known = valuesAtRemoval[row] ?? [:]
      for id in known.keys.sorted(by: { ($0.type, $0.number) < ($1.type, $1.number) }) {
        guard let before = known[id], let type = workspace.store.schema.type(named: id.type),
          let theirs = try workspace.store.queries.values(of: id)
        else { continue }
        for (index, property) in type.properties.enumerated()
        where !property.isComputed && theirs[index] != before[index] {
          lost.append(
            LostChange(row: row, record: id, property: property, theirs: theirs[index]))
        }
      }
    }
    return lost
  }

  /// Marks the changes as seen, and describes them.
  package func takeNote(of changes: [LostChange]) throws(WorkspaceError) -> [String] {
    var said: [String] = []
    for change in changes {
      let name = change.property.name
      if let index = workspace.store.schema.type(named: change.record.type)?.index(of: name) {
        valuesAtRemoval[change.row]?[change.record]?[index] = change.theirs
      }
      let words = try words(of: change.theirs, for: change.property, of: change.record)
      said.append("\(name) of \(change.record), which the form removes, was \(words)")
    }
    return said
  }
}

extension BoundInteractor {
  package var row: (form: BoundForm, list: BoundList)? {
    var inner: BoundInteractor = self
    while let outer = inner.parent {
      if let list = outer as? BoundList, let form = inner as? BoundForm {
        return (form, list)
      }
      inner = outer
    }
    return nil
  }
}

extension PropertySubject {
  package var recordID: RecordID? {
    guard let record = self as? TypedRecord, let number = record.number else { return nil }
    return RecordID(record.type.name, number)
  }
}

extension BoundForm {
  enum Stop {
    case field(BoundField)
    /// The position below the last row of a list, for a new row.
    case end(BoundList)
  }

  /// The position that Tab, Down or Return reaches from a field; nil after the last one. No key adds
  /// a blank row after a blank row.
  ///
  /// - Parameter isLeft: Whether the key skips the other fields of the blank row.
  func stop(after field: BoundField, inBlank row: BoundForm?, isLeft: Bool) -> Stop? {
    let stops = (parts + nestedParts).flatMap { part in
      part.fields.filter(\.isActive).map(Stop.field)
        + ((part as? BoundList).map { [.end($0)] } ?? [])
    }
    let start = stops.lastIndex { stop in
      guard case .field(let other) = stop else { return false }
      return other === field || isLeft && row != nil && other.row?.form === row
    }
    guard let start else { return nil }
    return stops[(start + 1)...].first { stop in
      if case .end(let list) = stop {
        list.isActive && (row == nil || list !== field.row?.list)
      } else {
        true
      }
    }
  }

  fileprivate var lists: [BoundList] { parts.compactMap { $0 as? BoundList } }

  fileprivate var formsOfRows: [BoundForm] {
    [self] + lists.flatMap(\.rows).flatMap(\.formsOfRows)
  }
}

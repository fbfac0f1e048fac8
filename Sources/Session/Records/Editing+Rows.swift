internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records

/// The rows that a person makes and takes out while a form is edited.
extension Editing {
  /// Makes a row after the one of a field, or after the last, and gives it the focus; false if the
  /// form has no list with rows.
  func addRow(
    to form: AttachedForm, after field: AttachedField, at span: SourceSpan
  ) throws(Diagnostic) -> Bool {
    let row = field.row
    guard let list = row?.list ?? form.lists.first, let owner = list.interactor.subject,
      case .records(let item)? = list.interactor.property?.kind, let type = store.type(named: item)
    else { return false }
    if let id = owner.recordID {
      try checkIsFinished(list.interactor.propertyName, of: id, in: form.editedForm)
    }
    let record: Record
    do {
      record = live.draft(of: type, try type.draftValues([:], at: resolver.present))
    } catch {
      throw Diagnostic(error, at: span)
    }
    guard let number = record.number else { return false }
    let draft = RecordID(item, number)
    var records = RowChanges.records(list.interactor.value)
    records.insert(
      draft, at: row.map { RowChanges.place(after: $0.form.record, in: records) } ?? records.count)
    form.interactor.set(
      list.interactor.propertyName, of: owner, to: .list(records.map(Value.reference)))
    if let first = list.rows.first(where: { $0.record == draft })?.fields.first {
      try prepare(first, at: span)
      form.interactor.focus(on: first.interactor)
    }
    return true
  }

  /// Takes out the row of a field, with what was edited in it; false if the field is in none.
  func removeRow(
    of field: AttachedField, from form: AttachedForm, at span: SourceSpan
  ) throws(Diagnostic) -> Bool {
    guard let row = field.row, let owner = row.list.interactor.subject else { return false }
    if let id = owner.recordID {
      try checkIsFinished(row.list.interactor.propertyName, of: id, in: form.editedForm)
    }
    for field in row.form.fields { field.interactor.takeBackEditing() }
    let records = RowChanges.records(row.list.interactor.value).filter { $0 != row.form.record }
    form.interactor.set(
      row.list.interactor.propertyName, of: owner, to: .list(records.map(Value.reference)))
    try form.interactor.settleFocus { next throws(Diagnostic) in
      if let next = form.field(of: next) { try prepare(next, at: span) }
    }
    return true
  }
}

extension AttachedInteractor {
  /// The row of a list that it is in, the innermost one.
  var row: (form: AttachedForm, list: AttachedList)? {
    var inner: AttachedInteractor = self
    while let outer = inner.parent {
      if let list = outer as? AttachedList, let form = inner as? AttachedForm {
        return (form, list)
      }
      inner = outer
    }
    return nil
  }
}

extension Subject {
  /// The record that it is.
  fileprivate var recordID: RecordID? {
    guard let record = self as? Record, let number = record.number else { return nil }
    return RecordID(record.type.name, number)
  }
}

extension AttachedForm {
  /// Its lists that have rows.
  fileprivate var lists: [AttachedList] { parts.compactMap { $0 as? AttachedList } }
}

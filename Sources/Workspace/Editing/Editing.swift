internal import Interactors
package import RecordStore
package import Records
internal import Replies
internal import Validation

/// Edits records, for commands and for keys in fields and forms.
///
/// A command first ends the edits of the records that it changes, like Return.
package final class Editing {
  package var pasteboard = ""
  package private(set) var rejectedKeys = 0
  /// The values of each row removed by an unfinished form and of its inner rows, as last seen by
  /// the user.
  package var valuesAtRemoval: [RecordID: [RecordID: [Value?]]] = [:]
  package unowned let workspace: Workspace
  private let choices: ReferenceChoices

  init(_ workspace: Workspace) {
    self.workspace = workspace
    choices = ReferenceChoices(workspace.store)
  }

  package func create(
    _ type: RecordType, _ given: [String: Value?], number: Int? = nil,
    in list: Store.ListPlace? = nil
  ) throws(WorkspaceError) -> RecordID {
    let values = try initialValues(of: type, given)
    let omitted = type.omittedDefaults(given)
    var made = 0
    if let list {
      made = try change { tx throws(StoreError) in
        try tx.create(type.name, values, omitting: omitted, in: list, number: number)
      }
    } else {
      try changeOne { tx throws(StoreError) in
        made = try tx.create(type.name, values, omitting: omitted, number: number)
      }
    }
    return RecordID(type.name, made)
  }

  package func recreate(
    _ id: RecordID, of type: RecordType, _ given: [String: Value?]
  ) throws(WorkspaceError) {
    let values = try initialValues(of: type, given)
    let omitted = type.omittedDefaults(given)
    try changeOne { tx throws(StoreError) in
      try tx.recreate(id, values, omitting: omitted)
    }
  }

  private func initialValues(
    of type: RecordType, _ given: [String: Value?]
  ) throws(WorkspaceError) -> [Value?] {
    try attemptValue(type.initialValues(given, at: workspace.reader.present))
  }

  private func change<Result>(
    _ body: (borrowing WriteTransaction) throws(StoreError) -> Result
  ) throws(WorkspaceError) -> Result {
    try change(for: workspace.host.command, readsItself: false, body)
  }

  /// Changes records; `readsItself` means that the body itself reads all data that it depends on.
  func change<Result>(
    for command: AnyObject?, readsItself: Bool = true,
    _ body: (borrowing WriteTransaction) throws(StoreError) -> Result
  ) throws(WorkspaceError) -> Result {
    try workspace.host.change(for: command, readsItself: readsItself, body)
  }

  private func changeOne(
    _ body: (borrowing WriteTransaction) throws(StoreError) -> Void
  ) throws(WorkspaceError) {
    try workspace.host.changeOne(body)
  }

  package func assign(_ values: [String: Value?], to id: RecordID) throws(WorkspaceError) {
    if id.isDraft { return try pass(values, into: id) }
    for name in values.keys { try checkIsChosen(name, of: id) }
    try endEditings(of: id)
    try changeOne { tx throws(StoreError) in try tx.update(id, values) }
    workspace.live.show([(id, values)])
  }

  package func assign(
    _ value: Value?, to property: String, of id: RecordID
  ) throws(WorkspaceError) {
    if id.isDraft { return try pass([property: value], into: id) }
    try checkIsChosen(property, of: id)
    try endEditings(of: id, except: property)
    try changeOne { tx throws(StoreError) in try tx.update(id, property, to: value) }
    if workspace.live[id] != nil { workspace.live.show([(id, [property: value])]) }
  }

  /// Ends the edits of a record like Return; throws if a value is incomplete. Forms stay open.
  ///
  /// The edit of `property` continues, because the command changes its value.
  package func endEditings(of id: RecordID, except property: String? = nil) throws(WorkspaceError) {
    for field in workspace.interactors.fields(of: id) where field.interactor.isEditing {
      guard field.interactor.propertyName != property, field.editedForm == nil else { continue }
      if !field.isStoring { try endEditing(of: field) }
    }
  }

  package func finishEditings(of id: RecordID?) throws(WorkspaceError) {
    if let form = unfinishedForm(of: id) { throw form.isUnfinished }
    for field in workspace.interactors.fields where field.interactor.isEditing {
      if id == nil || field.record == id { try endEditing(of: field) }
    }
  }

  package func endEditings(in interactor: BoundInteractor) throws(WorkspaceError) {
    if let form = interactor.editedForm, form.interactor.hasEdits { throw form.isUnfinished }
    for field in interactor.fields where field.interactor.isEditing { try endEditing(of: field) }
  }

  /// The edits of `property` continue, because the command changes its values.
  package func endEditings(
    of type: RecordType, where condition: CompiledExpression, _ parameters: [Value?],
    except property: String? = nil
  ) throws(WorkspaceError) {
    var hasEnded = false
    for field in workspace.interactors.fields
    where field.interactor.holdsEditing && field.record.type == type.name {
      if field.interactor.propertyName == property { continue }
      guard try workspace.reader.exists(field.record) else { continue }
      let holds = try attempt(
        workspace.store.queries.evaluate(condition, parameters, on: field.record))
      guard holds.isTrue else { continue }
      if let form = field.editedForm { throw form.isUnfinished }
      try endEditing(of: field)
      hasEnded = true
    }
    // The stored values may make the condition true for other records.
    if hasEnded { try endEditings(of: type, where: condition, parameters, except: property) }
  }

  package func endEditing(of field: BoundField) throws(WorkspaceError) {
    // If the property was dropped, the text cannot be stored.
    if field.loss != nil { return }
    guard case .refused(let violation) = field.interactor.end(.byProgram) else { return }
    let kind = (violation.cause as? WorkspaceError)?.diagnostic.kind ?? .refused
    throw .openEdit(.incomplete(field.name, kind, violation.message))
  }

  package func endIfLost(_ field: BoundField) -> WorkspaceError? {
    guard let loss = field.loss else { return nil }
    field.interactor.cancel()
    workspace.host.remove(field)
    return loss
  }

  /// Discards the edit, including a value kept by a form; warns if there were edits.
  package func cancelEditing(of field: BoundField) {
    if field.interactor.hasEdits || !field.interactor.isEditing {
      workspace.say(
        .warning(
          "the edit of \(field.name) was discarded, because it was not accepted with <Return>"))
    }
    field.interactor.cancel(inForm: true)
  }

  package func firstField(of form: BoundForm) throws(WorkspaceError) -> BoundField {
    try form.checkIsOn()
    let interactor = form.interactor
    if form.made != nil { throw .formHasEnded(form.name) }
    try deactivateNestedOnDeletedRecords(of: form)
    guard let field = (interactor.focusedField ?? interactor.firstField).flatMap(form.field) else {
      throw .noFieldTakesKeys(form.name)
    }
    return field
  }

  package func enter(_ form: BoundForm, in field: BoundField) throws(WorkspaceError) {
    try prepare(field, in: form)
    let isBeginning = form.interactor.focusedField == nil
    if isBeginning { form.lostRows = [] }
    for field in form.fields
    where isBeginning && field.isActive && !field.interactor.holdsEditing && !field.record.isDraft {
      field.known = try attempt(
        workspace.reader.stored(field.interactor.propertyName, of: field.record))
    }
    form.interactor.focus(on: field.interactor)
  }

  package func noteKey(isRejected: Bool) {
    if isRejected { rejectedKeys += 1 }
    workspace.labels.update()
  }

  /// Shows changes by other programs that were hidden during editing.
  package func takeOver(_ field: BoundField) throws(WorkspaceError) {
    if !field.interactor.isEditing { try workspace.live.refresh(field.record) }
  }

  /// The reason why only `<Esc>` is accepted: another unfinished form edits the property or has
  /// changed it.
  package func obstacle(to field: BoundField, in form: BoundForm?) -> WorkspaceError? {
    let own = form?.fields ?? []
    for other in others(of: field) where other.interactor.holdsEditing {
      guard let holder = other.editedForm, holder !== field.editedForm,
        !own.contains(where: { $0 === other })
      else { continue }
      return holder.isUnfinished
    }
    return nil
  }

  private func others(of field: BoundField) -> [BoundField] {
    workspace.interactors.fields.filter {
      $0 !== field && $0.record == field.record
        && $0.interactor.propertyName == field.interactor.propertyName
        && ($0.chosenPlace == nil || $0.parent !== field.parent)
    }
  }

  /// Throws if the field cannot be edited, and ends other edits of the property.
  package func prepare(
    _ field: BoundField, in form: BoundForm? = nil
  ) throws(WorkspaceError) {
    if let loss = endIfLost(field) { throw loss }
    try follow(field)
    guard try workspace.reader.exists(field.record) else {
      field.interactor.cancel()
      if let form = field.editedForm, form.record == field.record { cancelEditing(of: form) }
      try workspace.refresh()
      throw isGone(field.record)
    }
    if let obstacle = obstacle(to: field, in: form) { throw obstacle }
    let others = others(of: field)
    for other in others { try endEditing(of: other) }
    // Clear a choice whose record was deleted, because its key would not show the deletion.
    if let place = field.chosenPlace, let chosen = place.chosen,
      try !workspace.reader.exists(chosen)
    {
      place.restore(field.interactor.propertyName, to: nil)
    }
    if !field.interactor.holdsEditing, !field.record.isDraft {
      field.known = try attempt(
        workspace.reader.stored(field.interactor.propertyName, of: field.record))
      for other in others { other.known = field.known }
    }
    field.typing = workspace.host.command
  }

  /// Brings a field up to date: the candidates of a reference, and in an idle field the record at
  /// the end of the path, the symbols and the current date.
  package func follow(_ field: BoundField) throws(WorkspaceError) {
    if let path = field.path, !path.isPlain, !field.interactor.isEditing {
      let place = try property(path)
      if place.record != field.record {
        let limits = try limits(of: place.property, field.options)
        field.attach(
          to: try workspace.live.record(place.record), place.property.name, as: path,
          of: place.record, limits)
        return workspace.interactors.noteMove()
      }
    }
    let isReference = if case .reference? = field.interactor.property?.kind { true } else { false }
    // The number symbols must not change during editing.
    let isStale =
      !field.interactor.isEditing
      && field.interactor.format.notation.symbols != field.options.symbols
    // The current date may have changed.
    let isDate = !field.interactor.isEditing && field.interactor.property?.kind == .date
    if isReference || isStale || isDate { try limit(field) }
  }

  package func property(_ path: RecordPath) throws(WorkspaceError) -> PropertyPlace {
    let place = try workspace.reader.place(path)
    if place.index != nil { throw .isItem(path.text) }
    if let form = workspace.interactors.form(making: place.record) { throw form.isUnfinished }
    return place
  }

  package func prepareForms(of type: RecordType) { choices.prepare(type) }

  package func limits(
    of property: Property, _ options: FieldOptions
  ) throws(WorkspaceError) -> FieldLimits {
    if case .reference(let type) = property.kind {
      let keys = try attempt(choices.keys(of: type))
      return FieldLimits(format: FieldFormat(references: keys), references: keys)
    }
    let today = property.kind == .date ? try workspace.reader.knownPresent().today : nil
    return FieldLimits(format: try options.format(property, today: today))
  }

  package func limit(_ field: BoundField) throws(WorkspaceError) {
    guard let property = field.interactor.property else { return }
    let limits = try limits(of: property, field.options)
    if let references = limits.references,
      references.index === field.interactor.references?.index
    {
      return
    }
    field.interactor.limit(limits)
  }
}

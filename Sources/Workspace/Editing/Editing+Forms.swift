package import Interactors
internal import RecordStore
package import Records
internal import Replies

extension Editing {
  package var unfinished: BoundInteractor? {
    if let form = workspace.interactors.editedForms.first(where: \.interactor.hasEdits) {
      return form
    }
    return workspace.interactors.fields.first { $0.editedForm == nil && $0.interactor.hasEdits }
  }

  package func unfinishedForm(of id: RecordID?) -> BoundForm? {
    workspace.interactors.editedForms.first { form in
      guard form.interactor.hasEdits, !form.isStoring else { return false }
      guard let id else { return true }
      return form.interactor.changes.contains { $0.concerns(id) }
        || form.fields.contains { $0.record == id && $0.interactor.isEditing }
    }
  }

  /// Throws if a form other than `form` has unstored changes of the list; without `form`, also if a
  /// form is creating the owner.
  package func checkIsFinished(
    _ list: String, of owner: RecordID, in form: BoundForm? = nil
  ) throws(WorkspaceError) {
    if form == nil, let form = workspace.interactors.form(making: owner) { throw form.isUnfinished }
    for other in workspace.interactors.editedForms where other !== form {
      for change in other.interactor.changes
      where change.propertyName == list && change.concerns(owner) { throw other.isUnfinished }
    }
  }

  /// Throws if the user's choice of records for a referring list is not stored yet.
  package func checkIsChosen(_ list: String, of owner: RecordID) throws(WorkspaceError) {
    let places = workspace.interactors.fields(of: owner).filter { field in
      field.interactor.propertyName == list && field.chosenPlace != nil
    }
    guard !places.isEmpty else { return }
    try checkIsFinished(list, of: owner)
    if let field = places.first(where: { $0.interactor.hasEdits && $0.editedForm == nil }) {
      throw .openEdit(.unstoredChoice(field.name))
    }
  }

  package func cancelEditings() {
    for form in workspace.interactors.drafts { cancelEditing(of: form) }
    for form in workspace.interactors.editedForms { cancelEditing(of: form) }
    for field in workspace.interactors.fields where field.interactor.isEditing {
      cancelEditing(of: field)
    }
  }

  /// Warns about discarded edits; throws for a part of an unfinished form.
  package func cancelEditing(in interactor: BoundInteractor) throws(WorkspaceError) {
    if let form = interactor.editedForm {
      guard form === interactor || !form.interactor.hasEdits else { throw form.isUnfinished }
      cancelEditing(of: form)
    }
    for field in interactor.ownFields where field.interactor.isEditing { cancelEditing(of: field) }
  }

  package func cancelEditing(of form: BoundForm) {
    if form.interactor.hasEdits || form.record.isDraft {
      let loss =
        form.record.isDraft ? "no \(form.record.type) was created" : "its changes were discarded"
      workspace.say(.warning("the form \(form.name) was not finished; \(loss)"))
    }
    form.hasAsked = false
    form.interactor.cancel()
  }

  /// Deactivates nested interactors on deleted records, because they would block the keys of the
  /// form.
  package func deactivateNestedOnDeletedRecords(of form: BoundForm) throws(WorkspaceError) {
    for nested in form.nestedParts where nested.isActive {
      let inner = nested as? BoundForm
      guard let id = inner?.record ?? (nested as? BoundField)?.record else { continue }
      if try workspace.reader.exists(id) {
        if let inner { try deactivateNestedOnDeletedRecords(of: inner) }
        continue
      }
      for field in nested.fields { field.interactor.cancel(inForm: true) }
      nested.base.deactivate()
      workspace.say(.warning("\(isGone(id).message); \(nested.name) is deactivated", .name))
    }
  }

  package func check(_ value: Value, of field: BoundField) throws(WorkspaceError) {
    try check(value, of: field.interactor.propertyName, on: field.record, in: field.editedForm)
  }

  /// Throws if the value must be unique and another record of the form or of the database has it.
  ///
  /// Ignores values that the form has removed from stored records.
  private func check(
    _ value: Value, of name: String, on id: RecordID, in form: BoundForm?
  ) throws(WorkspaceError) {
    guard let property = workspace.store.schema.type(named: id.type)?[name], property.isDistinct
    else {
      return
    }
    let other = form?.fields.first { other in
      other.record != id && other.record.type == id.type
        && other.interactor.propertyName == name
        && other.interactor.value.map(property.distinction(of:)) == property.distinction(of: value)
        && (other.record.isDraft || other.interactor.holdsEditing)
    }
    if let other {
      let holder = other.isPart ? other.parent ?? other : other
      throw .store(StoreError(value, of: property, isTakenBy: holder.name))
    }
    if let number = try attempt(workspace.store.queries.holder(of: value, of: name, in: id.type)) {
      let holder = RecordID(id.type, number)
      let isFreed = form?.interactor.changes.contains { change in
        change.concerns(holder) && change.propertyName == name && change.value != value
          || RowChanges(change)?.removed.contains(holder) == true
      }
      if isFreed == true { return }
    }
    try attempt(workspace.store.rows.checkIsUnique(value, of: name, for: id))
  }

  /// Stores the changes in one transaction. If another program has changed the values, throws the
  /// first time and overwrites them the next time.
  package func store(_ changes: [FormChange], of form: BoundForm) throws(WorkspaceError) {
    form.isStoring = true
    defer { form.isStoring = false }
    let values = FormValues(changes)
    for (id, _) in values.records {
      if try !workspace.reader.exists(id) { throw isGone(id) }
      try endEditings(of: id)
    }
    try checkReferences(of: form, values)
    try checkDrafts(of: form, values)
    var fields: [RecordID: [BoundField]] = [:]
    for field in form.fields { fields[field.record, default: []].append(field) }
    let typing = form.interactor.focusedField.flatMap(form.field)?.typing
    // Compare and write in one transaction, so that no other program writes in between.
    let exchange: Exchange
    do throws(WorkspaceError) {
      exchange = try change(for: typing) { tx throws(StoreError) in
        try self.exchange(values, fields, form, by: tx)
      }
    } catch {
      focus(onDefaultOf: error, in: form, values)
      throw error
    }
    guard exchange.isRefused else {
      form.made = exchange.made[form.record]
      if workspace.reader.isForPerson {
        let rows = exchange.made.values.filter { $0 != form.made }
        let stored = StoredForm(
          changes: exchange.changes,
          made: [form.made].compactMap(\.self) + rows.sorted { $0.number < $1.number },
          removed: exchange.removed)
        form.stored = try stored.words(by: workspace.reader)
      }
      for (id, values) in values.records {
        for field in fields[id] ?? [] {
          if let value = values[field.interactor.propertyName] { field.known = value }
        }
      }
      return
    }
    var found: [String] = []
    for (field, value) in exchange.found {
      // Report a list once, even if several of its fields detect the change.
      let words = "\(field.interactor.propertyName) was \(try takeNote(of: value, for: field))"
      if !found.contains(words) { found.append(words) }
    }
    found += try takeNote(of: exchange.lost)
    form.isContested = true
    throw .changedMeanwhile(found)
  }

  private struct Exchange {
    /// Fields with stored values that the user has not seen; if there are any, nothing was written.
    package var found: [(field: BoundField, theirs: Value?)] = []
    /// Changes by other programs to rows that the form removes; if there are any, nothing was
    /// written.
    package var lost: [LostChange] = []
    package var changes: [RecordChange] = []
    /// The created records by draft.
    package var made: [RecordID: RecordID] = [:]
    package var removed: [RecordID] = []

    package var isRefused: Bool { !found.isEmpty || !lost.isEmpty }
  }

  private func exchange(
    _ values: FormValues, _ fields: [RecordID: [BoundField]], _ form: BoundForm,
    by tx: borrowing WriteTransaction
  ) throws(StoreError) -> Exchange {
    var exchange = Exchange()
    var changes: [RecordChange] = []
    for (id, values) in values.records where !id.isDraft {
      for field in fields[id] ?? [] {
        let name = field.interactor.propertyName
        guard let value = values[name] else { continue }
        // A list field that was never entered has no known value.
        if field.chosenPlace != nil, field.known == nil { continue }
        let theirs = try workspace.reader.stored(name, of: id)
        if theirs != field.known, theirs != value { exchange.found.append((field, theirs)) }
      }
      changes.append(try change(of: id, to: values))
    }
    let removed = values.lists.flatMap(\.rows.removed)
    exchange.lost = try changesLost(with: removed)
    guard !exchange.isRefused else { return exchange }
    // Another program may have deleted some rows.
    for id in removed where try workspace.store.queries.exists(id) { try tx.delete(id) }
    try RecordChange.store(changes, in: workspace.store, by: tx)
    (exchange.changes, exchange.removed) = (changes, removed)
    exchange.made = try make(form, values.lists, by: tx)
    return exchange
  }

  private func change(
    of id: RecordID, to values: [String: Value?]
  ) throws(StoreError) -> RecordChange {
    guard let type = workspace.store.schema.type(named: id.type),
      let stored = try workspace.store.queries.values(of: id)
    else { throw StoreError(.name, .noRecord(id)) }
    var differences: [RecordChange.Difference] = []
    for (property, old) in zip(type.properties, stored) {
      guard let new = values[property.name] else { continue }
      differences.append(.init(property: property, old: old, new: new))
    }
    return RecordChange(id, differences)
  }

  /// Sets values of a draft, as a command does; its fields show the values, even while being edited.
  package func pass(
    _ values: [String: Value?], into draft: RecordID
  ) throws(WorkspaceError) {
    guard let form = workspace.interactors.form(making: draft) else { throw isGone(draft) }
    for (name, value) in values {
      if let value { try check(value, of: name, on: draft, in: form) }
      workspace.live[draft]?.untouchedDefaults.remove(name)
    }
    workspace.live.show([(draft, values)])
  }

  /// After the end of a form, settles its choices. If the form creates a record, removes the form,
  /// binds the session name of the record, and prints the record unless there is a summary.
  package func settle(_ form: BoundForm) {
    if !form.interactor.isEditing {
      for case let choices as BoundChoices in form.parts { choices.settle() }
    }
    guard form.record.isDraft, !form.interactor.isEditing else { return }
    workspace.host.remove(form)
    guard let made = form.made else { return }
    if let name = form.nameOfNew { workspace.host.bind(name, to: made) }
    if !workspace.reader.isForPerson || form.stored == nil {
      workspace.say(.reference(made.description))
    }
  }

  private func make(
    _ form: BoundForm, _ lists: [FormValues.List], by tx: borrowing WriteTransaction
  ) throws(StoreError) -> [RecordID: RecordID] {
    var made: [RecordID: RecordID] = [:]
    if form.record.isDraft, let record = workspace.live[form.record] {
      let id = RecordID(
        form.record.type,
        try tx.create(
          form.record.type, values(of: record), omitting: record.untouchedDefaults,
          in: form.listOfNew))
      made[form.record] = id
    }
    // The list that contains a row precedes the lists inside the row, so owners already exist.
    for list in lists {
      let owner = made[list.owner] ?? list.owner
      for row in list.rows.added {
        guard let record = workspace.live[row.record] else { continue }
        let predecessor = row.predecessor.map { made[$0] ?? $0 }
        let items = RowChanges.records(try workspace.reader.stored(list.property, of: owner))
        let place = Store.ListPlace(
          owner, list.property, at: RowChanges.place(after: predecessor, in: items))
        let number = try tx.create(
          row.record.type, values(of: record), omitting: record.untouchedDefaults, in: place)
        made[row.record] = RecordID(row.record.type, number)
      }
    }
    return made
  }

  /// Lists of owned records are empty, because their rows are created later.
  private func values(of draft: TypedRecord) -> [Value?] {
    draft.type.properties.map { property in
      if property.isComputed { return nil }
      if property.refersToMany { return draft[property.name] ?? .list([]) }
      return property.kind.isListOfRecords ? .list([]) : draft[property.name]
    }
  }

  private func checkDrafts(of form: BoundForm, _ values: FormValues) throws(WorkspaceError) {
    let rows = values.lists.flatMap(\.rows.added).map(\.record)
    for id in [form.record] + rows where id.isDraft {
      guard let record = workspace.live[id] else { continue }
      let missing = record.type.properties.filter { $0.isRequired && record[$0.name] == nil }
      if let first = missing.first {
        focus(on: first.name, of: id, in: form)
        throw .violation(.required(missing.map(\.name)))
      }
      // Fields are checked when they are left, but some were never entered.
      for property in record.type.properties where property.isDistinct {
        guard let value = record[property.name] else { continue }
        do throws(WorkspaceError) {
          try check(value, of: property.name, on: id, in: form)
        } catch {
          focus(on: property.name, of: id, in: form)
          throw error
        }
      }
    }
  }

  private func checkReferences(of form: BoundForm, _ values: FormValues) throws(WorkspaceError) {
    let rows = values.lists.flatMap(\.rows.added).map(\.record)
    for id in ([form.record] + rows).filter(\.isDraft) + values.records.map(\.id) {
      guard let record = workspace.live[id] else { continue }
      let given = values.records.first { $0.id == id }?.values
      for property in record.type.properties where property.kind.isReference {
        guard id.isDraft || given?[property.name] != nil,
          case .reference(let other)? = record[property.name], !other.isDraft,
          try !workspace.reader.exists(other)
        else { continue }
        focus(on: property.name, of: id, in: form)
        throw .choiceIsGone(property.name.asName, isGone(other))
      }
    }
    for field in form.fields {
      guard let place = field.chosenPlace, let chosen = place.chosen,
        values.records.contains(where: { $0.id == field.record }) || field.record.isDraft,
        try !workspace.reader.exists(chosen)
      else { continue }
      form.interactor.focus(on: field.interactor)
      throw .choiceIsGone(field.name, isGone(chosen))
    }
  }

  /// Focuses on the field whose calculated default has caused the error.
  private func focus(
    onDefaultOf error: WorkspaceError, in form: BoundForm, _ values: FormValues
  ) {
    guard case .store(let error) = error, let name = error.property else { return }
    let rows = values.lists.flatMap(\.rows.added).map(\.record)
    let culprit = ([form.record] + rows).first { id in
      guard let record = workspace.live[id], record.awaitsDefaults else { return false }
      return record.type[name]?.hasCalculatedDefault == true && record[name] == nil
    }
    if let culprit { focus(on: name, of: culprit, in: form) }
  }

  private func focus(on property: String, of id: RecordID, in form: BoundForm) {
    let field = form.fields.first { $0.record == id && $0.interactor.propertyName == property }
    if let field { form.interactor.focus(on: field.interactor) }
  }
}

private struct FormValues {
  package struct List {
    package var owner: RecordID
    package var property: String
    package var rows: RowChanges
  }

  /// The changed lists, in the order of their first change.
  package private(set) var lists: [List] = []
  package private(set) var records: [(id: RecordID, values: [String: Value?])] = []

  package init(_ changes: [FormChange]) {
    for change in changes {
      guard let record = change.record, let number = record.number else { continue }
      let id = RecordID(record.type.name, number)
      if let rows = RowChanges(change) {
        lists.append(List(owner: id, property: change.propertyName, rows: rows))
        continue
      }
      let index = records.firstIndex { $0.id == id }
      if index == nil { records.append((id, [:])) }
      // If the change is a choice in a list, the whole list is stored.
      records[index ?? records.count - 1].values.updateValue(
        record[change.propertyName], forKey: change.propertyName)
    }
  }
}

extension FormChange {
  fileprivate var record: TypedRecord? {
    subject as? TypedRecord ?? (subject as? ChosenRecords.Place)?.list.record
  }

  func concerns(_ id: RecordID) -> Bool {
    guard let record, let number = record.number else { return false }
    return number == id.number && record.type.name == id.type
  }
}

internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies

/// The editing of a form, which is stored as one.
extension Editing {
  // MARK: Unfinished forms

  /// The form or field that would lose something if the session ended now; nil where none would.
  var unfinished: AttachedInteractor? {
    if let form = names.editedForms.first(where: \.interactor.hasEdits) { return form }
    return names.fields.first { $0.editedForm == nil && $0.interactor.hasEdits }
  }

  /// A form that has changes of a record, or of any, which are not stored yet.
  func unfinishedForm(of id: RecordID?) -> AttachedForm? {
    names.editedForms.first { form in
      guard form.interactor.hasEdits else { return false }
      guard let id else { return true }
      return form.interactor.changes.contains { $0.concerns(id) }
        || form.fields.contains { $0.record == id && $0.interactor.isEditing }
    }
  }

  /// Refuses a command that counts the places of a list whose rows a form has changed.
  ///
  /// - Parameter form: the form in which the command is a key.
  func checkIsFinished(
    _ list: String, of owner: RecordID, in form: AttachedForm? = nil
  ) throws(Diagnostic) {
    if form == nil, let form = names.form(making: owner) { throw form.isUnfinished }
    for other in names.editedForms where other !== form {
      for change in other.interactor.changes
      where change.propertyName == list && change.concerns(owner) { throw other.isUnfinished }
    }
  }

  /// Refuses a command that changes a list of references while its records are being chosen.
  func checkIsChosen(_ list: String, of owner: RecordID) throws(Diagnostic) {
    let places = names.fields(of: owner).filter { field in
      field.interactor.propertyName == list && field.chosenPlace != nil
    }
    guard !places.isEmpty else { return }
    try checkIsFinished(list, of: owner)
    if let field = places.first(where: { $0.interactor.hasEdits && $0.editedForm == nil }) {
      throw Diagnostic(
        .refused, "finish \(field.name) first: what is chosen there is not stored yet",
        hint: "<Return> stores it, <Esc> takes it back")
    }
  }

  /// Cancels all editings, and says so.
  func cancelEditings() {
    for form in names.drafts { cancelEditing(of: form) }
    for form in names.editedForms { cancelEditing(of: form) }
    for field in names.fields where field.interactor.isEditing { cancelEditing(of: field) }
  }

  /// Cancels what is edited in a field or form that is to be removed, and says so; throws for a
  /// part of an unfinished form.
  func cancelEditing(in interactor: AttachedInteractor) throws(Diagnostic) {
    if let form = interactor.editedForm {
      guard form === interactor || !form.interactor.hasEdits else { throw form.isUnfinished }
      cancelEditing(of: form)
    }
    for field in interactor.ownFields where field.interactor.isEditing { cancelEditing(of: field) }
  }

  /// Cancels what a form has changed, and says so.
  func cancelEditing(of form: AttachedForm) {
    if form.interactor.hasEdits || form.record.isDraft {
      let loss =
        form.record.isDraft ? "no \(form.record.type) was made" : "its changes are cancelled"
      say(.warning("the form \(form.name) was never finished; \(loss)"))
    }
    form.hasAsked = false
    form.interactor.cancel()
  }

  /// Deactivates what is nested in a form for records that other programs have deleted, with a
  /// warning; it would block the keys that go through the form.
  func deactivateNestedOnDeletedRecords(of form: AttachedForm) throws(Diagnostic) {
    for nested in form.nestedParts where nested.isActive {
      let inner = nested as? AttachedForm
      guard let id = inner?.record ?? (nested as? AttachedField)?.record else { continue }
      if try resolver.exists(id) {
        if let inner { try deactivateNestedOnDeletedRecords(of: inner) }
        continue
      }
      for field in nested.fields { field.interactor.takeBackEditing() }
      nested.base.deactivate()
      say(.warning("\(isGone(id).message); \(nested.name) is deactivated", .name))
    }
  }

  // MARK: Storing a form

  /// Refuses a value that another record must not have too, when a field of a form is left.
  func check(_ value: Value, of field: AttachedField) throws(Diagnostic) {
    try check(value, of: field.interactor.propertyName, on: field.record, in: field.editedForm)
  }

  /// Refuses a value that another record of the form, or of the store, must not have too.
  ///
  /// What the form itself has taken from a stored record is free.
  private func check(
    _ value: Value, of name: String, on id: RecordID, in form: AttachedForm?
  ) throws(Diagnostic) {
    guard let property = store.type(named: id.type)?[name], property.isDistinct else { return }
    let other = form?.fields.first { other in
      other.record != id && other.record.type == id.type
        && other.interactor.propertyName == name
        && other.interactor.value.map(property.distinction(of:)) == property.distinction(of: value)
        && (other.record.isDraft || other.interactor.holdsEditing)
    }
    if let other {
      let holder = other.isPart ? other.parent ?? other : other
      throw Diagnostic(StoreError(value, of: property, isTakenBy: holder.name))
    }
    if let number = try attempt(store.holder(of: value, of: name, in: id.type)) {
      let holder = RecordID(id.type, number)
      let isFreed = form?.interactor.changes.contains { change in
        change.concerns(holder) && change.propertyName == name && change.value != value
          || RowChanges(change)?.removed.contains(holder) == true
      }
      if isFreed == true { return }
    }
    try attempt(store.checkIsUnique(value, of: name, for: id))
  }

  /// Stores what a form has changed as one transaction.
  ///
  /// Values that another program has written meanwhile refuse this once.
  func store(_ changes: [FormChange], of form: AttachedForm) throws(Diagnostic) {
    let values = FormValues(changes)
    for (id, _) in values.records {
      if try !resolver.exists(id) { throw isGone(id) }
      try endEditings(of: id)
    }
    try checkReferences(of: form, values)
    try checkDrafts(of: form, values)
    var fields: [RecordID: [AttachedField]] = [:]
    for field in form.fields { fields[field.record, default: []].append(field) }
    let typing = form.interactor.focusedField.flatMap(form.field)?.typing
    // The comparison and the changes are one transaction: nobody writes between them.
    let exchange: Exchange = try runner.run(as: typing) { () throws(Diagnostic) in
      try transactions.change(self.exchange(values, fields, form), readsItself: true)
    }
    guard exchange.isRefused else {
      form.made = exchange.made[form.record]
      if resolver.isForPerson {
        let rows = exchange.made.values.filter { $0 != form.made }
        let stored = StoredForm(
          changes: exchange.changes,
          made: [form.made].compactMap(\.self) + rows.sorted { $0.number < $1.number },
          removed: exchange.removed)
        form.stored = try stored.words(by: resolver)
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
      // A list is told of once, whichever of its places know.
      let words = "\(field.interactor.propertyName) was \(try takeNote(of: value, for: field))"
      if !found.contains(words) { found.append(words) }
    }
    found += try takeNote(of: exchange.lost)
    form.isContested = true
    throw Diagnostic(
      .conflict,
      "\(found.joined(separator: ", ")) meanwhile: Return keeps yours, Esc takes theirs")
  }

  /// What has become of the values of a form.
  private struct Exchange {
    /// The stored values that the fields did not know of; if there are any, nothing was written.
    var found: [(field: AttachedField, theirs: Value?)] = []
    /// What others wrote to rows that the form has removed; if there is any, nothing was written
    /// either.
    var lost: [LostChange] = []
    /// What was written to records.
    var changes: [RecordChange] = []
    /// The records that were made of drafts.
    var made: [RecordID: RecordID] = [:]
    /// The rows that were taken out of lists which own them.
    var removed: [RecordID] = []

    /// Whether something must be asked first.
    var isRefused: Bool { !found.isEmpty || !lost.isEmpty }
  }

  /// Writes values if the store has those that the fields know of.
  private func exchange(
    _ values: FormValues, _ fields: [RecordID: [AttachedField]], _ form: AttachedForm
  ) throws(StoreError) -> Exchange {
    var exchange = Exchange()
    var changes: [RecordChange] = []
    for (id, values) in values.records where !id.isDraft {
      for field in fields[id] ?? [] {
        let name = field.interactor.propertyName
        guard let value = values[name] else { continue }
        // A place of a list that was not entered knows nothing of it.
        if field.chosenPlace != nil, field.known == nil { continue }
        let theirs = try stored(name, of: id)
        if theirs != field.known, theirs != value { exchange.found.append((field, theirs)) }
      }
      changes.append(try change(of: id, to: values))
    }
    let removed = values.lists.flatMap(\.rows.removed)
    exchange.lost = try changesLost(with: removed)
    guard !exchange.isRefused else { return exchange }
    // Another program may have deleted some.
    for id in removed where try store.exists(id) { try store.delete(id) }
    try RecordChange.store(changes, in: store)
    (exchange.changes, exchange.removed) = (changes, removed)
    exchange.made = try make(form, values.lists)
    return exchange
  }

  /// What becomes of a stored record.
  private func change(
    of id: RecordID, to values: [String: Value?]
  ) throws(StoreError) -> RecordChange {
    guard let type = store.type(named: id.type), let stored = try store.values(of: id) else {
      throw StoreError(.name, "there is no \(id)")
    }
    var differences: [RecordChange.Difference] = []
    for (property, old) in zip(type.properties, stored) {
      guard let new = values[property.name] else { continue }
      differences.append(.init(property: property, old: old, new: new))
    }
    return RecordChange(id, differences)
  }

  // MARK: Drafts

  /// Gives values to a record that a form is to make, whose fields take them as changes from
  /// elsewhere.
  func pass(
    _ given: GivenValues, into draft: RecordID, at span: SourceSpan
  ) throws(Diagnostic) {
    guard let form = names.form(making: draft) else { throw isGone(draft).at(span) }
    let (values, spans) = (given.values, given.spans)
    for (name, value) in values {
      guard let value else { continue }
      do throws(Diagnostic) {
        try check(value, of: name, on: draft, in: form)
      } catch {
        throw error.at(spans[name] ?? span)
      }
    }
    live.show([(draft, values)])
  }

  /// Gives the record that a form has made its name, and prints it; a form that was cancelled gives
  /// the name back.
  func settle(_ form: AttachedForm) {
    if !form.interactor.isEditing {
      for case let choices as AttachedChoices in form.parts { choices.settle() }
    }
    guard form.record.isDraft, !form.interactor.isEditing else { return }
    if case .own(let name) = form.title {
      names.free(name)
      form.end()
    }
    guard let made = form.made else { return }
    if let name = form.nameOfNew { names.bind(name, to: .record(made)) }
    if !resolver.isForPerson || form.stored == nil { say(.reference(made.description)) }
  }

  /// Makes the record that a form is to make, and the rows that were added; returns them by their
  /// drafts.
  private func make(
    _ form: AttachedForm, _ lists: [FormValues.List]
  ) throws(StoreError) -> [RecordID: RecordID] {
    var made: [RecordID: RecordID] = [:]
    if form.record.isDraft, let record = live[form.record] {
      let id = RecordID(
        form.record.type,
        try store.create(form.record.type, values(of: record), in: form.listOfNew))
      made[form.record] = id
    }
    // The list of a row that is itself added comes after the list with the row.
    for list in lists {
      let owner = made[list.owner] ?? list.owner
      for row in list.rows.added {
        guard let record = live[row.record] else { continue }
        let predecessor = row.predecessor.map { made[$0] ?? $0 }
        let items = RowChanges.records(try stored(list.property, of: owner))
        let place = Store.ListPlace(
          owner, list.property, at: RowChanges.place(after: predecessor, in: items))
        let number = try store.create(row.record.type, values(of: record), in: place)
        made[row.record] = RecordID(row.record.type, number)
      }
    }
    return made
  }

  /// What a draft is to be stored with; its rows are made after it.
  private func values(of draft: Record) -> [Value?] {
    draft.type.properties.map { property in
      if property.isComputed { return nil }
      if property.refersToMany { return draft[property.name] ?? .list([]) }
      return property.kind.isListOfRecords ? .list([]) : draft[property.name]
    }
  }

  /// Refuses to make a record whose required properties are not all given, or with a value that
  /// another one has and must not have too, and goes to the field concerned.
  private func checkDrafts(of form: AttachedForm, _ values: FormValues) throws(Diagnostic) {
    let rows = values.lists.flatMap(\.rows.added).map(\.record)
    for id in [form.record] + rows where id.isDraft {
      guard let record = live[id] else { continue }
      let missing = record.type.properties.filter { $0.isRequired && record[$0.name] == nil }
      if let first = missing.first {
        focus(on: first.name, of: id, in: form)
        throw Diagnostic(.rule, Violation.required(missing.map(\.name)).message)
      }
      // A field that was never entered has not been left either.
      for property in record.type.properties where property.isDistinct {
        guard let value = record[property.name] else { continue }
        do throws(Diagnostic) {
          try check(value, of: property.name, on: id, in: form)
        } catch {
          focus(on: property.name, of: id, in: form)
          throw error
        }
      }
    }
  }

  /// Refuses a reference to a record that was deleted since it was chosen, and goes to its field.
  private func checkReferences(of form: AttachedForm, _ values: FormValues) throws(Diagnostic) {
    let rows = values.lists.flatMap(\.rows.added).map(\.record)
    for id in ([form.record] + rows).filter(\.isDraft) + values.records.map(\.id) {
      guard let record = live[id] else { continue }
      let given = values.records.first { $0.id == id }?.values
      for property in record.type.properties where property.kind.isReference {
        guard id.isDraft || given?[property.name] != nil,
          case .reference(let other)? = record[property.name], !other.isDraft,
          try !resolver.exists(other)
        else { continue }
        focus(on: property.name, of: id, in: form)
        throw Diagnostic(.name, "\(property.name.asName): \(isGone(other).message)")
      }
    }
    for field in form.fields {
      guard let place = field.chosenPlace, let chosen = place.chosen,
        values.records.contains(where: { $0.id == field.record }) || field.record.isDraft,
        try !resolver.exists(chosen)
      else { continue }
      form.interactor.focus(on: field.interactor)
      throw Diagnostic(.name, "\(field.name): \(isGone(chosen).message)")
    }
  }

  private func focus(on property: String, of id: RecordID, in form: AttachedForm) {
    let field = form.fields.first { $0.record == id && $0.interactor.propertyName == property }
    if let field { form.interactor.focus(on: field.interactor) }
  }
}

/// What a form has changed, record by record.
private struct FormValues {
  /// A list of records whose rows have changed.
  struct List {
    var owner: RecordID
    var property: String
    var rows: RowChanges
  }

  /// The lists in the order in which they were first changed.
  private(set) var lists: [List] = []
  /// The records in the order in which they were first changed.
  private(set) var records: [(id: RecordID, values: [String: Value?])] = []

  init(_ changes: [FormChange]) {
    for change in changes {
      guard let record = change.record, let number = record.number else { continue }
      let id = RecordID(record.type.name, number)
      if let rows = RowChanges(change) {
        lists.append(List(owner: id, property: change.propertyName, rows: rows))
        continue
      }
      let index = records.firstIndex { $0.id == id }
      if index == nil { records.append((id, [:])) }
      // Of a place in a list all of it.
      records[index ?? records.count - 1].values.updateValue(
        record[change.propertyName], forKey: change.propertyName)
    }
  }
}

extension FormChange {
  /// The record that has what was changed: a property, or a list in which a place was.
  fileprivate var record: Record? {
    subject as? Record ?? (subject as? ChosenRecords.Place)?.list.record
  }

  /// Whether it is a change of the record.
  fileprivate func concerns(_ id: RecordID) -> Bool {
    guard let record, let number = record.number else { return false }
    return number == id.number && record.type.name == id.type
  }
}

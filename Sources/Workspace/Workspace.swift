package import Interactors
package import RecordStore
package import Records
package import Replies
internal import Validation

/// A user's work with the records of a store: live records, their interactors, and editing.
///
/// A workspace knows nothing of the command language, and must be used on the thread that created
/// it.
package final class Workspace {
  package let store: Store
  package let host: any WorkspaceHost
  package let say: (Reply) -> Void
  package let interactors: InteractorRegistry
  package let live: IdentityMap
  package let reader: RecordReader
  package let feed: ChangeFeed
  package private(set) lazy var labels = Labels(self)
  package private(set) lazy var editing = Editing(self)
  /// The notation of labels and fields without a locale of their own.
  package internal(set) var notation: FieldNotation
  /// How labels write dates and times; nil for the notation of commands.
  package internal(set) var calendar: CalendarNotation?

  package init(
    _ reader: RecordReader, _ interactors: InteractorRegistry, _ notation: FieldNotation,
    host: any WorkspaceHost, say: @escaping (Reply) -> Void
  ) {
    self.reader = reader
    (store, live) = (reader.store, reader.live)
    self.interactors = interactors
    self.notation = notation
    self.host = host
    self.say = say
    feed = ChangeFeed(store)
  }

  /// - Parameter ofOthers: Whether other programs changed the store; Return then detects conflicts.
  package func refresh(ofOthers: Bool = false) throws(WorkspaceError) {
    try live.refresh(ofOthers: ofOthers)
    labels.update()
  }
}

/// The command runner, which attributes changes to commands and owns the session names.
package protocol WorkspaceHost: AnyObject {
  /// Opaque to the workspace, which attributes later edits to the command.
  var command: AnyObject? { get }

  var isInterrupted: Bool { get }

  /// If `readsItself`, the body reads everything that it depends on; otherwise no other program may
  /// have written since the command began.
  func change<Result>(
    for command: AnyObject?, readsItself: Bool,
    _ body: (borrowing WriteTransaction) throws(StoreError) -> Result
  ) throws(WorkspaceError) -> Result

  func changeOne(
    _ body: (borrowing WriteTransaction) throws(StoreError) -> Void
  ) throws(WorkspaceError)

  /// Removes an interactor and frees its session name; does nothing if the interactor has no
  /// session name, or belongs to the open screen.
  func remove(_ interactor: BoundInteractor)

  func bind(_ name: String, to record: RecordID)
}

extension Workspace {
  package func label(on subject: any PropertySubject, _ property: Property) -> LabelInteractor {
    let label = LabelInteractor(
      subject, property, symbols: notation.symbols, isActive: false)
    label.calendar = calendar
    return label
  }

  package func localLabel(
    on subject: any PropertySubject, _ property: Property,
    zoneOffset: @escaping @Sendable (Int) -> Int
  ) -> LabelInteractor {
    let label = label(on: subject, property)
    label.calendar = CalendarNotation(notation.dates, zoneOffset: zoneOffset)
    return label
  }

  /// A field being edited keeps its symbols until editing ends.
  package func setNotation(
    _ notation: FieldNotation, of labels: [BoundLabel]
  ) throws(WorkspaceError) {
    self.notation = notation
    if let calendar {
      display(CalendarNotation(notation.dates, zoneOffset: calendar.zoneOffset), in: labels)
    }
    for label in labels where !label.hasOwnLocale {
      if let date = label.interactor as? DateLabelInteractor, date.dates != .iso {
        date.dates = notation.dates
      }
      label.interactor.symbols = notation.symbols
      // The label's value may depend on the locale through text().
      label.source?.calculation.invalidate()
    }
    for field in interactors.fields where !field.options.hasOwnLocale {
      field.options.symbols = notation.symbols
      if field.options.dates != nil { field.options.dates = notation.dates }
      field.options.slashed = notation.slashed
      if !field.interactor.isEditing { try editing.limit(field) }
    }
  }

  /// Selects the notation of dates and times in labels, and of dates, times and numbers in tables
  /// that people read: that of the locale, or, if `calendar` is nil, that of commands.
  package func display(_ calendar: CalendarNotation?, in labels: [BoundLabel]) {
    self.calendar = calendar
    reader.display.notation =
      reader.isForPerson ? calendar.map { (notation.symbols, $0) } : nil
    for label in labels where !label.hasOwnLocale { label.interactor.calendar = calendar }
  }

  package func makeField(
    _ title: BoundInteractor.Title, on id: RecordID, _ property: Property,
    choosing place: ChosenRecords.Place? = nil, path: RecordPath? = nil,
    _ options: FieldOptions? = nil
  ) throws(WorkspaceError) -> BoundField {
    let record = try live.record(id)
    let options = options ?? FieldOptions(notation)
    let limits = try editing.limits(of: property, options)
    let interactor = TextFieldInteractor(
      place ?? record, property.name, format: limits.format, isActive: false)
    interactor.references = limits.references
    interactor.confirmsRefusals = true
    let field = BoundField(title, on: path, of: id, interactor, options)
    interactor.present = { [weak self] in self?.reader.present }
    interactor.accept = { [weak self, weak field] value throws(Violation) in
      guard let self, let field else { return }
      try Violation.of { () throws(WorkspaceError) in try editing.store(value, of: field) }
    }
    interactor.check = { [weak self, weak field] value throws(Violation) in
      guard let self, let field, let value else { return }
      try Violation.of { () throws(WorkspaceError) in try editing.check(value, of: field) }
    }
    return field
  }

  /// Creates an inactive form; if `lists` is nil, all lists that own their records have rows.
  package func makeForm(
    _ title: BoundInteractor.Title, on id: RecordID, as subject: String, rows lists: [String]? = nil
  ) throws(WorkspaceError) -> BoundForm {
    try makeForm(title, on: id, as: subject, rows: lists, in: [])
  }

  package func checkHasRows(_ list: Property) throws(WorkspaceError) {
    if list.ownsRecords { return }
    throw list.kind.isListOfRecords
      ? .rowsOfReferences(list.name) : .rowsOfNoList(list.name, list.kind)
  }

  package func makeForm(
    _ title: BoundInteractor.Title, ofNew type: RecordType, _ given: [String: Value?],
    in list: Store.ListPlace?, as subject: String
  ) throws(WorkspaceError) -> BoundForm {
    let record = live.draft(
      of: type, try attemptValue(type.draftValues(given, at: reader.present)),
      omitting: type.omittedDefaults(given), in: list)
    let id = RecordID(type.name, record.number ?? 0)
    let form = try makeForm(title, on: id, as: subject, in: [])
    form.interactor.isOfNewSubject = true
    form.listOfNew = list
    return form
  }

  /// - Parameter owners: The records whose lists contain this one.
  private func makeForm(
    _ title: BoundInteractor.Title, on id: RecordID, as subject: String, rows: [String]? = nil,
    in owners: Set<RecordID>
  ) throws(WorkspaceError) -> BoundForm {
    let record = try live.record(id)
    let form = BoundForm(title, on: subject, of: id, record)
    form.interactor.accept = { [weak self, weak form] changes throws(Violation) in
      guard let self, let form else { return }
      try Violation.of { () throws(WorkspaceError) in try editing.store(changes, of: form) }
    }
    let properties = record.type.properties
    // Referring lists have no rows, because they can lead back to this record.
    let lists = properties.filter {
      $0.ownsRecords && rows?.contains($0.name) ?? true
    }
    for property in properties.filter({ !lists.contains($0) }) + lists {
      let part: BoundInteractor
      if lists.contains(property) {
        part = list(property.name, of: record, in: owners.union([id]))
      } else if property.refersToMany {
        part = choices(property, of: record, id)
      } else if property.isComputed || property.kind.isList {
        part = BoundLabel(
          .part(property.name), on: "", of: [id], label(on: record, property), say: say)
      } else {
        part = try makeField(.part(property.name), on: id, property)
      }
      form.add(part, for: property.name)
    }
    return form
  }

  private func choices(
    _ property: Property, of record: TypedRecord, _ id: RecordID
  ) -> BoundChoices {
    BoundChoices(property, of: record) { [weak self] place in
      guard let self else { return nil }
      do throws(WorkspaceError) {
        return try makeField(.row, on: id, place.list.item, choosing: place)
      } catch {
        say(.warning(error.message, error.diagnostic.kind))
        return nil
      }
    }
  }

  private func list(
    _ property: String, of record: TypedRecord, in owners: Set<RecordID>
  ) -> BoundList {
    BoundList(property, of: record) { [weak self] id in
      // Lists that contain each other would recurse without end.
      guard let self, !owners.contains(id) else { return nil }
      do throws(WorkspaceError) {
        return try makeForm(.row, on: id, as: "", in: owners)
      } catch {
        say(.warning(error.message, error.diagnostic.kind))
        return nil
      }
    } rowWillGo: { [weak self] form in
      self?.editing.rowWillGo(form)
    }
  }
}

extension Violation {
  fileprivate static func of(_ body: () throws(WorkspaceError) -> Void) throws(Violation) {
    do throws(WorkspaceError) {
      try body()
    } catch {
      throw Violation(kind: .rule, message: error.message, cause: error)
    }
  }
}

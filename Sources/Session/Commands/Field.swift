internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records

extension Session {
  /// `field`: attaches a text field to a property.
  func field(_ command: FieldSyntax) throws(Diagnostic) {
    try checkIsFree(command.name)
    let (id, property) = try property(command.path)
    try checkHasField(property, at: command.path.steps.last?.name.span ?? command.path.span)
    let field = try makeField(
      .own(command.name.value), on: id, property, path: command.path,
      FieldOptions(
        symbols: try symbols(command.locale), hasOwnLocale: command.locale != nil,
        dates: try dates(command.local, property, command.locale),
        isGrouped: try isGrouped(property, command.grouped),
        digits: try digits(command.format, for: property)),
      at: command.format?.span ?? command.path.span)
    field.interactor.shouldClear = command.clearOff == nil
    field.interactor.shouldReturn = command.returnStays == nil
    names.bind(command.name.value, to: .field(field))
    field.interactor.activate()
  }

  /// Makes a text field that stores what an editing has made of its property; it is not active yet.
  ///
  /// - Parameters:
  ///   - path: the property as a command wrote it; nil for a part of a form.
  ///   - span: what an error is about.
  func makeField(
    _ title: AttachedInteractor.Title, on id: RecordID, _ property: Property,
    path: PathSyntax? = nil, _ options: FieldOptions? = nil, at span: SourceSpan
  ) throws(Diagnostic) -> AttachedField {
    let record = try liveRecord(id, at: span)
    let options = options ?? FieldOptions(symbols: symbols, isGrouped: false)
    let limits = try limits(of: property, options, at: span)
    let interactor = TextFieldInteractor(record, property.name, format: limits.format)
    interactor.references = limits.references
    let field = AttachedField(title, on: path, of: id, interactor, options)
    interactor.present = { [configuration] in configuration.present }
    interactor.accept = { [weak self, weak field] value throws(Violation) in
      guard let self, let field else { return }
      do throws(Diagnostic) {
        try self.store(value, of: field)
      } catch {
        field.refusal = error
        throw Violation(kind: .rule, message: error.message)
      }
    }
    return field
  }

  /// Stores what an editing has made of a property, as Return does.
  ///
  /// A value that another program has written meanwhile refuses this once. What else is edited of
  /// the record ends before, as it does before any command that changes the record.
  private func store(_ value: Value?, of field: AttachedField) throws(Diagnostic) {
    field.isStoring = true
    let outer = current
    defer {
      field.isStoring = false
      current = outer
    }
    try endEditings(of: field.record)
    current = field.typing
    let name = field.interactor.propertyName
    // The comparison and the change are one transaction: nobody writes between them.
    let theirs: Value? = try change(exchange(value, of: field), readsItself: true)
    guard theirs != field.known, theirs != value else {
      field.known = value
      return
    }
    field.known = theirs
    field.interactor.changeOriginal(to: theirs)
    let by = try lastActor(name, of: field.record).map { " by \($0)" } ?? ""
    let what = theirs?.literal(of: field.interactor.property) ?? "nil"
    throw Diagnostic(
      .conflict, "set to \(what)\(by) meanwhile: Return keeps yours, Esc takes theirs")
  }

  /// Writes a value if the store has the one that the field knows of, and returns what it has had.
  private func exchange(_ value: Value?, of field: AttachedField) throws(StoreError) -> Value? {
    let name = field.interactor.propertyName
    let theirs = try stored(value: name, of: field.record)
    if theirs == field.known || theirs == value {
      try store.update(field.record, [name: value])
    }
    return theirs
  }

  private func stored(value name: String, of id: RecordID) throws(StoreError) -> Value? {
    guard let index = store.type(named: id.type)?.index(of: name),
      let values = try store.values(of: id)
    else { throw StoreError(.name, "there is no \(id)") }
    return values[index]
  }

  /// The value of a property in the store, whatever an editing has made of it.
  func stored(_ name: String, of id: RecordID) throws(Diagnostic) -> Value? {
    try attempt(stored(value: name, of: id))
  }

  private func lastActor(_ property: String, of id: RecordID) throws(Diagnostic) -> String? {
    try attempt(store.history(of: .property(id, property), HistoryRange(limit: 1)).last?.actor)
  }
}

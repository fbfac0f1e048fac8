internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records

extension Session {
  /// `field`: attaches a text field to a property.
  func field(_ command: FieldSyntax) throws(Diagnostic) {
    try checkIsFree(command.name)
    let (id, property) = try property(command.path)
    let record = try liveRecord(id, at: command.path.span)
    let interactor = TextFieldInteractor(
      record, property, symbols: try symbols(command.locale),
      isGrouped: try isGrouped(property, command.grouped))
    interactor.shouldClear = command.clearOff == nil
    interactor.shouldReturn = command.returnStays == nil
    let field = AttachedField(
      command.name.value, on: command.path.text, of: id, interactor)
    interactor.accept = { [weak self, weak field] value throws(Violation) in
      guard let self, let field else { return }
      do throws(Diagnostic) {
        try self.store(value, of: field)
      } catch {
        field.refusal = error
        throw Violation(kind: .rule, message: error.message)
      }
    }
    names.bind(command.name.value, to: .field(field))
    interactor.activate()
  }

  /// Stores what an editing has made of a property, as Return does.
  ///
  /// A value that another program has written meanwhile refuses this once.
  private func store(_ value: Value?, of field: AttachedField) throws(Diagnostic) {
    let name = field.interactor.propertyName
    guard let type = store.type(named: field.record.type), let index = type.index(of: name),
      let stored = try attempt(store.values(of: field.record))
    else { throw Diagnostic(.name, "there is no \(field.record)") }
    let theirs = stored[index]
    if theirs != field.interactor.originalValue, theirs != value, field.announced != .some(theirs) {
      field.announced = .some(theirs)
      field.interactor.changeOriginal(to: theirs)
      let by = try lastActor(name, of: field.record).map { " by \($0)" } ?? ""
      let what = theirs?.literal(of: type.properties[index]) ?? "nil"
      throw Diagnostic(
        .conflict, "set to \(what)\(by) meanwhile: Return keeps yours, Esc takes theirs")
    }
    field.announced = nil
    let outer = current
    current = field.typing
    defer { current = outer }
    try change(store.update(field.record, [name: value]))
  }

  private func lastActor(_ property: String, of id: RecordID) throws(Diagnostic) -> String? {
    try attempt(store.history(of: .property(id, property), HistoryRange(limit: 1)).last?.actor)
  }
}

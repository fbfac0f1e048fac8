internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records

extension Session {
  /// `form`: makes a form with a part for each property of a record.
  func form(_ command: FormSyntax) throws(Diagnostic) {
    try checkIsFree(command.name)
    let form = try makeForm(.own(command.name.value), on: command.record)
    names.bind(command.name.value, to: .form(form))
    form.interactor.activate()
  }

  /// Makes a form on a record, which is not active yet.
  func makeForm(
    _ title: AttachedInteractor.Title, on syntax: Spanned<RecordSyntax>
  ) throws(Diagnostic) -> AttachedForm {
    let id = try record(syntax)
    return try makeForm(
      title, on: id, as: syntax.value.text, in: [], at: syntax.span)
  }

  /// - Parameter owners: the records in whose lists this one is.
  private func makeForm(
    _ title: AttachedInteractor.Title, on id: RecordID, as subject: String,
    in owners: Set<RecordID>, at span: SourceSpan
  ) throws(Diagnostic) -> AttachedForm {
    let record = try liveRecord(id, at: span)
    let form = AttachedForm(title, on: subject, of: id, record)
    for property in record.type.properties {
      let part: AttachedInteractor
      if case .records = property.kind {
        part = list(property.name, of: record, in: owners.union([id]), at: span)
      } else if property.isComputed || property.kind.isList {
        let label = LabelInteractor.label(record, property, symbols: symbols)
        part = AttachedLabel(.part(property.name), on: "", of: [id], label, say: say)
      } else {
        part = try makeField(.part(property.name), on: id, property, at: span)
      }
      form.add(part, for: property.name)
    }
    return form
  }

  private func list(
    _ property: String, of record: Record, in owners: Set<RecordID>, at span: SourceSpan
  ) -> AttachedList {
    AttachedList(property, of: record) { [weak self] id in
      // Lists that have each other as items would never come to an end.
      guard let self, !owners.contains(id) else { return nil }
      do throws(Diagnostic) {
        return try self.makeForm(.row, on: id, as: "", in: owners, at: span)
      } catch {
        self.warn(error.message, error.kind)
        return nil
      }
    } rowWillGo: { [weak self] form in
      for field in form.ownFields where field.interactor.isEditing {
        self?.cancelEditing(of: field)
      }
    }
  }

  /// Refuses a row, which is there as long as its record is in the list.
  func checkIsNoRow(
    _ interactor: AttachedInteractor, at span: SourceSpan
  ) throws(Diagnostic) {
    guard case .row = interactor.title else { return }
    throw Diagnostic(
      .refused, "\(interactor.name) is there as long as its record is in the list", at: span,
      hint: "remove takes a record out of a list")
  }
}

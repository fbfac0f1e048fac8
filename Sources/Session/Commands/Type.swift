internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Validation

extension Session {
  /// `type`: sends keys to a field or form as the keyboard does, and prints what became of them.
  func type(_ command: TypeSyntax) throws(Diagnostic) {
    let target =
      command.field.steps.isEmpty ? try field(command.field.name) : try interactor(command.field)
    let typing = try typing(into: target, at: command.field.span, isTraced: command.isTraced)
    for key in command.keys {
      let outcome = typing.press(key)
      if case .rejected = outcome, let rejection = typing.rejected.last {
        say(.rejectedKey(rejection))
      }
    }
    try finish(typing, at: command.text.span)
  }

  /// Begins to send keys to a field or form, or goes on.
  func typing(
    into target: AttachedInteractor, at span: SourceSpan, isTraced: Bool = false
  ) throws(Diagnostic) -> Typing {
    switch target {
    case let field as AttachedField:
      try checkIsOn(field, at: span)
      try prepare(field, at: span)
      return Typing(into: field, self, at: span, isTraced: isTraced)
    case let form as AttachedForm:
      return Typing(
        into: form, beginningIn: try firstField(of: form, at: span), self, at: span,
        isTraced: isTraced)
    default:
      throw Diagnostic(
        .name, "\(target.name) is a \(target.kind), not a field or form", at: span)
    }
  }

  /// The field in which a form takes keys, made ready: the one that is edited, else the first.
  func firstField(of form: AttachedForm, at span: SourceSpan) throws(Diagnostic) -> AttachedField {
    try checkIsOn(form, at: span)
    let interactor = form.interactor
    if interactor.focusedField?.isEditing != true { interactor.focusFirst() }
    guard let field = interactor.focusedField.flatMap(form.field) else {
      throw Diagnostic(.refused, "\(form.name) has no field that takes keys", at: span)
    }
    try prepare(field, at: span)
    return field
  }

  /// The field or form of a name.
  func field(_ name: Name) throws(Diagnostic) -> AttachedInteractor {
    switch names[name.value] {
    case .field(let field): return field
    case .form(let form): return form
    case let other?:
      throw Diagnostic(
        .name, "\"\(name.value)\" is \(other.noun), not a field or form", at: name.span)
    case nil:
      let fields = names.all.filter { $0.binding.takesKeys }
      throw Diagnostic(
        unknown: "there is no field or form \"\(name.value)\"", name, among: fields.map(\.name))
    }
  }

  /// Refuses a field or form that is deactivated.
  private func checkIsOn(
    _ interactor: AttachedInteractor, at span: SourceSpan
  ) throws(Diagnostic) {
    guard interactor.isActive else {
      throw Diagnostic(
        .refused, "\(interactor.name) is deactivated", at: span,
        hint: "activate \(interactor.name)")
    }
  }

  /// Prints what became of keys; a Return that was refused is an error.
  func finish(_ typing: Typing, at span: SourceSpan) throws(Diagnostic) {
    try takeOver(typing.field)
    say(.typed(typing.result))
    if let refusal = typing.refusal {
      refusedReturn = refusal.at(span)
      throw refusal.at(span)
    }
  }

  /// Shows in a field that is left what another program wrote meanwhile, which was kept from it.
  func takeOver(_ field: AttachedField) throws(Diagnostic) {
    guard !field.interactor.isEditing, let record = live[field.record] else { return }
    try refresh(record, field.record, ofOthers: true)
  }

  /// Makes a field ready for keys: its record is there, and no other field edits its property.
  func prepare(_ field: AttachedField, at span: SourceSpan) throws(Diagnostic) {
    try follow(field, at: span)
    guard try attempt(store.values(of: field.record)) != nil else {
      field.interactor.cancelEditing()
      try refreshRecords()
      throw Diagnostic(.name, "there is no \(field.record)", at: span)
    }
    let name = field.interactor.propertyName
    for other in fields where other !== field && other.record == field.record {
      if other.interactor.propertyName == name { try endEditing(of: other) }
    }
    if !field.interactor.isEditing {
      field.known = try stored(name, of: field.record)
    }
    field.typing = current
  }

  /// Brings a field to the records it can refer to, and an idle one to where its path leads now.
  func follow(_ field: AttachedField, at span: SourceSpan) throws(Diagnostic) {
    if let path = field.path, !path.isPlain, !field.interactor.isEditing {
      let (id, property) = try property(path, neededAt: span)
      if id != field.record {
        let limits = try limits(of: property, field.options, at: span)
        return field.attach(
          to: try liveRecord(id, at: span), property.name, as: path, of: id, limits)
      }
    }
    let isReference = if case .reference? = field.interactor.property?.kind { true } else { false }
    // What is being edited keeps its symbols.
    let isStale =
      !field.interactor.isEditing
      && field.interactor.format.notation.symbols != field.options.symbols
    if isReference || isStale { try limit(field, at: span) }
  }

  /// The property that a field edits, as a command writes it: that of its path, unless the path has
  /// come to lead elsewhere since the editing began.
  func subject(of field: AttachedField) -> String {
    guard let path = field.path, !path.isPlain else { return field.subject }
    if let place = try? place(path), place.record == field.record { return field.subject }
    return "\(field.record).\(field.interactor.propertyName.asName)"
  }

  /// The property that the path of an earlier command leads to now.
  private func property(
    _ path: PathSyntax, neededAt span: SourceSpan
  ) throws(Diagnostic) -> (RecordID, Property) {
    do throws(Diagnostic) {
      return try property(path)
    } catch {
      // The path stands in another line, or in another file.
      var diagnostic = error
      diagnostic.place = nil
      throw diagnostic.at(span)
    }
  }
}

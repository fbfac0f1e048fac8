internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records

extension Session {
  /// `attach`: makes a label or field follow another property, or a form another record; an editing
  /// is ended as by Return.
  func attach(_ command: AttachSyntax) throws(Diagnostic) {
    let found = try interactor(command.name)
    if found.isPart, let parent = found.parent {
      throw Diagnostic(
        .refused, "\(found.name) follows \(parent.name), which it is a part of",
        at: command.name.span)
    }
    switch (found, command.target) {
    case (let form as AttachedForm, .record(let record)): try attach(form, to: record)
    case (is AttachedForm, _):
      throw Diagnostic(
        .value, "\(found.name) is for a record; expected one such as ann", at: command.target.span)
    case (let label as AttachedLabel, .property(let path)):
      try attach(label, to: path, at: command.name.span)
    case (let field as AttachedField, .property(let path)): try attach(field, to: path)
    default:
      throw Diagnostic(
        .value, "\(found.name) is for a property; expected one such as ann.age",
        at: command.target.span)
    }
  }

  private func attach(
    _ label: AttachedLabel, to path: PathSyntax, at span: SourceSpan
  ) throws(Diagnostic) {
    if label.source != nil {
      throw Diagnostic(
        .refused, "\(label.name) shows an expression; expected the label of a property",
        at: span, hint: "detach \(label.name.asName) frees its name for another label")
    }
    let (subject, property, id) = try shownProperty(path)
    try check(property, fits: label.interactor, label.name, at: path)
    label.attach(to: subject, property.name, as: path.text, of: id)
  }

  private func attach(_ field: AttachedField, to path: PathSyntax) throws(Diagnostic) {
    let (id, property) = try property(path)
    try check(property, fits: field.interactor, field.name, at: path)
    try checkHasField(property, at: path.steps.last?.name.span ?? path.span)
    let limits = try limits(of: property, field.options, at: path.span)
    try endEditing(of: field)
    let record = try liveRecord(id, at: path.span)
    field.attach(to: record, property.name, as: path, of: id, limits)
  }

  /// The parts that the form has made follow the other record; what was nested stays where it is.
  private func attach(
    _ form: AttachedForm, to syntax: Spanned<RecordSyntax>
  ) throws(Diagnostic) {
    let id = try record(syntax)
    guard id.type == form.record.type else {
      throw Diagnostic(
        .value, "\(form.name) is for \(form.record.type.asName) records, and \(id) is none",
        at: syntax.span)
    }
    for field in form.ownFields where field.interactor.isEditing { try endEditing(of: field) }
    form.attach(to: try liveRecord(id, at: syntax.span), as: syntax.value.text, of: id)
    for part in form.parts {
      guard let field = part as? AttachedField, let property = field.interactor.property else {
        continue
      }
      field.interactor.limit(try limits(of: property, field.options, at: syntax.span))
    }
  }

  private func check(
    _ property: Property, fits interactor: PropertyInteractor, _ name: String, at path: PathSyntax
  ) throws(Diagnostic) {
    guard let kind = interactor.property?.kind.name, kind != property.kind.name else { return }
    throw Diagnostic(
      .value,
      "\(name) is for the kind \(kind), and \(property.name) is \(property.kind.name)",
      at: path.steps.last?.name.span ?? path.span)
  }
}

extension AttachSyntax.Target {
  var span: SourceSpan {
    switch self {
    case .property(let path): path.span
    case .record(let record): record.span
    }
  }
}

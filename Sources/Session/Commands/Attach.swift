internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records

extension Session {
  /// `attach`: makes a label or field follow another property; an editing is ended as by Return.
  func attach(_ command: AttachSyntax) throws(Diagnostic) {
    let name = try name(command.name)
    let interactor = try interactor(command.name)
    guard case .property(let path) = command.target else {
      throw Diagnostic(
        .value, "\(name.value) is for a property; expected one such as ann.age",
        at: command.target.span)
    }
    switch names[name.value] {
    case .label(let label) where label.source != nil:
      throw Diagnostic(
        .refused, "\(name.value) shows an expression; expected the label of a property",
        at: name.span, hint: "detach \(name.value.asName) frees its name for another label")
    case .label(let label):
      let (subject, property, id) = try shownProperty(path)
      try check(property, fits: interactor, name, at: path)
      label.attach(to: subject, property.name, as: path.text, of: id)
    case .field(let field):
      let (id, property) = try property(path)
      try check(property, fits: interactor, name, at: path)
      try checkHasField(property, at: path.steps.last?.name.span ?? path.span)
      let limits = try limits(of: property, field.options, at: path.span)
      try endEditing(of: field)
      let record = try liveRecord(id, at: path.span)
      field.attach(to: record, property.name, as: path, of: id, limits)
    case .record, .value, nil: break
    }
  }

  private func check(
    _ property: Property, fits interactor: PropertyInteractor, _ name: Name, at path: PathSyntax
  ) throws(Diagnostic) {
    guard let kind = interactor.property?.kind.name, kind != property.kind.name else { return }
    throw Diagnostic(
      .value,
      "\(name.value) is for the kind \(kind), and \(property.name) is \(property.kind.name)",
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

internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records

extension Session {
  /// `attach`: makes a label or field follow another property; an editing is ended as by Return.
  func attach(_ command: AttachSyntax) throws(Diagnostic) {
    let name = command.name
    let interactor = try interactor(name)
    if case .label(let label) = names[name.value], label.source != nil {
      throw Diagnostic(
        .refused, "\(name.value) shows an expression; expected the label of a property",
        at: name.span, hint: "detach \(name.value.asName) frees its name for another label")
    }
    let (id, property) = try property(command.path)
    if let kind = interactor.property?.kind.name, kind != property.kind.name {
      throw Diagnostic(
        .value,
        "\(name.value) is for the kind \(kind), and \(property.name) is \(property.kind.name)",
        at: command.path.properties.last?.span ?? command.path.span)
    }
    let record = try liveRecord(id, at: command.path.span)
    switch names[name.value] {
    case .label(let label): label.attach(to: record, property.name, as: command.path.text, of: id)
    case .field(let field):
      let format = try field.options.format(property, at: command.path.span)
      try endEditing(of: field)
      field.attach(to: record, property.name, as: command.path.text, of: id, format)
    case .record, .value, nil: break
    }
  }
}

internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records

extension Session {
  /// `get`: prints the value of a property, or once more a label, a field or all of a form.
  func get(_ command: GetSyntax) throws(Diagnostic) {
    switch command.subject {
    case .property(let path):
      if let part = try part(path) {
        for field in part.fields where !field.interactor.isEditing {
          try follow(field, at: path.span)
        }
        return get(part, isRevealed: command.isRevealed)
      }
      let place = try place(path)
      let value = place.part(of: try value(place.property, of: place.record, at: path.span))
      say(
        .value(
          Datum(try shown(value), of: place.target, isRevealed: command.isRevealed)))
    case .label(let name):
      switch names[name.value] {
      case .label(let label): get(label, isRevealed: command.isRevealed)
      case .field(let field):
        if !field.interactor.isEditing { try follow(field, at: name.span) }
        get(field, isRevealed: command.isRevealed)
      case .form(let form):
        for field in form.fields where !field.interactor.isEditing {
          try follow(field, at: name.span)
        }
        get(form, isRevealed: command.isRevealed)
      case .record:
        throw Diagnostic(
          .name, "\"\(name.value)\" is a record; expected a property of it or a label",
          at: name.span, hint: "show \(name.value) prints all of it")
      case .value:
        throw Diagnostic(
          .name, "\"\(name.value)\" is a value; expected a property or a label", at: name.span,
          hint: "echo \":\(name.value.asName)\" prints it")
      case nil:
        let labels = names.all.filter { if case .label = $0.binding { true } else { false } }
        throw Diagnostic(
          unknown: "there is no label \"\(name.value)\"", name, among: labels.map(\.name))
      }
    }
  }

  /// Prints what a label or field shows, or each of those in a form or list.
  private func get(_ interactor: AttachedInteractor, isRevealed: Bool) {
    switch interactor {
    case let label as AttachedLabel:
      say(.label(name: label.name, text: label.interactor.text))
    case let field as AttachedField:
      say(.value(.text(text(of: field, isRevealed: isRevealed))))
    default:
      let parts = parts(of: interactor).map { part in
        Datum.Entry(part.name, .text(text(of: part, isRevealed: isRevealed)))
      }
      say(.details([Datum.Entry(interactor.kind, .text(interactor.name))] + parts))
    }
  }

  /// The labels and fields in a form or list, in their order.
  private func parts(of interactor: AttachedInteractor) -> [AttachedInteractor] {
    let inner = interactor.listedParts + ((interactor as? AttachedForm)?.guests ?? [])
    return inner.isEmpty && !(interactor is AttachedForm || interactor is AttachedList)
      ? [interactor] : inner.flatMap(parts)
  }

  private func text(of interactor: AttachedInteractor, isRevealed: Bool) -> String {
    if let label = interactor as? AttachedLabel { return label.interactor.text }
    guard let field = interactor as? AttachedField else { return "" }
    let text = field.interactor.text
    let isMasked = field.interactor.property?.kind.isMasked == true && !isRevealed
    return isMasked && !text.isEmpty ? CardNumber.masked(text) : text
  }
}

internal import CommandLanguage
internal import Interactors
internal import Records

extension Session {
  /// `nest`: makes a label, field or form a part of a form, behind those it has.
  func nest(_ command: NestSyntax) throws(Diagnostic) {
    let inner = try interactor(command.interactor)
    let form = try form(command.form)
    let span = command.interactor.span
    if inner.isPart {
      throw Diagnostic(
        .refused, "\(inner.name) is a part of \(inner.parent?.name ?? "a form") already", at: span,
        hint: "field NAME on \(inner.subject) makes one that can be nested")
    }
    if let parent = inner.parent {
      throw Diagnostic(
        .refused, "\(inner.name) is a part of \(parent.name) already", at: span,
        hint: "unnest \(inner.name.asName) takes it out")
    }
    if let inner = inner as? AttachedForm, inner.contains(form) {
      throw Diagnostic(
        .refused,
        inner === form
          ? "\(form.name) cannot be a part of itself"
          : "\(form.name) is a part of \(inner.name), which cannot be a part of it too", at: span)
    }
    form.take(inner)
  }

  /// The form of a name.
  func form(_ name: Name) throws(Diagnostic) -> AttachedForm {
    switch names[name.value] {
    case .form(let form): return form
    case let other?:
      throw Diagnostic(.name, "\"\(name.value)\" is \(other.noun), not a form", at: name.span)
    case nil:
      let forms = names.all.filter { if case .form = $0.binding { true } else { false } }
      throw Diagnostic(
        unknown: "there is no form \"\(name.value)\"", name, among: forms.map(\.name))
    }
  }
}

internal import CommandLanguage
internal import Interactors

extension Session {
  /// `interactors`: lists the labels and fields in the order they were made.
  func listInteractors() {
    let columns = ["name", "kind", "subject", "active"].map { Column($0) }
    say(.tableBegins(columns))
    for (name, binding) in names.all {
      let row: (kind: String, subject: String, isActive: Bool)? =
        switch binding {
        case .record, .value: nil
        case .label(let label): ("label", label.subject, label.interactor.isActive)
        case .field(let field):
          ("field", field.path.text, field.interactor.isActive || field.interactor.isEditing)
        }
      guard let row else { continue }
      say(.row([.text(name), .text(row.kind), .text(row.subject), .boolean(row.isActive)]))
    }
    say(.tableEnds)
  }

  /// The name of a label or field; a form has parts, which have names of their own.
  func name(_ syntax: InteractorSyntax) throws(Diagnostic) -> Name {
    guard let step = syntax.steps.first else { return syntax.name }
    throw Diagnostic(
      .name, "\(syntax.name.value) is no form and has no \"\(step.name.value)\"",
      at: step.name.span)
  }

  func interactor(_ syntax: InteractorSyntax) throws(Diagnostic) -> PropertyInteractor {
    let name = try name(syntax)
    switch names[name.value] {
    case .label(let label): return label.interactor
    case .field(let field): return field.interactor
    case let other? where !other.isInteractor:
      throw Diagnostic(
        .name, "\"\(name.value)\" is \(other.noun), not a label or field", at: name.span)
    default:
      let interactors = names.all.filter(\.binding.isInteractor)
      throw Diagnostic(
        unknown: "there is no label or field \"\(name.value)\"", name,
        among: interactors.map(\.name))
    }
  }
}

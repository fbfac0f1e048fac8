internal import CommandLanguage
internal import Interactors

extension Session {
  /// `interactors`: lists the labels, fields and forms in the order they were made, each form with
  /// its parts.
  func listInteractors() {
    let columns = ["name", "kind", "subject", "active"].map { Column($0) }
    say(.tableBegins(columns))
    for (_, binding) in names.all {
      if let interactor = binding.interactor { list(interactor) }
    }
    say(.tableEnds)
  }

  private func list(_ interactor: AttachedInteractor) {
    say(
      .row([
        .text(interactor.name), .text(interactor.kind), .text(interactor.subject),
        .boolean(interactor.isActive),
      ]))
    for part in interactor.listedParts { list(part) }
  }

  /// The label, field or form that is spoken of, or the part of a form.
  func interactor(_ syntax: InteractorSyntax) throws(Diagnostic) -> AttachedInteractor {
    var found = try interactor(syntax.name)
    for step in syntax.steps { found = try part(step, of: found) }
    return found
  }

  private func interactor(_ name: Name) throws(Diagnostic) -> AttachedInteractor {
    switch names[name.value] {
    case let binding?:
      if let interactor = binding.interactor { return interactor }
      throw Diagnostic(
        .name, "\"\(name.value)\" is \(binding.noun), not a label, field or form", at: name.span)
    case nil:
      let interactors = names.all.filter { $0.binding.interactor != nil }
      throw Diagnostic(
        unknown: "there is no label, field or form \"\(name.value)\"", name,
        among: interactors.map(\.name))
    }
  }

  private func part(
    _ step: PathStep, of outer: AttachedInteractor
  ) throws(Diagnostic) -> AttachedInteractor {
    let name = step.name
    if outer is AttachedList {
      throw Diagnostic(
        .name, "\(outer.name) is a list; expected the place of an item, as in \(outer.name)[0]",
        at: name.span)
    }
    guard let form = outer as? AttachedForm else {
      throw Diagnostic(
        .name, "\(outer.name) is no form and has no \"\(name.value)\"", at: name.span)
    }
    guard let part = form[name.value] else {
      let parts = form.parts.compactMap { part in
        if case .part(let name) = part.title { name } else { nil }
      }
      throw Diagnostic(
        unknown: "\(form.name) has no part \"\(name.value)\"", name, among: parts)
    }
    guard let index = step.index else { return part }
    guard let list = part as? AttachedList else {
      throw Diagnostic(.name, "\(part.name) is a \(part.kind) and has no rows", at: index.span)
    }
    let rows = list.rows
    if rows.indices.contains(index.value) { return rows[index.value] }
    throw Diagnostic(
      .name,
      rows.isEmpty
        ? "\(list.name) is empty"
        : "\(list.name) has no place \(index.value); expected one from 0 to \(rows.count - 1)",
      at: index.span)
  }

  /// The part of a form that a path means; nil for a path of properties.
  func part(_ path: PathSyntax) throws(Diagnostic) -> AttachedInteractor? {
    guard case .name(let name) = path.record.value, case .form = names[name.value] else {
      return nil
    }
    return try interactor(InteractorSyntax(name: name, steps: path.steps))
  }
}

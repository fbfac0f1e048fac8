internal import CommandLanguage
internal import Interactors

extension Vocabulary {
  func interactors(_ choice: Alternative.InteractorChoice) -> [Completion] {
    session.names.all.compactMap { name, binding in
      binding.interactor.flatMap { completion(self.name(name), $0, choice) }
    }
  }

  func parts(
    of syntax: InteractorSyntax, _ choice: Alternative.InteractorChoice
  ) -> [Completion] {
    guard let form = (try? session.names.interactor(syntax)) as? AttachedForm else { return [] }
    return form.parts.compactMap { part in
      guard case .part(let name) = part.title else { return nil }
      return completion(self.name(name), part, choice)
    }
  }

  /// The name, if the interactor fits or contains one that fits.
  private func completion(
    _ name: String, _ interactor: AttachedInteractor, _ choice: Alternative.InteractorChoice
  ) -> Completion? {
    let leadsOn = choice != .form && leads(interactor, to: choice)
    if fits(interactor, choice) { return Completion(name, isWhole: !leadsOn) }
    guard leadsOn else { return nil }
    return Completion(name + (interactor.kind == "list" ? "[" : "."), isWhole: false)
  }

  private func leads(
    _ interactor: AttachedInteractor, to choice: Alternative.InteractorChoice
  ) -> Bool {
    interactor.parts.contains { fits($0, choice) || leads($0, to: choice) }
  }

  private func fits(
    _ interactor: AttachedInteractor, _ choice: Alternative.InteractorChoice
  ) -> Bool {
    switch choice {
    case .any: true
    case .active: interactor.isActive
    case .inactive: !interactor.isActive
    case .form: interactor is AttachedForm && !interactor.isPart
    case .nested: interactor.parent is AttachedForm
    case .property: !interactor.isPart && (interactor as? AttachedLabel)?.source == nil
    case .field: takesKeys(interactor)
    }
  }

  private func takesKeys(_ interactor: AttachedInteractor) -> Bool {
    guard interactor.isActive else { return false }
    switch interactor {
    case let field as AttachedField: return exists(field.record)
    case let form as AttachedForm:
      return form.fields.contains { $0.isActive && exists($0.record) }
    default: return false
    }
  }
}

internal import CommandLanguage
internal import Presentation
internal import Workspace

extension CompletionProvider {
  func interactors(_ choice: CompletionCategory.InteractorChoice) -> [Completion] {
    session.names.all.compactMap { name, binding in
      binding.interactor.flatMap { completion(self.name(name), $0, choice) }
    }
  }

  func parts(
    of syntax: InteractorSyntax, _ choice: CompletionCategory.InteractorChoice
  ) -> [Completion] {
    guard let form = (try? session.names.interactor(syntax)) as? BoundForm else { return [] }
    return form.parts.compactMap { part in
      guard case .part(let name) = part.title else { return nil }
      return completion(self.name(name), part, choice)
    }
  }

  private func completion(
    _ name: String, _ interactor: BoundInteractor, _ choice: CompletionCategory.InteractorChoice
  ) -> Completion? {
    let leadsOn = choice != .form && leads(interactor, to: choice)
    if fits(interactor, choice) { return Completion(name, isWhole: !leadsOn) }
    guard leadsOn else { return nil }
    return Completion(name + (interactor.kind == "list" ? "[" : "."), isWhole: false)
  }

  private func leads(
    _ interactor: BoundInteractor, to choice: CompletionCategory.InteractorChoice
  ) -> Bool {
    interactor.parts.contains { fits($0, choice) || leads($0, to: choice) }
  }

  private func fits(
    _ interactor: BoundInteractor, _ choice: CompletionCategory.InteractorChoice
  ) -> Bool {
    switch choice {
    case .any: true
    case .active: interactor.isActive
    case .inactive: !interactor.isActive
    case .form: interactor is BoundForm && !interactor.isPart
    case .nested: interactor.parent is BoundForm
    case .property: !interactor.isPart && (interactor as? BoundLabel)?.source == nil
    case .field: takesKeys(interactor)
    }
  }

  private func takesKeys(_ interactor: BoundInteractor) -> Bool {
    guard interactor.isActive else { return false }
    switch interactor {
    case let field as BoundField: return exists(field.record)
    case let form as BoundForm:
      return form.fields.contains { $0.isActive && exists($0.record) }
    default: return false
    }
  }

  func views(_ choice: CompletionCategory.ViewChoice) -> [String] {
    switch choice {
    case .formatter(let type):
      session.views.formatters.filter { type == nil || $0.type == type }.map(\.name)
    case .screen: session.views.screens.map(\.name)
    case .layout: session.layouts.names
    case .menuCommand: session.screens.presenter.menu.value.filter(\.isEnabled).map(\.command)
    case .anyCommand: MenuChoice.allCases.map(\.rawValue) + session.names.commands.map(\.name)
    case .ownCommand: session.names.commands.map(\.name)
    case .keptHandler: session.names.followed.handlers.filter(\.isKept).map(\.name)
    }
  }
}

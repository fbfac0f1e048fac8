internal import CommandLanguage
internal import Presentation

extension CompletionProvider {
  func views(_ choice: CompletionCategory.ViewChoice) -> [String] {
    switch choice {
    case .formatter(let type):
      session.views.formatters.filter { type == nil || $0.type == type }.map(\.name)
    case .screen: session.views.screens.map(\.name)
    case .layout: session.layouts.names
    case .menuCommand: session.screens.presenter.menu.value.filter(\.isEnabled).map(\.command)
    case .anyCommand: MenuChoice.allCases.map(\.rawValue) + session.names.commands.map(\.name)
    case .ownCommand: session.names.commands.map(\.name)
    }
  }
}

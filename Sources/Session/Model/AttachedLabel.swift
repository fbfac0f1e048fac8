internal import Interactors

/// A label under its name, which says its text whenever that is another one.
final class AttachedLabel: LabelView {
  let name: String
  /// The property as the command wrote it, `ann.age`.
  let path: String
  let interactor: LabelInteractor
  private let say: (Reply) -> Void
  private var lastText: String?

  init(
    _ name: String, on path: String, _ interactor: LabelInteractor, say: @escaping (Reply) -> Void
  ) {
    self.name = name
    self.path = path
    self.interactor = interactor
    self.say = say
    interactor.view = self
  }

  func configureView(_ traits: ViewTraits) {}

  func updateView(_ text: String) {
    guard text != lastText else { return }
    lastText = text
    say(.label(name: name, text: text))
  }
}

internal import Interactors
internal import Records

/// A label under its name, which says its text whenever that is another one.
final class AttachedLabel: LabelView {
  let name: String
  /// The property as the command wrote it, `ann.age`.
  let path: String
  let record: RecordID
  let interactor: LabelInteractor
  private let say: (Reply) -> Void
  private var lastText: String?

  init(
    _ name: String, on path: String, of record: RecordID, _ interactor: LabelInteractor,
    say: @escaping (Reply) -> Void
  ) {
    self.name = name
    self.path = path
    self.record = record
    self.interactor = interactor
    self.say = say
    interactor.view = self
  }

  func configureView(_ traits: ViewTraits) {}

  func updateView(_ text: String) {
    // By its scalars, as texts are compared: a mark set another way is another text.
    guard lastText?.utf8.elementsEqual(text.utf8) != true else { return }
    lastText = text
    say(.label(name: name, text: text))
  }
}

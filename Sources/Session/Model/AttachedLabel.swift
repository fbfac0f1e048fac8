internal import Interactors
internal import Records

/// A label under its name, which says its text whenever that is another one.
final class AttachedLabel: LabelView {
  /// The expression whose value a label shows, and the calculation that the label follows.
  struct Source {
    let expression: LabelExpression
    let calculation: Calculation
  }

  let name: String
  /// What it shows as the command wrote it: `ann.age`, or an expression in brackets.
  private(set) var subject: String
  /// The records that it shows something of.
  private(set) var records: [RecordID]
  let interactor: LabelInteractor
  /// Where its value comes from; nil for the label of a property.
  let source: Source?
  /// Whether it is written in a locale of its own, not the session's.
  var hasOwnLocale = false
  private let say: (Reply) -> Void
  private var lastText: String?

  init(
    _ name: String, on subject: String, of records: [RecordID], _ interactor: LabelInteractor,
    source: Source? = nil, say: @escaping (Reply) -> Void
  ) {
    self.name = name
    self.subject = subject
    self.records = records
    self.interactor = interactor
    self.source = source
    self.say = say
    interactor.view = self
  }

  /// Follows another property from now on, and says its text even if it is the same.
  func attach(to subject: any Subject, _ property: String, as path: String, of id: RecordID) {
    self.subject = path
    records = [id]
    if interactor.isActive { lastText = nil }
    interactor.attach(to: subject, property)
  }

  func configureView(_ traits: ViewTraits) {}

  func updateView(_ text: String) {
    // By its scalars, as texts are compared: a mark set another way is another text.
    guard lastText?.utf8.elementsEqual(text.utf8) != true else { return }
    lastText = text
    say(.label(name: name, text: text))
  }
}

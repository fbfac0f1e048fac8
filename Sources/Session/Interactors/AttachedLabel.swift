internal import CommandLanguage
internal import Interactors
internal import Records
internal import Replies

/// A label of the session, which reports its text whenever it changes.
final class AttachedLabel: AttachedInteractor, LabelView {
  /// The expression whose value a label shows, and the calculation that the label follows.
  struct Source {
    let expression: LabelExpression
    let calculation: Calculation
  }

  /// The records that it shows something of.
  private(set) var records: [RecordID]
  let interactor: LabelInteractor
  /// Where its value comes from; nil for the label of a property.
  let source: Source?
  /// Whether it is written in a locale of its own, not the session's.
  var hasOwnLocale = false
  /// The moment whose value it shows, as a command writes it: ` at #12`; nil for the present.
  var past: String?
  /// The path that it shows, from a record by its number; empty for an expression.
  var recordPath = ""
  /// The commands that give the session names in its expression the meaning that they had when it was
  /// made, by the names.
  var meanings: [String: String] = [:]
  private let say: (Reply) -> Void
  /// What it said last.
  var lastText: String?

  /// - Parameter subject: what it shows as the command wrote it: `ann.age`, or an expression in
  ///   brackets; of a part of a form nothing.
  init(
    _ title: Title, on subject: String, of records: [RecordID], _ interactor: LabelInteractor,
    source: Source? = nil, say: @escaping (Reply) -> Void
  ) {
    self.records = records
    self.interactor = interactor
    self.source = source
    self.say = say
    super.init("label", title, on: subject, interactor)
    interactor.view = self
  }

  /// Follows another property from now on, and says its text even if it is the same.
  func attach(to subject: any Subject, _ property: String, as path: PathSyntax, of id: RecordID) {
    givenSubject = path.text
    recordPath = path.of(id).text
    past = nil
    willShow(id)
    interactor.attach(to: subject, property)
  }

  /// Prepares it to say the text of another record, even if it is the same.
  func willShow(_ id: RecordID) {
    records = [id]
    if interactor.isActive { lastText = nil }
  }

  override func close() { interactor.detach() }

  override func sayChanges() {
    if isActive { updateView(interactor.text) }
  }

  func configureView(_ traits: ViewTraits) {}

  func updateView(_ text: String) {
    if isInDrawn { return }
    // Compared by scalars, as texts are everywhere: another normalization is another text.
    guard lastText?.utf8.elementsEqual(text.utf8) != true else { return }
    lastText = text
    say(.label(name: name, text: text))
  }
}

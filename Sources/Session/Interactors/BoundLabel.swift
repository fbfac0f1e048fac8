internal import CommandLanguage
internal import Interactors
internal import Records
internal import Replies

/// A label of the session, which reports its text whenever the text changes.
final class BoundLabel: BoundInteractor, LabelView {
  /// The expression of a label, and the calculation that evaluates it.
  struct Source {
    let expression: LabelExpression
    let calculation: Calculation
  }

  /// The records that it shows values of.
  private(set) var records: [RecordID]
  let interactor: LabelInteractor
  /// Nil for the label of a property.
  let source: Source?
  /// Whether it has its own locale instead of the session's.
  var hasOwnLocale = false
  /// The past state it shows, in command syntax: ` at #12`; nil for the present.
  var past: String?
  /// The path it shows, with the record by number; empty for an expression.
  var recordPath = ""
  /// The `let` commands that restore the session names in its expression, by name.
  var meanings: [String: String] = [:]
  private let say: (Reply) -> Void
  var lastText: String?

  /// - Parameter subject: `ann.age`, or an expression in brackets; empty for a part of a form.
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

  /// Attaches the label to another property, and reports its text even if it is unchanged.
  func attach(to subject: any Subject, _ property: String, as path: PathSyntax, of id: RecordID) {
    givenSubject = path.text
    recordPath = path.of(id).text
    past = nil
    willShow(id)
    interactor.attach(to: subject, property)
  }

  /// Makes it report its text for another record even if the text is unchanged.
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
    // Compared by scalars, because canonical equivalents are different texts.
    guard lastText?.utf8.elementsEqual(text.utf8) != true else { return }
    lastText = text
    say(.label(name: name, text: text))
  }
}

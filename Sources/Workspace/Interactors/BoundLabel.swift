package import Interactors
package import Records
package import Replies

/// A label that reports its text after each change.
package final class BoundLabel: BoundInteractor, LabelView {
  package struct Source {
    package let expression: LabelExpression
    package let calculation: Calculation
  }

  package private(set) var records: [RecordID]
  package let interactor: LabelInteractor
  package let source: Source?
  package var hasOwnLocale = false
  /// The past state in command syntax, such as ` at #12`; nil for the present.
  package var past: String?
  /// The path with the record by number; empty for an expression or a part.
  package var recordPath = ""
  /// The `let` commands that restore the session names in the expression, by name.
  package var meanings: [String: String] = [:]
  private let say: (Reply) -> Void
  package var lastText: String?

  /// - Parameter subject: A path such as `ann.age`, or an expression in parentheses; empty for a
  ///   part of a form.
  package init(
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

  package func attach(to subject: any PropertySubject, _ property: String, as path: RecordPath) {
    givenSubject = path.text
    recordPath = path.textByNumber
    past = nil
    willShow(path.record)
    interactor.attach(to: subject, property)
  }

  /// Makes the label report its text for the record, even if the text is unchanged.
  package func willShow(_ id: RecordID) {
    records = [id]
    if interactor.isActive { lastText = nil }
  }

  package override func close() { interactor.detach() }

  package override func sayChanges() {
    if isActive { updateView(interactor.text) }
  }

  package func configureView(_ traits: ViewTraits) {}

  package func updateView(_ text: String) {
    if isInDrawn { return }
    // Compares bytes, because canonically equivalent strings are equal in Swift.
    guard lastText?.utf8.elementsEqual(text.utf8) != true else { return }
    lastText = text
    say(.label(name: name, text: text))
  }
}

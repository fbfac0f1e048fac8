internal import CommandLanguage
internal import Interactors
internal import Records
internal import Replies

/// A label, field, form or list of the session, under its name.
class AttachedInteractor {
  /// Where a name comes from.
  enum Title {
    /// A name of the session.
    case own(String)
    /// None of its own: it lasts for one command, which chooses the title.
    case temporary(String)
    /// The name of a property, after that of the form.
    case part(String)
    /// The place in a list, after the name of that.
    case row
  }

  final private(set) var title: Title
  /// What it is called in a list of interactors.
  final let kind: String
  /// What activates and deactivates it.
  final let base: Interactor
  /// What its command made it for; of a part of a form that follows from the form.
  final var givenSubject: String
  /// What its command says after the subject: the options, or which lists of a form have rows.
  final var clauses: [String] = []
  /// What it is nested in: a form or a list.
  final weak var parent: AttachedInteractor?

  init(_ kind: String, _ title: Title, on subject: String, _ base: Interactor) {
    self.kind = kind
    self.title = title
    self.base = base
    givenSubject = subject
  }

  /// The parts that it has made, which are listed below it.
  var parts: [AttachedInteractor] { [] }

  /// What was nested in it and has a name of its own.
  var nestedParts: [AttachedInteractor] { [] }

  /// What in it follows a property, at any depth.
  var partsOfProperties: [AttachedInteractor] { [self] }

  var isActive: Bool { base.isActive }

  /// Takes a part or what is nested out of it.
  func release(_ inner: AttachedInteractor) {}

  /// Closes the interactor and the parts that have no name of their own.
  func close() {}

  /// Whether a person sees it whole while editing it, so that the labels in it need not say what
  /// they show.
  final var isDrawn = false

  /// Whether it is in one that is drawn.
  final var isInDrawn: Bool { parent.map { $0.isDrawn || $0.isInDrawn } ?? false }

  /// Has the active labels in it say what they show, if that is not what they said last.
  func sayChanges() { for inner in parts + nestedParts { inner.sayChanges() } }

  /// The property that it follows; nil for what follows none.
  final var propertyName: String? { (base as? PropertyInteractor)?.propertyName }

  /// Goes on with its property under the name that this has been given.
  ///
  /// - Parameter path: the property as a command writes it now, where it was made for one.
  final func rename(to name: String, as path: PathSyntax?) {
    (base as? PropertyInteractor)?.rename(to: name)
    switch title {
    case .part: title = .part(name)
    case .temporary: if let path { title = .temporary(path.text) }
    case .own, .row: break
    }
    if let path { givenSubject = path.text }
  }

  /// Removes it from its form, and closes it.
  final func end() {
    parent?.release(self)
    close()
  }

  // MARK: Commands

  /// The part of a form, or the row of a list in it, that a step leads to.
  final func part(_ step: PathStep) throws(Diagnostic) -> AttachedInteractor {
    let part = try part(step.name)
    return if let index = step.index { try part.row(index) } else { part }
  }

  /// The part of this name.
  func part(_ property: Name) throws(Diagnostic) -> AttachedInteractor {
    throw Diagnostic(
      .name, "\(name) is not a form and has no \"\(property.value)\"", at: property.span)
  }

  /// The row at a place.
  func row(_ index: Spanned<Int>) throws(Diagnostic) -> AttachedInteractor {
    throw Diagnostic(.name, "\(name) is a \(kind) and has no rows", at: index.span)
  }

  /// Refuses a row, which exists as long as its record is in the list.
  final func checkIsNoRow(at span: SourceSpan) throws(Diagnostic) {
    guard case .row = title else { return }
    throw Diagnostic(
      .refused, "\(name) exists as long as its record is in the list", at: span,
      hint: "remove takes a record out of a list")
  }

  /// Refuses a field or form that is deactivated.
  final func checkIsOn(at span: SourceSpan) throws(Diagnostic) {
    guard !isActive else { return }
    throw Diagnostic(
      .refused, "\(name) is deactivated", at: span, hint: "activate \(name)")
  }

  // MARK: Names

  /// The name by which messages, output and commands refer to it.
  final var name: String {
    switch title {
    case .own(let name), .temporary(let name): name
    case .part, .row: (parent?.writtenName ?? "") + suffix
    }
  }

  /// What it is on, as a command writes it.
  final var subject: String {
    switch title {
    case .own, .temporary: givenSubject
    case .part, .row: (parent?.subject ?? "") + suffix
    }
  }

  /// Whether it is one of the parts that its form or list has made itself.
  final var isPart: Bool {
    switch title {
    case .own, .temporary: false
    case .part, .row: true
    }
  }

  /// The name as a command writes it.
  final var writtenName: String {
    if case .own(let name) = title { name.asName } else { name }
  }

  private var suffix: String {
    switch title {
    case .own, .temporary: ""
    case .part(let property): "." + property.asName
    case .row: parent?.parts.firstIndex { $0 === self }.map { "[\($0)]" } ?? ""
    }
  }
}

internal import CommandLanguage
internal import Interactors
internal import Records
internal import Replies

class BoundInteractor {
  /// The origin of a name.
  enum Title {
    case own(String)
    /// A title for the duration of one command.
    case temporary(String)
    case part(String)
    case row
  }

  final private(set) var title: Title
  /// As shown by the `interactors` command.
  final let kind: String
  final let base: Interactor
  /// The subject given in its command; unused for a part of a form.
  final var givenSubject: String
  /// The options given in its command, or the lists of a form that have rows.
  final var clauses: [String] = []
  final weak var parent: BoundInteractor?

  init(_ kind: String, _ title: Title, on subject: String, _ base: Interactor) {
    self.kind = kind
    self.title = title
    self.base = base
    givenSubject = subject
  }

  /// Its own parts, which are listed below it.
  var parts: [BoundInteractor] { [] }

  /// The nested interactors with names of their own.
  var nestedParts: [BoundInteractor] { [] }

  /// The interactors in it that follow a property, at any depth.
  var partsOfProperties: [BoundInteractor] { [self] }

  var isActive: Bool { base.isActive }

  func release(_ inner: BoundInteractor) {}

  func close() {}

  /// Whether the user sees it as a whole while editing, so that its labels need not report their
  /// texts.
  final var isDrawn = false

  /// Whether it is inside one that is drawn.
  final var isInDrawn: Bool { parent.map { $0.isDrawn || $0.isInDrawn } ?? false }

  /// Makes active labels in it report changed texts.
  func sayChanges() { for inner in parts + nestedParts { inner.sayChanges() } }

  /// The property that it follows; nil if it follows none.
  final var propertyName: String? { (base as? PropertyInteractor)?.propertyName }

  /// Follows the property to a new name.
  ///
  /// - Parameter path: The new path, if its command named one.
  final func rename(to name: String, as path: PathSyntax?) {
    (base as? PropertyInteractor)?.rename(to: name)
    switch title {
    case .part: title = .part(name)
    case .temporary: if let path { title = .temporary(path.text) }
    case .own, .row: break
    }
    if let path { givenSubject = path.text }
  }

  final func end() {
    parent?.release(self)
    close()
  }

  // MARK: Commands

  final func part(_ step: PathStep) throws(Diagnostic) -> BoundInteractor {
    let part = try part(step.name)
    return if let index = step.index { try part.row(index) } else { part }
  }

  func part(_ property: Name) throws(Diagnostic) -> BoundInteractor {
    throw Diagnostic(
      .name, "\(name) is not a form and has no \"\(property.value)\"", at: property.span)
  }

  func row(_ index: Spanned<Int>) throws(Diagnostic) -> BoundInteractor {
    throw Diagnostic(.name, "\(name) is a \(kind) and has no rows", at: index.span)
  }

  /// Refuses a row, which exists as long as its record is in the list.
  final func checkIsNoRow(at span: SourceSpan) throws(Diagnostic) {
    guard case .row = title else { return }
    throw Diagnostic(
      .refused, "\(name) exists as long as its record is in the list", at: span,
      hint: "remove takes a record out of a list")
  }

  final func checkIsOn(at span: SourceSpan) throws(Diagnostic) {
    guard !isActive else { return }
    throw Diagnostic(
      .refused, "\(name) is deactivated", at: span, hint: "activate \(name)")
  }

  // MARK: Names

  /// The name in messages, output and commands.
  final var name: String {
    switch title {
    case .own(let name), .temporary(let name): name
    case .part, .row: (parent?.writtenName ?? "") + suffix
    }
  }

  /// Its subject in command syntax.
  final var subject: String {
    switch title {
    case .own, .temporary: givenSubject
    case .part, .row: (parent?.subject ?? "") + suffix
    }
  }

  final var isPart: Bool {
    switch title {
    case .own, .temporary: false
    case .part, .row: true
    }
  }

  /// The name in command syntax.
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

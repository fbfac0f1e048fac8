package import Interactors
internal import Records

package class BoundInteractor {
  package enum Title {
    case own(String)
    /// A name that is valid for one command.
    case temporary(String)
    case part(String)
    case row
  }

  package final private(set) var title: Title
  /// The kind, as shown by the `interactors` command.
  package final let kind: String
  package final let base: Interactor
  /// The subject as given in the command; unused for a part of a form.
  package final var givenSubject: String
  /// The options of the command, or the lists whose rows a form shows.
  package final var clauses: [String] = []
  package final weak var parent: BoundInteractor?

  package init(_ kind: String, _ title: Title, on subject: String, _ base: Interactor) {
    self.kind = kind
    self.title = title
    self.base = base
    givenSubject = subject
  }

  package var parts: [BoundInteractor] { [] }

  /// The nested interactors with names of their own.
  package var nestedParts: [BoundInteractor] { [] }

  /// The contained interactors that follow a property, at any depth.
  package var partsOfProperties: [BoundInteractor] { [self] }

  package var isActive: Bool { base.isActive }

  package func release(_ inner: BoundInteractor) {}

  package func close() {}

  /// Whether the terminal or page shows the whole form during editing; labels in it then report no
  /// texts.
  package final var isDrawn = false

  package final var isInDrawn: Bool { parent.map { $0.isDrawn || $0.isInDrawn } ?? false }

  /// Makes active labels report their texts if they have changed.
  package func sayChanges() { for inner in parts + nestedParts { inner.sayChanges() } }

  package final var propertyName: String? { (base as? PropertyInteractor)?.propertyName }

  /// Follows the renaming of the property; `path` is the new path if the command named one.
  package final func rename(to name: String, as path: RecordPath?) {
    (base as? PropertyInteractor)?.rename(to: name)
    switch title {
    case .part: title = .part(name)
    case .temporary: if let path { title = .temporary(path.text) }
    case .own, .row: break
    }
    if let path { givenSubject = path.text }
  }

  package final func end() {
    parent?.release(self)
    close()
  }

  package func part(_ property: String) throws(WorkspaceError) -> BoundInteractor {
    throw .isNoForm(name, part: property)
  }

  package func row(_ index: Int) throws(WorkspaceError) -> BoundInteractor {
    throw .hasNoRows(name, kind: kind)
  }

  /// Throws for a row, which exists as long as its record is in the list.
  package final func checkIsNoRow() throws(WorkspaceError) {
    if case .row = title { throw .isRow(name) }
  }

  package final func checkIsOn() throws(WorkspaceError) {
    if !isActive { throw .isDeactivated(name) }
  }

  package final var name: String {
    switch title {
    case .own(let name), .temporary(let name): name
    case .part, .row: (parent?.writtenName ?? "") + suffix
    }
  }

  package final var subject: String {
    switch title {
    case .own, .temporary: givenSubject
    case .part, .row: (parent?.subject ?? "") + suffix
    }
  }

  package final var isPart: Bool {
    switch title {
    case .own, .temporary: false
    case .part, .row: true
    }
  }

  package final var writtenName: String {
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

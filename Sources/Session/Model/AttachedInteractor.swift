internal import CommandLanguage
internal import Interactors
internal import Records

/// A label, field, form or list of the session, under its name.
class AttachedInteractor {
  /// Where a name comes from.
  enum Title {
    /// A name of the session.
    case own(String)
    /// None: the command that needs it for this once calls it so.
    case lent(String)
    /// The name of a property, behind that of the form.
    case part(String)
    /// The place in a list, behind the name of that.
    case row
  }

  final let title: Title
  /// What it is called in a list of interactors.
  final let kind: String
  /// What activates and deactivates it.
  final let base: Interactor
  /// What its command made it for; of a part of a form that follows from the form.
  final var givenSubject: String
  /// The form or list that it is nested in.
  final weak var parent: AttachedInteractor?

  init(_ kind: String, _ title: Title, on subject: String, _ base: Interactor) {
    self.kind = kind
    self.title = title
    self.base = base
    givenSubject = subject
  }

  /// The fields in it that have no name in the session, itself among them.
  var ownFields: [AttachedField] { [] }

  /// The fields that are gone through by keys, in their order.
  var fields: [AttachedField] { [] }

  /// What is listed below it.
  var listedParts: [AttachedInteractor] { [] }

  var isActive: Bool { base.isActive }

  /// Ends what it does, and all that has no name but by it.
  func close() {}

  /// Takes it out of its form, and ends it.
  final func end() {
    (parent as? AttachedForm)?.release(self)
    close()
  }

  // MARK: Names

  /// The name by which messages, output and commands speak of it.
  final var name: String {
    switch title {
    case .own(let name), .lent(let name): name
    case .part, .row: (parent?.path ?? "") + suffix
    }
  }

  /// What it is on, as a command writes it.
  final var subject: String {
    switch title {
    case .own, .lent: givenSubject
    case .part, .row: (parent?.subject ?? "") + suffix
    }
  }

  /// Whether it is one of the parts that its form or list has made itself.
  final var isPart: Bool {
    switch title {
    case .own, .lent: false
    case .part, .row: true
    }
  }

  /// The name as a command writes it.
  private var path: String {
    if case .own(let name) = title { name.asName } else { name }
  }

  private var suffix: String {
    switch title {
    case .own, .lent: ""
    case .part(let property): "." + property.asName
    case .row:
      (parent as? AttachedList)?.rows.firstIndex { $0 === self }.map { "[\($0)]" } ?? ""
    }
  }
}

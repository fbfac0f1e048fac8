internal import CommandLanguage
internal import Interactors
internal import Records
internal import Replies
internal import Validation

/// A text field of the session.
final class AttachedField: AttachedInteractor {
  /// The property as the command wrote it, `ann.age`; nil for a field of a form.
  private(set) var path: PathSyntax?
  var record: RecordID
  let interactor: TextFieldInteractor
  var options: FieldOptions
  /// The command that last typed into the field, to which its editing is attributed even if another
  /// command ends it.
  var typing: RunningCommand?
  /// Whether the editing is being stored, and so must not be ended again.
  var isStoring = false
  /// What the store had when the editing began, as far as its editor knows: what differs from it
  /// at Return was written by another program.
  var known: Value?
  /// The error that the edited property was dropped, after which the field takes no key but
  /// `<Esc>`.
  var loss: Diagnostic?

  init(
    _ title: Title, on path: PathSyntax?, of record: RecordID, _ interactor: TextFieldInteractor,
    _ options: FieldOptions
  ) {
    self.path = path
    self.record = record
    self.interactor = interactor
    self.options = options
    super.init("field", title, on: path?.text ?? "", interactor)
  }

  override var isActive: Bool { interactor.isActive || interactor.isEditing }

  override func close() {
    interactor.cancelEditing()
    interactor.detach()
  }

  /// Goes on with its property under the name that this has been given.
  func rename(to name: String) {
    if let last = path?.steps.indices.last { path?.steps[last].name.value = name }
    rename(to: name, as: path)
  }

  /// Follows another property from now on, within its limits.
  func attach(
    to record: Record, _ property: String, as path: PathSyntax, of id: RecordID,
    _ limits: FieldLimits
  ) {
    let wasActive = interactor.isActive
    interactor.deactivate()
    interactor.attach(to: record, property)
    interactor.limit(limits)
    self.path = path
    givenSubject = path.text
    self.record = id
    if wasActive { interactor.activate() }
  }
}

extension AttachedInteractor {
  /// The fields in it that have no name in the session, itself among them.
  final var ownFields: [AttachedField] {
    (self as? AttachedField).map { [$0] } ?? parts.flatMap(\.ownFields)
  }

  /// The fields that keys go through, in their order.
  final var fields: [AttachedField] {
    (self as? AttachedField).map { [$0] } ?? (parts + nestedParts).flatMap(\.fields)
  }
}

package import Interactors
package import Records
internal import Replies
internal import Validation

/// A text field of the session.
package final class BoundField: BoundInteractor {
  /// The property in the command, `ann.age`; nil for a field of a form.
  package private(set) var path: RecordPath?
  package var record: RecordID
  package let interactor: TextFieldInteractor
  package var options: FieldOptions
  /// The command that last typed into the field; the history attributes the edit to it even if
  /// another command ends the edit.
  package var typing: AnyObject?
  /// Whether the edit is being stored, so that it must not be ended again.
  package var isStoring = false
  /// The stored value known to the user since editing began; any other stored value at Return was
  /// written by another program.
  package var known: Value?
  /// The error after the edited property was dropped; the field then accepts only `<Esc>`.
  package var loss: WorkspaceError?

  package init(
    _ title: Title, on path: RecordPath?, of record: RecordID, _ interactor: TextFieldInteractor,
    _ options: FieldOptions
  ) {
    self.path = path
    self.record = record
    self.interactor = interactor
    self.options = options
    super.init("field", title, on: path?.text ?? "", interactor)
  }

  package override var isActive: Bool { interactor.isActive || interactor.isEditing }

  package override func close() {
    interactor.cancelEditing()
    interactor.detach()
  }

  package func rename(to name: String) {
    if let last = path?.steps.indices.last { path?.steps[last].name = name }
    rename(to: name, as: path)
  }

  package func attach(
    to record: Record, _ property: String, as path: RecordPath, of id: RecordID,
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

extension BoundInteractor {
  /// The fields in it without a session name, including itself.
  package final var ownFields: [BoundField] {
    (self as? BoundField).map { [$0] } ?? parts.flatMap(\.ownFields)
  }

  /// The fields in it, in keyboard order.
  package final var fields: [BoundField] {
    (self as? BoundField).map { [$0] } ?? (parts + nestedParts).flatMap(\.fields)
  }
}

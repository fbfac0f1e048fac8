package import Interactors
package import Records

package final class BoundField: BoundInteractor {
  /// The path as in the command, for example `ann.age`; nil for a field of a form.
  package private(set) var path: RecordPath?
  package var record: RecordID
  package let interactor: TextFieldInteractor
  package var options: FieldOptions
  /// The last command that typed into the field; the history attributes the edit to this command.
  package var typing: AnyObject?
  /// Whether the edit is being stored and must not be ended again.
  package var isStoring = false
  /// The stored value that the user has seen; if Return finds another value, another program has
  /// changed the property.
  package var known: Value?
  /// Set if the edited property was dropped; only `<Esc>` is then accepted.
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
    interactor.cancel()
    interactor.detach()
  }

  package func rename(to name: String) {
    if let last = path?.steps.indices.last { path?.steps[last].name = name }
    rename(to: name, as: path)
  }

  package func attach(
    to record: TypedRecord, _ property: String, as path: RecordPath, of id: RecordID,
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
  /// For a field, the field itself; otherwise the fields outside nested interactors.
  package final var ownFields: [BoundField] {
    (self as? BoundField).map { [$0] } ?? parts.flatMap(\.ownFields)
  }

  /// All fields, in keyboard order.
  package final var fields: [BoundField] {
    (self as? BoundField).map { [$0] } ?? (parts + nestedParts).flatMap(\.fields)
  }
}

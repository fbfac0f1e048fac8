package import Interactors
package import RecordStore
package import Records
internal import Replies

/// A form: its own parts, one per property, and nested interactors.
package final class BoundForm: BoundInteractor {
  package let interactor: FormInteractor
  package private(set) var record: RecordID
  /// The session name for the record that the form creates; nil for none.
  package var nameOfNew: String?
  /// The list for the record that the form creates; nil for none.
  package var listOfNew: Store.ListPlace?
  /// The record that the form created when it ended; nil if it created none.
  package var made: RecordID?
  /// A summary of the changes stored when it last ended; nil if it was cancelled or stored nothing.
  package var stored: String?
  /// Whether the user was asked to choose between the form's values and those stored by others.
  package var isContested = false
  /// Whether the last key was an `<Esc>` that asked whether to discard changes.
  package var hasAsked = false
  /// The records of changed rows that were deleted and not reported yet.
  package var lostRows: [RecordID] = []
  /// The unreported error that edited properties were dropped.
  package var loss: WorkspaceError?
  private var madeParts: [BoundInteractor] = []
  private var namedParts: [BoundInteractor] = []

  package init(_ title: Title, on subject: String, of id: RecordID, _ record: Record) {
    interactor = FormInteractor(record)
    self.record = id
    super.init("form", title, on: subject, interactor)
  }

  /// The form's own parts, in the order of the definition.
  package override var parts: [BoundInteractor] { madeParts }
  package override var nestedParts: [BoundInteractor] { namedParts }
  package override var partsOfProperties: [BoundInteractor] {
    (parts + nestedParts).flatMap(\.partsOfProperties)
  }

  package subscript(property: String) -> BoundInteractor? {
    parts.first { if case .part(property) = $0.title { true } else { false } }
  }

  package func field(of interactor: TextFieldInteractor) -> BoundField? {
    fields.first { $0.interactor === interactor }
  }

  /// The error for commands that must wait until the form ends.
  package var isUnfinished: WorkspaceError { .openEdit(.unfinishedForm(name)) }

  package func add(_ part: BoundInteractor, for property: String) {
    madeParts.append(part)
    part.parent = self
    interactor.add(part.base, as: property)
  }

  /// Nests a named interactor, which is activated if the form is active.
  package func nest(_ nested: BoundInteractor) {
    namedParts.append(nested)
    nested.parent = self
    interactor.nest(nested.base)
  }

  /// Removes a part or nested interactor, which is deactivated.
  package override func release(_ inner: BoundInteractor) {
    madeParts.removeAll { $0 === inner }
    namedParts.removeAll { $0 === inner }
    interactor.unnest(inner.base)
    inner.parent = nil
  }

  package override func part(_ property: String) throws(WorkspaceError) -> BoundInteractor {
    if let part = self[property] { return part }
    let names = parts.compactMap { part in
      if case .part(let name) = part.title { name } else { nil }
    }
    throw .noPart(property, of: name, among: names)
  }

  /// Whether it is the other form or contains it at any depth.
  package func contains(_ other: BoundForm) -> Bool {
    self === other || nestedParts.contains { ($0 as? BoundForm)?.contains(other) == true }
  }

  /// Attaches the form's own parts to another record of the same type.
  package func attach(to record: Record, as subject: String, of id: RecordID) {
    givenSubject = subject
    self.record = id
    for part in parts {
      (part as? BoundField)?.record = id
      (part as? BoundLabel)?.willShow(id)
    }
    interactor.attach(to: record)
  }

  package override func close() {
    // Closing must not store the edit.
    interactor.cancel()
    interactor.deactivate()
    for nested in nestedParts { release(nested) }
    for part in parts { part.close() }
  }
}

extension BoundInteractor {
  /// The outermost form being edited that contains it; can be itself.
  package final var editedForm: BoundForm? {
    if let form = parent?.editedForm { return form }
    guard let form = self as? BoundForm, form.interactor.isEditing else { return nil }
    return form
  }
}

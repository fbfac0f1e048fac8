package import Interactors
package import RecordStore
package import Records

/// A form: its own parts, one per property, and nested interactors.
package final class BoundForm: BoundInteractor {
  package let interactor: FormInteractor
  package private(set) var record: RecordID
  /// The session name of the record that the form creates.
  package var nameOfNew: String?
  /// The list that will contain the record that the form creates.
  package var listOfNew: Store.ListPlace?
  package var made: RecordID?
  /// A summary of the changes stored when the form last ended.
  package var stored: String?
  /// Whether the user was asked to choose between the form's values and the stored ones.
  package var isContested = false
  /// Whether the last key was `<Esc>` and the form asked whether to discard changes.
  package var hasAsked = false
  /// Whether the form is storing its changes; handlers may then delete its record.
  var isStoring = false
  /// The row that a move of the focus has added below the last row of a list.
  weak var blankRow: BoundForm?
  /// Edited rows whose records were deleted, if not reported yet.
  package var lostRows: [RecordID] = []
  /// Set if edited properties were dropped and the loss was not reported yet.
  package var loss: WorkspaceError?
  private var madeParts: [BoundInteractor] = []
  private var namedParts: [BoundInteractor] = []

  package init(_ title: Title, on subject: String, of id: RecordID, _ record: TypedRecord) {
    interactor = FormInteractor(record, isActive: false)
    self.record = id
    super.init("form", title, on: subject, interactor)
  }

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

  package var isUnfinished: WorkspaceError { .openEdit(.unfinishedForm(name)) }

  package func add(_ part: BoundInteractor, for property: String) {
    madeParts.append(part)
    part.parent = self
    interactor.add(part.base, as: property)
  }

  package func nest(_ nested: BoundInteractor) {
    namedParts.append(nested)
    nested.parent = self
    interactor.nest(nested.base)
  }

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

  package func contains(_ other: BoundForm) -> Bool {
    self === other || nestedParts.contains { ($0 as? BoundForm)?.contains(other) == true }
  }

  /// Shows another record, which must have the same type. Nested interactors keep their records.
  package func attach(to record: TypedRecord, as subject: String, of id: RecordID) {
    givenSubject = subject
    self.record = id
    for part in parts {
      (part as? BoundField)?.record = id
      (part as? BoundLabel)?.willShow(id)
    }
    interactor.attach(to: record)
  }

  package override func close() {
    // Cancel first, because closing must not store the edit.
    interactor.cancel()
    interactor.deactivate()
    for nested in nestedParts { release(nested) }
    for part in parts { part.close() }
  }
}

extension BoundInteractor {
  /// The outermost edited form that contains the interactor; possibly the interactor itself.
  package final var editedForm: BoundForm? {
    if let form = parent?.editedForm { return form }
    guard let form = self as? BoundForm, form.interactor.isEditing else { return nil }
    return form
  }
}

internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies

/// A form: its own parts, one for each property of a record, and what was nested in it.
final class AttachedForm: AttachedInteractor {
  let interactor: FormInteractor
  private(set) var record: RecordID
  /// The name of the record that the form makes; nil for none.
  var nameOfNew: String?
  /// The list to which the record that the form makes is added; nil for none.
  var listOfNew: Store.ListPlace?
  /// The record that the form has made, if it was to make one and has ended.
  var made: RecordID?
  /// What its last end has stored, in the words of a person; nil for nothing, or where it was
  /// cancelled.
  var stored: String?
  /// Whether it was asked whose values are to stay: the form's, or those that somebody else has stored.
  var isContested = false
  /// Whether `<Esc>` has asked if the changes are to be discarded, and no other key has come since.
  var hasAsked = false
  /// The records of changed rows that were deleted since and have not been reported yet.
  var lostRows: [RecordID] = []
  /// The error, not reported yet, that properties with typed values were dropped.
  var loss: Diagnostic?
  private var madeParts: [AttachedInteractor] = []
  private var namedParts: [AttachedInteractor] = []

  init(_ title: Title, on subject: String, of id: RecordID, _ record: Record) {
    interactor = FormInteractor(record)
    self.record = id
    super.init("form", title, on: subject, interactor)
  }

  /// The parts that the form has made, in the order of the definition.
  override var parts: [AttachedInteractor] { madeParts }
  override var nestedParts: [AttachedInteractor] { namedParts }
  override var partsOfProperties: [AttachedInteractor] {
    (parts + nestedParts).flatMap(\.partsOfProperties)
  }

  /// The part that the form has made for a property.
  subscript(property: String) -> AttachedInteractor? {
    parts.first { if case .part(property) = $0.title { true } else { false } }
  }

  /// The field of an interactor.
  func field(of interactor: TextFieldInteractor) -> AttachedField? {
    fields.first { $0.interactor === interactor }
  }

  /// The error that a command has to wait until the editing ends.
  var isUnfinished: Diagnostic {
    Diagnostic(
      .refused, "finish the form \(name) first: its changes are not stored yet",
      hint: "<Return> after its last field stores them, <Esc> takes them back")
  }

  /// Adds a part, which is named after the form and the property.
  func add(_ part: AttachedInteractor, for property: String) {
    madeParts.append(part)
    part.parent = self
    interactor.add(part.base, as: property)
  }

  /// Nests what has a name of its own, which becomes active if the form is.
  func nest(_ nested: AttachedInteractor) {
    namedParts.append(nested)
    nested.parent = self
    interactor.nest(nested.base)
  }

  /// Takes a part or what is nested out, which is deactivated by that.
  override func release(_ inner: AttachedInteractor) {
    madeParts.removeAll { $0 === inner }
    namedParts.removeAll { $0 === inner }
    interactor.unnest(inner.base)
    inner.parent = nil
  }

  override func part(_ property: Name) throws(Diagnostic) -> AttachedInteractor {
    if let part = self[property.value] { return part }
    let names = parts.compactMap { part in
      if case .part(let name) = part.title { name } else { nil }
    }
    throw Diagnostic(
      unknown: "\(name) has no part \"\(property.value)\"", property, among: names)
  }

  /// Whether it is the other, or has it nested in it at any depth.
  func contains(_ other: AttachedForm) -> Bool {
    self === other || nestedParts.contains { ($0 as? AttachedForm)?.contains(other) == true }
  }

  /// Lets the parts that it has made follow another record of the same type.
  func attach(to record: Record, as subject: String, of id: RecordID) {
    givenSubject = subject
    self.record = id
    for part in parts {
      (part as? AttachedField)?.record = id
      (part as? AttachedLabel)?.willShow(id)
    }
    interactor.attach(to: record)
  }

  override func close() {
    // Closing must not store what is edited.
    interactor.cancel()
    interactor.deactivate()
    for nested in nestedParts { release(nested) }
    for part in parts { part.close() }
  }
}

extension AttachedInteractor {
  /// The outermost form that is being edited, of those it is a part of and itself.
  final var editedForm: AttachedForm? {
    if let form = parent?.editedForm { return form }
    guard let form = self as? AttachedForm, form.interactor.isEditing else { return nil }
    return form
  }
}

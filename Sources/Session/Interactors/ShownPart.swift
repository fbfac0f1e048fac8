internal import Interactors
internal import Records
internal import Validation

/// A label or a field, as a form or a screen shows it.
package struct ShownPart: Hashable, Sendable {
  /// What tells it from the others, also when its row is moved.
  package var id: String
  /// What it is called where it is.
  package var name: String
  /// The text of the label, or the one that is edited.
  package var text = ""
  /// The text as it is shown where keys do not go; a card is masked there.
  package var idleText = ""
  /// Whether keys can go there.
  package var isField = true
  /// Whether keys go there now.
  package var isEditing = false
  /// What comes before the text of a field and is not in it.
  package var prefix: String?
  /// The unit, which is beside the text of a field and not in it.
  package var unit: String?
  /// Why the text of a field means nothing yet, or why the field leads nowhere.
  package var reason: String?
  /// Whether the field leads nowhere now and takes no keys.
  package var isUnavailable = false
  /// What a field takes, in the words of a form.
  package var expectation = ""

  /// A field that leads nowhere.
  init(unavailable name: String, because reason: String) {
    id = name
    self.name = name
    self.reason = reason
    isUnavailable = true
  }

  /// A label or a field as it is now.
  init(_ part: AttachedInteractor) {
    name =
      switch part.title {
      case .part(let property): property
      case .row: String(part.name.dropFirst((part.parent?.parent?.writtenName.count ?? -1) + 1))
      case .own, .temporary: part.name
      }
    guard let field = part as? AttachedField else {
      id = part.name
      isField = false
      text = (part as? AttachedLabel)?.interactor.text ?? ""
      return
    }
    let interactor = field.interactor
    let property = interactor.property
    id = "\(field.record.type)/\(field.record.number).\(name)"
    isEditing = interactor.isEditing
    prefix = property?.prefix
    unit = property?.unit
    text = interactor.text
    let isMasked = property?.kind.isMasked == true && !text.isEmpty
    idleText = isMasked ? CardNumber.masked(text) : text
    reason = interactor.shownReason?.description
    expectation = interactor.expectation
  }
}

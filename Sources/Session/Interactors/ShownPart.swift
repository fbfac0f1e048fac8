internal import Interactors
internal import Records
internal import Validation

/// A label or field as a form or screen shows it.
package struct ShownPart: Hashable, Sendable {
  /// Unique and stable, even if its row is moved.
  package var id: String
  package var name: String
  /// The text of the label, or the text being edited.
  package var text = ""
  /// The text without focus; a card number is masked.
  package var idleText = ""
  package var isField = true
  package var isEditing = false
  package var prefix: String?
  package var unit: String?
  /// Why the field's text is not a value yet, or why its path is broken.
  package var reason: String?
  /// Whether the field's path is broken, so that it takes no keys.
  package var isUnavailable = false
  /// The accepted values, in words.
  package var expectation = ""

  init(unavailable name: String, because reason: String) {
    id = name
    self.name = name
    self.reason = reason
    isUnavailable = true
  }

  init(_ part: BoundInteractor) {
    name =
      switch part.title {
      case .part(let property): property
      case .row: String(part.name.dropFirst((part.parent?.parent?.writtenName.count ?? -1) + 1))
      case .own, .temporary: part.name
      }
    guard let field = part as? BoundField else {
      id = part.name
      isField = false
      text = (part as? BoundLabel)?.interactor.text ?? ""
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

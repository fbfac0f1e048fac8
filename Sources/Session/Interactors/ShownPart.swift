internal import Interactors
internal import Records
internal import Validation

/// A label or field as a form or screen shows it.
package struct ShownPart: Hashable, Sendable {
  /// Unique and stable, even if its row is moved.
  package var id: String
  /// The name within the form or screen.
  package var name: String
  /// The text of the label, or the text being edited.
  package var text = ""
  /// The text without focus; a card number is masked.
  package var idleText = ""
  /// Whether it can take keys.
  package var isField = true
  /// Whether it has the focus.
  package var isEditing = false
  /// The text shown before the field's text.
  package var prefix: String?
  /// The unit shown after the field's text.
  package var unit: String?
  /// Why the field's text is not a value yet, or why its path is interrupted.
  package var reason: String?
  /// Whether the field's path is interrupted, so that it takes no keys.
  package var isUnavailable = false
  /// The accepted values, in words.
  package var expectation = ""

  /// A field whose path is interrupted.
  init(unavailable name: String, because reason: String) {
    id = name
    self.name = name
    self.reason = reason
    isUnavailable = true
  }

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

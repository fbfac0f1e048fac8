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

  package init(id: String, name: String) {
    self.id = id
    self.name = name
  }

  package init(unavailable name: String, because reason: String) {
    self.init(id: name, name: name)
    self.reason = reason
    isUnavailable = true
  }
}

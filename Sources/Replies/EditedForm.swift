package struct EditedForm: Hashable, Sendable {
  package var title: String
  /// In keyboard order.
  package var sections: [Section] = []
  /// To which rows can be added.
  package var hasLists: Bool
  /// Whether the focus is in a row, which the user can remove.
  package var isInRow: Bool

  /// The parts of the form itself, of a nested form, or of a row.
  package struct Section: Hashable, Sendable {
    /// The title of a row or nested form; nil for the form itself.
    package var title: String?
    package var parts: [ShownPart]

    package init(title: String?, parts: [ShownPart]) { (self.title, self.parts) = (title, parts) }
  }

  package init(title: String, hasLists: Bool, isInRow: Bool) {
    (self.title, self.hasLists, self.isInRow) = (title, hasLists, isInRow)
  }
}

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

  package init(id: String, name: String) { (self.id, self.name) = (id, name) }

  package init(unavailable name: String, because reason: String) {
    self.init(id: name, name: name)
    self.reason = reason
    isUnavailable = true
  }
}

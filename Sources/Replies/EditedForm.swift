package struct EditedForm: Hashable, Sendable {
  package var title: String
  /// The sections in keyboard order.
  package var sections: [Section] = []
  /// Whether the form has lists to which the user can add rows.
  package var hasLists: Bool
  /// Whether the focus is in a row, which the user can remove.
  package var isInRow: Bool

  package struct Section: Hashable, Sendable {
    /// The title; nil for the form's own fields.
    package var title: String?
    package var parts: [ShownPart]
    /// The rows of a list, instead of parts.
    package var table: Table?

    package init(title: String?, parts: [ShownPart]) { (self.title, self.parts) = (title, parts) }
  }

  package struct Table: Hashable, Sendable {
    package var columns: [String]
    package var rows: [[ShownPart]]
    /// The sums of the computed columns; nil for other columns.
    package var totals: [String?]

    package init(columns: [String], rows: [[ShownPart]], totals: [String?]) {
      (self.columns, self.rows, self.totals) = (columns, rows, totals)
    }
  }

  package init(title: String, hasLists: Bool, isInRow: Bool) {
    (self.title, self.hasLists, self.isInRow) = (title, hasLists, isInRow)
  }
}

package struct ShownPart: Hashable, Sendable {
  /// A unique identifier. A field keeps its identifier if its row is moved.
  package var id: String
  package var name: String
  package var text = ""
  /// The text displayed while the field does not have the focus; card numbers are masked.
  package var idleText = ""
  package var placeholder: String?
  package var isField = true
  package var isNumber = false
  package var isEditing = false
  package var prefix: String?
  package var unit: String?
  /// The reason that the text is not a value yet, or that the path is broken.
  package var reason: String?
  /// The error in the text when the focus left the field.
  package var mark: String?
  /// Whether the path is broken; the field then accepts no keys.
  package var isUnavailable = false
  package var expectation = ""

  package init(id: String, name: String) { (self.id, self.name) = (id, name) }

  package init(unavailable name: String, because reason: String) {
    self.init(id: name, name: name)
    self.reason = reason
    isUnavailable = true
  }
}

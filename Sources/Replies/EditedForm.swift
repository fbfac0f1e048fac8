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

    package init(title: String?, parts: [ShownPart]) {
      self.title = title
      self.parts = parts
    }
  }

  package init(title: String, hasLists: Bool, isInRow: Bool) {
    self.title = title
    self.hasLists = hasLists
    self.isInRow = isInRow
  }
}

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
  }

  init(_ form: BoundForm, focused: BoundField) {
    title = form.name == form.subject ? form.name : "\(form.name) on \(form.subject)"
    hasLists = form.parts.contains { $0 is BoundList }
    isInRow = focused.row != nil
    add(form, title: nil, focused)
    sections.removeAll { $0.parts.isEmpty }
  }

  private mutating func add(_ form: BoundForm, title: String?, _ focused: BoundField) {
    sections.append(Section(title: title, parts: []))
    for part in form.parts + form.nestedParts.filter(\.isActive) {
      if let list = part as? BoundList {
        for row in list.rows { add(row, title: row.name, focused) }
      } else if let choices = part as? BoundChoices {
        for field in choices.parts { addPart(field, focused) }
        continue
      } else if let nested = part as? BoundForm {
        add(nested, title: nested.name, focused)
      } else {
        addPart(part, focused)
        continue
      }
      sections.append(Section(title: title, parts: []))
    }
  }

  private mutating func addPart(_ part: BoundInteractor, _ focused: BoundField) {
    var shown = ShownPart(part)
    shown.isEditing = part === focused
    sections[sections.count - 1].parts.append(shown)
  }
}

extension EditingSession {
  package var form: EditedForm? {
    typing.form.map { EditedForm($0, focused: typing.field) }
  }
}

/// What a form shows while a person edits it, part by part.
package struct EditedForm: Hashable, Sendable {
  /// What is edited.
  package var title: String
  /// The parts in the order in which the keys go through them.
  package var sections: [Section] = []
  /// Whether it has a list of records, to which rows can be added.
  package var hasLists: Bool
  /// Whether the keys go to a field of a row, which can be removed.
  package var isInRow: Bool

  /// Parts that belong together: those of the form itself, or those of a row of a list.
  package struct Section: Hashable, Sendable {
    /// What a row, or a form that is nested, is called; nil for parts of the form itself.
    package var title: String?
    /// The parts from first to last.
    package var parts: [ShownPart]
  }

  /// Looks at a form.
  ///
  /// - Parameter focused: the field that the keys go to.
  init(_ form: AttachedForm, focused: AttachedField) {
    title = form.name == form.subject ? form.name : "\(form.name) on \(form.subject)"
    hasLists = form.parts.contains { $0 is AttachedList }
    isInRow = focused.row != nil
    add(form, title: nil, focused)
    sections.removeAll { $0.parts.isEmpty }
  }

  private mutating func add(_ form: AttachedForm, title: String?, _ focused: AttachedField) {
    sections.append(Section(title: title, parts: []))
    for part in form.parts + form.nestedParts.filter(\.isActive) {
      if let list = part as? AttachedList {
        for row in list.rows { add(row, title: row.name, focused) }
      } else if let choices = part as? AttachedChoices {
        for field in choices.parts { addPart(field, focused) }
        continue
      } else if let nested = part as? AttachedForm {
        add(nested, title: nested.name, focused)
      } else {
        addPart(part, focused)
        continue
      }
      sections.append(Section(title: title, parts: []))
    }
  }

  private mutating func addPart(_ part: AttachedInteractor, _ focused: AttachedField) {
    var shown = ShownPart(part)
    shown.isEditing = part === focused
    sections[sections.count - 1].parts.append(shown)
  }
}

extension FieldEditing {
  /// The form whose fields the keys go through, as it is now; nil where one field is edited.
  package var form: EditedForm? {
    typing.form.map { EditedForm($0, focused: typing.field) }
  }
}

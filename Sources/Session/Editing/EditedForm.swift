internal import CommandLanguage
internal import Interactors
internal import Records
internal import Values

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
    package var parts: [Part]
  }

  /// A label or a field.
  package struct Part: Hashable, Sendable {
    /// What tells it from the others, also when its row is moved.
    package var id: String
    /// What it is called in its section.
    package var name: String
    /// The text that is edited, or the one of the label.
    package var text: String
    /// The text as it is shown where keys do not go; a card is masked there.
    package var idleText: String
    /// Whether keys can go there.
    package var isField: Bool
    /// Whether keys go there now.
    package var hasFocus: Bool
    /// What comes before the text of a field and is not in it.
    package var prefix: String?
    /// The unit, which is beside the text of a field and not in it.
    package var unit: String?
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
      } else if let nested = part as? AttachedForm {
        add(nested, title: nested.name, focused)
      } else {
        sections[sections.count - 1].parts.append(Part(part, focused))
        continue
      }
      sections.append(Section(title: title, parts: []))
    }
  }
}

extension EditedForm.Part {
  /// Looks at a label or a field.
  fileprivate init(_ part: AttachedInteractor, _ focused: AttachedField) {
    name = if case .part(let property) = part.title { property } else { part.name }
    let field = part as? AttachedField
    id =
      field.map { "\($0.record.type)/\($0.record.number).\($0.interactor.propertyName)" }
      ?? part.name
    isField = field != nil
    hasFocus = field === focused
    let property = field?.interactor.property
    prefix = property?.prefix
    unit = property?.unit
    text = field?.interactor.text ?? (part as? AttachedLabel)?.interactor.text ?? ""
    let isMasked = property?.kind.isMasked == true && !text.isEmpty
    idleText = isMasked ? CardNumber.masked(text) : text
  }
}

extension FieldEditing {
  /// The form whose fields the keys go through, as it is now; nil where one field is edited.
  package var form: EditedForm? {
    typing.form.map { EditedForm($0, focused: typing.field) }
  }

  /// A key that selects, or uses what was last cut or copied.
  package enum SelectionKey: String, Hashable, Sendable {
    case selectLeft = "S-Left"
    case selectRight = "S-Right"
    case selectHome = "S-Home"
    case selectEnd = "S-End"
    case selectAll = "All"
    case cut = "Cut"
    case copy = "Copy"
    case paste = "Paste"
  }

  /// Presses a key that selects, cuts, copies or pastes, and says why it was refused; nil if it was
  /// not.
  package func press(_ key: SelectionKey) -> String? {
    typing.press(key == .paste ? .paste(nil) : .named(key.rawValue)).reason
  }
}

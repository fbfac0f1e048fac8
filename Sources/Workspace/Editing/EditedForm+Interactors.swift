internal import Interactors
package import Replies

extension EditedForm {
  fileprivate init(_ form: BoundForm, focused: BoundField) {
    self.init(
      title: form.name == form.subject ? form.name : "\(form.name) on \(form.subject)",
      hasLists: form.parts.contains { $0 is BoundList }, isInRow: focused.row != nil)
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

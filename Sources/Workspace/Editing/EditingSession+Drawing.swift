internal import Interactors
internal import Records
package import Replies

extension EditingSession {
  package var drawnForm: EditedForm? {
    if let form { return EditedForm(form, focused: field, editing.workspace) }
    guard field.interactor.references != nil else { return nil }
    var drawn = EditedForm(title: field.name, hasLists: false, isInRow: false)
    drawn.sections = [EditedForm.Section(title: nil, parts: [])]
    drawn.addPart(field, focused: field)
    return drawn
  }
}

extension EditedForm {
  fileprivate init(_ form: BoundForm, focused: BoundField, _ workspace: Workspace) {
    self.init(
      title: form.name == form.subject ? form.name : "\(form.name) on \(form.subject)",
      hasLists: form.parts.contains { $0 is BoundList }, isInRow: focused.row != nil)
    add(form, title: nil, focused, workspace)
    sections.removeAll { $0.parts.isEmpty && $0.table == nil }
  }

  private mutating func add(
    _ form: BoundForm, title: String?, _ focused: BoundField, _ workspace: Workspace
  ) {
    sections.append(Section(title: title, parts: []))
    for part in form.parts + form.nestedParts.filter(\.isActive) {
      if let list = part as? BoundList {
        if let table = Table(list, focused: focused, workspace) {
          var section = Section(title: list.interactor.propertyName, parts: [])
          section.table = table
          sections.append(section)
        } else {
          for row in list.rows { add(row, title: row.name, focused, workspace) }
        }
      } else if let choices = part as? BoundChoices {
        for field in choices.parts { addPart(field, focused: focused) }
        continue
      } else if let nested = part as? BoundForm {
        add(nested, title: nested.name, focused, workspace)
      } else {
        addPart(part, focused: focused)
        continue
      }
      sections.append(Section(title: title, parts: []))
    }
  }

  fileprivate mutating func addPart(_ part: BoundInteractor, focused: BoundField) {
    sections[sections.count - 1].parts.append(ShownPart(part, focused: focused))
  }
}

extension ShownPart {
  fileprivate init(_ part: BoundInteractor, focused: BoundField) {
    self.init(part)
    isEditing = part === focused
    // In a form, an empty text shows a missing value.
    if let label = part as? BoundLabel, label.interactor.value == nil { text = "" }
  }
}

extension EditedForm.Table {
  fileprivate init?(_ list: BoundList, focused: BoundField, _ workspace: Workspace) {
    let rows = list.rows
    let isPlain = rows.allSatisfy { row in
      row.nestedParts.isEmpty && row.parts.allSatisfy { $0 is BoundField || $0 is BoundLabel }
    }
    guard isPlain else { return nil }
    let shown = rows.map { row in row.parts.map { ShownPart($0, focused: focused) } }
    let totals = rows.first?.parts.map { part -> String? in
      guard let property = (part as? BoundLabel)?.interactor.property else { return nil }
      return Self.total(of: property, in: rows.compactMap { workspace.live[$0.record] }, workspace)
    }
    self.init(columns: shown.first?.map(\.name) ?? [], rows: shown, totals: totals ?? [])
  }

  private static func total(
    of property: Property, in rows: [TypedRecord], _ workspace: Workspace
  ) -> String? {
    guard property.isComputed, !property.isDistinct else { return nil }
    var whole = 0
    var sum = ExactDecimal(0)
    for row in rows {
      switch row[property.name] {
      case .integer(let number):
        let (next, isTooGreat) = whole.addingReportingOverflow(number)
        if isTooGreat { return nil }
        whole = next
      case .decimal(let number): sum = sum + number
      case nil: break
      default: return nil
      }
    }
    switch property.kind.storage {
    case .integer: return workspace.notation.text(of: .integer(whole), property)
    case .decimal: return workspace.notation.text(of: .decimal(sum), property)
    default: return nil
    }
  }
}

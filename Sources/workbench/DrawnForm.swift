internal import LineEditor
internal import Session

/// A form on its way to the screen, which it fills.
final class DrawnForm: ScreenClient {
  private let editing: FieldEditing
  private let field: EditedField
  /// What was in each field when it was first seen.
  private var former: [String: String] = [:]
  private var isRefused = false

  /// Makes the screen of a form; nil where one field is edited.
  init?(_ editing: FieldEditing, _ field: EditedField) {
    guard let form = editing.form else { return nil }
    self.editing = editing
    self.field = field
    for part in form.sections.flatMap(\.parts) { former[part.id] = part.text }
  }

  var isEnded: Bool { editing.isEnded }

  func idle() { editing.refresh() }

  func hangUp() { _ = field.press(.cancel) }

  func press(_ key: ScreenKey) -> Bool {
    let isTaken = field.take(key)
    isRefused = !isTaken
    return isTaken
  }

  // MARK: What is seen

  var screen: DrawnScreen {
    let form = editing.form
    var screen = DrawnScreen(title: form?.title ?? editing.name, menu: Self.menu)
    if let form, form.hasLists {
      screen.menu.append(.init(key: "Alt-Ins", title: "add row"))
      screen.menu.append(
        .init(
          key: "Alt-Del", title: "remove row",
          objection: form.isInRow ? nil : "the field is not in a row of a list"))
    }
    for (place, section) in (form?.sections ?? []).enumerated() {
      screen.sections.append(
        DrawnScreen.Section(title: section.title, rows: section.parts.map(row)))
      if let index = section.parts.firstIndex(where: \.hasFocus) {
        screen.focus = .row(section: place, row: index)
      }
    }
    return screen
  }

  private static let menu: [DrawnScreen.MenuItem] = [
    .init(key: "Return", title: "accept"), .init(key: "Tab", title: "next"),
    .init(key: "Shift-Tab", title: "back"), .init(key: "Esc", title: "cancel"),
    .init(key: "Ctrl-_", title: "undo"),
  ]

  private func row(_ part: EditedForm.Part) -> DrawnScreen.Row {
    guard part.isField else { return .label(name: part.name, text: part.text) }
    var row = DrawnScreen.Field(
      name: part.name, text: part.hasFocus ? part.text : part.idleText, prefix: part.prefix,
      unit: part.unit)
    // Of a row that has come since nothing was there before.
    let isChanged = former[part.id, default: ""] != part.text
    if isChanged { row.state = .changed }
    if part.hasFocus {
      row.caret = editing.caret
      row.selection = editing.selection
      row.hint = field.refusal ?? editing.hint
      if isRefused { row.state = .refused }
    }
    return .field(row)
  }
}

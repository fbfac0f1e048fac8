internal import LineEditor
internal import Replies
internal import Session
internal import Values
internal import Workspace

final class DrawnForm: ScreenClient {
  private let editing: EditingSession
  private var former: [String: String] = [:]
  private var isRefused = false

  /// nil for a single field.
  init?(_ editing: EditingSession) {
    guard let form = editing.drawnForm else { return nil }
    self.editing = editing
    for part in form.sections.flatMap(\.parts) { former[part.id] = part.text }
  }

  var isEnded: Bool { editing.isEnded }

  func idle() { editing.refresh() }

  func hangUp() { editing.cancel() }

  func press(_ key: Key) -> Bool {
    isRefused = !editing.type(key)
    return !isRefused
  }

  // MARK: What is seen

  var screen: DrawnScreen {
    let form = editing.drawnForm
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
      if let index = section.parts.firstIndex(where: \.isEditing) {
        screen.focus = .row(section: place, row: index)
      }
    }
    return screen
  }

  private static let menu: [DrawnScreen.MenuItem] = [
    .init(key: "Return", title: "accept"), .init(key: "Ctrl-S", title: "store"),
    .init(key: "Tab", title: "next"),
    .init(key: "Up", title: "back"), .init(key: "Esc", title: "cancel"),
    .init(key: "Ctrl-_", title: "undo"),
  ]

  private func row(_ part: ShownPart) -> DrawnScreen.Row {
    guard part.isField else { return .label(name: part.name, text: part.text) }
    var row = DrawnScreen.Field(part, edited: part.isEditing ? editing : nil, isRefused: isRefused)
    if row.state == .unchanged, former[part.id, default: ""] != part.text { row.state = .changed }
    return .field(row)
  }
}

extension DrawnScreen.Field {
  init(_ part: ShownPart, edited editing: EditingSession?, isRefused: Bool) {
    self.init(
      name: part.name, text: editing?.text ?? part.idleText, prefix: part.prefix, unit: part.unit)
    placeholder = part.placeholder
    guard let editing else { return }
    caret = editing.caret
    selection = editing.selection
    hint = editing.hint
    if isRefused { state = .refused }
  }
}

internal import LineEditor
internal import Replies
internal import Values
internal import Workspace

final class DrawnForm: ScreenClient {
  private let editing: EditingSession
  private var former: [String: String] = [:]
  private var isRefused = false

  /// Nil for a single field that needs no list of candidates.
  init?(_ editing: EditingSession) {
    guard let form = editing.drawnForm else { return nil }
    self.editing = editing
    for section in form.sections {
      for part in section.parts + (section.table?.rows ?? []).joined() {
        former[part.id] = part.text
      }
    }
  }

  var isEnded: Bool { editing.isEnded }

  func idle() { editing.refresh() }

  func hangUp() { editing.cancel() }

  func press(_ key: Key) -> Bool {
    isRefused = !editing.type(key)
    return !isRefused
  }

  var screen: DrawnScreen {
    let form = editing.drawnForm
    var screen = DrawnScreen(
      title: form?.title ?? editing.name,
      menu: editing.form == nil ? Self.menuOfField : Self.menuOfForm)
    if let form, form.hasLists {
      screen.menu.append(.init(key: "Alt-Ins", title: "add row"))
      screen.menu.append(
        .init(
          key: "Alt-Del", title: "remove row",
          objection: form.isInRow ? nil : "the field is not in a row of a list"))
    }
    for (place, section) in (form?.sections ?? []).enumerated() {
      let rows = section.table.map(rows) ?? section.parts.map(row)
      screen.sections.append(DrawnScreen.Section(title: section.title, rows: rows))
      let index =
        section.table.map { $0.rows.firstIndex { $0.contains(where: \.isEditing) }.map { $0 + 1 } }
        ?? section.parts.firstIndex(where: \.isEditing)
      if let index { screen.focus = .row(section: place, row: index) }
    }
    return screen
  }

  private func rows(of table: EditedForm.Table) -> [DrawnScreen.Row] {
    var rows: [DrawnScreen.Row] = [.cells(table.columns.map { .heading($0) })]
    for row in table.rows {
      rows.append(
        .cells(
          row.map { part in
            part.isField
              ? .field(field(part), isNumber: part.isNumber)
              : .text(part.text, isNumber: part.isNumber)
          }))
    }
    // A placeholder for the new row that Tab adds.
    if !(table.rows.last?.contains(where: \.isEditing) ?? false) { rows.append(.text("…")) }
    if table.totals.contains(where: { $0 != nil }) {
      rows.append(.cells(table.totals.map { .text($0 ?? "", isNumber: true) }))
    }
    return rows
  }

  private static let menuOfField: [DrawnScreen.MenuItem] = [
    .init(key: "Return", title: "store"), .init(key: "Esc", title: "cancel"),
    .init(key: "Ctrl-_", title: "undo"),
  ]

  private static let menuOfForm: [DrawnScreen.MenuItem] = [
    .init(key: "Return", title: "accept"), .init(key: "Ctrl-S", title: "store"),
    .init(key: "Tab", title: "next"),
    .init(key: "Up", title: "back"), .init(key: "Esc", title: "cancel"),
    .init(key: "Ctrl-_", title: "undo"),
  ]

  private func row(_ part: ShownPart) -> DrawnScreen.Row {
    part.isField ? .field(field(part)) : .label(name: part.name, text: part.text)
  }

  private func field(_ part: ShownPart) -> DrawnScreen.Field {
    // In a new row, the default counts as the former text.
    if former[part.id] == nil { former[part.id] = part.text }
    var field = DrawnScreen.Field(
      part, edited: part.isEditing ? editing : nil, isRefused: isRefused)
    if field.state == .unchanged, former[part.id] != part.text {
      field.state = .changed
    }
    return field
  }
}

extension DrawnScreen.Field {
  init(_ part: ShownPart, edited editing: EditingSession?, isRefused: Bool) {
    self.init(
      name: part.name, text: editing?.text ?? part.idleText, prefix: part.prefix, unit: part.unit)
    placeholder = part.placeholder
    guard let editing else {
      if let mark = part.mark { (hint, state) = (mark, .refused) }
      return
    }
    list = editing.listed.map { listed in
      .init(texts: listed.texts, more: listed.more, chosen: listed.chosen)
    }
    caret = editing.caret
    selection = editing.selection
    hint = editing.hint
    if isRefused { state = .refused }
  }
}

/// Turns screens into terminal output, writing only the changes.
///
/// ``begin`` must be written before the first output and ``end`` after the last.
package struct ScreenPainter {
  package static let begin = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l\u{1B}[2J"
  package static let end = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private struct Painted {
    var size: Screen
    var layout: ScreenLayout
    var screen: DrawnScreen
  }

  private let isColoured: Bool
  private var painted: Painted?
  private var rows = RowLayouts()
  private var isScrolled = false

  package init(isColoured: Bool) { self.isColoured = isColoured }

  package mutating func forget() { painted = nil }

  package var height: Int { painted?.layout.height ?? 0 }

  /// The focus is visible until ``scroll(_:by:on:)`` moves away.
  package mutating func paint(_ screen: DrawnScreen, on size: Screen) -> String {
    // Most redraws of an idle screen change nothing.
    guard painted?.screen != screen || painted?.size != size else { return "" }
    if painted?.screen.focused != screen.focused { isScrolled = false }
    return paint(screen, on: size, top: painted?.layout.top ?? 0)
  }

  package mutating func scroll(_ screen: DrawnScreen, by lines: Int, on size: Screen) -> String {
    isScrolled = true
    return paint(screen, on: size, top: (painted?.layout.top ?? 0) + lines)
  }

  private mutating func paint(_ screen: DrawnScreen, on size: Screen, top: Int) -> String {
    let layout = ScreenLayout(
      screen, on: size, top: max(0, top), showsFocus: !isScrolled, rows: &rows)
    let before = painted.flatMap { $0.size == size ? $0.layout : nil }
    painted = Painted(size: size, layout: layout, screen: screen)
    guard layout != before else { return "" }
    var text = before == nil ? "\u{1B}[?25l\u{1B}[0m\u{1B}[2J" : "\u{1B}[?25l"
    for (row, line) in layout.lines.enumerated() {
      let isThere = before.map { $0.lines[row] == line } ?? line.cells.isEmpty
      if !isThere { text += Self.place(row, 0) + drawing(of: line, columns: size.columns) }
    }
    if let caret = layout.caret { text += Self.place(caret.row, caret.column) + "\u{1B}[?25h" }
    return text
  }

  private static func place(_ row: Int, _ column: Int) -> String {
    "\u{1B}[\(row + 1);\(column + 1)H"
  }

  private func drawing(of line: DrawnLine, columns: Int) -> String {
    let text = line.cells[...].drawing(at: 0, columns: columns, isColoured: isColoured)
    return line.width < columns ? text + "\u{1B}[K" : text
  }
}

extension DrawnScreen {
  fileprivate struct Focused: Hashable {
    var place: Place?
    var row: Row?
  }

  fileprivate var focused: Focused {
    guard case .row(let section, let row) = focus, sections.indices.contains(section),
      sections[section].rows.indices.contains(row)
    else { return Focused(place: focus) }
    return Focused(place: focus, row: sections[section].rows[row])
  }
}

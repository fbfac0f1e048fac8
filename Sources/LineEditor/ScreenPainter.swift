/// Turns screens into what a terminal is told, which is just what has changed since the last one.
///
/// It writes to no terminal itself. ``begin`` and ``end`` go before the first and after the last of
/// what it paints.
package struct ScreenPainter {
  /// Takes the screen of programs that fill it; long lines are cut, not wrapped.
  package static let begin = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l\u{1B}[2J"
  /// Gives the screen back as it was.
  package static let end = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// What is on the terminal.
  private struct Painted {
    var size: Screen
    var layout: ScreenLayout
    /// The row that had the focus, and which it was.
    var focus: Focus
  }

  private struct Focus: Hashable {
    var place: DrawnScreen.Place?
    var row: DrawnScreen.Row?

    init(of screen: DrawnScreen) {
      place = screen.focus
      guard case .row(let section, let row) = place, screen.sections.indices.contains(section)
      else { return }
      let rows = screen.sections[section].rows
      self.row = rows.indices.contains(row) ? rows[row] : nil
    }
  }

  private let isColoured: Bool
  private var painted: Painted?
  /// Whether something else than the focus was looked for.
  private var isScrolled = false

  /// Makes a painter for a terminal on which nothing is painted yet.
  ///
  /// - Parameter isColoured: whether colours are wanted, which `NO_COLOR` says they are not.
  package init(isColoured: Bool) {
    self.isColoured = isColoured
  }

  /// Forgets what is on the terminal, so that all of it is painted next.
  package mutating func forget() { painted = nil }

  /// How many lines between title and menu are seen at once; 0 before anything was painted, and
  /// where the terminal is too small.
  package var height: Int { painted?.layout.height ?? 0 }

  /// What makes a terminal of this size show the screen.
  ///
  /// What has the focus is seen, unless ``scroll(_:by:on:)`` has gone elsewhere since it changed.
  package mutating func paint(_ screen: DrawnScreen, on size: Screen) -> String {
    if painted?.focus != Focus(of: screen) { isScrolled = false }
    return paint(screen, on: size, top: painted?.layout.top ?? 0)
  }

  /// What makes a terminal of this size show the screen so many lines further down, or up.
  package mutating func scroll(
    _ screen: DrawnScreen, by lines: Int, on size: Screen
  ) -> String {
    isScrolled = true
    return paint(screen, on: size, top: (painted?.layout.top ?? 0) + lines)
  }

  private mutating func paint(
    _ screen: DrawnScreen, on size: Screen, top: Int
  ) -> String {
    let layout = ScreenLayout(screen, on: size, top: max(0, top), showsFocus: !isScrolled)
    let before = painted.flatMap { $0.size == size ? $0.layout : nil }
    painted = Painted(size: size, layout: layout, focus: Focus(of: screen))
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

  private static func move(to column: Int) -> String { "\u{1B}[\(column + 1)G" }

  private func drawing(of line: DrawnLine, columns: Int) -> String {
    var text = ""
    var style: DrawnStyle = []
    var column = 0
    for cell in line.cells {
      if cell.style != style {
        style = cell.style
        text += style.sequence(isColoured: isColoured)
      }
      if cell.isUncertain {
        // A terminal that gives it another width draws the rest in its place all the same, and
        // leaves nothing there of what was before.
        text += String(repeating: " ", count: cell.width) + Self.move(to: column)
      }
      text += cell.text
      column += cell.width
      if cell.isUncertain, column < columns { text += Self.move(to: column) }
    }
    if style != [] { text += DrawnStyle().sequence(isColoured: isColoured) }
    return column < columns ? text + "\u{1B}[K" : text
  }
}

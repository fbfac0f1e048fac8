/// Turns screens into the output for a terminal, which is just what has changed since the last one.
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
    var screen: DrawnScreen
  }

  private let isColoured: Bool
  private var painted: Painted?
  private var rows = RowLayouts()
  /// Whether the person has scrolled away from the focus.
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
    // Most screens that are asked for while nobody types are the same.
    guard painted?.screen != screen || painted?.size != size else { return "" }
    if painted?.screen.focused != screen.focused { isScrolled = false }
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
  /// What has the focus, and which row that is.
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

struct ScreenLayout: Hashable {
  static let smallest = Screen(columns: 40, rows: 10)
  /// Notice and menu leave at least `leastBody` lines for the body, or half of the lines on a small
  /// screen. Rows beyond `enough` all belong to the body.
  private static let leastBody = 8
  private static let enough = 24

  private(set) var lines: [DrawnLine]
  private(set) var caret: Caret?
  private(set) var top: Int
  private(set) var height: Int

  /// A position on the screen, counted from 0.
  struct Caret: Hashable {
    var row: Int
    var column: Int
  }

  /// - Parameters:
  ///   - top: The previous first visible line.
  ///   - showsFocus: Whether to scroll to the focus; otherwise `top` is kept if possible.
  init(
    _ screen: DrawnScreen, on size: Screen, top former: Int, showsFocus: Bool,
    rows: inout RowLayouts
  ) {
    guard !Self.isTooSmall(size) else {
      (lines, top, height) = (Self.apology(for: size), 0, 0)
      return
    }
    let body = ScreenBody(screen, columns: size.columns, &rows)
    let foot = Self.foot(of: screen, on: size)
    height = size.rows - foot.count - 3
    top = max(0, min(former, body.lines.count - height))
    if showsFocus, let focus = body.focus {
      if focus.upperBound > top + height { top = focus.upperBound - height }
      if focus.lowerBound < top { top = focus.lowerBound }
    }
    let end = min(body.lines.count, top + height)
    let below = body.lines.count - end
    // Truncate a very long title before the layout, to save time.
    let title = String(screen.title.prefix(size.columns * 4))
    lines = [DrawnLine(title, .bold).cut(to: size.columns)]
    let above = top + screen.rowsBefore
    lines.append(Self.rule(size.columns, above > 0 ? "↑ \(above) more" : ""))
    lines += body.lines[top..<end]
    lines += repeatElement(DrawnLine(), count: height - (end - top))
    let left = screen.rowsAfter.map { below + $0 }
    lines.append(Self.rule(size.columns, left.map { $0 > 0 ? "↓ \($0) more" : "" } ?? "↓ more"))
    lines += foot
    if let place = body.caret, (top..<end).contains(place.row) {
      caret = Caret(row: place.row - top + 2, column: place.column)
    }
  }

  static func isTooSmall(_ size: Screen) -> Bool {
    size.columns < smallest.columns || size.rows < smallest.rows
  }

  static func shortage(of size: Screen, for purpose: String) -> String {
    "the window has \(size.columns) columns and \(size.rows) rows; \(purpose) needs "
      + "\(smallest.columns) and \(smallest.rows)"
  }

  private static func apology(for size: Screen) -> [DrawnLine] {
    let text = shortage(of: size, for: "this screen") + "; make the window larger, or press Esc"
    let lines = Array(DrawnLine(text).wrapped(to: max(1, size.columns)).prefix(size.rows))
    return lines + repeatElement(DrawnLine(), count: size.rows - lines.count)
  }

  private static func rule(_ columns: Int, _ text: String) -> DrawnLine {
    var line = DrawnLine()
    line.append(String(repeating: "─", count: columns - text.count - (text.isEmpty ? 0 : 4)), .dim)
    if !text.isEmpty { line.append(" \(text) ──", .dim) }
    return line
  }

  private static func foot(of screen: DrawnScreen, on size: Screen) -> [DrawnLine] {
    let columns = size.columns
    let room = min(size.rows, enough) - 3
    let most = room - min(leastBody, (room + 1) / 2)
    let notice = screen.notice.map { DrawnLine($0, .bold).wrapped(to: columns) } ?? []
    let entries = screen.menu.enumerated().map { index, item in
      entry(item, isFocused: screen.focus == .menu(index)).cut(to: columns)
    }
    var menu: [DrawnLine] = []
    var focused = 0
    for (index, entry) in entries.enumerated() {
      if let last = menu.last, last.width + entry.width + 3 <= columns {
        menu[menu.count - 1].append("   ")
        menu[menu.count - 1].append(entry)
      } else {
        menu.append(entry)
      }
      if screen.focus == .menu(index) { focused = menu.count - 1 }
    }
    let shownNotice = cut(notice, to: most / 2, around: 0)
    return shownNotice + cut(menu, to: most - shownNotice.count, around: focused)
  }

  /// Keeps `line` visible and counts the rest.
  private static func cut(_ lines: [DrawnLine], to count: Int, around line: Int) -> [DrawnLine] {
    guard lines.count > count else { return lines }
    let start = max(0, min(line - count + 2, lines.count - count + 1))
    let shown = Array(lines[start..<start + count - 1])
    return shown + [DrawnLine("… \(lines.count - shown.count) more lines", .dim)]
  }

  private static func entry(_ item: DrawnScreen.MenuItem, isFocused: Bool) -> DrawnLine {
    let focus: DrawnStyle = isFocused ? .inverse : []
    var line = DrawnLine()
    if let objection = item.objection {
      let text = (item.key.map { $0 + " " } ?? "") + "\(item.title) (\(objection))"
      line.append(text, focus.union(.dim))
    } else {
      if let key = item.key { line.append(key + " ", focus.union(.bold)) }
      line.append(item.title, focus)
    }
    return line
  }
}

/// The lines of a screen, laid out for the size of the terminal.
struct ScreenLayout: Hashable {
  /// The smallest terminal on which there is room for a screen.
  static let smallest = Screen(columns: 80, rows: 24)
  /// How many lines there are between the title and the menu at least.
  private static let leastBody = 8
  private static let widestName = 24
  /// What is left of each row, where the focus and the state of a field are marked.
  private static let margin = 2

  /// As many as the terminal has rows.
  private(set) var lines: [DrawnLine]
  /// Where the caret is; nil where nothing is edited.
  private(set) var caret: Caret?
  /// The first line between the title and the menu that is seen.
  private(set) var top: Int
  /// How many lines there are between the title and the menu.
  private(set) var height: Int

  /// A place on the screen, counted from 0.
  struct Caret: Hashable {
    var row: Int
    var column: Int
  }

  /// - Parameters:
  ///   - top: the first line that was seen before.
  ///   - showsFocus: whether what has the focus is to be seen; else the top stays, as far as it
  ///     can.
  init(_ screen: DrawnScreen, on size: Screen, top former: Int, showsFocus: Bool) {
    guard !Self.isTooSmall(size) else {
      (lines, top, height) = (Self.apology(for: size), 0, 0)
      return
    }
    let body = Body(screen, columns: size.columns)
    let foot = Self.foot(of: screen, columns: size.columns)
    height = size.rows - foot.count - 3
    top = max(0, min(former, body.lines.count - height))
    if showsFocus, let focus = body.focus {
      if focus.upperBound > top + height { top = focus.upperBound - height }
      if focus.lowerBound < top { top = focus.lowerBound }
    }
    let end = min(body.lines.count, top + height)
    let below = body.lines.count - end
    lines = [DrawnLine(screen.title, .bold).cut(to: size.columns)]
    lines.append(Self.rule(size.columns, top > 0 ? "↑ \(top) more" : ""))
    lines += body.lines[top..<end]
    lines += repeatElement(DrawnLine(), count: height - (end - top))
    lines.append(Self.rule(size.columns, below > 0 ? "↓ \(below) more" : ""))
    lines += foot
    if let place = body.caret, (top..<end).contains(place.row) {
      caret = Caret(row: place.row - top + 2, column: place.column)
    }
  }

  /// Whether the terminal is too small for a screen.
  static func isTooSmall(_ size: Screen) -> Bool {
    size.columns < smallest.columns || size.rows < smallest.rows
  }

  private static func apology(for size: Screen) -> [DrawnLine] {
    let text =
      "the window has \(size.columns) columns and \(size.rows) rows; this screen needs "
      + "\(smallest.columns) and \(smallest.rows): make it larger, or press Esc"
    let lines = Array(DrawnLine(text).wrapped(to: max(1, size.columns)).prefix(size.rows))
    return lines + repeatElement(DrawnLine(), count: size.rows - lines.count)
  }

  private static func rule(_ columns: Int, _ text: String) -> DrawnLine {
    var line = DrawnLine()
    line.append(String(repeating: "─", count: columns - text.count - (text.isEmpty ? 0 : 4)), .dim)
    if !text.isEmpty { line.append(" \(text) ──", .dim) }
    return line
  }

  // MARK: The foot

  private static func foot(of screen: DrawnScreen, columns: Int) -> [DrawnLine] {
    let most = smallest.rows - 3 - leastBody
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

  /// As many of the lines as there is room for, one of them among them, and how many more there
  /// are.
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

  // MARK: Between the title and the menu

  /// All lines of the sections, seen or not.
  private struct Body {
    var lines: [DrawnLine] = []
    /// The lines of what has the focus.
    var focus: Range<Int>?
    var caret: Caret?

    init(_ screen: DrawnScreen, columns: Int) {
      for (section, content) in screen.sections.enumerated() {
        let start = lines.count
        if start > 0 { lines.append(DrawnLine()) }
        if let title = content.title { lines.append(DrawnLine(title, .bold).cut(to: columns)) }
        let names = DrawnNames(content.rows, widest: widestName)
        for (index, row) in content.rows.enumerated() {
          let isFocused = screen.focus == .row(section: section, row: index)
          let first = lines.count
          add(row, names, columns: columns, isFocused: isFocused)
          // The heading is seen with the first row.
          if isFocused { focus = (index == 0 ? start : first)..<lines.count }
        }
      }
    }

    private mutating func add(
      _ row: DrawnScreen.Row, _ names: DrawnNames, columns: Int, isFocused: Bool
    ) {
      var margin = DrawnLine(isFocused ? ">" : "", .bold)
      let content: [DrawnLine]
      switch row {
      case .text(let text):
        margin.pad(to: ScreenLayout.margin)
        content = DrawnLine(text).wrapped(to: columns - margin.width)
      case .label(let name, let text):
        margin.pad(to: ScreenLayout.margin)
        margin.append(names.line(for: name, isFocused ? .bold : []))
        content = DrawnLine(text).wrapped(to: columns - margin.width)
      case .field(let field):
        margin.pad(to: 1)
        switch field.state {
        case .unchanged: break
        case .changed: margin.append("*", .bold)
        case .refused: margin.append("!", [.bold, .red])
        }
        margin.pad(to: ScreenLayout.margin)
        margin.append(names.line(for: field.name, isFocused ? .bold : []))
        let layout = FieldLayout(field, columns: columns - margin.width)
        content = layout.lines
        if let column = layout.caretColumn {
          caret = Caret(row: lines.count, column: margin.width + column)
        }
      }
      for (index, line) in content.enumerated() {
        var whole = index == 0 ? margin : DrawnLine()
        whole.pad(to: margin.width)
        whole.append(line)
        lines.append(whole)
      }
    }
  }
}

/// The names of the rows of a section, in a column.
private struct DrawnNames {
  private let width: Int

  init(_ rows: [DrawnScreen.Row], widest: Int) {
    let widths = rows.map { row in
      switch row {
      case .text: 0
      case .label(let name, _): DrawnLine(name).width + 1
      case .field(let field): DrawnLine(field.name).width + 1
      }
    }
    width = min(widths.max() ?? 0, widest)
  }

  func line(for name: String, _ style: DrawnStyle) -> DrawnLine {
    var line = DrawnLine(name, style).cut(to: width - 1)
    line.append(":", style)
    line.pad(to: width + 1)
    return line
  }
}

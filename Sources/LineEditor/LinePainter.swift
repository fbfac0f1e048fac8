struct LinePainter {
  private(set) var size = Screen(columns: 80, rows: 24)
  private var painted = LineRows(columns: 1)
  private var top = 0

  /// The cursor must be in the first column.
  mutating func begin(on screen: Screen) {
    size = screen
    painted = LineRows(columns: 1)
    top = 0
  }

  mutating func paint(_ picture: LinePicture) -> String {
    var next = LineRows(picture, columns: size.columns)
    top = next.cut(to: size.rows, from: top)
    defer { painted = next }
    return drawing(of: next)
  }

  mutating func finish(_ picture: LinePicture) -> String {
    let all = LineRows(picture, columns: size.columns)
    let start = all.rows.count > size.rows ? erase() : ""
    defer { begin(on: size) }
    return start + drawing(of: all) + "\r\n"
  }

  mutating func erase() -> String { erase(below: painted.caret.row) }

  mutating func erase(on screen: Screen, column: Int?) -> String {
    let (cut, broken) = (painted.caret, painted.caret(brokenAt: screen.columns))
    size = screen
    // After a resize, some terminals have reflowed the lines, and others have truncated them.
    let isCut =
      column == nil || column != broken.column && column == min(cut.column, size.columns - 1)
    return erase(below: isCut ? cut.row : broken.row)
  }

  private mutating func erase(below row: Int) -> String {
    begin(on: size)
    return "\r" + Self.sequence(min(row, size.rows - 1), "A") + "\u{1B}[J"
  }

  private static func sequence(_ count: Int, _ final: String) -> String {
    count > 0 ? "\u{1B}[\(count)\(final)" : ""
  }

  private func drawing(of next: LineRows) -> String {
    let (old, new) = (painted.rows, next.rows)
    var text = ""
    var place = painted.caret
    func move(to target: ScreenLayout.Caret) {
      guard target != place else { return }
      text +=
        Self.sequence(place.row - target.row, "A") + Self.sequence(target.row - place.row, "B")
      text += "\r" + Self.sequence(target.column, "C")
      place = target
    }
    var row = zip(old, new).prefix { $0 == $1 }.count
    guard row < max(old.count, new.count) else {
      move(to: next.caret)
      return text
    }
    // Starts at the end of the last common row if rows are added or removed.
    if row == min(old.count, new.count) { row -= 1 }
    var first = zip(old[row].cells, new[row].cells).prefix { $0 == $1 }.count
    // Rewriting the last character makes the terminal wrap into the next row.
    if new[row].wraps, first == new[row].cells.count { first = max(0, first - 1) }
    move(
      to: ScreenLayout.Caret(
        row: row, column: new[row].cells[..<first].reduce(0) { $0 + $1.width }))
    for (index, line) in new.enumerated().dropFirst(row) {
      text += line.cells[first...].drawing(
        at: place.column, columns: size.columns, isColoured: true, wraps: true)
      first = 0
      let isLast = index == new.count - 1
      if line.width < size.columns {
        text += isLast && index + 1 < old.count ? "\u{1B}[J" : "\u{1B}[K"
      }
      guard !isLast else {
        place = ScreenLayout.Caret(row: index, column: line.width)
        break
      }
      if !line.wraps {
        text += "\r\n"
      } else if new[index + 1].cells.isEmpty {
        text += " \r"
      }
      place = ScreenLayout.Caret(row: index + 1, column: 0)
    }
    move(to: next.caret)
    return text
  }
}

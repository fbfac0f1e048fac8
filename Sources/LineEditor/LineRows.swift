struct LinePicture {
  var prompt = ""
  var text = String.UnicodeScalarView()
  /// In scalars of the text.
  var cursor = 0
  /// In scalars of the text.
  var selection = 0..<0
  var hint = DrawnLine()
}

struct LineRows {
  struct Row: Hashable {
    var cells: [DrawnCell] = []
    /// In columns.
    var width = 0
    /// Whether the terminal wraps by itself after this row; a wider window then joins it with the
    /// next.
    var wraps = false
  }

  private(set) var rows = [Row()]
  private(set) var caret = ScreenLayout.Caret(row: 0, column: 0)
  private let columns: Int

  init(_ picture: LinePicture = LinePicture(), columns: Int) {
    self.columns = max(columns, 2)
    for character in picture.prompt { append(character, []) }
    caret = end
    var scalars = 0
    for character in String(picture.text) {
      let range = scalars..<scalars + character.unicodeScalars.count
      let start = append(character, range.overlaps(picture.selection) ? .inverse : [])
      scalars = range.upperBound
      if range.lowerBound == picture.cursor {
        caret = start
      } else if range.lowerBound < picture.cursor {
        caret = end
      }
    }
    append(hint: picture.hint)
  }

  /// Keeps at most `count` rows, including the caret's, and returns the index of the first one: if
  /// possible `former`.
  mutating func cut(to count: Int, from former: Int) -> Int {
    let top = max(0, caret.row - count + 1, min(former, caret.row, rows.count - count))
    rows = Array(rows[top..<min(rows.count, top + count)])
    caret.row -= top
    return top
  }

  func caret(brokenAt columns: Int) -> ScreenLayout.Caret {
    var (row, column) = (0, 0)
    for index in 0...caret.row {
      var passed = 0
      for cell in rows[index].cells where index < caret.row || passed < caret.column {
        if column + cell.width > columns { (row, column) = (row + 1, 0) }
        column += cell.width
        passed += cell.width
      }
      if index < caret.row, !rows[index].wraps { (row, column) = (row + 1, 0) }
    }
    // After the last character, the cursor stays in its row.
    let isLast = caret.column == rows[caret.row].width && caret.column > 0
    if column >= columns { (row, column) = isLast ? (row, columns - 1) : (row + 1, 0) }
    return ScreenLayout.Caret(row: row, column: column)
  }

  private var end: ScreenLayout.Caret {
    ScreenLayout.Caret(row: rows.count - 1, column: rows[rows.count - 1].width)
  }

  @discardableResult
  private mutating func append(_ character: Character, _ style: DrawnStyle) -> ScreenLayout.Caret {
    switch character {
    case "\n":
      defer { rows.append(Row()) }
      return end
    case "\t":
      let start = end
      for cell in DrawnCell.cells(String(repeating: " ", count: 8 - start.column % 8), style) {
        append(cell)
      }
      return start
    default:
      var start: ScreenLayout.Caret?
      for cell in DrawnCell.cells(String(character), style) {
        for cell in cell.width > 2 ? DrawnCell.cells(cell.text, style) : [cell] {
          if end.column + cell.width > columns { goOn() }
          start = start ?? end
          append(cell)
        }
      }
      return start ?? end
    }
  }

  private mutating func append(_ cell: DrawnCell) {
    // An uncertain cell is drawn over blanks, which must not start in the previous row.
    if end.column == 0, rows.count > 1, cell.isUncertain { rows[rows.count - 2].wraps = false }
    rows[rows.count - 1].cells.append(cell)
    rows[rows.count - 1].width += cell.width
    if end.column >= columns { goOn() }
  }

  private mutating func goOn() {
    // If the terminal draws the last character narrower, it does not wrap.
    rows[rows.count - 1].wraps = rows[rows.count - 1].cells.last?.isUncertain == false
    rows.append(Row())
  }

  private mutating func append(hint: DrawnLine) {
    // The last column stays free, and a blank precedes the hint.
    guard hint.width > 0, rows.count == 1, columns - end.column - hint.width > 1 else { return }
    var line = DrawnLine(rows[0].cells)
    line.pad(to: columns - hint.width - 1)
    line.append(hint)
    rows[0].cells = line.cells
    rows[0].width = line.width
  }
}

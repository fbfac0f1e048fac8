/// Emulates `TERM=xterm`, as far as libedit, pagers and this program need it.
///
/// Unsupported sequences are recorded in ``unknown``.
struct Screen {
  /// Counted from 0.
  struct Position: Hashable {
    var row: Int
    var column: Int
  }

  private(set) var columns: Int
  private(set) var rows: Int
  private(set) var cursor = Position(row: 0, column: 0)
  /// Whether wrapped lines are reflowed when the width changes. Most terminals do so, and report
  /// their cursor; others cut lines.
  var breaksLinesAnew = false
  private(set) var questions = 0
  private(set) var bells = 0
  /// Whether bracketed paste (`?2004`) is on.
  private(set) var isPasteBracketed = false
  /// Whether the alternate screen (`?1049`) is shown.
  private(set) var isAlternate = false
  private(set) var scrolledOff: [String] = []
  private(set) var unknown: [ControlSequences.Token] = []

  /// The text of each cell, with a mark if inverse; empty in the second column of a wide character.
  private var cells: [[String]]
  private var reader = ControlSequences()
  private var saved = Position(row: 0, column: 0)
  private var after: (cells: [[String]], cursor: Position)?
  /// The last column is filled, so the next character wraps.
  private var isWrapPending = false
  private var isInserting = false
  private var isInverse = false

  private static let blank = " "
  private static let inverseMark: Unicode.Scalar = "\u{F8FF}"
  /// Marks the end of a row that wraps.
  private static let wrapMark: Unicode.Scalar = "\u{F8FE}"

  init(columns: Int = 80, rows: Int = 24) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: Self.blank, count: columns), count: rows)
  }

  // MARK: What is seen

  var lines: [String] { cells.map { Self.text($0[...]) } }

  /// Up to the last nonempty line.
  var text: String {
    let lines = lines
    let count = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    return lines[..<count].joined(separator: "\n")
  }

  var transcript: String { (scrolledOff + [text]).joined(separator: "\n") }

  /// The rows joined with their blanks, so that wrapped text is contiguous.
  var flow: String { Self.plain(cells.joined()) }

  var inverse: String {
    Self.plain(cells.joined().filter { $0.unicodeScalars.contains(Self.inverseMark) })
  }

  var line: String { lines[cursor.row] }

  var beforeCursor: String { Self.plain(cells[cursor.row][..<cursor.column]) }

  var afterCursor: String { Self.text(cells[cursor.row][cursor.column...]) }

  func lines(aboveCursor count: Int) -> [String] { Array(lines[..<cursor.row].suffix(count)) }

  /// Includes scrolled-off lines.
  var depth: Int { scrolledOff.count + cursor.row }

  private static func text(_ cells: ArraySlice<String>) -> String {
    let end = cells.lastIndex { $0 != blank }.map { $0 + 1 } ?? cells.startIndex
    return plain(cells[..<end])
  }

  private static func plain(_ cells: some Sequence<String>) -> String {
    // Filter scalars, because the marks may combine with the characters before them.
    String(
      String.UnicodeScalarView(
        cells.joined().unicodeScalars.filter { $0 != inverseMark && $0 != wrapMark }))
  }

  // MARK: What is done

  mutating func write(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      for token in reader.read(byte) {
        obey(token)
      }
    }
  }

  /// Cuts, widens or reflows rows; surplus rows scroll off at the top.
  mutating func resize(columns: Int, rows: Int) {
    if breaksLinesAnew, !isAlternate { breakLines(columns) }
    while cursor.row >= rows {
      scrollUp()
      cursor.row -= 1
    }
    cells = cells.prefix(rows).map { row in
      var row = Array(row.prefix(columns))
      if let last = row.last, Self.isWide(last) { row[row.count - 1] = Self.blank }
      return row + Array(repeating: Self.blank, count: columns - row.count)
    }
    self.columns = columns
    cells += Array(repeating: blankRow, count: rows - cells.count)
    self.rows = rows
    move(row: cursor.row, column: cursor.column)
  }

  private mutating func breakLines(_ columns: Int) {
    var lines: [[String]] = [[]]
    var place = (line: 0, cell: 0)
    for (row, cells) in cells.enumerated() {
      let wraps = cells.last?.unicodeScalars.contains(Self.wrapMark) == true
      if row == cursor.row {
        place = (lines.count - 1, lines[lines.count - 1].count + cursor.column)
        if isWrapPending { place.cell += 1 }
      }
      let end = wraps ? cells.count : (cells.lastIndex { $0 != Self.blank } ?? -1) + 1
      for cell in cells[..<end] where cell != Self.blank + String(Self.wrapMark) {
        let scalars = cell.unicodeScalars.filter { $0 != Self.wrapMark }
        lines[lines.count - 1].append(String(String.UnicodeScalarView(scalars)))
      }
      if !wraps { lines.append([]) }
    }
    while lines.count > place.line + 1, lines.last?.isEmpty == true { lines.removeLast() }
    let blankRow = Array(repeating: Self.blank, count: columns)
    self.cells = []
    for (index, line) in lines.enumerated() {
      var row: [String] = []
      func padded() -> [String] { row + blankRow.dropFirst(row.count) }
      for (number, cell) in line.enumerated() {
        if row.count + (Self.isWide(cell) ? 2 : cell.isEmpty ? 0 : 1) > columns {
          var full = padded()
          full[columns - 1].unicodeScalars.append(Self.wrapMark)
          self.cells.append(full)
          row = []
        }
        if (index, number) == place { cursor = Position(row: self.cells.count, column: row.count) }
        row.append(cell)
      }
      if index == place.line, place.cell >= line.count {
        cursor = Position(row: self.cells.count, column: row.count + place.cell - line.count)
      }
      self.cells.append(padded())
    }
    self.columns = columns
  }

  private mutating func obey(_ token: ControlSequences.Token) {
    switch token {
    case .character(let character): put(character)
    case .control(let byte): control(byte)
    case .escape(let text): if !escape(text) { unknown.append(token) }
    case .sequence(let mark, let numbers, let final):
      if !(mark.isEmpty ? sequence(numbers, final) : mode(mark, numbers, final)) {
        unknown.append(token)
      }
    }
  }

  private mutating func put(_ character: Unicode.Scalar) {
    let width = character.columns
    guard width > 0, !joins(character) else { return combine(character) }
    guard width <= columns else { return }
    if isWrapPending || cursor.column + width > columns {
      if breaksLinesAnew { cells[cursor.row][columns - 1].unicodeScalars.append(Self.wrapMark) }
      cursor.column = 0
      lineFeed()
    }
    if isInserting { insertCells(width) }
    erase(cursor.column..<cursor.column + width, in: cursor.row)
    cells[cursor.row][cursor.column] =
      String(character) + (isInverse ? String(Self.inverseMark) : "")
    if width == 2 { cells[cursor.row][cursor.column + 1] = "" }
    cursor.column += width
    if cursor.column == columns {
      cursor.column = columns - 1
      isWrapPending = true
    }
  }

  /// Whether a terminal that combines emoji would combine this character with the one before.
  private func joins(_ character: Unicode.Scalar) -> Bool {
    let end = isWrapPending ? columns : cursor.column
    let cell = cells[cursor.row][..<end].last { !$0.isEmpty }?.unicodeScalars
    return cell?.last == "\u{200D}" && character.properties.isEmoji
      || character.properties.isEmojiModifier && cell?.first?.properties.isEmoji == true
  }

  private mutating func combine(_ mark: Unicode.Scalar) {
    var column = isWrapPending ? cursor.column : cursor.column - 1
    if column > 0, cells[cursor.row][column].isEmpty { column -= 1 }
    guard column >= 0 else { return }
    cells[cursor.row][column].unicodeScalars.append(mark)
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x07: bells += 1
    case 0x08: move(row: cursor.row, column: cursor.column - 1)
    case 0x09: move(row: cursor.row, column: (cursor.column / 8 + 1) * 8)
    case 0x0A...0x0C:
      let last = cells[cursor.row][columns - 1].unicodeScalars.filter { $0 != Self.wrapMark }
      cells[cursor.row][columns - 1] = String(String.UnicodeScalarView(last))
      lineFeed()
    case 0x0D: move(row: cursor.row, column: 0)
    case 0x00, 0x7F: break
    default: unknown.append(.control(byte))
    }
  }

  private mutating func escape(_ text: String) -> Bool {
    switch text {
    case "7": saved = cursor
    case "8": move(row: saved.row, column: saved.column)
    case "M":
      let column = cursor.column
      if cursor.row == 0 { insertRows(1) }
      move(row: cursor.row - 1, column: column)
    // Keypad modes, character sets and string terminators have no visible effect.
    case "=", ">", "(B", ")B", "\\": break
    default: return false
    }
    return true
  }

  private mutating func sequence(_ numbers: [Int], _ final: Character) -> Bool {
    let number = numbers.first ?? 0
    let count = max(1, number)
    switch final {
    case "A": move(row: cursor.row - count, column: cursor.column)
    case "B": move(row: cursor.row + count, column: cursor.column)
    case "C": move(row: cursor.row, column: cursor.column + count)
    case "D": move(row: cursor.row, column: cursor.column - count)
    case "G": move(row: cursor.row, column: count - 1)
    case "d": move(row: count - 1, column: cursor.column)
    case "H", "f": move(row: count - 1, column: max(1, numbers.dropFirst().first ?? 0) - 1)
    case "J": eraseScreen(number)
    case "K": eraseLine(number)
    case "L": insertRows(count)
    case "M": deleteRows(count)
    case "P": deleteCells(count)
    case "@":
      insertCells(count)
      isWrapPending = false
    case "X": erase(cursor.column..<min(columns, cursor.column + count), in: cursor.row)
    case "h", "l": if numbers == [4] { isInserting = final == "h" } else { return numbers == [34] }
    // Only inverse is tracked.
    case "m":
      isInverse = numbers.contains(7) || isInverse && !numbers.contains { [0, 27].contains($0) }
    case "n" where numbers == [6]: questions += 1
    // Window operations.
    case "t": break
    default: return false
    }
    return true
  }

  private mutating func mode(_ mark: String, _ numbers: [Int], _ final: Character) -> Bool {
    guard mark == "?", final == "h" || final == "l" else { return mark == ">" && final == "m" }
    for number in numbers {
      switch number {
      case 2004: isPasteBracketed = final == "h"
      case 1049: showAlternate(final == "h")
      // Cursor keys, auto-wrap (screens never write beyond a line), cursor blinking and visibility,
      // meta keys.
      case 1, 7, 12, 25, 1034: break
      default: return false
      }
    }
    return true
  }

  // MARK: Cells

  private var blankRow: [String] { Array(repeating: Self.blank, count: columns) }

  private static func isWide(_ cell: String) -> Bool {
    cell.unicodeScalars.first.map { $0.columns == 2 } ?? false
  }

  private mutating func move(row: Int, column: Int) {
    cursor = Position(
      row: min(max(row, 0), rows - 1), column: min(max(column, 0), columns - 1))
    isWrapPending = false
  }

  private mutating func lineFeed() {
    isWrapPending = false
    if cursor.row == rows - 1 { scrollUp() } else { cursor.row += 1 }
  }

  private mutating func scrollUp() {
    if !isAlternate { scrolledOff.append(Self.text(cells[0][...])) }
    cells.removeFirst()
    cells.append(blankRow)
  }

  /// Also blanks the other halves of cut wide characters.
  private mutating func erase(_ range: Range<Int>, in row: Int) {
    guard !range.isEmpty else { return }
    if cells[row][range.lowerBound].isEmpty { cells[row][range.lowerBound - 1] = Self.blank }
    if range.upperBound < columns, cells[row][range.upperBound].isEmpty {
      cells[row][range.upperBound] = Self.blank
    }
    cells[row].replaceSubrange(
      range, with: repeatElement(Self.blank, count: range.count))
  }

  private mutating func eraseLine(_ part: Int) {
    switch part {
    case 0: erase(cursor.column..<columns, in: cursor.row)
    case 1: erase(0..<cursor.column + 1, in: cursor.row)
    default: cells[cursor.row] = blankRow
    }
    isWrapPending = false
  }

  private mutating func eraseScreen(_ part: Int) {
    if part < 2 { eraseLine(part) }
    let whole =
      switch part {
      case 0: cursor.row + 1..<rows
      case 1: 0..<cursor.row
      case 2: 0..<rows
      default: 0..<0
      }
    for row in whole {
      cells[row] = blankRow
    }
    isWrapPending = false
  }

  private mutating func insertCells(_ count: Int) {
    let count = min(count, columns - cursor.column)
    if cells[cursor.row][cursor.column].isEmpty {
      erase(cursor.column..<cursor.column + 1, in: cursor.row)
    }
    erase(columns - count..<columns, in: cursor.row)
    cells[cursor.row].removeLast(count)
    cells[cursor.row].insert(
      contentsOf: repeatElement(Self.blank, count: count), at: cursor.column)
  }

  private mutating func deleteCells(_ count: Int) {
    let range = cursor.column..<min(columns, cursor.column + count)
    erase(range, in: cursor.row)
    cells[cursor.row].removeSubrange(range)
    cells[cursor.row] += repeatElement(Self.blank, count: range.count)
    isWrapPending = false
  }

  private mutating func insertRows(_ count: Int) {
    let count = min(count, rows - cursor.row)
    cells.removeLast(count)
    cells.insert(contentsOf: repeatElement(blankRow, count: count), at: cursor.row)
    move(row: cursor.row, column: 0)
  }

  private mutating func deleteRows(_ count: Int) {
    let count = min(count, rows - cursor.row)
    cells.removeSubrange(cursor.row..<cursor.row + count)
    cells += repeatElement(blankRow, count: count)
    move(row: cursor.row, column: 0)
  }

  private mutating func showAlternate(_ shown: Bool) {
    guard shown != isAlternate else { return }
    isAlternate = shown
    if shown {
      after = (cells, cursor)
      cells = Array(repeating: blankRow, count: rows)
    } else if let after {
      cells = after.cells
      cursor = after.cursor
      self.after = nil
      resize(columns: columns, rows: rows)
    }
  }
}

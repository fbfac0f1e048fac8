internal import Values

/// How a text is shown.
struct DrawnStyle: OptionSet, Hashable {
  let rawValue: UInt8

  static let bold = DrawnStyle(rawValue: 1)
  static let dim = DrawnStyle(rawValue: 2)
  static let underlined = DrawnStyle(rawValue: 4)
  static let inverse = DrawnStyle(rawValue: 8)
  static let red = DrawnStyle(rawValue: 16)
  static let yellow = DrawnStyle(rawValue: 32)
  private static let colours: DrawnStyle = [.red, .yellow]

  /// What a terminal is told for it, whatever it was told before.
  ///
  /// - Parameter isColoured: whether colours are wanted; the other attributes are none.
  func sequence(isColoured: Bool) -> String {
    let codes: [(DrawnStyle, String)] = [
      (.bold, "1"), (.dim, "2"), (.underlined, "4"), (.inverse, "7"), (.red, "31"),
      (.yellow, "33"),
    ]
    let used = codes.filter { style, _ in
      contains(style) && (isColoured || Self.colours.isDisjoint(with: style))
    }.map(\.1)
    return "\u{1B}[" + (["0"] + used).joined(separator: ";") + "m"
  }
}

/// A character on the screen.
struct DrawnCell: Hashable {
  /// The character as it is shown; control characters are written out.
  var text: String
  /// How many columns it takes.
  var width: Int
  var style: DrawnStyle
  /// How many Unicode scalars of the original text it stands for.
  var scalars: Int

  /// The characters of a text.
  static func cells(_ text: String, _ style: DrawnStyle = []) -> [DrawnCell] {
    text.map { character in
      // Most are plain, and there may be thousands.
      if let byte = character.asciiValue, (0x20..<0x7F).contains(byte) {
        return DrawnCell(text: String(character), width: 1, style: style, scalars: 1)
      }
      var shown = String(character).withVisibleControls
      // What takes no column of its own would join what is before it, or be seen nowhere.
      if shown.displayWidth == 0 { shown = shown.writingOut { _ in true } }
      return DrawnCell(
        text: shown, width: shown.displayWidth, style: style,
        scalars: character.unicodeScalars.count)
    }
  }

  /// Whether terminals may disagree about the columns that it takes.
  var isUncertain: Bool {
    let scalars = text.unicodeScalars
    if scalars.allSatisfy(\.isASCII) { return false }
    return scalars.contains { $0.value >= 0x1F000 }
      || !scalars.dropFirst().allSatisfy {
        $0.properties.generalCategory == .nonspacingMark && !$0.properties.isVariationSelector
      }
  }
}

extension ArraySlice<DrawnCell> {
  /// What makes a terminal of so many columns show the characters, from a column on.
  ///
  /// - Parameters:
  ///   - isColoured: whether colours are wanted.
  ///   - wraps: whether the terminal goes on in the next row where one is full.
  func drawing(at start: Int, columns: Int, isColoured: Bool, wraps: Bool = false) -> String {
    var text = ""
    var style: DrawnStyle = []
    var column = start
    for cell in self {
      if cell.style != style {
        style = cell.style
        text += style.sequence(isColoured: isColoured)
      }
      guard cell.isUncertain else {
        text += cell.text
        column += cell.width
        continue
      }
      // A terminal that gives it another width draws the rest in its place all the same, leaves
      // nothing there of what was before, and keeps it in its row.
      let mayWrap = wraps && column + 2 * cell.text.unicodeScalars.count > columns
      text += String(repeating: " ", count: cell.width) + "\u{1B}[\(column + 1)G"
      text += mayWrap ? "\u{1B}[?7l\(cell.text)\u{1B}[?7h" : cell.text
      column += cell.width
      if column < columns { text += "\u{1B}[\(column + 1)G" }
    }
    if style != [] { text += DrawnStyle().sequence(isColoured: isColoured) }
    return text
  }
}

/// A line of the screen.
struct DrawnLine: Hashable {
  private(set) var cells: [DrawnCell] = []
  /// How many columns it takes.
  private(set) var width = 0

  init() {}

  init(_ text: String, _ style: DrawnStyle = []) { append(text, style) }

  init(_ cells: some Sequence<DrawnCell>) {
    for cell in cells { append(cell) }
  }

  mutating func append(_ cell: DrawnCell) {
    cells.append(cell)
    width += cell.width
  }

  mutating func append(_ text: String, _ style: DrawnStyle = []) {
    for cell in DrawnCell.cells(text, style) { append(cell) }
  }

  mutating func append(_ line: DrawnLine) {
    cells += line.cells
    width += line.width
  }

  /// Adds blanks up to a column.
  mutating func pad(to column: Int, _ style: DrawnStyle = []) {
    while width < column {
      append(DrawnCell(text: " ", width: 1, style: style, scalars: 0))
    }
  }

  /// The line in so many columns, with `…` at the end of what is cut.
  func cut(to columns: Int) -> DrawnLine {
    guard width > columns, columns > 0 else { return self }
    var line = DrawnLine()
    for cell in cells {
      guard line.width + cell.width < columns else {
        line.append("…", cell.style)
        break
      }
      line.append(cell)
    }
    return line
  }

  /// The line in as many lines as it takes, broken at blanks where there are any.
  func wrapped(to columns: Int) -> [DrawnLine] {
    var lines: [DrawnLine] = []
    var rest = cells[...]
    while true {
      var end = rest.startIndex
      var width = 0
      while end < rest.endIndex, width + rest[end].width <= columns {
        width += rest[end].width
        end += 1
      }
      guard end < rest.endIndex else { break }
      // A character that is wider than all there is stands alone.
      end = max(end, rest.startIndex + 1)
      let isBlank = { (cell: DrawnCell) in cell.text == " " }
      if let blank = rest[..<min(end + 1, rest.endIndex)].lastIndex(where: isBlank),
        blank > rest.startIndex
      {
        lines.append(DrawnLine(rest[..<blank]))
        rest = rest[(blank + 1)...]
      } else {
        lines.append(DrawnLine(rest[..<end]))
        rest = rest[end...]
      }
    }
    return lines + [DrawnLine(rest)]
  }
}

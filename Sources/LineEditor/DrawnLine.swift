internal import Values

struct DrawnStyle: OptionSet, Hashable {
  let rawValue: UInt8

  static let bold = DrawnStyle(rawValue: 1)
  static let dim = DrawnStyle(rawValue: 2)
  static let underlined = DrawnStyle(rawValue: 4)
  static let inverse = DrawnStyle(rawValue: 8)
  static let red = DrawnStyle(rawValue: 16)
  static let yellow = DrawnStyle(rawValue: 32)
  private static let colours: DrawnStyle = [.red, .yellow]

  /// Resets all attributes first, so the previous style does not matter.
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

struct DrawnCell: Hashable {
  /// Control characters and zero-width characters are replaced by escapes.
  var text: String
  /// In columns.
  var width: Int
  var style: DrawnStyle
  /// The number of Unicode scalars in the original text.
  var scalars: Int

  static func cells(_ text: String, _ style: DrawnStyle = []) -> [DrawnCell] {
    text.map { character in
      if let byte = character.asciiValue, (0x20..<0x7F).contains(byte) {
        return DrawnCell(text: String(character), width: 1, style: style, scalars: 1)
      }
      var shown = String(character).withVisibleControls
      // A zero-width character would join the previous cell or be invisible.
      if shown.displayWidth == 0 { shown = shown.writingOut { _ in true } }
      return DrawnCell(
        text: shown, width: shown.displayWidth, style: style,
        scalars: character.unicodeScalars.count)
    }
  }

  /// Whether terminals may disagree about the width.
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
  /// Columns count from 0.
  ///
  /// - Parameter wraps: Whether the terminal wraps full rows.
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
      // Positions the cursor explicitly, because the terminal may assume another width. Blanks
      // erase the old content; a character at the edge must not wrap.
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

struct DrawnLine: Hashable {
  private(set) var cells: [DrawnCell] = []
  /// In columns.
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

  mutating func pad(to column: Int, _ style: DrawnStyle = []) {
    while width < column {
      append(DrawnCell(text: " ", width: 1, style: style, scalars: 0))
    }
  }

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
      // A character wider than the line gets a line of its own.
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

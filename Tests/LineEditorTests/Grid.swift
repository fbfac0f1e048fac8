/// The cells of a terminal, derived only from the output of a painter.
///
/// Widths are computed independently of the program, scalar by scalar, like simple terminals do.
struct Grid {
  /// A wide character is followed by an empty cell.
  struct Cell: Hashable {
    var text = " "
    var attributes: Set<Int> = []
  }

  private(set) var rows: [[Cell]]
  private(set) var row = 0
  private(set) var column = 0
  private(set) var showsCursor = true
  private(set) var isAlternate = false
  private(set) var bracketsPastes = false
  private(set) var wraps = true
  private(set) var bells = 0
  /// The lines written since the set was last cleared.
  var touched: Set<Int> = []
  /// Output that this terminal does not understand.
  private(set) var unknown: [String] = []
  private var attributes: Set<Int> = []
  private var pending = ""

  init(columns: Int = 80, rows: Int = 24) {
    self.rows = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  private var columns: Int { rows[0].count }

  subscript(row: Int) -> String {
    var text = rows[row].map(\.text).joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  var lines: [String] {
    var lines = rows.indices.map { self[$0] }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  func text(with attribute: Int, in row: Int) -> String {
    rows[row].filter { $0.attributes.contains(attribute) }.map(\.text).joined()
  }

  mutating func write(_ text: String) {
    for scalar in text.unicodeScalars {
      pending.unicodeScalars.append(scalar)
      if pending.unicodeScalars.first != "\u{1B}" {
        put(scalar)
        pending = ""
      } else if pending.count > 2, pending.unicodeScalars.last?.properties.isAlphabetic == true {
        obey(pending)
        pending = ""
      }
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    if scalar == "\u{7}" {
      bells += 1
      return
    }
    guard scalar.value >= 0x20, !(0x7F...0x9F).contains(scalar.value) else {
      unknown.append(String(scalar))
      return
    }
    touched.insert(row)
    let width = Self.width(scalar)
    guard width > 0 else {
      rows[row][max(0, column - 1)].text.unicodeScalars.append(scalar)
      return
    }
    // Writing beyond the end of a line would overwrite the last cell.
    guard column + width <= columns else {
      unknown.append("past the end: \(scalar)")
      return
    }
    rows[row][column] = Cell(text: String(scalar), attributes: attributes)
    if width == 2 { rows[row][column + 1] = Cell(text: "", attributes: attributes) }
    column += width
  }

  private mutating func obey(_ sequence: String) {
    let body = sequence.dropFirst(2).dropLast()
    let numbers = body.drop { $0 == "?" }.split(separator: ";").compactMap { Int($0) }
    switch (body.first == "?", sequence.last) {
    case (false, "H"): (row, column) = ((numbers.first ?? 1) - 1, (numbers.last ?? 1) - 1)
    case (false, "G"): column = (numbers.first ?? 1) - 1
    case (false, "K"):
      touched.insert(row)
      for place in column..<columns { rows[row][place] = Cell() }
    case (false, "J"): self.rows = rows.map { $0.map { _ in Cell() } }
    case (false, "m"):
      for number in numbers {
        if number == 0 { attributes = [] } else { attributes.insert(number) }
      }
    case (true, "h"), (true, "l"): setMode(numbers.first, sequence.last == "h", sequence)
    default: unknown.append(sequence)
    }
  }

  private mutating func setMode(_ number: Int?, _ isOn: Bool, _ sequence: String) {
    switch number {
    case 25: showsCursor = isOn
    case 7: wraps = isOn
    case 1049: isAlternate = isOn
    case 2004: bracketsPastes = isOn
    default: unknown.append(sequence)
    }
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}

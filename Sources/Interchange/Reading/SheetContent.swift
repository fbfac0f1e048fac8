/// Collects the rows of a sheet, with cells that are not parsed yet.
final class SheetContent: XMLContent {
  enum CellKind { case number, shared, text, boolean, error, date }

  struct Cell {
    /// 0-based.
    var column = 0
    var kind = CellKind.number
    var style = 0
    var hasFormula = false
    /// Whether the formula is the literal `""`, not a formula with an empty result.
    var isEmptyText = false
    var hasValue = false
    /// The range in ``texts``.
    var text = 0..<0
  }

  struct Row {
    var number: Int
    var isHidden: Bool
    var cells: Range<Int>
  }

  static let mostColumns = 16_384
  /// The formula that represents an empty text in a file.
  static let emptyText = "\"\""
  private static let mostRows = 1 << 24
  private static let longestRow = 32 << 20

  private enum State { case outside, inData, inRow, inCell }

  private(set) var rows: ArraySlice<Row> = []
  private(set) var cells: [Cell] = []
  private(set) var texts: [UInt8] = []
  private(set) var mergedAreas: (count: Int, first: String) = (0, "")
  private(set) var hiddenColumns: [ClosedRange<Int>] = []

  private var state = State.outside
  private var row = (number: 0, isHidden: false, firstCell: 0, firstText: 0, nextColumn: 0)
  private var cell = Cell()
  private var isOpen = false
  private var isInFormula = false
  /// The first bytes of the formula.
  private var formula: [UInt8] = []
  private var isPhonetic = false

  func nextRow() -> Row? { rows.popFirst() }

  /// Discards the rows that ``nextRow()`` has returned, which must be all rows.
  func forgetRows() {
    rows = []
    guard row.firstCell > 0 || row.firstText > 0 else { return }
    cells.removeFirst(row.firstCell)
    texts.removeFirst(row.firstText)
    for index in cells.indices {
      let text = cells[index].text
      cells[index].text =
        (text.lowerBound - row.firstText)..<(text.upperBound - row.firstText)
    }
    cell.text = (cell.text.lowerBound - row.firstText)..<(cell.text.upperBound - row.firstText)
    (row.firstCell, row.firstText) = (0, 0)
  }

  func begin(_ name: XMLName, _ attributes: XMLAttributes) throws {
    switch state {
    case .inCell:
      switch name {
      case "v":
        cell.hasValue = true
        isOpen = true
      case "f":
        cell.hasFormula = true
        isInFormula = true
        formula.removeAll(keepingCapacity: true)
      case "t": isOpen = !isPhonetic
      case "rPh": isPhonetic = true
      default: break
      }
    case .inRow: if name == "c" { try beginCell(attributes) }
    case .inData: if name == "row" { try beginRow(attributes) }
    case .outside:
      switch name {
      case "sheetData": state = .inData
      case "mergeCell":
        if mergedAreas.count == 0 {
          mergedAreas.first = String((attributes["ref"] ?? "").prefix(40))
        }
        mergedAreas.count += 1
      case "col" where attributes.isTrue("hidden"):
        guard let first = attributes.number("min"), let last = attributes.number("max"),
          first >= 1, first <= last, hiddenColumns.count < Self.mostColumns
        else { return }
        hiddenColumns.append((first - 1)...(last - 1))
      default: break
      }
    }
  }

  func add(_ text: UnsafeBufferPointer<UInt8>) throws {
    if isInFormula { formula += text.prefix(Self.emptyText.utf8.count + 1 - formula.count) }
    guard isOpen else { return }
    texts.append(contentsOf: text)
    guard texts.count - cell.text.lowerBound <= SharedStrings.longestText else {
      throw error(.longCell(Self.name(cell.column, row.number), SharedStrings.longestText))
    }
    guard texts.count - row.firstText <= Self.longestRow else {
      throw RowError(.longRow(Self.longestRow), line: row.number)
    }
  }

  func end(_ name: XMLName) {
    switch state {
    case .inCell:
      isOpen = false
      switch name {
      case "f":
        isInFormula = false
        cell.isEmptyText = formula.elementsEqual(Self.emptyText.utf8)
      case "c":
        cell.text = cell.text.lowerBound..<texts.count
        if !cell.text.isEmpty || cell.hasFormula { cells.append(cell) }
        state = .inRow
      case "rPh": isPhonetic = false
      default: break
      }
    case .inRow:
      guard name == "row" else { return }
      if row.firstCell < cells.count {
        rows.append(
          Row(number: row.number, isHidden: row.isHidden, cells: row.firstCell..<cells.count))
      }
      (row.firstCell, row.firstText) = (cells.count, texts.count)
      state = .inData
    case .inData: if name == "sheetData" { state = .outside }
    case .outside: break
    }
  }

  private func beginRow(_ attributes: XMLAttributes) throws {
    let former = row.number
    row.number += 1
    (row.isHidden, row.nextColumn) = (false, 0)
    for (name, value) in attributes {
      switch name {
      case "r":
        guard let number = value.number, 1...Self.mostRows ~= number else {
          throw RowError(
            .badCell("\"\(value.text.prefix(40))\" is not a row number"), line: row.number)
        }
        row.number = number
      case "hidden": row.isHidden = value.isTrue
      default: break
      }
    }
    guard row.number > former else {
      let mistake =
        row.number == former
        ? "row \(former) occurs twice" : "row \(row.number) comes after row \(former)"
      throw RowError(.badCell(mistake), line: row.number)
    }
    state = .inRow
  }

  private func beginCell(_ attributes: XMLAttributes) throws {
    cell = Cell(column: row.nextColumn, text: texts.count..<texts.count)
    for (name, value) in attributes {
      switch name {
      case "r": cell.column = try column(of: value)
      case "s":
        guard let style = value.number else { throw bad("format", value) }
        cell.style = style
      case "t": cell.kind = try kind(value)
      default: break
      }
    }
    guard cell.column < Self.mostColumns else {
      throw error(.manyColumns(Self.mostColumns))
    }
    guard cell.column >= row.nextColumn else {
      throw error(.badCell("\(Self.name(cell.column, row.number)) is duplicated or out of order"))
    }
    row.nextColumn = cell.column + 1
    state = .inCell
    (isOpen, isPhonetic) = (false, false)
  }

  private func column(of value: XMLValue) throws -> Int {
    var (column, index) = (0, 0)
    while case UInt8(ascii: "A")...UInt8(ascii: "Z") = value[index], index < 4 {
      column = column * 26 + Int(value[index] - UInt8(ascii: "A")) + 1
      index += 1
    }
    guard index > 0, value.number(from: index) != nil else { throw bad("position", value) }
    return column - 1
  }

  private func kind(_ value: XMLValue) throws -> CellKind {
    switch (value[0], value[1]) {
    case (UInt8(ascii: "n"), 0): .number
    case (UInt8(ascii: "s"), 0): .shared
    case (UInt8(ascii: "b"), 0): .boolean
    case (UInt8(ascii: "e"), 0): .error
    case (UInt8(ascii: "d"), 0): .date
    default:
      switch value.text {
      case "str", "inlineStr": .text
      default: throw bad("type", value)
      }
    }
  }

  private func bad(_ word: String, _ value: XMLValue) -> RowError {
    let name = Self.name(cell.column, row.number)
    return error(.badCell("\(name) has the invalid \(word) \"\(value.text.prefix(40))\""))
  }

  private func error(_ kind: RowError.Kind) -> RowError {
    RowError(kind, line: row.number, column: cell.column + 1)
  }

  /// For example `B7`.
  static func name(_ column: Int, _ row: Int) -> String { name(ofColumn: column) + String(row) }

  static func name(ofColumn column: Int) -> String {
    let last = String(Unicode.Scalar(UInt8(ascii: "A") + UInt8(column % 26)))
    return column < 26 ? last : name(ofColumn: column / 26 - 1) + last
  }
}

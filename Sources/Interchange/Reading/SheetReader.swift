internal import Values

/// Reads a sheet of a workbook. The first row with a value contains the column names, unless the
/// layout names the columns.
///
/// Lines and columns are numbered as in the sheet. Rows without a value are skipped.
package final class SheetReader: RowReader {
  package private(set) var columns: [String] = []
  /// The line of the header, and the 0-based index of its first column.
  private var (header, first) = (1, 0)

  private let sheet: String
  private let others: [String]
  private let content = SheetContent()
  private let xml: XMLReader
  private let strings: SharedStrings
  private let formats: [CellFormat]
  private let hasDatesFrom1904: Bool
  private var queue: RowQueue
  private var hiddenRows = (count: 0, first: 0)
  private var cellsBeforeFirst = (count: 0, first: "")

  init(
    _ stream: ZipStream, name: String, others: [String], _ strings: SharedStrings,
    _ formats: [CellFormat], hasDatesFrom1904: Bool, _ layout: RowLayout
  ) throws {
    queue = RowQueue(holding: layout.skippedAtEnd)
    (sheet, self.others, self.strings, self.formats) = (name, others, strings, formats)
    self.hasDatesFrom1904 = hasDatesFrom1904
    xml = XMLReader(stream, content)
    if let names = layout.names {
      (columns, header) = (names, layout.skipped + 1)
      waiting = try nextFilled(after: layout.skipped)
      return
    }
    guard let row = try nextFilled(after: layout.skipped) else {
      throw WorkbookError(.noRows(name))
    }
    header = row.line
    first = row.cells.firstIndex { $0 != .none } ?? 0
    for (index, cell) in row.cells.dropFirst(first).enumerated() {
      let text = cell.description.withoutOuterSpace
      let name = text.isEmpty ? "column \(first + index + 1)" : text
      guard !name.utf8.contains(0) else {
        throw RowError(.null, line: row.line, column: first + index + 1)
      }
      columns.append(name)
    }
  }

  package func next() throws -> SourceRow? {
    try queue.next {
      defer { waiting = nil }
      return try waiting ?? nextFilled()
    }
  }

  /// The first row, read in advance if the sheet has no header.
  private var waiting: SourceRow?

  /// - Parameter skipped: The number of rows to skip, including empty rows.
  private func nextFilled(after skipped: Int) throws -> SourceRow? {
    while let row = try nextFilled() {
      if row.line > skipped { return row }
    }
    return nil
  }

  private func nextFilled() throws -> SourceRow? {
    while true {
      while let row = content.nextRow() {
        guard let cells = try cells(of: row) else { continue }
        if row.isHidden, !columns.isEmpty {
          if hiddenRows.count == 0 { hiddenRows.first = row.number }
          hiddenRows.count += 1
        }
        return SourceRow(line: row.number, cells: cells)
      }
      content.forgetRows()
      guard try xml.advance() || !content.rows.isEmpty else { return nil }
    }
  }

  private func cells(of row: SheetContent.Row) throws -> [SourceCell]? {
    var cells = [SourceCell](repeating: .none, count: columns.count)
    var isFilled = false
    for index in row.cells {
      let cell = content.cells[index]
      let value = try value(of: cell, in: row.number)
      if value == .none { continue }
      isFilled = true
      let place = cell.column - first
      if place < 0 {
        if cellsBeforeFirst.count == 0 {
          cellsBeforeFirst.first = SheetContent.name(cell.column, row.number)
        }
        cellsBeforeFirst.count += 1
        continue
      }
      if place >= cells.count {
        cells += [SourceCell](repeating: .none, count: place + 1 - cells.count)
      }
      cells[place] = value
    }
    return isFilled ? cells : nil
  }

  private func value(of cell: SheetContent.Cell, in row: Int) throws -> SourceCell {
    guard !cell.text.isEmpty else {
      if cell.isEmptyText { return .text("") }
      let isEmptyText = cell.kind == .text && cell.hasValue
      return cell.hasFormula && !isEmptyText
        ? .fault("a formula without a result; open the file in a spreadsheet program and save it")
        : .none
    }
    return try content.texts.withUnsafeBufferPointer { texts in
      let bytes = UnsafeBufferPointer(rebasing: texts[cell.text])
      switch cell.kind {
      case .number: return try number(bytes, cell, row)
      case .shared:
        guard let number = Int(String(decoding: bytes, as: UTF8.self)),
          let text = try strings.text(number)
        else {
          throw error(
            cell, row,
            "the shared string \(String(decoding: bytes.prefix(20), as: UTF8.self)), but the workbook has only "
              + "\(strings.count)")
        }
        return text.isEmpty ? .none : .text(text)
      case .text:
        guard bytes.contains(UInt8(ascii: "_")) else {
          return .text(String(decoding: bytes, as: UTF8.self))
        }
        return .text(String(decoding: CellText.withoutEscapes(Array(bytes)), as: UTF8.self))
      case .boolean:
        switch String(decoding: bytes.prefix(6), as: UTF8.self) {
        case "1", "true": return .boolean(true)
        case "0", "false": return .boolean(false)
        case let text: throw error(cell, row, "the invalid Boolean value \"\(text)\"")
        }
      case .error: return .fault(String(decoding: bytes.prefix(100), as: UTF8.self))
      case .date:
        let text = String(decoding: bytes, as: UTF8.self)
        let isDay = try format(of: cell, row) == .date && text.hasSuffix("T00:00:00")
        return .text(isDay ? String(text.dropLast(9)) : text)
      }
    }
  }

  private func number(
    _ bytes: UnsafeBufferPointer<UInt8>, _ cell: SheetContent.Cell, _ row: Int
  ) throws -> SourceCell {
    guard let number = SheetNumber(bytes) else {
      throw error(
        cell, row, "the invalid number \"\(String(decoding: bytes.prefix(40), as: UTF8.self))\"")
    }
    let format = try format(of: cell, row)
    if format == .number { return .number(number.description) }
    if case .digits(let count) = format {
      let text = number.description
      guard text.utf8.count < count, text.utf8.allSatisfy(\.isDigit) else { return .number(text) }
      return .number(String(repeating: "0", count: count - text.utf8.count) + text)
    }
    if format == .percent { return .number(number.percentage) }
    guard let serial = Double(String(decoding: bytes, as: UTF8.self)),
      let text = format.text(ofDays: serial, from1904: hasDatesFrom1904)
    else { return .number(number.description) }
    return text
  }

  private func format(of cell: SheetContent.Cell, _ row: Int) throws -> CellFormat {
    if cell.style < formats.count { return formats[cell.style] }
    if cell.style == 0 { return .number }
    throw error(
      cell, row, "the cell format \(cell.style), but the workbook has only \(formats.count)")
  }

  private func error(_ cell: SheetContent.Cell, _ row: Int, _ words: String) -> RowError {
    RowError(
      .badCell("\(SheetContent.name(cell.column, row)) has \(words)"), line: row,
      column: cell.column + 1)
  }

  package func place(ofColumn index: Int) -> (line: Int, column: Int?) {
    (header, first + index + 1)
  }

  package func place(ofCell index: Int, in row: SourceRow) -> (line: Int, column: Int?) {
    (row.line, first + index + 1)
  }

  package var remarks: [String] {
    var remarks: [String] = []
    if !others.isEmpty {
      let names = others.prefix(10).map { "\"\($0)\"" } + (others.count > 10 ? ["…"] : [])
      remarks.append(
        "the sheet \"\(sheet)\" is read; --sheet selects another: \(names.joined(separator: ", "))"
      )
    }
    let merged = content.mergedAreas
    if merged.count > 0 {
      remarks.append(
        merged.count == 1
          ? "1 area of merged cells has its value only in its first cell: \(merged.first)"
          : "\(merged.count) areas of merged cells have their values only in their first cells: "
            + "the first is \(merged.first)")
    }
    if hiddenRows.count > 0 {
      remarks.append(
        hiddenRows.count == 1
          ? "1 hidden row is read too: line \(hiddenRows.first)"
          : "\(hiddenRows.count) hidden rows are read too: the first is line \(hiddenRows.first)")
    }
    let shown = first..<(first + columns.count)
    let hidden = shown.filter { column in content.hiddenColumns.contains { $0.contains(column) } }
    if let column = hidden.first.map(SheetContent.name(ofColumn:)) {
      remarks.append(
        hidden.count == 1
          ? "1 hidden column is read too: \(column)"
          : "\(hidden.count) hidden columns are read too: the first is \(column)")
    }
    if cellsBeforeFirst.count > 0 {
      let (count, cell) = cellsBeforeFirst
      remarks.append(
        count == 1
          ? "1 cell to the left of the header is ignored: \(cell)"
          : "\(count) cells to the left of the header are ignored: the first is \(cell)")
    }
    return remarks
  }

  package var rejectsOpening: [UInt8] { line([], Self.reasons) }

  package func rejected(_ row: SourceRow, for reasons: String) -> [UInt8] {
    line(row.cells, reasons)
  }

  /// Returns a line of CSV; the header if there are no cells. A fault becomes an empty cell,
  /// because an import would read the fault as text; the reasons describe the fault.
  private func line(_ cells: [SourceCell], _ reasons: String) -> [UInt8] {
    var cells = cells.isEmpty ? columns.map(SourceCell.text) : cells
    for index in cells.indices { if case .fault = cells[index] { cells[index] = .none } }
    if columns.last == Self.reasons { cells.removeSubrange((columns.count - 1)...) }
    return TableReader.line(cells + [.text(reasons)])
  }
}

/// A decimal number of a sheet, rounded to 15 significant digits, as spreadsheet programs show it.
///
/// Files have up to 17 digits of the binary number: `0.30000000000000004` for 0.3.
struct SheetNumber {
  private static let mostDigits = 15
  /// A number with more digits before or after the decimal point is written with an exponent.
  private static let longest = 40

  private let isNegative: Bool
  private let digits: Int
  /// The number is `digits` × 10 to the power of `exponent`.
  private(set) var exponent: Int

  init?(_ text: UnsafeBufferPointer<UInt8>) {
    var place = 0
    func skip(_ byte: UInt8) -> Bool {
      guard place < text.count, text[place] == byte else { return false }
      place += 1
      return true
    }
    isNegative = skip(UInt8(ascii: "-"))
    if !isNegative { _ = skip(UInt8(ascii: "+")) }
    var (digits, count, exponent) = (0, 0, 0)
    var (hasDigits, hasPoint) = (false, false)
    while place < text.count {
      if text[place].isDigit {
        hasDigits = true
        // One additional digit decides the rounding.
        if count <= Self.mostDigits {
          digits = digits * 10 + Int(text[place] - UInt8(ascii: "0"))
          if digits > 0 { count += 1 }
          if hasPoint { exponent -= 1 }
        } else if !hasPoint {
          exponent += 1
        }
        place += 1
      } else if !hasPoint, skip(UInt8(ascii: ".")) {
        hasPoint = true
      } else {
        break
      }
    }
    guard hasDigits else { return nil }
    if place < text.count {
      guard skip(UInt8(ascii: "E")) || skip(UInt8(ascii: "e")) else { return nil }
      let isSmall = skip(UInt8(ascii: "-"))
      if !isSmall { _ = skip(UInt8(ascii: "+")) }
      let start = place
      var power = 0
      while place < text.count, text[place].isDigit, place - start < 5 {
        power = power * 10 + Int(text[place] - UInt8(ascii: "0"))
        place += 1
      }
      guard place > start, place == text.count else { return nil }
      exponent += isSmall ? -power : power
    }
    if count > Self.mostDigits {
      digits = (digits + 5) / 10
      exponent += 1
    }
    if digits == 0 { exponent = 0 }
    while digits > 0, digits % 10 == 0 {
      digits /= 10
      exponent += 1
    }
    (self.digits, self.exponent) = (digits, exponent)
  }

  var percentage: String {
    var number = self
    if digits > 0 { number.exponent += 2 }
    return number.description + "%"
  }
}

extension SheetNumber: CustomStringConvertible {
  /// For example `1.5E+300`.
  private static func scientific(_ digits: String, _ sign: String, _ power: Int) -> String {
    digits.prefix(1) + (digits.utf8.count > 1 ? "." + digits.dropFirst() : "") + "E\(sign)\(power)"
  }

  var description: String {
    if exponent == 0 { return (isNegative && digits > 0 ? "-" : "") + String(digits) }
    let sign = isNegative ? "-" : ""
    let written = String(digits)
    let point = written.utf8.count + exponent
    if exponent > 0 {
      guard point <= Self.longest else { return sign + Self.scientific(written, "+", point - 1) }
      return sign + written + String(repeating: "0", count: exponent)
    }
    guard exponent >= -Self.longest else { return sign + Self.scientific(written, "", point - 1) }
    if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + written }
    let index = written.utf8.index(written.startIndex, offsetBy: point)
    return sign + written[..<index] + "." + written[index...]
  }
}

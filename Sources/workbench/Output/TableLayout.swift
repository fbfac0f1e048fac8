internal import Replies

/// The first 1,000 rows determine the column widths.
struct TableLayout {
  private static let sample = 1000

  private var columns: [PrintedColumn]
  private var held: [[PrintedText]] = []
  private let missing: String
  private let face: ([PrintedColumn]) -> any RowPrinter
  private var rows: (any RowPrinter)?

  init(
    _ columns: [Column], missing: String, as face: @escaping ([PrintedColumn]) -> any RowPrinter
  ) {
    self.columns = columns.map(PrintedColumn.init)
    (self.missing, self.face) = (missing, face)
  }

  mutating func add(_ cells: [Datum]) -> [String] {
    let texts = cells.map { PrintedText($0, missing: missing) }
    guard rows == nil else { return rows?.lines(of: texts) ?? [] }
    for (index, cell) in cells.enumerated() { columns[index].measure(cell, texts[index]) }
    held.append(texts)
    return held.count < Self.sample ? [] : release()
  }

  mutating func end() -> [String] {
    let lines = rows == nil ? release() : []
    return lines + (rows?.closing ?? [])
  }

  /// Ends a table after an error; without rows nothing is printed.
  mutating func breakOff() -> [String] { rows == nil && held.isEmpty ? [] : end() }

  private mutating func release() -> [String] {
    var rows = face(columns)
    var lines = rows.opening
    for texts in held { lines += rows.lines(of: texts) }
    held = []
    self.rows = rows
    return lines
  }
}

protocol RowPrinter {
  var opening: [String] { get }
  mutating func lines(of texts: [PrintedText]) -> [String]
  var closing: [String] { get }
}

struct LineLayout: RowPrinter {
  /// Maximum width in columns; a wider cell shifts only its own line, not the whole column.
  private static let widest = 60
  private static let space = UInt8(ascii: " ")

  private let columns: [PrintedColumn]
  private let widths: [Int]

  init(_ columns: [PrintedColumn]) {
    self.columns = columns
    widths = columns.map { max($0.headingWidth, min($0.cellWidth, Self.widest)) }
  }

  var opening: [String] { lines(of: columns.map { PrintedText($0.heading) }) }

  func lines(of texts: [PrintedText]) -> [String] {
    // Bytes are faster to concatenate than strings.
    var line: [UInt8] = []
    line.reserveCapacity(texts.reduce(0) { $0 + $1.text.utf8.count + 2 } + widths.reduce(0, +))
    // Written before the next text, so that lines do not end in spaces.
    var gap = 0
    for (index, text) in texts.enumerated() {
      let padding = max(0, widths[index] - text.displayWidth)
      let isNumeric = columns[index].isNumeric
      gap += (index == 0 ? 0 : 2) + (isNumeric ? padding : 0)
      if !text.isEmpty {
        line.append(contentsOf: repeatElement(Self.space, count: gap))
        line.append(contentsOf: text.text.utf8)
        gap = 0
      }
      if !isNumeric { gap += padding }
    }
    while line.last == Self.space { line.removeLast() }
    return [String(decoding: line, as: UTF8.self)]
  }

  var closing: [String] { [] }
}

/// A table for narrow screens: each record as lines `name: value`.
struct BlockLayout: RowPrinter {
  private let columns: [PrintedColumn]
  private let isColoured: Bool
  private var isFirst = true

  init(_ columns: [PrintedColumn], isColoured: Bool) {
    (self.columns, self.isColoured) = (columns, isColoured)
  }

  var opening: [String] { [] }

  mutating func lines(of texts: [PrintedText]) -> [String] {
    let lines = zip(columns, texts).map { column, text in
      text.isEmpty
        ? column.heading + ":"
        : "\(column.heading): \(text.rendered(isColoured: isColoured))"
    }
    defer { isFirst = false }
    return isFirst ? lines : [""] + lines
  }

  var closing: [String] { [] }
}

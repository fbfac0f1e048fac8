internal import LineEditor
internal import Replies

/// Lays out a table; the first 1,000 rows determine the column widths.
struct TableLayout {
  private static let sample = 1000

  private var columns: [PrintedColumn]
  private var held: [[PrintedText]] = []
  private let missing: String
  private let face: ([PrintedColumn]) -> any RowLayout
  private var rows: (any RowLayout)?

  /// - Parameters:
  ///   - missing: printed for a missing value.
  ///   - face: creates the row layout after the columns have been measured.
  init(
    _ columns: [Column], missing: String, as face: @escaping ([PrintedColumn]) -> any RowLayout
  ) {
    self.columns = columns.map(PrintedColumn.init)
    self.missing = missing
    self.face = face
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

  /// Ends a table after an error; returns nothing if there are no rows.
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

protocol RowLayout {
  var opening: [String] { get }
  mutating func lines(of texts: [PrintedText]) -> [String]
  var closing: [String] { get }
}

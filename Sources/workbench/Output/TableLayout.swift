internal import LineEditor
internal import Replies

/// Lays out a table whose columns are as wide as its first thousand rows ask for.
struct TableLayout {
  /// How many rows are held back to find the widths of the columns.
  private static let sample = 1000

  private var columns: [PrintedColumn]
  private var held: [[PrintedText]] = []
  /// What is printed where there is no value.
  private let missing: String
  private let face: ([PrintedColumn]) -> any RowLayout
  private var rows: (any RowLayout)?

  /// - Parameters:
  ///   - missing: what is printed where there is no value.
  ///   - face: makes the layout of the rows when the columns have been measured.
  init(
    _ columns: [Column], missing: String, as face: @escaping ([PrintedColumn]) -> any RowLayout
  ) {
    self.columns = columns.map(PrintedColumn.init)
    self.missing = missing
    self.face = face
  }

  /// Adds a row and returns the lines that can be printed now.
  mutating func add(_ cells: [Datum]) -> [String] {
    let texts = cells.map { PrintedText($0, missing: missing) }
    guard rows == nil else { return rows?.lines(of: texts) ?? [] }
    for (index, cell) in cells.enumerated() { columns[index].measure(cell, texts[index]) }
    held.append(texts)
    return held.count < Self.sample ? [] : release()
  }

  /// Returns what was held back and the end of the table; of one without rows the headings.
  mutating func end() -> [String] {
    let lines = rows == nil ? release() : []
    return lines + (rows?.closing ?? [])
  }

  /// Returns the same when an error ends the table, but nothing if it has no rows.
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

/// The face of a table once its columns are known.
protocol RowLayout {
  /// The lines above the first row.
  var opening: [String] { get }
  /// The lines of a row, which has a text for each column.
  mutating func lines(of texts: [PrintedText]) -> [String]
  /// The lines below the last row.
  var closing: [String] { get }
}

/// What a row of another format has in a column.
package enum SourceCell: Hashable, Sendable {
  /// Nothing: an empty cell without quotation marks, `null`, NULL.
  case none
  /// The row does not say anything of the column, which others have: a key that an object lacks.
  case absent
  case text(String)
  /// A number as it is written.
  case number(String)
  case boolean(Bool)
  case list([SourceCell])
  /// What no property takes, such as an object or bytes, in words.
  case other(String)

  /// The cell as a person reads it.
  package var description: String {
    switch self {
    case .none, .absent: ""
    case .text(let text), .number(let text), .other(let text): text
    case .boolean(let flag): String(flag)
    case .list(let items): "[" + items.map(\.description).joined(separator: ", ") + "]"
    }
  }
}

/// A row of a file, as it was there.
package struct SourceRow: Sendable {
  /// The line that it begins in, counted from 1; for a table of a database, its number.
  package var line: Int
  /// The character of the line that it begins with, counted from 1.
  package var column: Int
  /// A cell for each column; a row of text can have more or fewer.
  package var cells: [SourceCell]
  /// The row as it was written, without the end of its line.
  package var raw: [UInt8]

  /// Makes a row.
  package init(line: Int, column: Int = 1, cells: [SourceCell], raw: [UInt8] = []) {
    (self.line, self.column, self.cells, self.raw) = (line, column, cells, raw)
  }
}

/// Where rows come from.
package protocol RowReader: AnyObject {
  /// The names of the columns, known before the first row.
  ///
  /// A format whose rows name their columns themselves knows those of its first rows, and adds a name
  /// where a later row has a new one: its ``SourceRow/cells`` are then in the order of the longer list.
  var columns: [String] { get }

  /// The next row; nil after the last.
  ///
  /// - Throws: ``RowError`` where the file cannot be read any further, and what the source of the bytes
  ///   throws.
  func next() throws -> SourceRow?

  /// Where a column that is known before the first row has its name, or its first cell.
  func place(ofColumn index: Int) -> (line: Int, column: Int?)

  /// Where a cell of a row begins.
  func place(ofCell index: Int, in row: SourceRow) -> (line: Int, column: Int?)

  /// What was made good of the rows so far, for a person: a sentence for each sort.
  var remarks: [String] { get }

  /// What a file of rows that were not taken begins with, before the first of them.
  var rejectsOpening: [UInt8] { get }

  /// A row as it was, with the reasons why it was not taken in a last column: what can be mended and
  /// read again.
  func rejected(_ row: SourceRow, for reasons: String) -> [UInt8]
}

extension RowReader {
  /// Nothing, for rows that name their columns or have a cell for each.
  package var remarks: [String] { [] }

  /// The column of the reasons why a row was not taken.
  package static var reasons: String { "#reasons" }
}

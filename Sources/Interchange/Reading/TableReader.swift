internal import Values

/// Provides rows from another source, such as a database table.
package final class TableReader: RowReader {
  package let columns: [String]
  private let read: () throws -> [SourceCell]?
  private var count = 0

  package init(_ columns: [String], _ read: @escaping () throws -> [SourceCell]?) {
    (self.columns, self.read) = (columns, read)
  }

  package func next() throws -> SourceRow? {
    guard let cells = try read() else { return nil }
    count += 1
    return SourceRow(line: count, cells: cells)
  }

  /// The first row, because the columns are not part of the text.
  package func place(ofColumn index: Int) -> (line: Int, column: Int?) { (1, nil) }

  package func place(ofCell index: Int, in row: SourceRow) -> (line: Int, column: Int?) {
    (row.line, nil)
  }

  /// The names of the columns, as CSV.
  package var rejectsOpening: [UInt8] {
    Self.line((columns + [Self.reasons]).map(SourceCell.text))
  }

  package func rejected(_ row: SourceRow, for reasons: String) -> [UInt8] {
    Self.line(row.cells + [.text(reasons)])
  }

  private static func line(_ cells: [SourceCell]) -> [UInt8] {
    let texts = cells.map { cell in
      if case .none = cell { return "" }
      let text = cell.description
      let isPlain = text.utf8.allSatisfy { ![0x22, 0x2C, 0x0A, 0x0D].contains($0) }
      return isPlain && !text.isEmpty
        ? text
        : "\""
          + text.split(separator: "\"", omittingEmptySubsequences: false)
          .joined(separator: "\"\"") + "\""
    }
    return Array((texts.joined(separator: ",") + "\r\n").utf8)
  }
}

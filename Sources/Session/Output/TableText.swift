internal import Interchange
package import Replies

/// A table of replies as files have tables, line by line.
package struct TableText {
  /// How a table is written.
  package enum Format: Hashable, Sendable {
    /// As comma-separated values, each line ended by a return and a newline.
    case csv
    /// As a table of GitHub's Markdown.
    case markdown
  }

  private let columns: [Column]
  private var writer: any RowWriter
  private var buffer = TextBuffer()

  /// Makes the text of a table of columns.
  package init(_ format: Format, _ columns: [Column]) {
    self.columns = columns
    writer =
      switch format {
      case .csv: CSVWriter()
      case .markdown: MarkdownWriter()
      }
  }

  /// Returns the lines before the rows, without the last newline.
  package mutating func opening() -> String {
    writer.begin(
      columns.map { CellColumn($0.name, isNumeric: $0.isNumeric) }, to: &buffer)
    return takeText()
  }

  /// Returns the line of a row, which can be of several, without the last newline.
  package mutating func line(of cells: [Datum]) -> String {
    writer.write(cells.map { Cell($0) }, to: &buffer)
    return takeText()
  }

  private mutating func takeText() -> String {
    defer { buffer.removeAll() }
    return String(decoding: buffer.bytes.dropLast(), as: UTF8.self)
  }
}

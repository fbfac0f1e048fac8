internal import Interchange
package import Replies

package struct TableText {
  package enum Format: Hashable, Sendable {
    case csv
    case markdown
  }

  private let columns: [Column]
  private var writer: any RowWriter
  private var buffer = TextBuffer()

  package init(_ format: Format, _ columns: [Column]) {
    self.columns = columns
    writer =
      switch format {
      case .csv: CSVWriter()
      case .markdown: MarkdownWriter()
      }
  }

  /// Returns the lines before the first row, without the last newline.
  package mutating func opening() -> String {
    writer.begin(
      columns.map { CellColumn($0.name, isNumeric: $0.isNumeric) }, to: &buffer)
    return takeText()
  }

  /// Returns the row without the last newline; texts can contain newlines.
  package mutating func line(of cells: [Datum]) -> String {
    writer.write(cells.map { Cell($0) }, to: &buffer)
    return takeText()
  }

  private mutating func takeText() -> String {
    defer { buffer.removeAll() }
    return String(decoding: buffer.bytes.dropLast(), as: UTF8.self)
  }
}

extension Cell {
  init(_ datum: Datum) {
    switch datum {
    case .null: self = .none
    case .boolean(let flag): self = .boolean(flag)
    case .integer(let number): self = .integer(number)
    case .double(let number): self = .double(number)
    case .longInteger(let text), .text(let text): self = .text(text)
    case .percent(let text, let part): self = .percent(text, part: part)
    case .phrase, .object: self = .text(datum.plainText)
    case .list(let items): self = .list(items.map { Cell($0) })
    }
  }
}

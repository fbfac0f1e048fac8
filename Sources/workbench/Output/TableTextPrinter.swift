internal import LineEditor
internal import Replies
internal import Session

/// Prints data as tables in a text format; a single value is a table of one cell.
final class TableTextPrinter: Printer {
  private let paper: Paper
  private let lines: TextPrinter
  private let format: TableText.Format
  private var table: TableText?
  /// The header, held back until the first row or the end, so that a table that fails before its
  /// first row has no header.
  private var opening: String?
  private var hasTable = false
  private var isAfterTable = false
  /// The keys of the previous row of a difference; rows with equal keys share a table.
  private var differing: [String]?

  init(_ format: TableText.Format, _ output: Output, _ errors: Output) {
    self.format = format
    paper = Paper(output)
    lines = TextPrinter(paper, errors, isBoxed: false, isColoured: false)
  }

  func flush() { lines.flush() }

  func goOn() { hasTable = true }

  func print(_ reply: Reply) {
    if case .difference(let difference) = reply { return printRows(of: difference) }
    differing = nil
    switch reply {
    case .tableBegins(let columns, _): begin(columns)
    case .row(let cells): printRow(cells)
    case .value(let value): printTable(["value"], [value])
    case .count(let count): printTable(["count"], [.integer(count)])
    case .details(let entries): printTable(entries.map(\.key), entries.map(\.value))
    case .tableEnds:
      open()
      table = nil
    case .diagnostic:
      (table, opening) = (nil, nil)
      lines.print(reply)
    case .label, .rejectedKey, .typed, .reference, .text, .prose, .difference, .bars, .chart, .item:
      // Markdown would read a line right after a table as one of its rows.
      if format == .markdown, isAfterTable { paper.write("") }
      isAfterTable = false
      lines.print(reply)
    case .notice, .expectation, .expectationsEnd: lines.print(reply)
    }
  }

  private func begin(_ columns: [Column]) {
    var table = TableText(format, columns)
    opening = table.opening()
    self.table = table
  }

  private func printRow(_ cells: [Datum]) {
    open()
    if let line = table?.line(of: cells) { write(line) }
  }

  private func printTable(_ keys: [String], _ cells: [Datum]) {
    begin(keys.map { Column($0) })
    printRow(cells)
    table = nil
  }

  private func printRows(of difference: Replies.Difference) {
    for row in difference.rows {
      let keys = row.map(\.key)
      if keys != differing { begin(keys.map { Column($0) }) }
      differing = keys
      printRow(row.map(\.value))
    }
  }

  private func open() {
    guard let opening else { return }
    // Markdown would join two adjacent tables.
    if format == .markdown, hasTable { paper.write("") }
    (hasTable, isAfterTable) = (true, true)
    write(opening)
    self.opening = nil
  }

  private func write(_ line: String) {
    guard paper.screen != nil else { return paper.write(line) }
    let line = line.last == "\r" ? line.dropLast() : line[...]
    paper.write(String(line).withVisibleControlsInLines)
  }
}

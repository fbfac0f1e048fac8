internal import LineEditor
internal import Replies
internal import Session

/// Prints tables as files of other programs have them, and all else as plain lines.
final class TableTextPrinter: Printer {
  private let paper: Paper
  private let lines: TextPrinter
  private let format: TableText.Format
  private var table: TableText?
  /// The lines before the rows, until there is one: an error in its place has no table.
  private var opening: String?
  private var hasTable = false

  init(_ format: TableText.Format, _ output: Output, _ errors: Output) {
    self.format = format
    paper = Paper(output)
    lines = TextPrinter(paper, errors, isBoxed: false, isColoured: false)
  }

  func flush() { lines.flush() }

  func print(_ reply: Reply) {
    switch reply {
    case .tableBegins(let columns, _):
      var table = TableText(format, columns)
      opening = table.opening()
      self.table = table
    case .row(let cells):
      open()
      if let line = table?.line(of: cells) { write(line) }
    case .tableEnds:
      open()
      table = nil
    case .diagnostic:
      (table, opening) = (nil, nil)
      lines.print(reply)
    case .label, .rejectedKey, .typed, .reference, .value, .count, .text, .prose, .details,
      .difference, .bars, .chart, .item, .notice, .expectation, .expectationsEnd:
      lines.print(reply)
    }
  }

  /// Writes what is before the rows, if that was not done yet.
  private func open() {
    guard let opening else { return }
    // Two tables of Markdown without a line between them are one.
    if format == .markdown, hasTable { paper.write("") }
    hasTable = true
    write(opening)
    self.opening = nil
  }

  /// Writes lines as they are for a program that reads, and so that they do no harm to a terminal.
  private func write(_ line: String) {
    guard paper.screen != nil else { return paper.write(line) }
    let line = line.last == "\r" ? line.dropLast() : line[...]
    paper.write(String(line).withVisibleControlsInLines)
  }
}

internal import LineEditor
internal import Replies

final class TextPrinter: Printer {
  private let paper: Paper
  private let errors: Output
  private let isBoxed: Bool
  private let isColoured: Bool
  private var table: TableLayout?

  init(_ paper: Paper, _ errors: Output, isBoxed: Bool, isColoured: Bool) {
    (self.paper, self.errors, self.isBoxed, self.isColoured) = (paper, errors, isBoxed, isColoured)
  }

  func flush() {
    paper.flush()
    errors.flush()
  }

  func commandBegins() { paper.isWatched = true }

  func commandEnds() {
    flush()
    paper.isWatched = false
  }

  var isRead: Bool { paper.isRead }

  func print(_ reply: Reply) {
    switch reply {
    case .label(let name, let text): paper.write("\(name): \(text)".withVisibleControls)
    case .rejectedKey(let rejection):
      let key = rejection.key.withVisibleControls.withVisibleMark
      paper.write("\(key) rejected at \(rejection.at): \(rejection.reason.withVisibleControls)")
    case .typed(let result): typed(result)
    case .reference(let reference): text(reference)
    case .value(let value): text(value.plainText)
    case .count(let count): paper.write(String(count))
    case .text(let content): text(content)
    case .prose(let content):
      let columns = paper.screen?.columns
      text(columns.map { ProseLayout(content, within: $0).text } ?? content)
    case .details(let entries): details(entries)
    // Keep tabs of a template, except on a terminal.
    case .item(let item):
      let isText = paper.screen == nil && item.heading == nil
      paper.write(isText ? item.line : item.line.withVisibleControls)
    case .tableBegins(let columns, let isWhole):
      paper.begin()
      table = TableLayout(
        columns, missing: isBoxed ? Datum.null.plainText : "", as: face(isWhole: isWhole))
    case .row(let cells): table?.add(cells).forEach(paper.write)
    case .difference(let difference):
      let style: PrintedText.Style =
        switch difference.sign {
        case .created: .green
        case .deleted: .red
        case .changed: .plain
        }
      let line = PrintedText(difference.line.withVisibleControls, style)
      paper.write(line.rendered(isColoured: paper.isColoured))
    case .tableEnds:
      table?.end().forEach(paper.write)
      table = nil
      paper.end()
    case .bars(let bars): BarLayout(bars, within: columns).lines.forEach(paper.write)
    case .chart(let chart):
      let rows = paper.screen?.rows ?? Self.rows
      DotLayout(chart, within: columns, rows: rows).lines.forEach(paper.write)
    // Requested only by formats that report expectations.
    case .expectation, .expectationsEnd: break
    case .notice(let text):
      let line = text.withVisibleControls
      error(errorColumns.map { line.filled(to: $0) } ?? [line])
    case .diagnostic(let diagnostic):
      table?.breakOff().forEach(paper.write)
      table = nil
      error(DiagnosticLayout(diagnostic, within: errorColumns, isColoured: isColoured).lines)
    }
  }

  /// The assumed number of rows if the output is not a terminal.
  private static let rows = 24

  private var columns: Int { paper.screen?.columns ?? 80 }

  private func typed(_ result: TypeResult) {
    for key in result.keys ?? [] {
      paper.write(
        "\(key.key) \(key.outcome.rawValue): \"\(key.text)\" \(key.anchor),\(key.caret)"
          .withVisibleControls)
    }
    let end: String
    if let reason = result.incomplete {
      end = "incomplete: \(reason)"
    } else {
      end = "→ \(result.path) = \(result.literal)" + (result.isEditing ? " (editing)" : "")
    }
    let line = "\(result.field): \"\(result.text)\" \(end)".withVisibleControls
    // Truncate a long text, because the user has already seen it on the screen.
    let limit = paper.screen.map { $0.columns * $0.rows / 2 }
    paper.write(limit.map { line.displayWidth > $0 ? line.cut(to: $0) : line } ?? line)
  }

  private func text(_ content: String) {
    guard paper.screen != nil else { return paper.write(content) }
    paper.begin()
    let harmless = content.withVisibleControlsInLines
    for line in harmless.split(separator: "\n", omittingEmptySubsequences: false) {
      paper.write(String(line))
    }
    paper.end()
  }

  private func details(_ entries: [Datum.Entry]) {
    let properties = entries.dropFirst()
    paper.begin()
    defer { paper.end() }
    if isBoxed {
      let columns = paper.screen?.columns
      let title = entries[0].value.plainText.withVisibleControls
      paper.write(columns.map { title.cut(to: $0) } ?? title)
      let box = DetailsBox(properties, within: columns, isColoured: paper.isColoured)
      if let box { return box.lines.forEach(paper.write) }
    }
    for entry in properties {
      paper.write("\(entry.key): \(entry.value.plainText)".withVisibleControls)
    }
  }

  private func face(isWhole: Bool) -> ([PrintedColumn]) -> any RowPrinter {
    guard isBoxed else { return { LineLayout($0) } }
    let limit = paper.screen?.columns
    let isColoured = paper.isColoured
    return { columns in
      BoxLayout(columns, within: limit, isWhole: isWhole, isColoured: isColoured)
        ?? BlockLayout(columns, isColoured: isColoured)
    }
  }

  private var errorColumns: Int? {
    errors.isTerminal ? Screen(of: errors.descriptor).columns : nil
  }

  private func error(_ lines: [String]) {
    // Keeps the order if both streams are the same.
    paper.flush()
    lines.forEach(errors.writeLine)
    errors.flush()
  }
}

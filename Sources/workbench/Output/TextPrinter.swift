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

struct DiagnosticLayout {
  private let diagnostic: Diagnostic
  private let limit: Int?
  private let isColoured: Bool

  init(_ diagnostic: Diagnostic, within limit: Int? = nil, isColoured: Bool) {
    (self.diagnostic, self.limit, self.isColoured) = (diagnostic, limit, isColoured)
  }

  var lines: [String] {
    let severity = diagnostic.severity.rawValue + ":"
    let colour = diagnostic.severity == .error ? "31" : "33"
    let message = diagnostic.message.withVisibleControls
    var lines = filled([diagnostic.place.map { $0.text + ":" }, severity, message])
    if isColoured, let line = lines.firstIndex(where: { $0.contains(severity) }) {
      lines[line] = lines[line].replacing(
        severity, with: "\u{1B}[1;\(colour)m\(severity)\u{1B}[0m", maxReplacements: 1)
    }
    if let excerpt = diagnostic.excerpt {
      let before = String(excerpt.text.prefix(max(0, excerpt.caret))).withVisibleControls
      let after = String(excerpt.text.dropFirst(max(0, excerpt.caret))).withVisibleControls
      lines += Self.pointing(before, after, within: limit.map { $0 - 2 }).map { "  " + $0 }
    }
    if let hint = diagnostic.hint { lines += filled(["  hint:", hint.withVisibleControls]) }
    for place in diagnostic.includedFrom { lines.append("  included from " + place.text) }
    for place in diagnostic.calledFrom { lines.append("  called from " + place.text) }
    return lines
  }

  private func filled(_ words: [String?]) -> [String] {
    let line = words.compactMap(\.self).joined(separator: " ")
    guard let limit else { return [line] }
    return diagnostic.isBrief ? [line.cut(to: limit)] : line.filled(to: limit, indent: "    ")
  }

  /// Truncates a source line at both ends, so that the caret below is visible.
  private static func pointing(_ before: String, _ after: String, within limit: Int?) -> [String] {
    var shown = before
    let most = limit.map { max(1, $0 * 2 / 3) }
    if let limit, let most, (before + after).displayWidth > limit, before.displayWidth > most {
      while shown.displayWidth >= most { shown.removeFirst() }
      shown = "…" + shown
    }
    let line = shown + after
    return [
      limit.map { line.cut(to: $0) } ?? line,
      String(repeating: " ", count: shown.displayWidth) + "^",
    ]
  }
}

extension Diagnostic.Place {
  fileprivate var text: String {
    let start = "\(file.withVisibleControls):\(line)"
    return column.map { "\(start):\($0)" } ?? start
  }
}

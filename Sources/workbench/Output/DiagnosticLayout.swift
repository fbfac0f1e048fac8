internal import LineEditor
internal import Replies

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

internal import LineEditor
internal import Session

/// Lays out an error or a warning: place and message, the line with a caret below, a hint.
struct DiagnosticLayout {
  private let diagnostic: Diagnostic
  private let isColoured: Bool

  init(_ diagnostic: Diagnostic, isColoured: Bool) {
    self.diagnostic = diagnostic
    self.isColoured = isColoured
  }

  var lines: [String] {
    let severity = diagnostic.severity.rawValue + ":"
    let colour = diagnostic.severity == .error ? "31" : "33"
    let label = isColoured ? "\u{1B}[1;\(colour)m\(severity)\u{1B}[0m" : severity
    let message = diagnostic.message.withVisibleControls
    var lines = [
      [diagnostic.place.map { $0.text + ":" }, label, message]
        .compactMap(\.self).joined(separator: " ")
    ]
    if let excerpt = diagnostic.excerpt {
      let before = String(excerpt.text.prefix(max(0, excerpt.caret)))
      lines.append("  " + excerpt.text.withVisibleControls)
      let indent = String(repeating: " ", count: before.withVisibleControls.displayWidth)
      lines.append("  " + indent + "^")
    }
    if let hint = diagnostic.hint { lines.append("  hint: " + hint.withVisibleControls) }
    for place in diagnostic.includedFrom { lines.append("  included from " + place.text) }
    return lines
  }
}

extension Diagnostic.Place {
  fileprivate var text: String {
    let start = "\(file.withVisibleControls):\(line)"
    return column.map { "\(start):\($0)" } ?? start
  }
}

internal import Session

/// Prints for people: plain lines, tables in aligned columns, errors with the line they stand in.
final class TextPrinter: Printer {
  private let output: Output
  private let errors: Output
  private let isColoured: Bool
  private var table: TableLayout?

  init(_ output: Output, _ errors: Output, isColoured: Bool) {
    self.output = output
    self.errors = errors
    self.isColoured = isColoured
  }

  func flush() {
    output.flush()
    errors.flush()
  }

  func print(_ reply: Reply) {
    switch reply {
    case .label(let name, let text): line("\(name): \(text.withVisibleControls)")
    case .rejectedKey(let rejection):
      let key = rejection.key.withVisibleControls.withVisibleMark
      line("\(key) rejected at \(rejection.at): \(rejection.reason.withVisibleControls)")
    case .typed(let result): typed(result)
    case .reference(let reference): line(reference)
    case .value(let value): line(value.plainText)
    case .count(let count): line(String(count))
    case .text(let text): line(text)
    case .details(let entries):
      for entry in entries.dropFirst() {
        line("\(entry.key.withVisibleControls): \(entry.value.plainText.withVisibleControls)")
      }
    case .tableBegins(let columns): table = TableLayout(columns)
    case .row(let cells): table?.add(cells).forEach(line)
    case .tableEnds:
      table?.end().forEach(line)
      table = nil
    case .notice(let text): error(text.withVisibleControls)
    case .diagnostic(let diagnostic):
      table?.breakOff().forEach(line)
      table = nil
      for text in DiagnosticLayout(diagnostic, isColoured: isColoured).lines { error(text) }
    }
  }

  private func typed(_ result: TypeResult) {
    for key in result.keys ?? [] {
      line(
        "\(key.key) \(key.outcome.rawValue): \"\(key.text)\" \(key.anchor),\(key.caret)"
          .withVisibleControls)
    }
    let end: String
    if let reason = result.incomplete {
      end = "incomplete: \(reason)"
    } else {
      end = "→ \(result.path) = \(result.literal)" + (result.isEditing ? " (editing)" : "")
    }
    line("\(result.field): \"\(result.text)\" \(end)".withVisibleControls)
  }

  private func line(_ text: String) { output.write(text + "\n") }

  private func error(_ text: String) {
    // What led to it comes before it, also where both streams are one.
    output.flush()
    errors.write(text + "\n")
    errors.flush()
  }
}

extension String {
  /// The text with control characters written out, so that it stays in its line and column.
  var withVisibleControls: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.isControl: result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension String {
  /// The text with a mark at its beginning written out, for it would join what stands before it.
  fileprivate var withVisibleMark: String {
    guard let first = unicodeScalars.first, first.properties.isGraphemeExtend else { return self }
    return "\\u{\(String(first.value, radix: 16))}" + String(unicodeScalars.dropFirst())
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

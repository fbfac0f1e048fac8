internal import Values

/// Writes JSON, and keeps the order of keys, unlike Foundation's encoder.
package enum JSON {
  package static func text(of datum: Datum) -> String {
    var writer = Writer(isIndented: false)
    writer.append(datum)
    return writer.text
  }

  /// Indents by two spaces per level.
  package static func lines(of datum: Datum) -> String {
    var writer = Writer(isIndented: true)
    writer.append(datum)
    return writer.text
  }

  private struct Writer {
    var isIndented: Bool
    var text = ""
    private var depth = 0

    init(isIndented: Bool) { self.isIndented = isIndented }

    mutating func append(_ datum: Datum) {
      switch datum {
      case .null: text += "null"
      case .boolean(let flag): text += flag ? "true" : "false"
      case .integer(let number): text += String(number)
      case .longInteger(let digits): text += digits
      // JSON has no infinity or NaN.
      case .double(let number): text += number.isFinite ? number.description : "null"
      case .text(let content), .percent(_, let content): text += content.asJSON
      case .phrase: text += datum.plainText.asJSON
      case .list(let items): append(items, in: "[", "]") { $0.append($1) }
      case .object(let entries):
        append(entries, in: "{", "}") { writer, entry in
          writer.text += entry.key.asJSON
          writer.text += writer.isIndented ? ": " : ":"
          writer.append(entry.value)
        }
      }
    }

    private mutating func append<Part>(
      _ parts: [Part], in opening: String, _ closing: String,
      _ append: (inout Writer, Part) -> Void
    ) {
      text += opening
      depth += 1
      for (index, part) in parts.enumerated() {
        if index > 0 { text += "," }
        breakLine()
        append(&self, part)
      }
      depth -= 1
      if !parts.isEmpty { breakLine() }
      text += closing
    }

    private mutating func breakLine() {
      if isIndented { text += "\n" + String(repeating: "  ", count: depth) }
    }
  }
}

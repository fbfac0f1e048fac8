internal import Replies
internal import Values

/// Writes data as JSON on one line, keys in their order (Foundation's encoder keeps none).
enum JSON {
  static func text(of datum: Datum) -> String {
    var text = ""
    append(datum, to: &text)
    return text
  }

  private static func append(_ datum: Datum, to text: inout String) {
    switch datum {
    case .null: text += "null"
    case .boolean(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += String(number)
    // JSON has no word for what is not finite.
    case .double(let number): text += number.isFinite ? number.description : "null"
    case .text(let content), .percent(_, let content): text += content.asJSON
    case .phrase: text += datum.plainText.asJSON
    case .list(let items):
      text += "["
      for (index, item) in items.enumerated() {
        if index > 0 { text += "," }
        append(item, to: &text)
      }
      text += "]"
    case .object(let entries):
      text += "{"
      for (index, entry) in entries.enumerated() {
        if index > 0 { text += "," }
        text += entry.key.asJSON
        text += ":"
        append(entry.value, to: &text)
      }
      text += "}"
    }
  }
}

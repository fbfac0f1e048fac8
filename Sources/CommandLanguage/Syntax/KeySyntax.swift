/// A key as it is written for `type`.
package enum KeySyntax: Hashable, Sendable {
  /// A character typed as it is.
  case character(Unicode.Scalar)
  /// A special key, by its name as written in angle brackets.
  case named(String)
  /// The paste of a text, or of what was last cut or copied.
  case paste(String?)
  /// The caret goes to a place.
  case go(Int)
  /// The text from one place to another is selected.
  case select(Int, Int)

  /// The keys that are written as a name alone, `<Paste>` apart.
  package static let names = [
    "BS", "Del", "Left", "Right", "Home", "End", "S-Left", "S-Right", "S-Home", "S-End", "All",
    "Clear", "Return", "Esc", "Undo", "Redo", "Cut", "Copy", "lt", "gt", "Tab", "Up", "Down",
    "WordBS", "StepUp", "StepDown", "AddRow", "RemoveRow",
  ]

  /// Reads the keys in `keys`, scalar by scalar; an error's place is counted in `keys`.
  package static func parse(keys: String) throws(SyntaxError) -> [KeySyntax] {
    var text = SourceText(firstLine: 1)
    let newline = UInt8(ascii: "\n")
    let bytes = Array(keys.utf8)
    for line in bytes.split(separator: newline, omittingEmptySubsequences: false) {
      text.append(line: line)
    }
    return try KeyScanner(bytes: bytes, places: Places(text: text)).keys()
  }

  /// The key as it is named in the output.
  package var text: String {
    switch self {
    case .character("<"): "<lt>"
    case .character(let scalar): String(Character(scalar))
    case .named(let name): "<\(name)>"
    case .paste(nil): "<Paste>"
    case .paste(let text?): "<Paste:\(Self.escaped(text))>"
    case .go(let place): "<Go:\(place)>"
    case .select(let anchor, let caret): "<Sel:\(anchor),\(caret)>"
    }
  }

  /// The character that the key types, if it types one: `<` for `<lt>`.
  package var character: Unicode.Scalar? {
    switch self {
    case .character(let scalar): scalar
    case .named("lt"): "<"
    case .named("gt"): ">"
    default: nil
    }
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": escaped += "<lt>"
      case ">": escaped += "<gt>"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

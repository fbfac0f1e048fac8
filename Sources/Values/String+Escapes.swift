extension String {
  /// Returns the text with unwanted scalars replaced by escapes such as `\n` or `\u{1b}`.
  package func writingOut(_ isUnwanted: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: isUnwanted) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if isUnwanted(scalar) {
        result += scalar.writtenOut
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a control character, a line or paragraph separator, or a control of the
  /// direction of text.
  ///
  /// Of the direction controls, only those that affect the following text are included. The marks
  /// U+200E, U+200F and U+061C are part of ordinary Arabic and Hebrew text.
  package var isControl: Bool {
    switch value {
    case ..<0x20, 0x7F...0x9F: true
    case 0x2028, 0x2029: true
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  package var writtenOut: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(value, radix: 16))}"
    }
  }
}

extension String {
  package var asJSON: String {
    var text = "\""
    // Fast path, 20 times as fast: most texts need no escapes.
    if !unicodeScalars.contains(where: { $0 == "\"" || $0 == "\\" || $0.isControl }) {
      text.reserveCapacity(utf8.count + 2)
      text += self
      return text + "\""
    }
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\n", "\r", "\t": text += scalar.writtenOut
      // JSON does not require all of these escapes; the additional escapes make the text safe for a
      // terminal.
      case _ where scalar.isControl:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

/// A token of an expression, shared by commands, completion and the expression parser.
package enum ExpressionToken: Hashable, Sendable {
  /// A name, SQL keyword or function name, as written.
  case word(String)
  /// A name in backticks, without them.
  case quotedName(String)
  /// A text in `'` or `"`, without the quotes, and with its escapes decoded.
  case text(String)
  /// A number as written: `42`, `3.50`, `1e5`, `0x1F`.
  case number(String)
  case date(String)
  /// A session name, such as `["ann", "age"]` for `:ann.age`.
  case sessionName([String])
  case symbol(String)
}

/// A text in quotation marks for a message: what cannot be seen is escaped, what is long shortened.
struct Quotation: CustomStringConvertible {
  var description: String

  private static let longest = 20

  init(_ text: some Sequence<Unicode.Scalar>) {
    description = "\""
    for (index, scalar) in text.enumerated() {
      guard index < Quotation.longest else {
        description += "…"
        break
      }
      description += Quotation.visible(scalar)
    }
    description += "\""
  }

  init(_ text: String) {
    self.init(text.unicodeScalars)
  }

  private static func visible(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case " ": return " "
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .spaceSeparator, .nonspacingMark, .enclosingMark, .spacingMark:
      return "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    default:
      return String(Character(scalar))
    }
  }
}

internal import Values

/// A text in quotation marks for messages; invisible characters are escaped, long texts shortened.
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
      Quotation.append(scalar, to: &description)
    }
    description += "\""
  }

  init(_ text: String) {
    self.init(text.unicodeScalars)
  }

  /// Displays group separators as plain spaces, omits invisible marks, and shortens a long text in
  /// the middle.
  init(displayed text: String) {
    let edge = 30
    let scalars = text.unicodeScalars.lazy.filter { !$0.isInvisible }.map { $0.isSpace ? " " : $0 }
    let isLong = scalars.dropFirst(2 * edge).first != nil
    description = "\""
    for scalar in isLong ? Array(scalars.prefix(edge)) : Array(scalars) {
      Quotation.append(scalar, to: &description)
    }
    if isLong {
      description += "…"
      // Keep the end, because the rejected key was typed there.
      for scalar in Array(scalars.suffix(edge)) { Quotation.append(scalar, to: &description) }
    }
    description += "\""
  }

  init(endOf text: ArraySlice<UInt8>) {
    // A scalar has at most four bytes; a partial scalar at the start is dropped.
    let end = text.suffix(4 * Quotation.longest)
    let whole = end.count < text.count ? end.drop { $0 & 0xC0 == 0x80 } : end
    let scalars = String(decoding: whole, as: UTF8.self).unicodeScalars
    let last = scalars.suffix(Quotation.longest)
    description = whole.count < text.count || last.startIndex > scalars.startIndex ? "\"…" : "\""
    for scalar in last { Quotation.append(scalar, to: &description) }
    description += "\""
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\"", "\\": text += "\\\(scalar)"
    case "\n", "\r", "\t": text += scalar.writtenOut
    case " "..."~": text.unicodeScalars.append(scalar)
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
        .paragraphSeparator, .spaceSeparator, .nonspacingMark, .enclosingMark, .spacingMark:
        text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

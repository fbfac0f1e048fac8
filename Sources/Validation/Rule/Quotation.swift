internal import Values

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
      Quotation.append(scalar, to: &description)
    }
    description += "\""
  }

  init(_ text: String) {
    self.init(text.unicodeScalars)
  }

  /// Quotes a text as a field displays it, spaces between groups as such and without marks of
  /// direction; of one that is longer than a line the beginning and the end.
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
      // What is at the end is where the refused key was meant to come.
      for scalar in Array(scalars.suffix(edge)) { Quotation.append(scalar, to: &description) }
    }
    description += "\""
  }

  init(startOf text: ArraySlice<UInt8>) {
    // A scalar has four bytes at most.
    self.init(String(decoding: text.prefix(4 * Quotation.longest + 4), as: UTF8.self))
  }

  /// Quotes the first scalar of a text.
  init(firstOf text: ArraySlice<UInt8>) {
    var reader = ScalarReader(text)
    self.init([reader.next() ?? "\u{FFFD}"])
  }

  /// Quotes the end of a text, where the caret is, and not its beginning.
  init(endOf text: ArraySlice<UInt8>) {
    // A scalar has four bytes at most; what is cut in two at the start is left out.
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

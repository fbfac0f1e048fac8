extension String {
  /// The text without what a paste carries along: white space around it, direction marks,
  /// invisible characters.
  var pasted: String {
    // Most texts carry nothing along, and are told so by their bytes.
    if utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return self }
    var scalars = unicodeScalars.filter { !$0.isInvisible }[...]
    scalars = scalars.drop { $0.properties.isWhitespace }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The pasted text with the digits of any script, full-width forms and minus signs as in ASCII.
  var withPlainDigits: String {
    if utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return self }
    return String(String.UnicodeScalarView(pasted.unicodeScalars.map(\.plain)))
  }
}

extension Unicode.Scalar {
  fileprivate var isInvisible: Bool {
    switch value {
    case 0x00AD, 0x061C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF:
      true
    default: false
    }
  }

  /// The digit, sign or letter of ASCII that people take the scalar for; else itself.
  var plain: Unicode.Scalar {
    if value < 0x80 { return self }
    if let digit = decimalDigit { return Unicode.Scalar(UInt8(ascii: "0") + digit) }
    switch value {
    // Full-width forms, in the order of ASCII.
    case 0xFF01...0xFF5E: return Unicode.Scalar(value - 0xFF01 + 0x21) ?? self
    // Hyphens, dashes and minus signs that keyboards and word processors make of one key.
    case 0x2010...0x2014, 0x2212, 0xFE58, 0xFE63: return "-"
    default: return self
    }
  }

  /// The value of a decimal digit of any script.
  var decimalDigit: UInt8? {
    guard properties.generalCategory == .decimalNumber, let value = properties.numericValue else {
      return nil
    }
    return UInt8(value)
  }

  /// Whether the scalar is a letter by itself, of any script.
  var isLetter: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// The digit, sign or letter of ASCII that people take the scalar for; else itself.
  var plain: Unicode.Scalar {
    if value < 0x80 { return self }
    switch value {
    // Full-width forms follow the order of ASCII.
    case 0xFF01...0xFF5E: return Unicode.Scalar(value - 0xFEE0) ?? self
    case _ where isMinus: return "-"
    default: break
    }
    guard properties.generalCategory == .decimalNumber, let value = properties.numericValue else {
      return self
    }
    return Unicode.Scalar(ASCII.zero + UInt8(value))
  }

  /// Whether people take the scalar for a minus: one of those that CLDR's lenient parsing of numbers
  /// knows, or a dash.
  var isMinus: Bool {
    switch value {
    case 0x2D, 0x2010...0x2014, 0x207B, 0x208B, 0x2212, 0x2796, 0xFE58, 0xFE63, 0xFF0D: true
    default: false
    }
  }

  /// Whether the scalar is a letter by itself, of any script.
  var isLetter: Bool {
    if value < 0x80 { return "a"..."z" ~= self || "A"..."Z" ~= self }
    return switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }

  /// The letter in upper case; `nil` where that is not one letter.
  var capital: Unicode.Scalar? {
    if value < 0x80 { return "a"..."z" ~= self ? Unicode.Scalar(value - 0x20) : self }
    let capital = properties.uppercaseMapping.unicodeScalars
    return capital.count == 1 ? capital.first : nil
  }

  /// Whether the scalar is one of the ten digits of ASCII.
  var isPlainDigit: Bool { "0"..."9" ~= self }

  /// Whether the scalar is white space that stands between words of a line.
  var isSpace: Bool {
    self == " " || value >= 0x80 && properties.generalCategory == .spaceSeparator
  }
}

extension String {
  /// The scalar of a text that has one.
  var onlyScalar: Unicode.Scalar? {
    guard let scalar = unicodeScalars.first, UTF8.width(scalar) == utf8.count else { return nil }
    return scalar
  }
}

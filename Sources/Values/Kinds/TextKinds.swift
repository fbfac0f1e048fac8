struct TextKind: NamedKind {
  static let name = "Text"
  static let arguments = KindArguments.none(.text)
  static let traits = KindTraits(isComputable: true)
  static let guide = KindGuide(
    "Any text.",
    definition: "Text length 1...80", value: #""Ann Müller""#)

  var expectation: String { "a text" }
  var zero: Value? { .text("") }

  func value(reading text: String) throws(Violation) -> Value? { .text(text) }

  func value(ofResult value: Value) -> Value? {
    switch value {
    case .date, .dateTime: .text(value.description)
    case .text, .integer, .decimal, .double, .boolean, .time, .duration, .month, .percent,
      .reference, .list:
      nil
    }
  }
}

struct CardKind: NamedKind {
  static let name = "Card"
  static let arguments = KindArguments.none(.card)
  static let traits = KindTraits(isMasked: true, keyboard: .number)
  static let guide = KindGuide(
    "A payment card number: 12 to 19 digits, of which the last is a check digit. "
      + "It is shown as •••• 1111 unless you give `--reveal`.",
    definition: "Card?", value: #""4111 1111 1111 1111""#)

  var expectation: String { "a card number in quotation marks" }

  var writtenForm: WrittenForm {
    let lengths = CardNumber.lengths
    return .pattern(
      "(?:[0-9]{\(lengths.lowerBound),\(lengths.upperBound)}|\(CardNumber.hiddenDigits) [0-9]{4})")
  }

  func value(reading text: String) throws(Violation) -> Value? {
    .text(try CardNumber.digits(reading: text))
  }
}

struct IBANKind: NamedKind {
  static let name = "IBAN"
  static let arguments = KindArguments.none(.iban)
  static let traits = KindTraits(isLater: true, isSpaced: true)
  static let guide = KindGuide(
    "An international bank account number of a country in SWIFT's registry, with valid check "
      + "digits; it is shown in groups of four.",
    definition: "IBAN?", value: #""DE89 3704 0044 0532 0130 00""#)

  var expectation: String { "an IBAN such as DE89 3704 0044 0532 0130 00, in quotation marks" }
  var writtenForm: WrittenForm {
    let lengths = AccountCountries.lengths
    return .pattern(
      "[A-Z]{2}[0-9]{2}[0-9A-Z]{\(lengths.lowerBound - 4),\(lengths.upperBound - 4)}")
  }

  func value(reading text: String) throws(Violation) -> Value? {
    .text(try AccountNumber.characters(reading: text))
  }

  func shown(_ value: Value) -> String { AccountNumber.grouped(value.description) }
}

struct MaskKind: NamedKind {
  static let name = "Mask"
  static let arguments = KindArguments.text("a mask", example: "Mask(\"000-AA\")") {
    (form: String) throws(Violation) -> PropertyKind in .mask(try TextMask(form))
  }
  static let guide = KindGuide(
    "A text with fixed characters and placeholders: 0 is for a digit, A for a letter that becomes "
      + #"upper case, a for any letter, and N for a letter or digit. \ makes the next character "#
      + "literal; all other characters are literal.",
    definition: #"Mask("000-AA")?"#, value: #""123-XY""#)

  var mask: TextMask

  var writtenArguments: [String] { [Value.text(mask.pattern).literal] }
  var expectation: String { "a text" }
  var writtenForm: WrittenForm { .pattern(mask.portable) }

  func value(reading text: String) throws(Violation) -> Value? {
    .text(try mask.text(reading: text))
  }
}

package struct HexKind: NamedKind {
  static let name = "Hex"
  static let arguments = KindArguments.number("a number of digits", example: "Hex(6)") {
    .hex(digits: $0)
  }
  static let guide = KindGuide(
    "A fixed number of hexadecimal digits, stored in upper case; a leading 0x or # is "
      + "dropped.",
    definition: "Hex(6)?", value: ##""#ff8800""##)

  /// Limited because a field has an input position for each digit.
  private static let maximumDigits = 65_536

  var digits: Int

  var writtenArguments: [String] { [String(digits)] }
  var expectation: String { "hexadecimal digits in quotation marks" }
  var writtenForm: WrittenForm { .pattern("[0-9A-F]{\(digits)}") }

  func check() throws(Violation) {
    guard 1...Self.maximumDigits ~= digits else {
      throw Violation(kind: .value, .hexadecimalWidth(1...Self.maximumDigits))
    }
  }

  func value(reading text: String) throws(Violation) -> Value? {
    let read = Self.withoutSign(text.pasted.unicodeScalars[...])
    var result = String.UnicodeScalarView()
    for scalar in read {
      guard let digit = Slot.hexadecimal.taking(scalar) else {
        throw Violation(kind: .value, .noHexadecimalDigit(digits: digits, String(scalar)))
      }
      result.append(digit)
    }
    guard result.count == digits else {
      throw Violation(kind: .value, .hexadecimalDigits(digits: digits, result.count))
    }
    return .text(String(result))
  }

  package static func withoutSign<Text: Collection<Unicode.Scalar>>(
    _ text: Text
  ) -> Text.SubSequence {
    for sign in ["#", "0x", "0X"] where text.starts(with: sign.unicodeScalars) {
      return text.dropFirst(sign.unicodeScalars.count)
    }
    return text[...]
  }
}

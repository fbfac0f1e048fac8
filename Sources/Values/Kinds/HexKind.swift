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

/// The number of a payment card.
public enum CardNumber {
  /// Reads 12 to 19 digits, of any script and with spaces between them.
  ///
  /// - Returns: the digits, in ASCII.
  /// - Throws: ``Violation`` saying what a card number is not; it does not repeat the text.
  public static func digits(reading text: String) throws(Violation) -> String {
    var digits = ""
    for scalar in text.withPlainDigits.unicodeScalars {
      // No white space is left around the text, so what is there stands between digits.
      if scalar.properties.generalCategory == .spaceSeparator { continue }
      if "0"..."9" ~= scalar {
        digits.unicodeScalars.append(scalar)
      } else {
        throw Violation(kind: .value, message: "expected digits, and spaces only between them")
      }
    }
    let count = digits.utf8.count
    let isAmericanExpress = digits.hasPrefix("34") || digits.hasPrefix("37")
    let expected = isAmericanExpress ? 15...15 : 12...19
    guard expected.contains(count) else {
      let words = isAmericanExpress ? "15 digits after \(digits.prefix(2))" : "12 to 19 digits"
      throw Violation(kind: .value, message: "expected \(words), not \(count)")
    }
    guard hasCheckDigit(digits) else {
      throw Violation(
        kind: .value, message: "expected the number of a card, and one of these digits is wrong")
    }
    return digits
  }

  /// Whether the last digit is the one that Luhn's formula gives for those before it.
  private static func hasCheckDigit(_ digits: String) -> Bool {
    var sum = 0
    for (place, byte) in digits.utf8.reversed().enumerated() {
      let digit = Int(byte) - 0x30
      // Twice an even place; 9 off is the sum of the two digits.
      sum += place % 2 == 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit
    }
    return sum % 10 == 0
  }

  /// The digits in groups as they stand on cards: of four, or 4, 6 and 5 after 34 and 37.
  public static func grouped(_ digits: String) -> String {
    let bytes = Array(digits.utf8)
    let isAmericanExpress = bytes.count == 15 && (digits.hasPrefix("34") || digits.hasPrefix("37"))
    var result = ""
    for (place, byte) in bytes.enumerated() {
      let isBoundary = isAmericanExpress ? place == 4 || place == 10 : place > 0 && place % 4 == 0
      if isBoundary { result += " " }
      result.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return result
  }

  /// What may be seen of a card: `•••• 1111`, and not even the last digits of a text that is too
  /// short to be a card.
  public static func masked(_ text: String) -> String {
    let digits = text.unicodeScalars.compactMap(\.decimalDigit)
    guard digits.count >= 12 else { return "••••" }
    return "•••• " + digits.suffix(4).map(String.init).joined()
  }
}

extension CardNumber {
  /// The text with everything in it that may be a card masked: 12 or more digits, with spaces or
  /// names of keys such as `<BS>` between them.
  public static func masking(_ text: String) -> String {
    var result: [Unicode.Scalar] = []
    // What may be a card, up to its last digit, and what stands behind that digit.
    var run: [Unicode.Scalar] = []
    var tail: [Unicode.Scalar] = []
    var digits: [Unicode.Scalar] = []
    var isInKey = false
    func end() {
      let shown = digits.count >= 12 ? Array(masked(string(digits)).unicodeScalars) : run
      result += shown + tail
      (run, tail, digits, isInKey) = ([], [], [], false)
    }
    for scalar in text.unicodeScalars {
      if scalar.decimalDigit != nil, !isInKey {
        run += tail + [scalar]
        tail = []
        digits.append(scalar)
      } else if !run.isEmpty, goesOn(scalar, isInKey) {
        tail.append(scalar)
        if scalar == "<" || scalar == ">" { isInKey = scalar == "<" }
      } else {
        end()
        result.append(scalar)
      }
    }
    end()
    return string(result)
  }

  /// Whether a scalar behind a digit can have another digit of the card behind it.
  private static func goesOn(_ scalar: Unicode.Scalar, _ isInKey: Bool) -> Bool {
    if isInKey { return scalar.isLetter || scalar == "-" || scalar == ">" }
    return scalar == "<" || scalar.properties.generalCategory == .spaceSeparator
  }

  private static func string(_ scalars: [Unicode.Scalar]) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}

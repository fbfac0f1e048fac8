/// The number of a payment card.
public enum CardNumber {
  /// The numbers of digits that a card can have.
  package static let lengths = 12...19
  /// The number of digits after 34 and 37, which are those of American Express.
  package static let lengthAfter34And37 = 15
  /// What is wrong with digits of a right number of which the last does not fit the others.
  package static let wrongCheckDigit = "the check digit does not fit"

  /// Reads 12 to 19 digits, of any script and with white space and punctuation between them.
  ///
  /// - Returns: the digits, in ASCII.
  /// - Throws: ``Violation`` saying what a card number is not; it does not repeat the text.
  public static func digits(reading text: String) throws(Violation) -> String {
    var digits: [UInt8] = []
    for scalar in text.withPlainDigits.unicodeScalars where !scalar.isFiller {
      guard scalar.isPlainDigit else {
        throw Violation(
          kind: .value, message: "expected digits, and white space or punctuation only between them"
        )
      }
      digits.append(UInt8(scalar.value))
    }
    let isShort = beginsShort(digits[...])
    guard isShort ? digits.count == lengthAfter34And37 : lengths.contains(digits.count) else {
      let words =
        isShort
        ? "\(lengthAfter34And37) digits after \(string(digits.prefix(2)))"
        : "\(lengths.lowerBound) to \(lengths.upperBound) digits"
      throw Violation(kind: .value, message: "expected \(words), not \(digits.count)")
    }
    guard hasCheckDigit(digits) else {
      throw Violation(kind: .value, message: wrongCheckDigit)
    }
    return string(digits)
  }

  /// Whether digits in ASCII begin with 34 or 37.
  @inlinable package static func beginsShort(_ digits: ArraySlice<UInt8>) -> Bool {
    guard digits.count > 1, digits[digits.startIndex] == UInt8(ascii: "3") else { return false }
    let second = digits[digits.startIndex + 1]
    return second == UInt8(ascii: "4") || second == UInt8(ascii: "7")
  }

  /// Whether the last of digits in ASCII is the one that Luhn's formula gives for those before it.
  package static func hasCheckDigit(_ digits: [UInt8]) -> Bool {
    var sum = 0
    var isDoubled = false
    for byte in digits.reversed() {
      let digit = Int(byte - UInt8(ascii: "0"))
      // Twice a digit, 9 off, is the sum of its two digits.
      sum += isDoubled ? digit > 4 ? 2 * digit - 9 : 2 * digit : digit
      isDoubled.toggle()
    }
    return sum % 10 == 0
  }

  /// Whether a space comes before the digit at a place: after each four digits, or after 4 and 10.
  @inlinable package static func isBoundary(_ place: Int, isShort: Bool) -> Bool {
    isShort ? place == 4 || place == 10 : place > 0 && place % 4 == 0
  }

  /// The digits in groups as cards have them: of four, or 4, 6 and 5 after 34 and 37.
  public static func grouped(_ digits: String) -> String {
    let isShort = digits.utf8.count == lengthAfter34And37 && beginsShort(Array(digits.utf8)[...])
    return digits.unicodeScalars.enumerated().reduce(into: "") { result, digit in
      if isBoundary(digit.offset, isShort: isShort) { result += " " }
      result.unicodeScalars.append(digit.element)
    }
  }

  private static func string(_ digits: some Collection<UInt8>) -> String {
    String(decoding: digits, as: UTF8.self)
  }

  /// What may be seen of a card: `•••• 1111`, without digits where a text is too short to be a
  /// card.
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
    // What may be a card, up to its last digit, and what follows that digit.
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

  /// Whether another digit of the card can follow a scalar that follows a digit.
  private static func goesOn(_ scalar: Unicode.Scalar, _ isInKey: Bool) -> Bool {
    if isInKey { return scalar.isLetter || scalar == "-" || scalar == ">" }
    return scalar == "<" || scalar.properties.generalCategory == .spaceSeparator
  }

  private static func string(_ scalars: [Unicode.Scalar]) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}

/// The number of a payment card.
public enum CardNumber {
  /// The numbers of digits that a card can have.
  package static let lengths = 12...19
  /// The number of digits after 34 and 37, which are those of American Express.
  package static let lengthAfter34And37 = 15
  /// What is shown in place of the digits that may not be seen.
  static let hiddenDigits = "••••"
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
        throw Violation(kind: .value, .cardCharacters)
      }
      digits.append(UInt8(scalar.value))
    }
    let isShort = beginsShort(digits[...])
    guard isShort ? digits.count == lengthAfter34And37 : lengths.contains(digits.count) else {
      let expected = isShort ? lengthAfter34And37...lengthAfter34And37 : lengths
      let front = isShort ? string(digits.prefix(2)) : nil
      throw Violation(kind: .value, .cardLength(expected, after: front, digits.count))
    }
    guard hasCheckDigit(digits) else {
      throw Violation(kind: .value, .cardCheckDigit)
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
    guard digits.count >= 12 else { return hiddenDigits }
    return "\(hiddenDigits) " + digits.suffix(4).map(String.init).joined()
  }
}

extension CardNumber {
  /// Digits of a text that may be a card, or a part of one, and what follows the last of them.
  private struct Part {
    var text: [Unicode.Scalar] = []
    var digits: [Unicode.Scalar] = []
    var gap: [Unicode.Scalar] = []

    /// Whether it is a card without gaps, so that digits after a space belong to another one.
    var isWhole: Bool {
      !gap.isEmpty && text.count == digits.count && lengths.contains(digits.count)
        && hasCheckDigit(digits.compactMap(\.decimalDigit).map { UInt8($0 + 48) })
    }

    /// Whether keys are named among the digits or after them, which may take some of them away.
    var hasKeys: Bool { (text + gap).contains(">") && (text + gap).contains(where: \.isLetter) }
  }

  /// The text with everything in it that may be a card masked: 12 to 19 digits whose check digit fits,
  /// however they are set out, and 12 or more with names of keys such as `<BS>` between them.
  ///
  /// A text need not come from a card: a command can have one that was never stored.
  ///
  /// - Parameter isOfCard: Whether the text does, so that any 12 digits may be a part of one.
  package static func masking(_ text: String, isOfCard: Bool = false) -> String {
    var result: [Unicode.Scalar] = []
    var parts: [Part] = []
    var part = Part()
    var isInKey = false
    func end() {
      if !part.digits.isEmpty { parts.append(part) }
      if !parts.isEmpty { result += shown(parts, isOfCard) }
      (parts, part, isInKey) = ([], Part(), false)
    }
    for scalar in text.unicodeScalars {
      if scalar.decimalDigit != nil, !isInKey {
        // What else than a key is between digits mostly is between two numbers.
        if isOfCard
          ? part.gap.contains(where: \.isMarkInCard) || part.isWhole
          : !part.gap.isEmpty && !part.gap.contains(where: \.isLetter)
        {
          parts.append(part)
          part = Part()
        }
        part.text += part.gap + [scalar]
        part.gap = []
        part.digits.append(scalar)
      } else if !part.digits.isEmpty, goesOn(scalar, isInKey) {
        part.gap.append(scalar)
        if scalar == "<" || scalar == ">" { isInKey = scalar == "<" }
      } else {
        end()
        result.append(scalar)
      }
    }
    end()
    return string(result)
  }

  /// The parts, with the longest runs of them that are a card masked.
  private static func shown(_ parts: [Part], _ isOfCard: Bool) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var start = 0
    while start < parts.count {
      var digits: [Unicode.Scalar] = []
      var masked: (end: Int, text: String)?
      for end in start..<parts.count {
        digits += parts[end].digits
        if end > start, digits.count > lengths.upperBound { break }
        guard digits.count >= lengths.lowerBound else { continue }
        let mayLackDigits = end == start && (isOfCard || parts[end].hasKeys)
        if mayLackDigits
          || lengths.contains(digits.count)
            && hasCheckDigit(digits.compactMap(\.decimalDigit).map { UInt8($0 + 48) })
        {
          masked = (end, Self.masked(string(digits)))
        }
      }
      let end = masked?.end ?? start
      result += masked.map { Array($0.text.unicodeScalars) } ?? parts[start].text
      result += parts[end].gap
      start = end + 1
    }
    return result
  }

  /// Whether another digit of the card can follow a scalar that follows a digit.
  private static func goesOn(_ scalar: Unicode.Scalar, _ isInKey: Bool) -> Bool {
    if isInKey { return scalar.isLetter || scalar == "-" || scalar == ">" }
    return scalar == "<" || scalar.properties.generalCategory == .spaceSeparator
      || scalar.isMarkInCard
  }

  private static func string(_ scalars: [Unicode.Scalar]) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}

extension Unicode.Scalar {
  /// Whether people set the digits of a card apart by the scalar, which is no space.
  fileprivate var isMarkInCard: Bool {
    switch self {
    case ".", "/", ":", "\u{B7}", "\u{2022}": true
    default: [.dashPunctuation, .connectorPunctuation].contains(properties.generalCategory)
    }
  }
}

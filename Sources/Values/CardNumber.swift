/// Payment card numbers.
public enum CardNumber {
  package static let lengths = 12...19
  /// The length of American Express numbers, which begin with 34 or 37.
  package static let lengthAfter34And37 = 15
  static let hiddenDigits = "••••"
  package static let wrongCheckDigit = "the check digit does not match"

  /// Parses 12 to 19 digits, of any script, with white space and punctuation between them.
  ///
  /// - Returns: the digits, in ASCII.
  /// - Throws: ``Violation``, whose message does not repeat the number.
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

  /// Whether ASCII digits begin with 34 or 37.
  @inlinable package static func beginsShort(_ digits: ArraySlice<UInt8>) -> Bool {
    guard digits.count > 1, digits[digits.startIndex] == UInt8(ascii: "3") else { return false }
    let second = digits[digits.startIndex + 1]
    return second == UInt8(ascii: "4") || second == UInt8(ascii: "7")
  }

  /// Checks ASCII digits with the Luhn algorithm.
  package static func hasCheckDigit(_ digits: [UInt8]) -> Bool {
    var sum = 0
    var isDoubled = false
    for byte in digits.reversed() {
      let digit = Int(byte - UInt8(ascii: "0"))
      // For a doubled digit above 9, subtracting 9 gives the sum of its two digits.
      sum += isDoubled ? digit > 4 ? 2 * digit - 9 : 2 * digit : digit
      isDoubled.toggle()
    }
    return sum % 10 == 0
  }

  /// Whether a space precedes the digit at this index.
  @inlinable package static func isBoundary(_ place: Int, isShort: Bool) -> Bool {
    isShort ? place == 4 || place == 10 : place > 0 && place % 4 == 0
  }

  /// Returns the digits in groups as printed on cards: groups of four, or groups of 4, 6 and 5 if
  /// the number begins with 34 or 37.
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

  /// Returns a masked card number with its last four digits, `•••• 1111`, or only the dots if the
  /// text has fewer than 12 digits.
  public static func masked(_ text: String) -> String {
    let digits = text.unicodeScalars.compactMap(\.decimalDigit)
    guard digits.count >= 12 else { return hiddenDigits }
    return "\(hiddenDigits) " + digits.suffix(4).map(String.init).joined()
  }

  private struct Part {
    var text: [Unicode.Scalar] = []
    var digits: [Unicode.Scalar] = []
    var gap: [Unicode.Scalar] = []

    /// Whether this is a complete card number without separators, followed by a separator; then
    /// later digits belong to another number.
    var isWhole: Bool {
      !gap.isEmpty && text.count == digits.count && isCard(digits)
    }

    /// Whether the text contains key names such as `<BS>`; these keys may have deleted digits.
    var hasKeys: Bool { (text + gap).contains(">") && (text + gap).contains(where: \.isLetter) }
  }

  /// Masks all possible card numbers in a text: 12 to 19 digits with a valid check digit,
  /// regardless of their grouping, and 12 or more digits with key names such as `<BS>` between
  /// them. Texts from any source are checked, because a command may contain a card number that was
  /// never stored.
  ///
  /// - Parameter isOfCard: whether the text is from a card field; then any 12 digits may be part of
  ///   a card number.
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
        // Other text between digits usually separates two numbers.
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
        if mayLackDigits || isCard(digits) { masked = (end, Self.masked(string(digits))) }
      }
      let end = masked?.end ?? start
      result += masked.map { Array($0.text.unicodeScalars) } ?? parts[start].text
      result += parts[end].gap
      start = end + 1
    }
    return result
  }

  private static func isCard(_ digits: [Unicode.Scalar]) -> Bool {
    lengths.contains(digits.count)
      && hasCheckDigit(digits.compactMap(\.decimalDigit).map { UInt8($0 + 48) })
  }

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
  /// Whether the scalar is a common separator in card numbers; excludes spaces.
  fileprivate var isMarkInCard: Bool {
    switch self {
    case ".", "/", ":", "\u{B7}", "\u{2022}": true
    default: [.dashPunctuation, .connectorPunctuation].contains(properties.generalCategory)
    }
  }
}

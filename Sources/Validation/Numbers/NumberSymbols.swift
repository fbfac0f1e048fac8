/// The symbols of a locale for numbers.
public struct NumberSymbols: Hashable, Sendable {
  /// The separator between the whole part and the fraction.
  public var decimalSeparator: Unicode.Scalar

  /// The separator between groups of digits; `nil` if the locale does not group digits.
  public var groupingSeparator: Unicode.Scalar?

  /// The minus sign: one scalar, or several that count as one character.
  public var minusSign: String

  /// The digit zero; the other nine digits are the next scalars in Unicode.
  public var zeroDigit: Unicode.Scalar

  /// The number of digits in the group before the decimal separator.
  public var primaryGroupSize: Int

  /// The number of digits in each further group.
  public var secondaryGroupSize: Int

  /// The minimum number of digits before the first separator; shorter numbers are not grouped.
  public var minimumGroupingDigits: Int

  /// The text before and after the digits of a percentage.
  public var percent = PercentSign.english

  /// The symbols of the United States.
  public static let english = NumberSymbols()

  /// Creates symbols; the defaults are English.
  ///
  /// - Precondition: the separators differ and are neither digits nor the minus sign, the minus
  ///   sign is not empty, and group sizes are positive.
  public init(
    decimalSeparator: Unicode.Scalar = ".", groupingSeparator: Unicode.Scalar? = ",",
    minusSign: String = "-", zeroDigit: Unicode.Scalar = "0", primaryGroupSize: Int = 3,
    secondaryGroupSize: Int = 3, minimumGroupingDigits: Int = 1
  ) {
    (self.decimalSeparator, self.groupingSeparator) = (decimalSeparator, groupingSeparator)
    (self.minusSign, self.zeroDigit) = (minusSign, zeroDigit)
    (self.primaryGroupSize, self.secondaryGroupSize) = (primaryGroupSize, secondaryGroupSize)
    self.minimumGroupingDigits = minimumGroupingDigits
    check()
  }

  func check() {
    precondition(decimalSeparator != groupingSeparator, "the two separators must differ")
    let digits = zeroDigit.value..<zeroDigit.value + 10
    for separator in [decimalSeparator, groupingSeparator] {
      guard let separator else { continue }
      precondition(
        !digits.contains(separator.value) && !separator.plain.isPlainDigit,
        "a separator must not be a digit")
      precondition(minusSign != String(separator), "a separator must not be the minus sign")
    }
    precondition(!minusSign.isEmpty, "the minus sign must not be empty")
    precondition(
      primaryGroupSize > 0 && secondaryGroupSize > 0, "a group must have at least one digit")
  }

  private static let spaces: Set<Unicode.Scalar> = [" ", "\u{A0}", "\u{202F}", "\u{2009}"]
  private static let apostrophes: Set<Unicode.Scalar> = ["'", "\u{2019}"]

  /// Whether a grouping separator can be before the last `digits` digits of the whole part.
  func isGroupBoundary(_ digits: Int) -> Bool {
    digits == primaryGroupSize
      || digits > primaryGroupSize && (digits - primaryGroupSize) % secondaryGroupSize == 0
  }

  /// Also accepts the usual substitutes on keyboards, for example a plain space.
  func isGroupingSeparator(_ scalar: Unicode.Scalar) -> Bool {
    guard let groupingSeparator else { return false }
    if scalar == groupingSeparator { return true }
    return [NumberSymbols.spaces, NumberSymbols.apostrophes].contains {
      $0.contains(groupingSeparator) && $0.contains(scalar)
    }
  }

  func separators(inDigits digits: Int) -> Int {
    guard digits >= primaryGroupSize + max(1, minimumGroupingDigits) else { return 0 }
    return 1 + (digits - primaryGroupSize - 1) / secondaryGroupSize
  }
}

/// The text that a locale writes before and after the digits of a percentage.
public struct PercentSign: Hashable, Sendable {
  /// The text before the digits, including space.
  public var prefix: String
  /// The text after the digits, including space.
  public var suffix: String

  /// `12.5%`, as in the United States.
  public static let english = PercentSign(prefix: "", suffix: "%")

  /// Creates a sign from the text before and after the digits.
  public init(prefix: String, suffix: String) {
    self.prefix = prefix
    self.suffix = suffix
  }
}

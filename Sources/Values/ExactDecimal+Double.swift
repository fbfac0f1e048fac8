extension ExactDecimal {
  /// Rounds a binary number to the nearest decimal with at most 15 significant digits, half to
  /// even.
  ///
  /// Every decimal of up to 15 digits survives a conversion to `Double` and back. The result is nil
  /// if the number is not finite or out of range.
  public init?(rounding number: Double) {
    guard number.isFinite else { return nil }
    let (coefficient, exponent) = Self.significant(number.magnitude)
    self.init(coefficient, exponent: exponent, isNegative: number < 0)
  }

  /// The shortest decimal that converts to this number; nil if the number is not finite, or if the
  /// decimal has more than 38 digits.
  package init?(shortest number: Double) {
    guard number.isFinite else { return nil }
    let (coefficient, exponent) = Self.shortest(number.magnitude)
    self.init(coefficient, exponent: exponent, isNegative: number < 0)
  }

  /// Converts a number out of range to the decimal of the same sign with the largest or smallest
  /// magnitude.
  package init(clamping number: Double) {
    let amount = number.magnitude < 1 ? 1 : Self.power(Self.maximumDigits) - 1
    self.init(
      coefficient: number < 0 ? -amount : amount,
      fractionDigits: number.magnitude < 1 ? Self.maximumDigits : 0)
  }

  package var nearestDouble: Double {
    // Both operands are exact as doubles, so only the division rounds.
    if coefficient.magnitude < 1 << 53, fractionDigits < Self.exactPowers.count {
      return Double(Int(coefficient)) / Self.exactPowers[fractionDigits]
    }
    return Double(description) ?? 0
  }

  private init?(_ coefficient: Int, exponent: Int, isNegative: Bool) {
    var (coefficient, exponent) = (coefficient, coefficient == 0 ? 0 : exponent)
    while exponent < 0, coefficient.isMultiple(of: 10) {
      coefficient /= 10
      exponent += 1
    }
    guard -Self.maximumDigits...Self.maximumDigits ~= exponent else { return nil }
    let (number, isTooLarge) =
      exponent > 0
      ? Int128(coefficient).multipliedReportingOverflow(by: Self.power(exponent))
      : (Int128(coefficient), false)
    if isTooLarge || number >= Self.power(Self.maximumDigits) { return nil }
    self.init(coefficient: isNegative ? -number : number, fractionDigits: max(0, -exponent))
  }

  package static let exactPowers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// A finite amount, rounded half to even to 15 significant digits, as a whole number and an
  /// exponent of ten.
  package static func significant(_ amount: Double) -> (coefficient: Int, exponent: Int) {
    if amount == 0 { return (0, 0) }
    if amount < 1e15, amount >= 1e-7 {
      let low = exactPowers.dropLast().partitionIndex { amount * $0 >= 1e14 }
      let scaled = amount * exactPowers[low]
      let whole = scaled.rounded()
      // The error of the product is less than 1/8, so exact digits are needed only if the fraction
      // is near 0.5.
      if (scaled - whole).magnitude < 0.25 { return (Int(whole), -low) }
    }
    var (digits, exponent) = shortest(amount)
    var unit = 1
    while digits / unit >= 1_000_000_000_000_000 {
      unit *= 10
      exponent += 1
    }
    digits = quotient(digits, unit)
    return (digits, exponent)
  }

  /// Rounds half to even. Inlinable because rounding calls this for each row of a query.
  @inlinable
  package static func quotient<Number: BinaryInteger>(_ number: Number, _ unit: Number) -> Number {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: unit)
    return isRoundedUp(quotient, rest: rest, of: unit) ? quotient + 1 : quotient
  }

  @inlinable
  package static func isRoundedUp<Number: BinaryInteger>(
    _ quotient: Number, rest: Number, of divisor: Number
  ) -> Bool {
    rest > divisor - rest || rest == divisor - rest && !quotient.isMultiple(of: 2)
  }

  private static func shortest(_ amount: Double) -> (coefficient: Int, exponent: Int) {
    var digits = 0
    var exponent = 0
    var isFraction = false
    var bytes = amount.description.utf8[...]
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"):
        exponent += Int(Substring(bytes)) ?? 0
        bytes = bytes.suffix(0)
      // Swift prints a whole number below 2^54 in full, followed by `.0`.
      case UInt8(ascii: "0") where isFraction && bytes.isEmpty: break
      default:
        digits = digits * 10 + Int(byte - UInt8(ascii: "0"))
        if isFraction { exponent -= 1 }
      }
    }
    return (digits, exponent)
  }
}

extension Double {
  /// The shortest digits that identify the number, without an exponent, in command syntax:
  /// `0.00001`, `100000000000000000.0`.
  package var literal: String {
    let text = description
    guard let sign = text.firstIndex(of: "e"),
      let exponent = Int(text[text.index(after: sign)...])
    else { return text }
    let parts = magnitude.description.prefix { $0 != "e" }.split(separator: ".")
    let whole = parts[0]
    let fraction = parts.count > 1 && parts[1] != "0" ? parts[1] : ""
    let minus = self < 0 ? "-" : ""
    guard exponent > 0 else {
      return minus + "0." + String(repeating: "0", count: -exponent - 1) + whole + fraction
    }
    // Swift uses positive exponents only for numbers without a fraction.
    return minus + whole + fraction + String(repeating: "0", count: exponent - fraction.count)
      + ".0"
  }
}

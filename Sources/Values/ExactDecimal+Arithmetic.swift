extension ExactDecimal {
  package var negated: ExactDecimal {
    ExactDecimal(coefficient: -coefficient, fractionDigits: fractionDigits)
  }

  /// The exact product; nil if it has more than 38 digits.
  package func multiplied(by other: ExactDecimal) -> ExactDecimal? {
    var (left, right) = (coefficient.magnitude, other.coefficient.magnitude)
    guard left > 0, right > 0 else { return .zero }
    var scale = fractionDigits + other.fractionDigits
    // Trailing zeros are removed before multiplying, so that no step has more digits than the
    // result.
    while scale > 0 {
      if left.isMultiple(of: 2), right.isMultiple(of: 5) {
        (left, right) = (left / 2, right / 5)
      } else if left.isMultiple(of: 5), right.isMultiple(of: 2) {
        (left, right) = (left / 5, right / 2)
      } else if left.isMultiple(of: 10) {
        left /= 10
      } else if right.isMultiple(of: 10) {
        right /= 10
      } else {
        break
      }
      scale -= 1
    }
    let product = left.multipliedReportingOverflow(by: right)
    return product.overflow
      ? nil
      : ExactDecimal(
        shortening: product.partialValue, fractionDigits: scale,
        isNegative: isNegative != other.isNegative)
  }

  /// The quotient, rounded half to even; nil if it has more than 38 digits.
  ///
  /// The quotient is rounded to as many significant digits as the longer operand has, but to at
  /// least `least`. Digits beyond `least` are dropped if more than 38 digits would follow the
  /// decimal point. Trailing zeros of a whole operand count as digits.
  package func divided(by other: ExactDecimal, toDigits least: Int) -> ExactDecimal? {
    precondition(other != .zero, "division by zero")
    guard self != .zero else { return .zero }
    let (amount, divisor) = (coefficient.magnitude, other.coefficient.magnitude)
    let (length, divisorLength) = (Self.digits(of: amount), Self.digits(of: divisor))
    let digits = max(least, length, divisorLength)
    // The power of ten that scales the amount so that the integer quotient has `digits` digits.
    var shift = digits - 1 - length + divisorLength
    if amount * Self.unsignedPower(Self.maximumDigits - length)
      < divisor * Self.unsignedPower(Self.maximumDigits - divisorLength)
    {
      shift += 1
    }
    let surplus = shift + fractionDigits - other.fractionDigits - Self.maximumDigits
    if surplus > 0 { shift -= min(surplus, digits - least) }
    let first = min(shift, Self.maximumDigits - length)
    let scaled = (amount * Self.unsignedPower(first))
      .multipliedFullWidth(by: Self.unsignedPower(shift - first))
    var (quotient, rest) = divisor.dividingFullWidth(scaled)
    if Self.isRoundedUp(quotient, rest: rest, of: divisor) { quotient += 1 }
    var scale = shift + fractionDigits - other.fractionDigits
    if scale < 0 {
      let whole = quotient.multipliedReportingOverflow(by: Self.unsignedPower(-scale))
      if whole.overflow { return nil }
      (quotient, scale) = (whole.partialValue, 0)
    }
    return ExactDecimal(
      shortening: quotient, fractionDigits: scale, isNegative: isNegative != other.isNegative)
  }

  /// The remainder of a division with the quotient truncated to an integer, with the sign of this
  /// number; nil if it has more than 38 digits.
  package func remainder(dividingBy other: ExactDecimal) -> ExactDecimal? {
    precondition(other != .zero, "division by zero")
    let scale = max(fractionDigits, other.fractionDigits)
    let divisor = other.coefficient.magnitude.multipliedReportingOverflow(
      by: Self.unsignedPower(scale - other.fractionDigits))
    // The divisor exceeds every number that has this scale, so this number is the remainder.
    if divisor.overflow { return self }
    let scaled = (coefficient.magnitude % divisor.partialValue)
      .multipliedFullWidth(by: Self.unsignedPower(scale - fractionDigits))
    return ExactDecimal(
      shortening: divisor.partialValue.dividingFullWidth(scaled).remainder, fractionDigits: scale,
      isNegative: isNegative)
  }

  private static func unsignedPower(_ exponent: Int) -> UInt128 { UInt128(power(exponent)) }

  private static func digits(of amount: UInt128) -> Int {
    (1..<maximumDigits).first { amount < unsignedPower($0) } ?? maximumDigits
  }

  package func cut(toFractionDigits count: Int) -> ExactDecimal {
    guard fractionDigits > count else { return self }
    return ExactDecimal(
      shortening: coefficient / Self.power(fractionDigits - count), fractionDigits: count)
  }

  /// Rounds half away from zero, as in SQL.
  package func nearest(toFractionDigits count: Int) -> ExactDecimal {
    guard fractionDigits > count else { return self }
    let unit = Self.power(fractionDigits - count)
    let (digits, rest) = coefficient.quotientAndRemainder(dividingBy: unit)
    let step: Int128 = rest.magnitude >= unit.magnitude - rest.magnitude ? rest.signum() : 0
    return ExactDecimal(shortening: digits + step, fractionDigits: count)
  }

  package var floor: ExactDecimal {
    let whole = cut(toFractionDigits: 0)
    return isNegative && whole != self
      ? ExactDecimal(coefficient: whole.coefficient - 1, fractionDigits: 0) : whole
  }

  init(shortening coefficient: Int128, fractionDigits: Int) {
    var (digits, fraction) = (coefficient, fractionDigits)
    while fraction > 0, digits.isMultiple(of: 10) {
      digits /= 10
      fraction -= 1
    }
    self.init(coefficient: digits, fractionDigits: fraction)
  }

  /// The exact sum; nil if it has more than 38 digits.
  package func adding(_ other: ExactDecimal) -> ExactDecimal? {
    let scale = max(fractionDigits, other.fractionDigits)
    // An unsigned 128-bit integer has room for a 39th digit, which a sum may need before trailing
    // zeros are removed.
    let left = coefficient.magnitude.multipliedReportingOverflow(
      by: UInt128(Self.power(scale - fractionDigits)))
    let right = other.coefficient.magnitude.multipliedReportingOverflow(
      by: UInt128(Self.power(scale - other.fractionDigits)))
    guard !left.overflow, !right.overflow else { return nil }
    let (a, b) = (left.partialValue, right.partialValue)
    guard isNegative != other.isNegative else {
      let sum = a.addingReportingOverflow(b)
      return sum.overflow
        ? nil
        : ExactDecimal(
          shortening: sum.partialValue, fractionDigits: scale, isNegative: isNegative)
    }
    return ExactDecimal(
      shortening: a > b ? a - b : b - a, fractionDigits: scale,
      isNegative: a > b ? isNegative : other.isNegative)
  }

  package init(millionths: Int) {
    var coefficient = millionths
    var fraction = 6
    while fraction > 0, coefficient.isMultiple(of: 10) {
      coefficient /= 10
      fraction -= 1
    }
    self.init(coefficient: Int128(coefficient), fractionDigits: fraction)
  }

  /// Divides with rounding half to even; nil if this requires too many digits.
  package func divided(by count: Int, toFractionDigits digits: Int) -> ExactDecimal? {
    precondition(count > 0, "the count must be positive")
    let digits = max(digits, fractionDigits)
    guard digits <= Self.maximumDigits else { return nil }
    let scaled = coefficient.magnitude.multipliedReportingOverflow(
      by: UInt128(Self.power(digits - fractionDigits)))
    guard !scaled.overflow else { return nil }
    return ExactDecimal(
      shortening: Self.quotient(scaled.partialValue, UInt128(count)), fractionDigits: digits,
      isNegative: isNegative)
  }

  /// Removes trailing zeros of the fraction; nil if more than 38 digits remain.
  init?(shortening coefficient: UInt128, fractionDigits: Int, isNegative: Bool) {
    var coefficient = coefficient
    var fraction = fractionDigits
    while fraction > 0, coefficient.isMultiple(of: 10) {
      coefficient /= 10
      fraction -= 1
    }
    guard coefficient < UInt128(Self.power(Self.maximumDigits)), fraction <= Self.maximumDigits
    else { return nil }
    self.init(
      coefficient: isNegative ? -Int128(coefficient) : Int128(coefficient),
      fractionDigits: fraction)
  }

  package var percentage: ExactDecimal? {
    let factor: Int128 =
      switch fractionDigits {
      case 0: 100
      case 1: 10
      default: 1
      }
    let (coefficient, overflow) = coefficient.multipliedReportingOverflow(by: factor)
    guard !overflow, coefficient.magnitude < UInt128(Self.power(Self.maximumDigits)) else {
      return nil
    }
    return ExactDecimal(coefficient: coefficient, fractionDigits: max(0, fractionDigits - 2))
  }

  package init?(percentage: ExactDecimal) {
    self.init(
      shortening: percentage.coefficient, fractionDigits: percentage.fractionDigits + 2)
    guard fractionDigits <= Self.maximumDigits else { return nil }
  }

  /// The percentage in command syntax, such as `12.5%` for 0.125.
  package func percentText(minimumFractionDigits count: Int = 0) -> String {
    if let percentage {
      return percentage.description(minimumFractionDigits: count) + "%"
    }
    // `percentage` is nil only for numbers with at most one fraction digit, whose percentages are
    // whole numbers.
    return "\(coefficient)" + String(repeating: "0", count: max(0, 2 - fractionDigits)) + "%"
  }
}

extension ExactDecimal: SignedNumeric {
  /// Creates a decimal from a whole number; nil if it has more than 38 digits.
  public init?(exactly source: some BinaryInteger) {
    guard let coefficient = Int128(exactly: source),
      coefficient.magnitude < UInt128(Self.power(Self.maximumDigits))
    else { return nil }
    self.init(coefficient: coefficient, fractionDigits: 0)
  }

  /// Returns the exact sum; a result of more than 38 digits is a runtime error, like an overflow.
  public static func + (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
    whole(left.adding(right))
  }

  /// Returns the exact difference; a result of more than 38 digits is a runtime error.
  public static func - (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
    whole(left.adding(right.negated))
  }

  /// Returns the exact product; a result of more than 38 digits is a runtime error.
  public static func * (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
    whole(left.multiplied(by: right))
  }

  /// Multiplies a number in place; a result of more than 38 digits is a runtime error.
  public static func *= (left: inout ExactDecimal, right: ExactDecimal) { left = left * right }

  /// Returns the negated number.
  public static prefix func - (number: ExactDecimal) -> ExactDecimal { number.negated }

  private static func whole(_ result: ExactDecimal?) -> ExactDecimal {
    guard let result else { preconditionFailure(tooManyDigits) }
    return result
  }

  /// Returns the quotient with at most `count` digits after the decimal point, rounded half to
  /// even; nil if `count` is greater than 38, or if the quotient has more than 38 digits.
  ///
  /// - Precondition: `other` is not zero, and `count` is not negative.
  public func divided(
    by other: ExactDecimal, toFractionDigits count: Int
  ) -> ExactDecimal? {
    precondition(count >= 0, "the number of digits must not be negative")
    precondition(other != .zero, "division by zero")
    guard self != .zero else { return .zero }
    guard count <= Self.maximumDigits else { return nil }
    var (amount, divisor) = (coefficient.magnitude, other.coefficient.magnitude)
    let shift = count + other.fractionDigits - fractionDigits
    if shift < 0 {
      let scaled = divisor.multipliedReportingOverflow(by: UInt128(Self.power(-shift)))
      // The scaled divisor exceeds 128 bits, so the quotient is less than half a unit.
      if scaled.overflow { return .zero }
      divisor = scaled.partialValue
    }
    let first = min(max(shift, 0), Self.maximumDigits - digitCount)
    amount *= UInt128(Self.power(first))
    let rest = max(shift, 0) - first
    guard rest <= Self.maximumDigits else { return nil }
    let scaled = amount.multipliedFullWidth(by: UInt128(Self.power(rest)))
    guard scaled.high < divisor else { return nil }
    var (quotient, remainder) = divisor.dividingFullWidth(scaled)
    if Self.isRoundedUp(quotient, rest: remainder, of: divisor) { quotient += 1 }
    return ExactDecimal(
      shortening: quotient, fractionDigits: count, isNegative: isNegative != other.isNegative)
  }
}

extension ExactDecimal: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates a decimal from an integer literal.
  public init(integerLiteral value: Int) { self.init(value) }

  /// Creates a decimal from a floating-point literal such as `2.50`.
  ///
  /// Swift passes the literal as a `Double`, so only up to 15 digits are exact. For more digits,
  /// parse a text with ``init(_:)-(StringProtocol)``.
  public init(floatLiteral value: Double) {
    guard let number = ExactDecimal(shortest: value) else {
      preconditionFailure("\(value) has \(Self.tooManyDigits)")
    }
    self = number
  }
}

extension ExactDecimal: Strideable {
  /// Returns the exact difference; more than 38 digits are a runtime error.
  public func distance(to other: ExactDecimal) -> ExactDecimal { other - self }

  /// Returns the exact sum; more than 38 digits are a runtime error.
  public func advanced(by distance: ExactDecimal) -> ExactDecimal { self + distance }
}

extension ExactDecimal: Codable {
  /// Decodes a number from a text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let number = ExactDecimal(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected a decimal number such as 12.50, as a text")
    }
    self = number
  }

  /// Encodes the number as a text, because binary numbers would lose digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

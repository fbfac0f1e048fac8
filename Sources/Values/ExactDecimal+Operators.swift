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

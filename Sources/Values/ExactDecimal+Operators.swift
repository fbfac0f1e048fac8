extension ExactDecimal: SignedNumeric {
  /// Makes the decimal that a whole number is; nil where that has more than 38 digits.
  public init?(exactly source: some BinaryInteger) {
    guard let coefficient = Int128(exactly: source),
      coefficient.magnitude < UInt128(Self.power(Self.maximumDigits))
    else { return nil }
    self.init(coefficient: coefficient, fractionDigits: 0)
  }

  /// The sum, exact; one of more than 38 digits ends the program, as an overflow does.
  public static func + (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
    whole(left.adding(right))
  }

  /// The difference, exact; one of more than 38 digits ends the program, as an overflow does.
  public static func - (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
    whole(left.adding(right.negated))
  }

  /// The product, exact; one of more than 38 digits ends the program, as an overflow does.
  public static func * (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
    whole(left.multiplied(by: right))
  }

  /// Multiplies a number by another one.
  public static func *= (left: inout ExactDecimal, right: ExactDecimal) { left = left * right }

  /// The number with the other sign.
  public static prefix func - (number: ExactDecimal) -> ExactDecimal { number.negated }

  private static func whole(_ result: ExactDecimal?) -> ExactDecimal {
    guard let result else { preconditionFailure(tooManyDigits) }
    return result
  }

  /// The quotient with at most so many digits after the point, a half rounded to the even digit; nil
  /// where it has more than 38 digits.
  ///
  /// Nothing is divided by zero.
  public func divided(
    by other: ExactDecimal, toFractionDigits count: Int
  ) -> ExactDecimal? {
    precondition(count >= 0, "a number of digits is not negative")
    precondition(other != .zero, "nothing is divided by zero")
    guard self != .zero else { return .zero }
    guard count <= Self.maximumDigits else { return nil }
    var (amount, divisor) = (coefficient.magnitude, other.coefficient.magnitude)
    let shift = count + other.fractionDigits - fractionDigits
    if shift < 0 {
      let scaled = divisor.multipliedReportingOverflow(by: UInt128(Self.power(-shift)))
      // The amount is less than half of what is beyond 128 bits.
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
    if remainder > divisor - remainder
      || remainder == divisor - remainder && !quotient.isMultiple(of: 2)
    {
      quotient += 1
    }
    return ExactDecimal(
      shortening: quotient, fractionDigits: count, isNegative: isNegative != other.isNegative)
  }
}

extension ExactDecimal: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Makes the decimal of a whole number in a program.
  public init(integerLiteral value: Int) { self.init(value) }

  /// Makes the decimal of a fraction in a program, `2.50`.
  ///
  /// Swift hands it over as a binary fraction, of which this is the shortest decimal: all digits are
  /// right up to 15 of them. One with more is better read, ``init(_:)-(StringProtocol)``.
  public init(floatLiteral value: Double) {
    guard let number = ExactDecimal(shortest: value) else {
      preconditionFailure("\(value) has \(Self.tooManyDigits)")
    }
    self = number
  }
}

extension ExactDecimal: Strideable {
  /// How far it is to another number; more than 38 digits end the program.
  public func distance(to other: ExactDecimal) -> ExactDecimal { other - self }

  /// The number so far away; more than 38 digits end the program.
  public func advanced(by distance: ExactDecimal) -> ExactDecimal { self + distance }
}

extension ExactDecimal: Codable {
  /// Reads the text of a number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let number = ExactDecimal(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected a decimal number such as 12.50, as a text")
    }
    self = number
  }

  /// Writes the number as a text, for other forms of numbers lose digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

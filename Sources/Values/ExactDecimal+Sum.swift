extension ExactDecimal {
  /// The sum of two numbers; nil where it has more than 38 digits.
  package func adding(_ other: ExactDecimal) -> ExactDecimal? {
    let scale = max(fractionDigits, other.fractionDigits)
    let left = coefficient.multipliedReportingOverflow(by: Self.power(scale - fractionDigits))
    let right = other.coefficient.multipliedReportingOverflow(
      by: Self.power(scale - other.fractionDigits))
    let sum = left.partialValue.addingReportingOverflow(right.partialValue)
    guard !left.overflow, !right.overflow, !sum.overflow else { return nil }
    return ExactDecimal(shortening: sum.partialValue, fractionDigits: scale)
  }

  /// The number divided by a count, with at most so many digits after the point, a half rounded to
  /// the even digit; nil where it has more than 38 digits.
  package func divided(by count: Int, toFractionDigits digits: Int) -> ExactDecimal? {
    precondition(count > 0, "a mean is of at least one number")
    let digits = max(digits, fractionDigits)
    guard digits <= Self.maximumDigits else { return nil }
    let scaled = coefficient.multipliedReportingOverflow(by: Self.power(digits - fractionDigits))
    guard !scaled.overflow else { return nil }
    let isNegative = scaled.partialValue < 0
    let amount = Self.quotient(
      Int128(scaled.partialValue.magnitude), Int128(count))
    return ExactDecimal(shortening: isNegative ? -amount : amount, fractionDigits: digits)
  }

  /// Makes a number of a coefficient that can have zeros at its end; nil where it has more than 38
  /// digits.
  private init?(shortening coefficient: Int128, fractionDigits: Int) {
    var coefficient = coefficient
    var fraction = fractionDigits
    while fraction > 0, coefficient.isMultiple(of: 10) {
      coefficient /= 10
      fraction -= 1
    }
    let most = Self.power(Self.maximumDigits)
    guard coefficient > -most, coefficient < most else { return nil }
    self.init(coefficient: coefficient, fractionDigits: fraction)
  }
}

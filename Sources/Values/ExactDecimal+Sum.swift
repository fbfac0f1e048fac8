extension ExactDecimal {
  /// Nil if the sum has more than 38 digits.
  package func adding(_ other: ExactDecimal) -> ExactDecimal? {
    let scale = max(fractionDigits, other.fractionDigits)
    // Unsigned, 39 digits fit, and the result may have 38.
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

  /// Rounds half to even; nil if the result has more than 38 digits.
  package func divided(by count: Int, toFractionDigits digits: Int) -> ExactDecimal? {
    precondition(count > 0, "a mean is of at least one number")
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
}

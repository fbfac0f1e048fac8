extension ExactDecimal {
  /// The number with the other sign.
  package var negated: ExactDecimal {
    ExactDecimal(coefficient: -coefficient, fractionDigits: fractionDigits)
  }

  /// The product of two numbers; nil where it has more than 38 digits.
  package func multiplied(by other: ExactDecimal) -> ExactDecimal? {
    var (left, right) = (coefficient.magnitude, other.coefficient.magnitude)
    guard left > 0, right > 0 else { return .zero }
    var scale = fractionDigits + other.fractionDigits
    // The zeros at the end go before they come, so that no step has more digits than the product.
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

  /// The quotient with as many significant digits as the longer number has, or as leave no more than
  /// 38 after the point, and at least so many, a half rounded to the even digit; nil where it then
  /// has more than 38 digits.
  ///
  /// The zeros at the end of a whole number are digits of it.
  package func divided(by other: ExactDecimal, toDigits least: Int) -> ExactDecimal? {
    precondition(other != .zero, "nothing is divided by zero")
    guard self != .zero else { return .zero }
    let (amount, divisor) = (coefficient.magnitude, other.coefficient.magnitude)
    let (length, divisorLength) = (Self.digits(of: amount), Self.digits(of: divisor))
    let digits = max(least, length, divisorLength)
    // The power of ten with which the amount gives a whole quotient of so many digits.
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
    if rest > divisor - rest || rest == divisor - rest && !quotient.isMultiple(of: 2) {
      quotient += 1
    }
    var scale = shift + fractionDigits - other.fractionDigits
    if scale < 0 {
      let whole = quotient.multipliedReportingOverflow(by: Self.unsignedPower(-scale))
      if whole.overflow { return nil }
      (quotient, scale) = (whole.partialValue, 0)
    }
    return ExactDecimal(
      shortening: quotient, fractionDigits: scale, isNegative: isNegative != other.isNegative)
  }

  /// What the division by another number leaves of this one, whose sign it has, where the quotient
  /// is cut off to a whole number.
  package func remainder(dividingBy other: ExactDecimal) -> ExactDecimal? {
    precondition(other != .zero, "nothing is divided by zero")
    let scale = max(fractionDigits, other.fractionDigits)
    let divisor = other.coefficient.magnitude.multipliedReportingOverflow(
      by: Self.unsignedPower(scale - other.fractionDigits))
    // It is greater than any number of the scale.
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
}

extension ExactDecimal {
  /// The number without the digits after a decimal place.
  package func cut(toFractionDigits count: Int) -> ExactDecimal {
    guard fractionDigits > count else { return self }
    return ExactDecimal(coefficient / Self.power(fractionDigits - count), count)
  }

  /// The nearest number with at most so many digits after the point; a half goes away from zero, as
  /// in SQL.
  package func nearest(toFractionDigits count: Int) -> ExactDecimal {
    guard fractionDigits > count else { return self }
    let unit = Self.power(fractionDigits - count)
    let (digits, rest) = coefficient.quotientAndRemainder(dividingBy: unit)
    let step: Int128 = rest.magnitude >= unit.magnitude - rest.magnitude ? rest.signum() : 0
    return ExactDecimal(digits + step, count)
  }

  /// The nearest whole number that is not greater.
  package var floor: ExactDecimal {
    let whole = cut(toFractionDigits: 0)
    return isNegative && whole != self
      ? ExactDecimal(coefficient: whole.coefficient - 1, fractionDigits: 0) : whole
  }

  /// A number without the zeros at its end.
  private init(_ coefficient: Int128, _ fractionDigits: Int) {
    var (digits, fraction) = (coefficient, fractionDigits)
    while fraction > 0, digits.isMultiple(of: 10) {
      digits /= 10
      fraction -= 1
    }
    self.init(coefficient: digits, fractionDigits: fraction)
  }
}

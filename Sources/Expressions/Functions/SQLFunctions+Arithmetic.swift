internal import Records

extension SQLFunctions {
  /// `whole(x)`: returns the value; fails for a double, which is the result of an integer overflow.
  static func whole(_ arguments: any SQLArguments) -> SQLResult {
    if case .real = arguments[0] { return .failure("the result does not fit in 64 bits") }
    return .argument(0)
  }

  // Up to 15 digits are calculated in machine words, because these functions run for each row.

  static func addDecimals(_ arguments: any SQLArguments) -> SQLResult {
    calculated(arguments, { $0.adding($1) }, { result($0.adding($1)) })
  }

  static func subtractDecimals(_ arguments: any SQLArguments) -> SQLResult {
    calculated(arguments, { $0.adding($1.negated) }, { result($0.adding($1.negated)) })
  }

  static func multiplyDecimals(_ arguments: any SQLArguments) -> SQLResult {
    calculated(arguments, { $0.multiplied(by: $1) }, { result($0.multiplied(by: $1)) })
  }

  /// `decimal_divide(a, b)`: the quotient with the digits of the longer operand, at least 15; NULL
  /// if the divisor is zero.
  static func divideDecimals(_ arguments: any SQLArguments) -> SQLResult {
    calculated(
      arguments, { $0.divided(by: $1) },
      { $1 == .zero ? .null : result($0.divided(by: $1, toDigits: Property.exactDoubleDigits)) })
  }

  /// `decimal_remainder(a, b)`: the exact remainder, with the sign of the first operand; NULL if
  /// the divisor is zero.
  static func remainderOfDecimals(_ arguments: any SQLArguments) -> SQLResult {
    calculated(
      arguments, { $0.remainder(dividingBy: $1) },
      { $1 == .zero ? .null : result($0.remainder(dividingBy: $1)) })
  }

  static func negateDecimal(_ arguments: any SQLArguments) -> SQLResult {
    calculated(arguments, { $0.negated }, { $0.negated })
  }

  static func absoluteDecimal(_ arguments: any SQLArguments) -> SQLResult {
    calculated(arguments, { $0.isNegative ? $0.negated : $0 }, { $0.magnitude })
  }

  @inline(__always)
  private static func calculated(
    _ arguments: any SQLArguments, _ short: (ShortDecimal, ShortDecimal) -> ShortDecimal?,
    _ exact: (ExactDecimal, ExactDecimal) -> SQLResult
  ) -> SQLResult {
    let (left, right) = (arguments[0], arguments[1])
    if let left = ShortDecimal(left), let right = ShortDecimal(right),
      let number = short(left, right)
    {
      return .value(.real(number.fraction))
    }
    if case .null = left { return .null }
    if case .null = right { return .null }
    guard let a = Sum.decimal(left) else { return notDecimal(left) }
    guard let b = Sum.decimal(right) else { return notDecimal(right) }
    return exact(a, b)
  }

  @inline(__always)
  private static func calculated(
    _ arguments: any SQLArguments, _ short: (ShortDecimal) -> ShortDecimal,
    _ exact: (ExactDecimal) -> ExactDecimal
  ) -> SQLResult {
    let value = arguments[0]
    if let number = ShortDecimal(value) { return .value(.real(short(number).fraction)) }
    if case .null = value { return .null }
    return Sum.decimal(value).map { result(exact($0)) } ?? notDecimal(value)
  }

  private static func result(_ number: ExactDecimal?) -> SQLResult {
    number.map { .value($0.bound) }
      ?? .failure("the result has \(ExactDecimal.tooManyDigits)")
  }

  private static func notDecimal(_ value: SQLValue) -> SQLResult {
    .failure("\(value.written) is not a number of at most \(ExactDecimal.maximumDigits) digits")
  }
}

private struct ShortDecimal {
  private static let limit = 1_000_000_000_000_000

  let coefficient: Int
  let fractionDigits: Int

  /// The double of the decimal literal, bit for bit: both operands are exact, so only the division
  /// rounds.
  var fraction: Double { Double(coefficient) / ExactDecimal.exactPowers[fractionDigits] }

  private init?(_ coefficient: Int, _ fractionDigits: Int) {
    guard coefficient.magnitude < Self.limit, fractionDigits < ExactDecimal.exactPowers.count else {
      return nil
    }
    (self.coefficient, self.fractionDigits) = (coefficient, fractionDigits)
  }

  init?(_ value: SQLValue) {
    switch value {
    case .integer(let number): self.init(number, 0)
    case .real(let number): self.init(number)
    case .null, .text, .blob: return nil
    }
  }

  private init?(_ number: Double) {
    let amount = number.magnitude
    guard amount < 1e15 else { return nil }
    var (units, digits) = (Int(amount), 0)
    var fraction = Double(units)
    // At most one decimal with so few digits equals the double. Most decimals have up to two
    // fraction digits.
    while fraction != amount {
      digits += digits == 0 ? 2 : 1
      guard digits < ExactDecimal.exactPowers.count else { return nil }
      let power = ExactDecimal.exactPowers[digits]
      let scaled = amount * power
      guard scaled < 1e15 else { return nil }
      units = Int(scaled + 0.5)
      fraction = Double(units) / power
    }
    self.init(number < 0 ? -units : units, digits)
  }

  private init(negating number: ShortDecimal) {
    coefficient = -number.coefficient
    fractionDigits = number.fractionDigits
  }

  var isNegative: Bool { coefficient < 0 }

  var negated: ShortDecimal { ShortDecimal(negating: self) }

  private func scaled(to digits: Int) -> Int? {
    guard digits > fractionDigits else { return coefficient }
    guard digits - fractionDigits < 16 else { return nil }
    let result = coefficient.multipliedReportingOverflow(
      by: Int(ExactDecimal.exactPowers[digits - fractionDigits]))
    return result.overflow || result.partialValue.magnitude >= Self.limit
      ? nil : result.partialValue
  }

  func adding(_ other: ShortDecimal) -> ShortDecimal? {
    let digits = max(fractionDigits, other.fractionDigits)
    guard let left = scaled(to: digits), let right = other.scaled(to: digits) else { return nil }
    return ShortDecimal(left + right, digits)
  }

  func multiplied(by other: ShortDecimal) -> ShortDecimal? {
    let product = coefficient.multipliedReportingOverflow(by: other.coefficient)
    return product.overflow
      ? nil : ShortDecimal(product.partialValue, fractionDigits + other.fractionDigits)
  }

  func remainder(dividingBy other: ShortDecimal) -> ShortDecimal? {
    let digits = max(fractionDigits, other.fractionDigits)
    guard let left = scaled(to: digits), let right = other.scaled(to: digits), right != 0 else {
      return nil
    }
    return ShortDecimal(left % right, digits)
  }

  func divided(by other: ShortDecimal) -> ShortDecimal? {
    guard other.coefficient != 0 else { return nil }
    guard coefficient != 0 else { return self }
    let (amount, divisor) = (Int(coefficient.magnitude), Int(other.coefficient.magnitude))
    let quotient = Double(amount) / Double(divisor)
    // The maximum number of fraction digits with which the quotient has 15 digits.
    var shift = Int(15 - Double(quotient.exponent + 1) * 0.30103)
    guard shift < ExactDecimal.exactPowers.count - 1 else { return nil }
    if quotient * ExactDecimal.exactPowers[shift + 1] < 1e15 { shift += 1 }
    // The quotient of doubles is off by less than one unit, so the remainder corrects it.
    var result = Int(quotient * ExactDecimal.exactPowers[shift] + 0.5)
    let scaled = Int128(amount) * ExactDecimal.power(shift)
    let rest = 2 * (scaled - Int128(result) * Int128(divisor))
    if rest > divisor || rest == divisor && !result.isMultiple(of: 2) {
      result += 1
    } else if rest < -divisor || rest == -divisor && !result.isMultiple(of: 2) {
      result -= 1
    }
    let digits = shift + fractionDigits - other.fractionDigits
    guard digits >= 0 else { return nil }
    return ShortDecimal(isNegative == other.isNegative ? result : -result, digits)
  }
}

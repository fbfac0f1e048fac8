struct DecimalKind: NamedKind {
  static let name = "Decimal"
  static let arguments = KindArguments.digits { .decimal(integerDigits: $0, fractionDigits: $1) }
  static let traits = KindTraits(
    isNumeric: true, isGroupable: true, hasRange: true, isComputable: true, keyboard: .decimal)
  static let guide = KindGuide(
    "An exact decimal number with a limited number of digits before and after the point. It "
      + "is shown with at least the minimum number of fraction digits. If you omit `integer:`, a "
      + "closed range determines the number of digits before the point; otherwise it is 8. If you "
      + "omit `fraction:`, there are 1 to 3 digits after the point.",
    definition: #"Decimal(integer: 5, fraction: 1...3) = 0 in 0...500 unit "€" grouped"#,
    value: "12.50")

  var integerDigits: Int?
  var fractionDigits: ClosedRange<Int>?

  var expectation: String { "a number" }
  var storage: StorageClass { .decimal }
  var zero: Value? { .decimal(.zero) }
  var digits: (integer: Int?, fraction: ClosedRange<Int>?)? { (integerDigits, fractionDigits) }

  var writtenArguments: [String] {
    let fraction = fractionDigits.map { digits in
      digits.lowerBound == digits.upperBound
        ? "\(digits.lowerBound)" : "\(digits.lowerBound)...\(digits.upperBound)"
    }
    return [integerDigits.map { "integer: \($0)" }, fraction.map { "fraction: \($0)" }]
      .compactMap { $0 }
  }

  func value(_ value: Value) throws(Violation) -> Value? {
    if case .integer(let number) = value { return .decimal(ExactDecimal(number)) }
    guard case .decimal = value else { return nil }
    return value
  }

  func value(parsing text: String) throws(Violation) -> Value? {
    try ExactDecimal(text).flatMap { number throws(Violation) in try value(.decimal(number)) }
  }

  func value(ofResult value: Value) -> Value? {
    switch value {
    case .double(let number): ExactDecimal(rounding: number).map(Value.decimal)
    // A decimal with too many digits for a floating-point number is a text in SQLite.
    case .text(let text): ExactDecimal(text).map(Value.decimal)
    case .integer, .decimal, .boolean, .date, .dateTime, .time, .duration, .month, .percent,
      .reference, .list:
      nil
    }
  }
}

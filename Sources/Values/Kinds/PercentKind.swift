struct PercentKind: NamedKind {
  static let name = "Percent"
  static let arguments = KindArguments.digits {
    .percent(integerDigits: $0, fractionDigits: $1)
  }
  static let traits = KindTraits(
    isLater: true, hasRange: true, isComputable: true, keyboard: .decimal)
  static let guide = KindGuide(
    "An exact percentage, with the digits of a Decimal. The percent sign is required: 12.5% is "
      + "a value, 12.5 is not. With `--json` and in expressions, the value is a fraction, 0.125.",
    definition: "Percent(integer: 3, fraction: 0...1) in 0%...100%", value: "12.5%")

  var integerDigits: Int?
  var fractionDigits: ClosedRange<Int>?

  var expectation: String { "a percentage such as 12.5%" }
  var storage: StorageClass { .percent }
  var zero: Value? { .percent(.zero) }
  var digits: (integer: Int?, fraction: ClosedRange<Int>?)? { (integerDigits, fractionDigits) }
  var markHint: String? { "write percentages with a percent sign, such as 12.5%" }

  var writtenArguments: [String] {
    DecimalKind(integerDigits: integerDigits, fractionDigits: fractionDigits).writtenArguments
  }

  func value(_ value: Value) throws(Violation) -> Value? {
    if case .text(let text) = value { return try self.value(reading: text) }
    guard case .percent(let number) = value, number.percentage != nil else { return nil }
    return value
  }

  func value(reading text: String) throws(Violation) -> Value? {
    var scalars = text.withPlainDigits.unicodeScalars[...]
    guard let sign = scalars.popLast(), Self.signs.contains(sign) else { return nil }
    let digits = String(scalars.trimmed { $0.properties.isWhitespace })
    return ExactDecimal(digits).flatMap(ExactDecimal.init(percentage:)).map(Value.percent)
  }

  private static let signs: Set<Unicode.Scalar> = ["%", "\u{66A}", "\u{FE6A}"]

  func value(ofResult value: Value) -> Value? {
    switch value {
    // SQLite represents a percentage as a fraction.
    case .integer(let number): .percent(ExactDecimal(number))
    case .double(let number): ExactDecimal(rounding: number).map(Value.percent)
    case .text(let text): ExactDecimal(text).map(Value.percent)
    case .decimal(let number): .percent(number)
    case .boolean, .date, .dateTime, .time, .duration, .month, .percent, .reference,
      .list:
      nil
    }
  }

  func written(_ value: Value) -> String {
    guard case .percent(let number) = value else { return value.description }
    return number.percentText(minimumFractionDigits: fractionDigits?.lowerBound ?? 1)
  }
}

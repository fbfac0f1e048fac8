struct IntegerKind: NamedKind {
  static let name = "Integer"
  static let arguments = KindArguments.none(.integer)
  static let traits = KindTraits(
    isNumeric: true, isGroupable: true, hasRange: true, isComputable: true, keyboard: .number)
  static let guide = KindGuide(
    "A 64-bit whole number.",
    definition: #"Integer? in 0...150 unit "kg""#, value: "41")

  var expectation: String { "a whole number" }
  var storage: StorageClass { .integer }
  var zero: Value? { .integer(0) }

  func value(_ value: Value) throws(Violation) -> Value? {
    if case .integer = value { return value }
    guard case .decimal(let number) = value, number.fractionDigits == 0 else { return nil }
    if let number = number.integer { return .integer(number) }
    throw Violation(kind: .value, .wholeNumberTooLarge)
  }

  func value(parsing text: String) throws(Violation) -> Value? {
    try ExactDecimal(text).flatMap { number throws(Violation) in try value(.decimal(number)) }
  }

  func value(ofResult value: Value) -> Value? {
    guard case .double(let number) = value else { return nil }
    return ExactDecimal(rounding: number).map(Value.decimal)
  }
}

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

struct DoubleKind: NamedKind {
  static let name = "Double"
  static let arguments = KindArguments.none(.double)
  static let traits = KindTraits(
    isNumeric: true, hasRange: true, isComputable: true, keyboard: .decimal)
  static let guide = KindGuide(
    "A 64-bit floating-point number, for measurements. For prices, use Decimal.",
    definition: "Double?", value: "-0.125")

  var expectation: String { "a number" }
  var storage: StorageClass { .double }
  var zero: Value? { .double(0) }

  func value(_ value: Value) throws(Violation) -> Value? {
    switch value {
    case .double(let number): return number.isFinite ? .double(number == 0 ? 0 : number) : nil
    case .decimal(let number):
      return Double(number.description).map { .double($0 == 0 ? 0 : $0) }
    case .integer(let number):
      if let number = Double(exactly: number) { return .double(number) }
      throw Violation(kind: .value, .inexactDouble)
    case .text, .boolean, .date, .dateTime, .time, .duration, .month, .percent, .reference, .list:
      return nil
    }
  }

  func value(parsing text: String) throws(Violation) -> Value? {
    // `Double` would also parse formats that commands do not accept, such as `inf` and `0x1p3`.
    guard text.utf8.allSatisfy({ $0.isDigit || Self.signs.contains($0) }),
      text.utf8.last?.isDigit ?? false, text.first != "+",
      !text.drop(while: { $0 == "-" }).hasPrefix(".")
    else { return nil }
    // A whole number must be exactly representable, as in commands.
    if let number = Int(text) { return try value(.integer(number)) }
    return try Double(representable: text).flatMap { number throws(Violation) in
      try value(.double(number))
    }
  }

  private static let signs: [UInt8] = Array("+-.eE".utf8)

  func written(_ value: Value) -> String { value.literal }

  func value(ofResult value: Value) -> Value? {
    // A decimal with too many digits for a floating-point number is a text in SQLite.
    guard case .text(let text) = value else { return nil }
    return ExactDecimal(text).map(Value.decimal)
  }
}

extension Double {
  /// Nil also for a nonzero number that would be rounded to zero.
  package init?(representable text: String) {
    guard let number = Double(text) else { return nil }
    let digits = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    let isZero = !digits.contains { UInt8(ascii: "1")...UInt8(ascii: "9") ~= $0 }
    guard number != 0 || isZero else { return nil }
    self = number
  }
}

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

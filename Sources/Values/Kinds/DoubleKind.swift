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

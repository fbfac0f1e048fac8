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

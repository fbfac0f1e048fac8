struct MonthKind: NamedKind {
  static let name = "Month"
  static let arguments = KindArguments.none(.month)
  static let traits = KindTraits(
    isLater: true, hasRange: true, isComputable: true, isQuotedInExpressions: true)
  static let guide = KindGuide(
    "A month of a year, from 0001-01 to 9999-12.",
    definition: "Month?", value: "2026-11")

  var expectation: String { "a month such as 2026-11" }
  var storage: StorageClass { .written }
  var writtenForm: WrittenForm { .pattern("[0-9]{4}-(?:0[1-9]|1[0-2])") }

  func value(_ value: Value) throws(Violation) -> Value? {
    if case .text(let text) = value { return .month(try CalendarMonth(reading: text)) }
    guard case .month = value else { return nil }
    return value
  }
}

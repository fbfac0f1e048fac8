struct DateKind: NamedKind {
  static let name = "Date"
  static let arguments = KindArguments.none(.date)
  static let traits = KindTraits(hasRange: true, isComputable: true, clock: .today)
  static let guide = KindGuide(
    "A day of the Gregorian calendar, from 0001-01-01 to 9999-12-31. A field also accepts "
      + "21.11.2026, and dates with / in the order of your locale.",
    definition: "Date = today in 2020-01-01...", value: "2026-11-21")

  var expectation: String { "a date such as 2026-11-21" }
  var storage: StorageClass { .written }
  var writtenForm: WrittenForm { .pattern("[0-9]{4}-[0-9]{2}-[0-9]{2}", format: "date") }
  var words: [String] { ["today"] }

  func value(_ value: Value) throws(Violation) -> Value? {
    if case .text(let text) = value { return .date(try CalendarDate(reading: text)) }
    guard case .date = value else { return nil }
    return value
  }
}

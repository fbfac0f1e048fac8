struct DateTimeKind: NamedKind {
  static let name = "DateTime"
  static let arguments = KindArguments.none(.dateTime)
  static let traits = KindTraits(hasRange: true, isComputable: true, clock: .now)
  static let guide = KindGuide(
    "A date and time, to the millisecond. If you omit Z and the offset, the value is in your "
      + "time zone. Values are stored and printed in UTC.",
    definition: "DateTime = now", value: "2026-11-21T10:00:00Z")

  var expectation: String { "a date and time such as 2026-11-21T10:00:00Z" }
  var storage: StorageClass { .written }
  var writtenForm: WrittenForm {
    .pattern(
      "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z", format: "date-time")
  }
  var words: [String] { ["now"] }

  func value(_ value: Value) throws(Violation) -> Value? {
    if case .text(let text) = value { return .dateTime(try Instant(reading: text)) }
    guard case .dateTime(let moment) = value, moment.isInCalendar else { return nil }
    return value
  }

  func value(ofResult value: Value) -> Value? {
    // SQLite's date functions return text without a zone, in UTC.
    guard case .text(let text) = value else { return nil }
    return try? .dateTime(Instant(reading: text, zoneOffset: { _ in 0 }))
  }
}

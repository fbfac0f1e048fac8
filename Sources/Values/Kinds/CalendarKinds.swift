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

struct TimeKind: NamedKind {
  static let name = "Time"
  static let arguments = KindArguments.word("seconds") { .time(hasSeconds: $0) }
  static let traits = KindTraits(
    isLater: true, hasRange: true, isComputable: true, isQuotedInExpressions: true)
  static let guide = KindGuide(
    "A time of day, from 00:00 to 23:59; Time(seconds) also has seconds.",
    definition: "Time in 06:00...22:00", value: "08:30")

  var hasSeconds: Bool

  var writtenArguments: [String] { hasSeconds ? ["seconds"] : [] }
  var expectation: String { "a time such as " + (hasSeconds ? "08:30:00" : "08:30") }
  var storage: StorageClass { .written }

  /// JSON Schema's format `time` requires a zone, so this is a pattern.
  var writtenForm: WrittenForm {
    .pattern("(?:[01][0-9]|2[0-3])(?::[0-5][0-9])\(hasSeconds ? "{2}" : "")")
  }

  func value(_ value: Value) throws(Violation) -> Value? {
    let time: ClockTime
    switch value {
    case .text(let text): time = try ClockTime(reading: text)
    case .time(let given): time = given
    case .integer, .decimal, .double, .boolean, .date, .dateTime, .duration, .month, .percent,
      .reference, .list:
      return nil
    }
    if time.hasSeconds, !hasSeconds {
      throw Violation(kind: .value, .timeWithSeconds)
    }
    return .time(time)
  }

  func written(_ value: Value) -> String {
    guard case .time(let time) = value else { return value.description }
    return time.description(withSeconds: hasSeconds)
  }
}

struct DurationKind: NamedKind {
  static let name = "Duration"
  static let arguments = KindArguments.word("seconds") { .duration(hasSeconds: $0) }
  static let traits = KindTraits(
    isLater: true, hasRange: true, isComputable: true, isQuotedInExpressions: true)
  static let guide = KindGuide(
    "A length of time in hours and minutes; it can be negative. "
      + "Duration(seconds) also has seconds.",
    definition: "Duration(seconds)?", value: "37:15:00")

  var hasSeconds: Bool

  var writtenArguments: [String] { hasSeconds ? ["seconds"] : [] }
  var expectation: String { "a duration such as " + (hasSeconds ? "37:15:00" : "37:15") }
  var storage: StorageClass { .seconds }
  var zero: Value? { .duration(.zero) }
  var markHint: String? { "write durations in hours and minutes, such as 37:15" }

  /// JSON Schema's format `duration` has another syntax, so this is a pattern.
  var writtenForm: WrittenForm {
    .pattern("-?[0-9]+(?::[0-5][0-9])\(hasSeconds ? "{2}" : "")")
  }

  func value(_ value: Value) throws(Violation) -> Value? {
    let span: TimeSpan
    switch value {
    case .text(let text): span = try TimeSpan(reading: text)
    case .duration(let given): span = given
    // A literal without context is parsed as a time, which has the same syntax.
    case .time(let time): span = TimeSpan(seconds: time.secondsSinceMidnight)
    case .integer, .decimal, .double, .boolean, .date, .dateTime, .month, .percent, .reference,
      .list:
      return nil
    }
    if span.hasSeconds, !hasSeconds {
      throw Violation(kind: .value, .durationWithSeconds)
    }
    return .duration(span)
  }

  func value(ofResult value: Value) -> Value? {
    switch value {
    // SQLite represents a duration in seconds.
    case .integer(let seconds): .duration(TimeSpan(seconds: seconds))
    case .double(let seconds):
      ExactDecimal(rounding: seconds)?.integer.map { .duration(TimeSpan(seconds: $0)) }
    case .text, .decimal, .boolean, .date, .dateTime, .time, .duration, .month, .percent,
      .reference, .list:
      nil
    }
  }

  func written(_ value: Value) -> String {
    guard case .duration(let span) = value else { return value.description }
    return span.description(withSeconds: hasSeconds)
  }
}

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

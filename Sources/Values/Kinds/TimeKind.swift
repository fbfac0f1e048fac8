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

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

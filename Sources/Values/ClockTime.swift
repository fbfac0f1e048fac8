/// A time of day, to the second.
public struct ClockTime: Hashable, Sendable {
  /// The number of seconds after midnight, from 0 to 86399.
  public let secondsSinceMidnight: Int

  /// Creates a time from seconds after midnight; nil if out of range.
  public init?(secondsSinceMidnight seconds: Int) {
    guard Self.seconds.contains(seconds) else { return nil }
    secondsSinceMidnight = seconds
  }

  /// The first second of a day.
  public static let midnight = ClockTime(unchecked: 0)

  /// The last second of a day.
  public static let last = ClockTime(unchecked: seconds.upperBound)

  private static let seconds = 0...86_399

  private init(unchecked seconds: Int) { secondsSinceMidnight = seconds }

  /// Whether the seconds of the minute are not zero.
  public var hasSeconds: Bool { secondsSinceMidnight % 60 != 0 }
}

extension ClockTime {
  /// Parses `08:30` and `08:30:15`; digits of other scripts are accepted.
  ///
  /// - Throws: ``Violation`` if the text is not a time of day.
  public init(reading text: String) throws(Violation) {
    var scanner = DigitScanner(text.withPlainDigits)
    guard let hour = scanner.number(digits: 2), let (minute, second) = scanner.minuteAndSecond(),
      scanner.isAtEnd
    else { throw Self.unreadable }
    try CalendarPart.check((.hour, hour), (.minute, minute), (.second, second ?? 0))
    self.init(unchecked: (hour * 60 + minute) * 60 + (second ?? 0))
  }

  private static let unreadable = Violation(
    kind: .value, .expected(.time(hasSeconds: false)))

  /// Returns the time with seconds if they are requested or not zero.
  public func description(withSeconds isWithSeconds: Bool) -> String {
    let minutes = secondsSinceMidnight / 60
    let text = (minutes / 60).padded(2) + ":" + (minutes % 60).padded(2)
    return isWithSeconds || hasSeconds ? text + ":" + (secondsSinceMidnight % 60).padded(2) : text
  }
}

extension ClockTime: CustomStringConvertible {
  /// The time in command syntax: `08:30`, `08:30:15`.
  public var description: String { description(withSeconds: false) }
}

extension ClockTime: Comparable {
  /// Returns whether the left time is earlier on the same day.
  public static func < (left: ClockTime, right: ClockTime) -> Bool {
    left.secondsSinceMidnight < right.secondsSinceMidnight
  }
}

/// A duration in whole seconds; it can be negative.
public struct TimeSpan: Hashable, Sendable {
  /// The number of seconds.
  public var seconds: Int

  /// Creates a duration from seconds.
  public init(seconds: Int) { self.seconds = seconds }

  /// The duration of 0 seconds.
  public static let zero = TimeSpan(seconds: 0)

  /// Whether the duration is not a whole number of minutes.
  public var hasSeconds: Bool { seconds % 60 != 0 }
}

extension TimeSpan {
  /// Parses `37:15`, hours and minutes, and `37:15:00`, with seconds; both can be negative.
  ///
  /// Digits of other scripts and other minus signs are accepted.
  ///
  /// - Throws: ``Violation`` if the text is not a duration, or if the duration is too long.
  public init(reading text: String) throws(Violation) {
    var scanner = DigitScanner(text.withPlainDigits)
    let isNegative = scanner.take("-")
    let hours = scanner.digits()
    guard !hours.isEmpty, let (minutes, seconds) = scanner.minuteAndSecond(), scanner.isAtEnd else {
      throw Self.unreadable
    }
    try CalendarPart.check((.minute, minutes), (.second, seconds ?? 0))
    guard
      let span = Self(
        hours: String(hours), minutes: minutes, seconds: seconds ?? 0, isNegative: isNegative)
    else {
      throw Violation(kind: .value, .durationTooLong(hours: String(hours)))
    }
    self = span
  }

  /// The hours must be ASCII digits; nil if the duration is too long.
  package init?(hours: String, minutes: Int, seconds: Int, isNegative: Bool) {
    guard let hours = Int(hours) else { return nil }
    let whole = hours.multipliedReportingOverflow(by: 3600)
    let sum = whole.partialValue.addingReportingOverflow(minutes * 60 + seconds)
    guard !whole.overflow, !sum.overflow else { return nil }
    self.seconds = isNegative ? -sum.partialValue : sum.partialValue
  }

  private static let unreadable = Violation(
    kind: .value, .expected(.duration(hasSeconds: false)))

  /// Returns the duration with seconds if they are requested or not zero.
  public func description(withSeconds isWithSeconds: Bool) -> String {
    let magnitude = seconds.magnitude
    var text = (seconds < 0 ? "-" : "") + "\(magnitude / 3600):"
    text += Int(magnitude / 60 % 60).padded(2)
    if isWithSeconds || hasSeconds { text += ":" + Int(magnitude % 60).padded(2) }
    return text
  }
}

extension TimeSpan: CustomStringConvertible {
  /// The duration in command syntax: `37:15`, `37:15:20`.
  public var description: String { description(withSeconds: false) }
}

extension TimeSpan: Comparable {
  /// Returns whether the left duration is less; negative durations are less than zero.
  public static func < (left: TimeSpan, right: TimeSpan) -> Bool { left.seconds < right.seconds }
}

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

/// A date and time to the second, without a time zone.
public struct Moment: Hashable, Sendable {
  /// The day.
  public let day: CalendarDate

  /// The number of seconds since midnight, less than 86400.
  public let second: Int

  /// Creates a date and time; `nil` if the time of day does not exist.
  public init?(_ day: CalendarDate, hour: Int, minute: Int, second: Int) {
    guard 0..<24 ~= hour, 0..<60 ~= minute, 0..<60 ~= second else { return nil }
    self.day = day
    self.second = (hour * 60 + minute) * 60 + second
  }

  init(_ day: CalendarDate, second: Int) {
    self.day = day
    self.second = second
  }

  /// Creates the date and time of an instant in UTC, rounded down to a second; `nil` outside the
  /// years 1 to 9999.
  public init?(_ instant: Instant) {
    guard let day = instant.day else { return nil }
    let start = day.daysSince1970 * (Moment.lastSecond + 1) * 1000
    self.init(day, second: (instant.milliseconds - start) / 1000)
  }

  var instant: Instant {
    Instant(milliseconds: (day.daysSince1970 * (Moment.lastSecond + 1) + second) * 1000)
  }

  /// The first second of the year 1.
  public static let first = Moment(.first, second: 0)

  /// The last second of the year 9999.
  public static let last = Moment(.last, second: lastSecond)

  static let lastSecond = 86_399
}

extension Moment: Comparable {
  /// Returns whether the first date and time is earlier than the second.
  public static func < (one: Moment, other: Moment) -> Bool {
    (one.day, one.second) < (other.day, other.second)
  }
}

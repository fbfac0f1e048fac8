/// A day of the years 1 to 9999 in the Gregorian calendar, as if that had always been in use.
public struct Day: Hashable, Sendable {
  /// The year, from 1 to 9999.
  public let year: Int

  /// The month, from 1 to 12.
  public let month: Int

  /// The day of the month, from 1.
  public let day: Int

  /// The first day there is.
  public static let first = Day(year: 1, month: 1, unchecked: 1)

  /// The last day there is.
  public static let last = Day(year: 9999, month: 12, unchecked: 31)

  /// Creates a day; `nil` where there is none of that year, month and number.
  public init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month, 1...Day.count(inMonth: month, of: year) ~= day else {
      return nil
    }
    self.init(year: year, month: month, unchecked: day)
  }

  init(year: Int, month: Int, unchecked day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The number of days in a month.
  static func count(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

extension Day: Comparable {
  /// Whether the one day comes before the other.
  public static func < (one: Day, other: Day) -> Bool {
    (one.year, one.month, one.day) < (other.year, other.month, other.day)
  }
}

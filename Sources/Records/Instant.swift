/// A moment, to the millisecond, as ISO 8601 writes it.
public struct Instant: Hashable, Sendable, Comparable {
  /// Milliseconds since 1970 in UTC.
  public var milliseconds: Int

  /// Makes the moment this many milliseconds after the beginning of 1970 in UTC.
  public init(milliseconds: Int) {
    self.milliseconds = milliseconds
  }

  /// Reads `2026-11-21`, `2026-11-21T10:00:00Z` and what stands between: a space for the `T`, no
  /// seconds, a fraction of up to three digits.
  ///
  /// A moment without `Z` is one of the user's time, which is ahead of UTC by `zoneOffset`.
  public init?(_ text: String, zoneOffset: (Int) -> Int = { _ in 0 }) {
    var scanner = DigitScanner(text)
    guard let year = scanner.number(digits: 4), scanner.take("-"),
      let month = scanner.number(digits: 2), scanner.take("-"),
      let day = scanner.number(digits: 2),
      let days = Self.days(year: year, month: month, day: day)
    else { return nil }
    var time = 0
    var isUniversal = false
    if !scanner.isAtEnd {
      guard scanner.take("T") || scanner.take(" "),
        let hour = scanner.number(digits: 2), hour < 24, scanner.take(":"),
        let minute = scanner.number(digits: 2), minute < 60
      else { return nil }
      time = (hour * 60 + minute) * 60_000
      if scanner.take(":") {
        guard let second = scanner.number(digits: 2), second < 60 else { return nil }
        time += second * 1000
        if scanner.take(".") {
          guard let fraction = scanner.fraction() else { return nil }
          time += fraction
        }
      }
      isUniversal = scanner.take("Z")
      guard scanner.isAtEnd else { return nil }
    }
    let local = days * 86_400_000 + time
    milliseconds = isUniversal ? local : local - zoneOffset(local)
  }

  /// Whether the left moment comes before the right one.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The days from 1970 to a date of the Gregorian calendar; nil where there is no such date.
  static func days(year: Int, month: Int, day: Int) -> Int? {
    guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...lengths[month - 1]).contains(day) else { return nil }
    let before = year - 1
    let leapDays = before / 4 - before / 100 + before / 400
    return before * 365 + leapDays + lengths[..<(month - 1)].reduce(0, +) + day - 1 - 719_162
  }
}

extension Instant: CustomStringConvertible {
  /// The moment in UTC with milliseconds, `2026-11-21T10:00:00.000Z`.
  public var description: String {
    let days =
      milliseconds >= 0 ? milliseconds / 86_400_000 : (milliseconds - 86_399_999) / 86_400_000
    let time = milliseconds - days * 86_400_000
    let (year, month, day) = Self.date(days: days)
    return Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2) + "T"
      + Self.padded(time / 3_600_000, 2) + ":" + Self.padded(time / 60_000 % 60, 2) + ":"
      + Self.padded(time / 1000 % 60, 2) + "." + Self.padded(time % 1000, 3) + "Z"
  }

  // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": civil_from_days, in years that
  // begin in March.
  private static func date(days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

/// Reads a text of digits and signs from left to right.
private struct DigitScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard let first = rest.first, Unicode.Scalar(first) == sign else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(digits count: Int) -> Int? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }.prefix(count)
    guard digits.count == count else { return nil }
    rest.removeFirst(count)
    return Int(Substring(digits))
  }

  mutating func fraction() -> Int? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard (1...3).contains(digits.count), let number = Int(Substring(digits)) else { return nil }
    rest.removeFirst(digits.count)
    return number * [100, 10, 1][digits.count - 1]
  }
}

/// A point in time, to the millisecond, in ISO 8601 format.
public struct Instant: Hashable, Sendable, Comparable {
  /// The number of milliseconds since 1970 in UTC.
  public var milliseconds: Int

  /// Creates a date and time from milliseconds since 1970 in UTC.
  public init(milliseconds: Int) {
    self.milliseconds = milliseconds
  }

  /// Returns whether the left instant is earlier.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Whether the year in UTC is 1 to 9999, so that the date and time can be written.
  public var isInCalendar: Bool { day != nil }

  /// The day in UTC; nil outside of the years 1 to 9999.
  public var day: CalendarDate? { CalendarDate(daysSince1970: days) }

  /// The date and time in a user's time zone; the date is nil outside of the years 1 to 9999.
  ///
  /// - Parameter zoneOffset: The offset from UTC at a time, both in milliseconds.
  package func clock(_ zoneOffset: (Int) -> Int) -> (date: CalendarDate?, time: ClockTime) {
    let (local, isOutside) = milliseconds.addingReportingOverflow(zoneOffset(milliseconds))
    let shown = isOutside ? self : Instant(milliseconds: local)
    let seconds = (shown.milliseconds - shown.days * Self.millisecondsOfDay) / 1000
    return (shown.day, ClockTime(secondsSinceMidnight: seconds) ?? .midnight)
  }

  private static let millisecondsOfDay = 86_400_000

  private var days: Int {
    let whole = milliseconds / Self.millisecondsOfDay
    return milliseconds % Self.millisecondsOfDay < 0 ? whole - 1 : whole
  }
}

extension Instant {
  /// Parses `2026-11-21` and `2026-11-21T10:00:00Z`. Accepts a space instead of `T`, omitted
  /// seconds, up to three fraction digits, and an offset such as `+01:00` instead of `Z`.
  ///
  /// A text without `Z` or offset is in the user's time zone, which is ahead of UTC by
  /// `zoneOffset`. The result is nil if the text has another format, or if the date and time does
  /// not exist.
  public init?(_ text: String, zoneOffset: @escaping (Int) -> Int = { _ in 0 }) {
    do throws(Violation) {
      try self.init(reading: text, isTimeRequired: false, zoneOffset: zoneOffset)
    } catch {
      return nil
    }
  }

  /// Parses `2026-11-21T10:00:00Z` and the other formats with a time.
  ///
  /// - Parameter zoneOffset: how far the user's time is ahead of UTC at a given time, both in
  ///   milliseconds; nil if the text must contain the zone.
  /// - Throws: ``Violation`` if the text has another format, or if the date and time does not
  ///   exist.
  public init(reading text: String, zoneOffset: ((Int) -> Int)? = nil) throws(Violation) {
    try self.init(reading: text, isTimeRequired: true, zoneOffset: zoneOffset)
  }

  private init(
    reading text: String, isTimeRequired: Bool, zoneOffset: ((Int) -> Int)?
  ) throws(Violation) {
    // Fast path for the canonical format, because tables contain millions of them.
    if let plain = Self(plain: text) {
      self = plain
      return
    }
    var scanner = DigitScanner(text.withPlainDigits)
    let day: CalendarDate
    do {
      day = try CalendarDate(&scanner)
    } catch {
      throw error == CalendarDate.unreadable ? Self.unreadable : error
    }
    var local = day.daysSince1970 * Self.millisecondsOfDay
    var offset: Int?
    if isTimeRequired || !scanner.isAtEnd {
      local += try Self.time(&scanner)
      offset = try Self.offset(&scanner)
      guard scanner.isAtEnd else { throw Self.unreadable }
    }
    if let offset {
      milliseconds = local - offset
    } else if let zoneOffset {
      // The offset depends on the result. Two iterations suffice, except near a change of the
      // clocks.
      milliseconds = local - zoneOffset(local - zoneOffset(local))
    } else {
      throw Violation(kind: .value, .noZone)
    }
    guard isInCalendar else {
      throw Violation(kind: .value, .yearTooFar)
    }
  }

  private init?(plain text: String) {
    var text = text
    let milliseconds = text.withUTF8 { utf8 -> Int? in
      guard utf8.count == 24, let day = CalendarDate(plain: utf8),
        utf8[10] == UInt8(ascii: "T"), utf8[13] == UInt8(ascii: ":"),
        utf8[16] == UInt8(ascii: ":"), utf8[19] == UInt8(ascii: "."),
        utf8[23] == UInt8(ascii: "Z"),
        let hour = utf8.number(11..<13), let minute = utf8.number(14..<16),
        let second = utf8.number(17..<19), let fraction = utf8.number(20..<23),
        CalendarPart.objection(hour: hour, minute: minute, second: second) == nil
      else { return nil }
      return day.daysSince1970 * Self.millisecondsOfDay
        + ((hour * 60 + minute) * 60 + second) * 1000 + fraction
    }
    guard let milliseconds else { return nil }
    self.milliseconds = milliseconds
  }

  private static let unreadable = Violation(
    kind: .value, .expected(.dateTime))

  /// Parses `T10:00`, `T10:00:00` or `T10:00:00.000`.
  private static func time(_ scanner: inout DigitScanner) throws(Violation) -> Int {
    guard scanner.take("T") || scanner.take(" "),
      let hour = scanner.number(digits: 2), let (minute, second) = scanner.minuteAndSecond()
    else { throw unreadable }
    let hasFraction = second != nil && scanner.take(".")
    let fraction = hasFraction ? try fraction(scanner.digits()) : 0
    try CalendarPart.check((.hour, hour), (.minute, minute), (.second, second ?? 0))
    return ((hour * 60 + minute) * 60 + (second ?? 0)) * 1000 + fraction
  }

  private static func fraction(_ digits: Substring) throws(Violation) -> Int {
    guard 1...3 ~= digits.utf8.count, let number = Int(digits) else {
      throw Violation(kind: .value, .fractionOfSecond)
    }
    return number * [100, 10, 1][digits.utf8.count - 1]
  }

  /// Parses `Z` or `+01:00`; nil if both are missing.
  private static func offset(_ scanner: inout DigitScanner) throws(Violation) -> Int? {
    if scanner.take("Z") { return 0 }
    let isAhead = scanner.take("+")
    guard isAhead || scanner.take("-") else { return nil }
    guard let hours = scanner.number(digits: 2), scanner.take(":"),
      let minutes = scanner.number(digits: 2)
    else { throw unreadable }
    guard hours < 24 else {
      throw Violation(kind: .value, .zoneTooFar)
    }
    try CalendarPart.check((.minute, minutes))
    return (hours * 60 + minutes) * 60_000 * (isAhead ? 1 : -1)
  }
}

extension Instant: CustomStringConvertible {
  /// The date and time in UTC with milliseconds, `2026-11-21T10:00:00.000Z`.
  ///
  /// Outside of the years 1 to 9999 it is the number of milliseconds.
  public var description: String {
    guard let day else { return String(milliseconds) }
    let time = milliseconds - days * Self.millisecondsOfDay
    return String(unsafeUninitializedCapacity: 24) { utf8 in
      _ = utf8.initialize(from: "0000-00-00T00:00:00.000Z".utf8)
      utf8.write(day.year, at: 0..<4)
      utf8.write(day.month, at: 5..<7)
      utf8.write(day.day, at: 8..<10)
      utf8.write(time / 3_600_000, at: 11..<13)
      utf8.write(time / 60_000 % 60, at: 14..<16)
      utf8.write(time / 1000 % 60, at: 17..<19)
      utf8.write(time % 1000, at: 20..<23)
      return 24
    }
  }
}

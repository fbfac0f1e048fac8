/// A moment, to the millisecond, as ISO 8601 writes it.
public struct Instant: Hashable, Sendable, Comparable {
  /// Milliseconds since 1970 in UTC.
  public var milliseconds: Int

  /// Makes the moment this many milliseconds after the beginning of 1970 in UTC.
  public init(milliseconds: Int) {
    self.milliseconds = milliseconds
  }

  /// Whether the left moment comes before the right one.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Whether the moment lies in the years 1 to 9999 of UTC, which can be written.
  public var isInCalendar: Bool { day != nil }

  /// The day of the moment in UTC; nil outside of the years 1 to 9999.
  public var day: CalendarDate? { CalendarDate(daysSince1970: days) }

  private static let millisecondsOfDay = 86_400_000

  private var days: Int {
    let whole = milliseconds / Self.millisecondsOfDay
    return milliseconds % Self.millisecondsOfDay < 0 ? whole - 1 : whole
  }
}

extension Instant {
  /// Reads `2026-11-21` and `2026-11-21T10:00:00Z`; also with a space for the `T`, without seconds,
  /// with a fraction of up to three digits, and with an offset such as `+01:00` for the `Z`.
  ///
  /// A moment without `Z` and offset is one of the user's time, which is ahead of UTC by
  /// `zoneOffset`. The result is nil if the text has none of these forms, or there is no such
  /// moment.
  public init?(_ text: String, zoneOffset: @escaping (Int) -> Int = { _ in 0 }) {
    do throws(Violation) {
      try self.init(reading: text, isTimeRequired: false, zoneOffset: zoneOffset)
    } catch {
      return nil
    }
  }

  /// Reads `2026-11-21T10:00:00Z` and all that a moment with a time can be written as.
  ///
  /// - Parameter zoneOffset: how far the user's time is ahead of UTC at a moment, both in
  ///   milliseconds; nil where a moment has to say its zone.
  /// - Throws: ``Violation`` saying why the text is not a moment, or that there is no such one.
  public init(reading text: String, zoneOffset: ((Int) -> Int)? = nil) throws(Violation) {
    try self.init(reading: text, isTimeRequired: true, zoneOffset: zoneOffset)
  }

  private init(
    reading text: String, isTimeRequired: Bool, zoneOffset: ((Int) -> Int)?
  ) throws(Violation) {
    // Nearly all are as they are written here, and read from tables by the million.
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
      // The offset is that of the moment itself, which only the offset tells: twice is enough
      // unless the clocks were changed in between.
      milliseconds = local - zoneOffset(local - zoneOffset(local))
    } else {
      throw Violation(kind: .value, .noZone)
    }
    guard isInCalendar else {
      throw Violation(kind: .value, .yearTooFar)
    }
  }

  /// The moment of a text that is just as ``description`` writes it; nil for any other.
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

  /// Reads `T10:00`, `T10:00:00` or `T10:00:00.000`.
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

  /// Reads `Z` or `+01:00`; nil where there is neither.
  private static func offset(_ scanner: inout DigitScanner) throws(Violation) -> Int? {
    if scanner.take("Z") { return 0 }
    let isAhead = scanner.take("+")
    guard isAhead || scanner.take("-") else { return nil }
    guard let hours = scanner.number(digits: 2), scanner.take(":"),
      let minutes = scanner.number(digits: 2)
    else { throw unreadable }
    guard hours < 24, minutes < 60 else {
      throw Violation(kind: .value, .zoneTooFar)
    }
    return (hours * 60 + minutes) * 60_000 * (isAhead ? 1 : -1)
  }
}

extension Instant: CustomStringConvertible {
  /// The moment in UTC with milliseconds, `2026-11-21T10:00:00.000Z`.
  ///
  /// One outside of the years 1 to 9999, which no date names, is its milliseconds.
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

/// A day of the years 1 to 9999 in the proleptic Gregorian calendar.
public struct CalendarDate: Hashable, Sendable {
  /// The year, from 1 to 9999.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Creates a day; nil if it does not exist.
  public init?(year: Int, month: Int, day: Int) {
    guard Self.objection(year: year, month: month, day: day) == nil else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates a day from the number of days since 1 January 1970; nil outside of the years 1 to
  /// 9999.
  public init?(daysSince1970 days: Int) {
    guard Self.firstDay...Self.lastDay ~= days else { return nil }
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": civil_from_days, with years
    // that begin in March.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// 1 January 1970, the start of day counts.
  public static let epoch = CalendarDate(year: 1970, month: 1, unchecked: 1)

  /// The earliest day, 1 January 1.
  public static let first = CalendarDate(year: 1, month: 1, unchecked: 1)

  /// The latest day, 31 December 9999.
  public static let last = CalendarDate(year: 9999, month: 12, unchecked: 31)

  package init(year: Int, month: Int, unchecked day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  private static let firstDay = -719_162
  private static let lastDay = 2_932_896

  /// The number of days since 1 January 1970; negative before it.
  public var daysSince1970: Int {
    let before = year - 1
    let leapDays = before / 4 - before / 100 + before / 400
    let months = (1..<month).reduce(0) { $0 + Self.days(inMonth: $1, of: year) }
    return before * 365 + leapDays + months + day - 1 + Self.firstDay
  }

  package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  package static func objection(year: Int?, month: Int, day: Int) -> String? {
    // Year 4 is a leap year, so 29 February is allowed if the year is unknown.
    let days = days(inMonth: month, of: year ?? 4)
    if 1...days ~= day { return nil }
    let name = monthNames[month - 1]
    return year.map { "\(name) \($0) has \(days) days" } ?? "\(name) has at most \(days) days"
  }

  private static func objection(year: Int, month: Int, day: Int) -> String? {
    CalendarPart.year.objection(to: year) ?? CalendarPart.month.objection(to: month)
      ?? CalendarPart.day.objection(to: day)
      ?? objection(year: Optional(year), month: month, day: day)
  }

  /// Expands a two-digit year to a year from 80 years before to 19 years after `year`.
  package static func fullYear(of digits: Int, in year: Int) -> Int {
    let latest = year + 19
    let candidate = latest - latest % 100 + digits
    return candidate > latest ? candidate - 100 : candidate
  }
}

extension CalendarDate {
  /// Parses `2026-11-21`; digits of other scripts and other minus signs are accepted.
  ///
  /// - Throws: ``Violation`` if the text is not a date, or if the day does not exist.
  public init(reading text: String) throws(Violation) {
    // Fast path for the canonical format, because tables contain millions of dates.
    var plain = text
    if let day = plain.withUTF8({ $0.count == 10 ? Self(plain: $0) : nil }) {
      self = day
      return
    }
    var scanner = DigitScanner(text.withPlainDigits)
    self = try Self(&scanner)
    guard scanner.isAtEnd else { throw Self.unreadable }
  }

  /// The text must have at least 10 bytes.
  init?(plain utf8: UnsafeBufferPointer<UInt8>) {
    guard utf8[4] == UInt8(ascii: "-"), utf8[7] == UInt8(ascii: "-"),
      let year = utf8.number(0..<4), let month = utf8.number(5..<7), let day = utf8.number(8..<10)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  init(_ scanner: inout DigitScanner) throws(Violation) {
    guard let year = scanner.number(digits: 4), scanner.take("-"),
      let month = scanner.number(digits: 2), scanner.take("-"),
      let day = scanner.number(digits: 2)
    else { throw Self.unreadable }
    try CalendarPart.check((.year, year), (.month, month), (.day, day))
    if Self.objection(year: year, month: month, day: day) != nil {
      throw Violation(kind: .value, .noSuchDay(year: year, month: month, day: day))
    }
    self.year = year
    self.month = month
    self.day = day
  }

  static let unreadable = Violation(kind: .value, .expected(.date))
}

extension CalendarDate: CustomStringConvertible {
  /// The day in ISO 8601 format, `2026-11-21`.
  public var description: String {
    String(unsafeUninitializedCapacity: 10) { utf8 in
      _ = utf8.initialize(from: "0000-00-00".utf8)
      utf8.write(year, at: 0..<4)
      utf8.write(month, at: 5..<7)
      utf8.write(day, at: 8..<10)
      return 10
    }
  }
}

extension CalendarDate: Comparable {
  /// Returns whether the left day is earlier.
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension CalendarDate {
  /// Returns a hint for a date with dots, slashes or single digits. Suggests both dates if day and
  /// month are ambiguous, and an example if the date does not exist; nil if the text does not look
  /// like a date.
  package static func hint(for written: String) -> String? {
    guard let separator = written.first(where: { "./-".contains($0) }) else { return nil }
    let parts = written.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.filter { $0.utf8.allSatisfy(\.isDigit) }.compactMap { Int($0) }
    guard parts.count == 3, numbers.count == 3, parts[1].count <= 2 else { return nil }
    var dates: [CalendarDate?] = []
    if parts[0].count == 4, parts[2].count <= 2 {
      dates = [CalendarDate(year: numbers[0], month: numbers[1], day: numbers[2])]
    } else if parts[0].count <= 2, parts[2].count == 4 {
      dates = [CalendarDate(year: numbers[2], month: numbers[1], day: numbers[0])]
      if separator != ".", numbers[0] != numbers[1] {
        dates.append(CalendarDate(year: numbers[2], month: numbers[0], day: numbers[1]))
      }
    } else {
      return nil
    }
    let meant = dates.compactMap(\.?.description)
    return "write dates as \(meant.isEmpty ? "2025-12-31" : meant.joined(separator: " or "))"
  }
}

/// The meaning of a group of digits in a date or time.
public enum CalendarPart: Int, CaseIterable, Sendable {
  /// A part of a date.
  case year, month, day
  /// A part of a time of day.
  case hour, minute, second

  /// Number of digits.
  package var width: Int { self == .year ? 4 : 2 }

  package var values: ClosedRange<Int> {
    switch self {
    case .year: 1...9999
    case .month: 1...12
    case .day: 1...31
    case .hour: 0...23
    case .minute, .second: 0...59
    }
  }

  /// - Parameter written: the number as the user wrote it, to show digits that are not ASCII.
  package func objection(to number: Int, written: String? = nil) -> String? {
    values.contains(number) ? nil : "there is no \(self) \(written ?? number.padded(width))"
  }

  static func check(_ parts: (CalendarPart, Int)...) throws(Violation) {
    for (part, number) in parts where !part.values.contains(number) {
      throw Violation(kind: .value, .noSuchPart(part, number))
    }
  }

  package static func objection(hour: Int = 0, minute: Int, second: Int?) -> String? {
    CalendarPart.hour.objection(to: hour) ?? CalendarPart.minute.objection(to: minute)
      ?? second.flatMap { CalendarPart.second.objection(to: $0) }
  }
}

/// A month of the years 1 to 9999.
public struct CalendarMonth: Hashable, Sendable {
  /// The year, from 1 to 9999.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int

  /// Creates a month; nil if the year or month is out of range.
  public init?(year: Int, month: Int) {
    guard CalendarPart.year.values.contains(year), CalendarPart.month.values.contains(month) else {
      return nil
    }
    self.init(unchecked: year, month)
  }

  /// The earliest month, January 1.
  public static let first = CalendarMonth(unchecked: 1, 1)

  /// The latest month, December 9999.
  public static let last = CalendarMonth(unchecked: 9999, 12)

  /// January 1970.
  public static let epoch = CalendarMonth(unchecked: 1970, 1)

  private init(unchecked year: Int, _ month: Int) {
    self.year = year
    self.month = month
  }
}

extension CalendarMonth {
  /// Parses `2026-11`; digits of other scripts and other minus signs are accepted.
  ///
  /// - Throws: ``Violation`` if the text is not a month.
  public init(reading text: String) throws(Violation) {
    var scanner = DigitScanner(text.withPlainDigits)
    guard let year = scanner.number(digits: 4), scanner.take("-"),
      let month = scanner.number(digits: 2), scanner.isAtEnd
    else {
      throw Violation(kind: .value, .expected(.month))
    }
    try CalendarPart.check((.year, year), (.month, month))
    self.init(unchecked: year, month)
  }
}

extension CalendarMonth: CustomStringConvertible {
  /// The month in ISO 8601 format, `2026-11`.
  public var description: String { year.padded(4) + "-" + month.padded(2) }
}

extension CalendarMonth: Comparable {
  /// Returns whether the left month is earlier.
  public static func < (left: CalendarMonth, right: CalendarMonth) -> Bool {
    (left.year, left.month) < (right.year, right.month)
  }
}

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

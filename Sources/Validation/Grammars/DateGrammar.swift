/// Days in a range, written as ISO 8601 has it or in the order and with the separator of a locale.
public struct DateGrammar: SlotGrammar {
  private let row: CalendarRow

  /// The places.
  public var form: SlotForm { row.form }

  /// Creates a grammar of the days from one through another, which does not come before it.
  ///
  /// - Parameter separator: what is between the parts; not empty, and without digits.
  public init(
    from minimum: CalendarDate = .first, through maximum: CalendarDate = .last,
    order: DateOrder = .yearMonthDay,
    separator: String = "-"
  ) {
    precondition(minimum <= maximum, "the first day is not after the last one")
    precondition(
      !separator.isEmpty && separator.unicodeScalars.allSatisfy { !$0.plain.isPlainDigit },
      "a separator between digits is none")
    let parts = order.parts
    row = CalendarRow(
      [
        .part(parts[0]), .literal(separator), .part(parts[1]), .literal(separator),
        .part(parts[2]),
      ],
      from: Moment(minimum, second: 0), through: Moment(maximum, second: Moment.lastSecond))
  }

  /// Whether a day in the range is written with the text in front.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool { row.begins(text) }

  /// Says which part is no number of the calendar, and what could be there.
  public func objection(to attempt: Attempt, in notation: Notation) -> String {
    CalendarObjection(row: row, notation: notation).message(to: attempt) {
      takes($0, at: attempt.point, in: notation)
    }
  }

  /// The day.
  public func value(of text: [UInt8]) -> Value? {
    guard let moment = row.moment(of: text[...]), row.range?.contains(moment) ?? false else {
      return nil
    }
    return .date(moment.day)
  }

  /// Says which part is no number of the calendar, or what is missing.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> String {
    CalendarObjection(row: row, notation: notation).incompleteness(of: text[...], at: point) {
      takes($0, at: point, in: notation)
    }
  }

  /// The text of a day.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard case .date(let day) = value else { return nil }
    return row.text(of: Moment(day, second: 0))
  }
}

/// The order in which the parts of a date are written.
public enum DateOrder: Hashable, Sendable {
  /// `2026-11-21`
  case yearMonthDay
  /// `21.11.2026`
  case dayMonthYear
  /// `11/21/2026`
  case monthDayYear

  var parts: [CalendarPart] {
    switch self {
    case .yearMonthDay: [.year, .month, .day]
    case .dayMonthYear: [.day, .month, .year]
    case .monthDayYear: [.month, .day, .year]
    }
  }
}

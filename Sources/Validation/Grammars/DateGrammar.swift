/// Days in a range, written as ISO 8601 has it or in the order and with the separator of a locale.
public struct DateGrammar: CalendarGrammar {
  /// The year, the month and the day.
  public let calendar: CalendarForm

  private let today: CalendarDate?

  /// Creates a grammar of the days from one through another, which does not come before it.
  ///
  /// - Parameters:
  ///   - separator: what is between the parts, without digits; perhaps nothing.
  ///   - today: the day that `t` puts into an empty field.
  public init(
    from minimum: CalendarDate = .first, through maximum: CalendarDate = .last,
    order: DateOrder = .yearMonthDay,
    separator: String = "-", today: CalendarDate? = nil
  ) {
    precondition(minimum <= maximum, "the first day is not after the last one")
    precondition(
      separator.unicodeScalars.allSatisfy { !$0.plain.isPlainDigit },
      "a separator between digits is none")
    let parts = order.parts
    calendar = CalendarForm(
      [
        .part(parts[0]), .literal(separator), .part(parts[1]), .literal(separator),
        .part(parts[2]),
      ],
      from: Moment(minimum, second: 0), through: Moment(maximum, second: 0))
    self.today = today
  }

  /// The day.
  public func value(at moment: Moment) -> Value { .date(moment.day) }

  /// The beginning of a day.
  public func moment(of value: Value) -> Moment? {
    guard case .date(let day) = value else { return nil }
    return Moment(day, second: 0)
  }

  /// Today for `t`.
  public func abbreviated(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
    guard let today, scalar.plain == "t" else { return nil }
    return calendar.shown(Moment(today, second: 0))
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

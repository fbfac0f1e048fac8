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

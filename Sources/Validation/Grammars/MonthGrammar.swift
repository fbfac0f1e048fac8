/// Months in a range, in ISO 8601 format: `2026-11`.
public struct MonthGrammar: CalendarGrammar {
  /// The year and the month.
  public let calendar: CalendarForm

  /// Creates a grammar of a range, which is empty if the maximum is before the minimum.
  public init(from minimum: CalendarMonth = .first, through maximum: CalendarMonth = .last) {
    calendar = CalendarForm(
      [.part(.year), .literal("-"), .part(.month)],
      from: MonthGrammar.start(of: minimum), through: MonthGrammar.start(of: maximum))
  }

  /// Returns the month.
  public func value(at moment: Moment) -> Value {
    .month(CalendarMonth(year: moment.day.year, month: moment.day.month) ?? .epoch)
  }

  /// Returns the start of a month.
  public func moment(of value: Value) -> Moment? {
    guard case .month(let month) = value else { return nil }
    return MonthGrammar.start(of: month)
  }

  private static func start(of month: CalendarMonth) -> Moment {
    Moment(CalendarDate(year: month.year, month: month.month, unchecked: 1), second: 0)
  }
}

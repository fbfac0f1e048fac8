/// Months in a range, written as ISO 8601 has it: `2026-11`.
public struct MonthGrammar: CalendarGrammar {
  /// The year and the month.
  public let calendar: CalendarForm

  /// Creates a grammar of the months from one through another; of none if that comes before it.
  public init(from minimum: CalendarMonth = .first, through maximum: CalendarMonth = .last) {
    calendar = CalendarForm(
      [.part(.year), .literal("-"), .part(.month)],
      from: MonthGrammar.start(of: minimum), through: MonthGrammar.start(of: maximum))
  }

  /// The month.
  public func value(at moment: Moment) -> Value {
    .month(CalendarMonth(year: moment.day.year, month: moment.day.month) ?? .epoch)
  }

  /// The beginning of a month.
  public func moment(of value: Value) -> Moment? {
    guard case .month(let month) = value else { return nil }
    return MonthGrammar.start(of: month)
  }

  private static func start(of month: CalendarMonth) -> Moment {
    Moment(CalendarDate(year: month.year, month: month.month, unchecked: 1), second: 0)
  }
}

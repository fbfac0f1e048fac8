/// Times of day in a range, written `08:30`, or `08:30:15` with seconds.
public struct TimeGrammar: CalendarGrammar {
  /// The hour and the minute, and the second where it is written.
  public let calendar: CalendarForm

  /// Creates a grammar of the times from one through another; of none if that comes before it.
  public init(
    from minimum: ClockTime = .midnight, through maximum: ClockTime = .last,
    hasSeconds: Bool = false
  ) {
    let minutes: [CalendarPiece] = [.part(.hour), .literal(":"), .part(.minute)]
    calendar = CalendarForm(
      hasSeconds ? minutes + [.literal(":"), .part(.second)] : minutes,
      from: Moment(.epoch, second: minimum.secondsSinceMidnight),
      through: Moment(.epoch, second: maximum.secondsSinceMidnight))
  }

  /// The time.
  public func value(at moment: Moment) -> Value {
    .time(ClockTime(secondsSinceMidnight: moment.second) ?? .midnight)
  }

  /// The time on the first day of 1970; `nil` where it has seconds and the form has none.
  public func moment(of value: Value) -> Moment? {
    guard case .time(let time) = value, !time.hasSeconds || calendar.has(.second) else {
      return nil
    }
    return Moment(.epoch, second: time.secondsSinceMidnight)
  }
}

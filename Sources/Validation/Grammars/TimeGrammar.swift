/// Times of day in a range, for example `08:30`, or `08:30:15` with seconds.
public struct TimeGrammar: CalendarGrammar {
  /// The hour, the minute and optionally the second.
  public let calendar: CalendarForm

  /// Creates a grammar of a range, which is empty if the maximum is before the minimum.
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

  /// Returns the time.
  public func value(at moment: Moment) -> Value {
    .time(ClockTime(secondsSinceMidnight: moment.second) ?? .midnight)
  }

  /// Returns a time such as `2:30 PM` in the form of the field.
  public func rewritten(_ text: String) -> String? {
    let time = TimeForms().time(text.withoutOuterSpace)
    return time.flatMap { $0.hasDropped ? nil : $0.text }
  }

  /// Returns the time on 1970-01-01; `nil` if it has seconds but the form does not.
  public func moment(of value: Value) -> Moment? {
    guard case .time(let time) = value, !time.hasSeconds || calendar.has(.second) else {
      return nil
    }
    return Moment(.epoch, second: time.secondsSinceMidnight)
  }
}

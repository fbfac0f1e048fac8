package import Records
internal import Values

extension Value {
  /// The position on an axis; nil for a kind without distances.
  package var position: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .decimal(let number), .percent(let number): Double(number.description)
    case .double(let number): number
    case .date(let day): Double(day.daysSince1970)
    case .dateTime(let moment): Double(moment.milliseconds)
    case .time(let time): Double(time.secondsSinceMidnight)
    case .duration(let span): Double(span.seconds)
    case .month(let month): Double(month.year * 12 + month.month - 1)
    case .boolean, .text, .reference, .list: nil
    }
  }

  /// Whether consecutive values are one unit apart.
  var isWhole: Bool {
    switch self {
    case .integer, .date, .time, .duration, .month, .dateTime: true
    case .decimal, .percent, .double, .boolean, .text, .reference, .list: false
    }
  }

  /// The value of the same kind at a position, rounded down if values are whole; self if there is
  /// no such value.
  ///
  /// - Parameter digits: The maximum fraction digits of a decimal.
  func moved(to position: Double, fractionDigits digits: Int) -> Value {
    guard let whole = Int(exactly: position.rounded(.down)) else { return self }
    func decimal() -> ExactDecimal? {
      ExactDecimal(rounding: position)?.rounded(toFractionDigits: digits)
    }
    let value: Value? =
      switch self {
      case .integer: .integer(whole)
      case .decimal: decimal().map(Value.decimal)
      case .percent: decimal().map(Value.percent)
      case .double: .double(position)
      case .date: CalendarDate(daysSince1970: whole).map(Value.date)
      case .dateTime: .dateTime(Instant(milliseconds: whole))
      case .time: ClockTime(secondsSinceMidnight: whole).map(Value.time)
      case .duration: .duration(TimeSpan(seconds: whole))
      case .month: CalendarMonth(year: whole / 12, month: whole % 12 + 1).map(Value.month)
      case .boolean, .text, .reference, .list: nil
      }
    return value ?? self
  }
}

package import Records

struct Histogram {
  private static let mostIntervals = 10.0

  private let start: Value
  private let end: Value
  private let origin: Double
  /// The width of an interval: at least 1 if the values are whole, otherwise 0 if all are equal.
  private let width: Double
  private var counts: [Int]

  /// Returns nil for kinds without a numeric distance, and if the distance is not finite.
  init?(from start: Value, to end: Value) {
    guard let first = start.position, let last = end.position, (last - first).isFinite else {
      return nil
    }
    (self.start, self.end, origin) = (start, end, first)
    let count: Double
    if start.isWhole {
      width = max(1, ((last - first + 1) / Self.mostIntervals).rounded(.up))
      count = ((last - first + 1) / width).rounded(.up)
    } else {
      width = (last - first) / Self.mostIntervals
      count = width > 0 ? Self.mostIntervals : 1
    }
    counts = Array(repeating: 0, count: Int(count))
  }

  mutating func add(_ value: Value, count: Int) {
    guard let position = value.position else { return }
    let index = width > 0 ? Int((position - origin) / width) : 0
    counts[min(max(0, index), counts.count - 1)] += count
  }

  func bars(fractionDigits digits: Int, _ text: (Value) -> String) -> [Bar] {
    counts.indices.map { index in
      let lower = origin + Double(index) * width
      let upper = origin + Double(index + 1) * width - (start.isWhole ? 1 : 0)
      let first = index == 0 ? start : start.moved(to: lower, fractionDigits: digits)
      let last = index == counts.count - 1 ? end : start.moved(to: upper, fractionDigits: digits)
      let label = first == last ? text(first) : "\(text(first)) … \(text(last))"
      return Bar(label: label, count: counts[index])
    }
  }
}

extension Value {
  /// The position on an axis; nil for kinds without a numeric distance.
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

  var isWhole: Bool {
    switch self {
    case .integer, .date, .time, .duration, .month, .dateTime: true
    case .decimal, .percent, .double, .boolean, .text, .reference, .list: false
    }
  }

  /// Returns the value of the same kind at a position, which is rounded to a value of the kind;
  /// `self` if the position is out of range.
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

package import Records

package struct Statistics {
  package struct Tally {
    package var value: Value
    package var count: Int
  }

  package var count = 0
  package var missing = 0
  /// The distinct values and their counts, in ascending order.
  package var tallies: [Tally] = []
  /// The mean; nil if there are no values, and for kinds without a numeric distance.
  package var mean: Value?
  /// The sum; nil if there are no values, for kinds that cannot be added, and on overflow.
  package var sum: Value?
  package private(set) var isSumTooLarge = false

  private let property: Property

  package init(of property: Property) { self.property = property }

  package var distinct: Int { tallies.count }

  /// The minimum; nil for references, whose order has no meaning.
  package var least: Value? { hasOrder ? tallies.first?.value : nil }

  package var greatest: Value? { hasOrder ? tallies.last?.value : nil }

  /// The median; for an even count, the lower of the two middle values.
  package var median: Value? {
    guard hasOrder else { return nil }
    var seen = 0
    return tallies.first { tally in
      seen += tally.count
      return seen >= (count + 1) / 2
    }?.value
  }

  private var hasOrder: Bool { !property.kind.isReference }

  private var fractionDigits: Int { property.decimalDigits?.fraction.upperBound ?? 0 }

  /// Adds a value with its count. Values must be distinct and added in ascending order.
  package mutating func add(_ value: Value, count: Int) {
    tallies.append(Tally(value: value, count: count))
    self.count += count
  }

  package mutating func addUp() {
    // 128 bits, because partial sums can exceed the total.
    var total: Int128?
    for case (.integer(let number), let count) in tallies.map({ ($0.value, $0.count) }) {
      total = (total ?? 0) + Int128(number) * Int128(count)
    }
    sum = total.flatMap { Int(exactly: $0) }.map(Value.integer)
    isSumTooLarge = sum == nil && total != nil
  }

  /// Puts choices into the order of their definition, and computes a missing mean.
  package mutating func complete() {
    if case .choice(let options) = property.kind {
      let places = Dictionary(uniqueKeysWithValues: zip(options, options.indices))
      func place(_ tally: Tally) -> Int { places[tally.value.description] ?? options.count }
      tallies.sort { place($0) < place($1) }
    }
    guard mean == nil, let first = tallies.first, first.value.position != nil else { return }
    let total = tallies.reduce(0) { $0 + ($1.value.position ?? 0) * Double($1.count) }
    mean = first.value.moved(to: total / Double(count), fractionDigits: fractionDigits + 4)
  }

  private static let mostBars = 12

  /// The frequencies by interval, or by value if there are few distinct values or the kind has no
  /// numeric distance. If there are too many values, the rarest share one bar.
  package func bars(_ text: (Value) -> String) -> [Bar] {
    guard let first = tallies.first, let last = tallies.last else { return [] }
    if distinct > Self.mostBars / 2,
      var histogram = Histogram(from: first.value, to: last.value)
    {
      for tally in tallies { histogram.add(tally.value, count: tally.count) }
      return histogram.bars(fractionDigits: fractionDigits, text)
    }
    if case .choice(let options) = property.kind, options.count <= Self.mostBars {
      let counts = Dictionary(
        tallies.map { ($0.value.description, $0.count) }, uniquingKeysWith: +)
      return options.map { Bar(label: $0, count: counts[$0] ?? 0) }
    }
    guard distinct > Self.mostBars else {
      return tallies.map { Bar(label: text($0.value), count: $0.count) }
    }
    let frequent = tallies.sorted { $0.count > $1.count }.prefix(Self.mostBars - 1)
    let rest = count - frequent.reduce(0) { $0 + $1.count }
    return frequent.map { Bar(label: text($0.value), count: $0.count) }
      + [Bar(label: "\(distinct - frequent.count) others", count: rest)]
  }
}

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

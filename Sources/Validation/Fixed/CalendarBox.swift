/// What the parts of a moment can still be, each independently of the others.
struct CalendarBox {
  /// The years that are possible.
  enum Years {
    case interval(ClosedRange<Int>)
    /// Those with these digits, in this order and perhaps with others between them.
    case having([Unicode.Scalar])
  }

  var years: Years

  // A bit for each number, for the other parts in their order.
  private var numbers: [UInt64]

  /// Creates a box of one moment.
  init(_ moment: Moment) {
    years = .interval(moment.day.year...moment.day.year)
    numbers = [
      moment.day.month, moment.day.day, moment.second / 3600, moment.second / 60 % 60,
      moment.second % 60,
    ].map { 1 << UInt64($0) }
  }

  /// Lets a part other than the year be some numbers, of which there is a bit for each.
  mutating func set(_ part: CalendarPart, to possible: UInt64) {
    numbers[part.rawValue - 1] = possible
  }

  private func contains(_ part: CalendarPart, _ number: Int) -> Bool {
    numbers[part.rawValue - 1] >> UInt64(number) & 1 == 1
  }

  /// The least number of a part from one on.
  private func next(_ part: CalendarPart, from number: Int) -> Int? {
    guard number < 64 else { return nil }
    let left = numbers[part.rawValue - 1] & ~0 << UInt64(number)
    return left == 0 ? nil : left.trailingZeroBitCount
  }

  /// Whether some moment of the box exists and is in the range.
  ///
  /// Costs the same for every range where the year is an interval: what days a year has is repeated
  /// after eight years at most.
  func hasMoment(in range: ClosedRange<Moment>) -> Bool {
    let (first, last) = (range.lowerBound.day.year, range.upperBound.day.year)
    switch years {
    case .interval(let interval):
      let candidates = interval.clamped(to: first...last)
      guard interval.overlaps(first...last) else { return false }
      return candidates.prefix(10).contains { hasMoment(of: $0, in: range) }
    case .having(let digits):
      return (first...last).contains { year in
        digits.isPart(of: Array(year.padded(4).unicodeScalars)) && hasMoment(of: year, in: range)
      }
    }
  }

  private func hasMoment(of year: Int, in range: ClosedRange<Moment>) -> Bool {
    var month = next(.month, from: 1)
    while let number = month {
      let days = CalendarDate.days(inMonth: number, of: year)
      var day = next(.day, from: 1)
      while let inMonth = day, inMonth <= days {
        let date = CalendarDate(year: year, month: number, unchecked: inMonth)
        if date > range.upperBound.day { return false }
        if date >= range.lowerBound.day, hasTime(of: date, in: range) { return true }
        day = next(.day, from: inMonth + 1)
      }
      month = next(.month, from: number + 1)
    }
    return false
  }

  private func hasTime(of day: CalendarDate, in range: ClosedRange<Moment>) -> Bool {
    let earliest = day == range.lowerBound.day ? range.lowerBound.second : 0
    let latest = day == range.upperBound.day ? range.upperBound.second : Moment.lastSecond
    return firstTime(from: earliest).map { $0 <= latest } ?? false
  }

  // The first second of the day that is in the box, from a second on.
  private func firstTime(from earliest: Int) -> Int? {
    let (hour, minute, second) = (earliest / 3600, earliest / 60 % 60, earliest % 60)
    if contains(.hour, hour) {
      if contains(.minute, minute), let second = next(.second, from: second) {
        return (hour * 60 + minute) * 60 + second
      }
      if let minute = next(.minute, from: minute + 1), let second = next(.second, from: 0) {
        return (hour * 60 + minute) * 60 + second
      }
    }
    guard let hour = next(.hour, from: hour + 1), let minute = next(.minute, from: 0),
      let second = next(.second, from: 0)
    else { return nil }
    return (hour * 60 + minute) * 60 + second
  }
}

extension [Unicode.Scalar] {
  /// Whether the other text has these scalars in this order, perhaps with others between them.
  func isPart(of other: [Unicode.Scalar]) -> Bool {
    var rest = self[...]
    for scalar in other where rest.first == scalar { rest.removeFirst() }
    return rest.isEmpty
  }
}

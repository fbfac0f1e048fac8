/// The possible values of each part of a date and time, independent of the other parts.
struct CalendarBox {
  enum Years {
    case interval(ClosedRange<Int>)
    /// Years that contain these digits in this order, perhaps with other digits between them.
    case having([Unicode.Scalar])
  }

  var years: Years

  // One bit per possible value, indexed by `CalendarPart.rawValue - 1`.
  private var numbers: [UInt64]

  init(_ moment: Moment) {
    years = .interval(moment.day.year...moment.day.year)
    numbers = [
      moment.day.month, moment.day.day, moment.second / 3600, moment.second / 60 % 60,
      moment.second % 60,
    ].map { 1 << UInt64($0) }
  }

  mutating func set(_ part: CalendarPart, to possible: UInt64) {
    numbers[part.rawValue - 1] = possible
  }

  private func contains(_ part: CalendarPart, _ number: Int) -> Bool {
    numbers[part.rawValue - 1] >> UInt64(number) & 1 == 1
  }

  private func next(_ part: CalendarPart, from number: Int) -> Int? {
    guard number < 64 else { return nil }
    let left = numbers[part.rawValue - 1] & ~0 << UInt64(number)
    return left == 0 ? nil : left.trailingZeroBitCount
  }

  /// The day, if year, month and day have one possible value each.
  var day: CalendarDate? {
    guard case .interval(let years) = years, years.count == 1,
      numbers[..<2].allSatisfy({ $0.nonzeroBitCount == 1 })
    else { return nil }
    return CalendarDate(
      year: years.lowerBound, month: numbers[0].trailingZeroBitCount,
      day: numbers[1].trailingZeroBitCount)
  }

  func hasMoment(in range: ClosedRange<Moment>) -> Bool {
    let (first, last) = (range.lowerBound.day.year, range.upperBound.day.year)
    switch years {
    case .interval(let interval):
      let candidates = interval.clamped(to: first...last)
      guard interval.overlaps(first...last) else { return false }
      // Ten years are enough: the first may be partial, and any eight years include a leap year.
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
  /// Whether this is a subsequence of `other`.
  func isPart(of other: [Unicode.Scalar]) -> Bool {
    var rest = self[...]
    for scalar in other where rest.first == scalar { rest.removeFirst() }
    return rest.isEmpty
  }
}

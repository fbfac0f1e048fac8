/// What the parts of a moment can still be: each one of an interval, independently of the others.
struct CalendarBox {
  private var intervals: [ClosedRange<Int>] = CalendarPart.allCases.map(\.values)

  /// The interval of a part.
  subscript(_ part: CalendarPart) -> ClosedRange<Int> { intervals[part.rawValue] }

  /// Narrows a part to the numbers that begin with the digits of one; says whether any is left.
  mutating func narrow(_ part: CalendarPart, to number: Int, digits: Int) -> Bool {
    var unit = 1
    for _ in digits..<part.width { unit *= 10 }
    let lower = max(number * unit, part.values.lowerBound)
    let upper = min((number + 1) * unit - 1, part.values.upperBound)
    guard lower <= upper else { return false }
    intervals[part.rawValue] = lower...upper
    return true
  }

  /// Whether some moment of the box exists and is in the range.
  ///
  /// Costs the same for every range: what days a year has is repeated after eight years at most.
  func hasMoment(in range: ClosedRange<Moment>) -> Bool {
    let first = max(self[.year].lowerBound, range.lowerBound.day.year)
    let last = min(self[.year].upperBound, range.upperBound.day.year)
    guard first <= last else { return false }
    for year in first...min(last, first + 9) {
      for month in self[.month] {
        let days = CalendarDate.days(inMonth: month, of: year)
        guard self[.day].lowerBound <= days else { continue }
        for number in self[.day].lowerBound...min(days, self[.day].upperBound) {
          let day = CalendarDate(year: year, month: month, unchecked: number)
          if day < range.lowerBound.day { continue }
          if day > range.upperBound.day { return false }
          if hasTime(of: day, in: range) { return true }
        }
      }
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
    let start = (self[.minute].lowerBound * 60) + self[.second].lowerBound
    if self[.hour].contains(hour) {
      if self[.minute].contains(minute), second <= self[.second].upperBound {
        return (hour * 60 + minute) * 60 + max(second, self[.second].lowerBound)
      }
      let next = max(minute + 1, self[.minute].lowerBound)
      if next <= self[.minute].upperBound {
        return (hour * 60 + next) * 60 + self[.second].lowerBound
      }
    }
    let next = max(hour + 1, self[.hour].lowerBound)
    return next <= self[.hour].upperBound ? next * 3600 + start : nil
  }
}

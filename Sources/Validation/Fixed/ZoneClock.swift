/// Converts between the instants of a range and the dates and times that clocks in a time zone show.
///
/// When clocks go back, two instants have the same date and time; it means the first instant.
struct ZoneClock: Sendable {
  // Seconds since 1970 in UTC.
  private let instants: ClosedRange<Int>
  private let zoneOffset: @Sendable (Int) -> Int

  private static let day = Moment.lastSecond + 1

  /// - Parameter zoneOffset: The offset from UTC at a time, both in milliseconds.
  /// - Returns: nil if the range contains no whole second.
  init?(
    from minimum: Instant, through maximum: Instant, zoneOffset: @escaping @Sendable (Int) -> Int
  ) {
    let first = minimum.roundedUpToSecond.second
    let last = maximum.second
    guard first <= last else { return nil }
    instants = first...last
    self.zoneOffset = zoneOffset
  }

  private func offset(at second: Int) -> Int { zoneOffset(second * 1000) / 1000 }

  func moment(of instant: Instant) -> Moment? {
    guard instant.isInCalendar else { return nil }
    let second = instant.second
    return Moment(secondsSince1970: second + offset(at: second))
  }

  /// Nil if the clocks skip this date and time, or if it is outside the range.
  func instant(of moment: Moment) -> Instant? {
    let local = moment.secondsSince1970
    let second = stretches(local - Self.day...local + Self.day).lazy.compactMap {
      let second = local - $0.offset
      return $0.seconds.contains(second) && instants.contains(second) ? second : nil
    }.first
    return second.map { Instant(milliseconds: $0 * 1000) }
  }

  /// The seconds that the clocks skip at this date and time; nil if they do not skip it.
  func skipped(at moment: Moment) -> Int? {
    let local = moment.secondsSince1970
    let around = stretches(local - Self.day...local + Self.day)
    guard around.count == 2, around[0].offset < around[1].offset else { return nil }
    return around.contains { $0.seconds.contains(local - $0.offset) }
      ? nil : around[1].offset - around[0].offset
  }

  /// The dates and times from the earliest to the latest, perhaps with gaps.
  var bounds: ClosedRange<Moment> {
    let (first, last) = (instants.lowerBound, instants.upperBound)
    let starts = stretches(first...min(last, first + Self.day)).map {
      $0.seconds.lowerBound + $0.offset
    }
    let ends = stretches(max(first, last - Self.day)...last).map {
      $0.seconds.upperBound + $0.offset
    }
    let (lower, upper) = (starts.min() ?? first, ends.max() ?? last)
    return (Moment(secondsSince1970: lower) ?? .first)...(Moment(secondsSince1970: upper) ?? .last)
  }

  func moments(on day: CalendarDate) -> [ClosedRange<Moment>] {
    let start = day.daysSince1970 * Self.day
    return stretches(start - Self.day...start + 2 * Self.day).compactMap { stretch in
      let first = max(
        max(stretch.seconds.lowerBound, instants.lowerBound) + stretch.offset - start, 0)
      let last = min(
        min(stretch.seconds.upperBound, instants.upperBound) + stretch.offset - start,
        Moment.lastSecond)
      return first <= last ? Moment(day, second: first)...Moment(day, second: last) : nil
    }
  }

  // The parts of a range with the same offset: two if the clocks change in the range, else one.
  private func stretches(
    _ range: ClosedRange<Int>
  ) -> [(seconds: ClosedRange<Int>, offset: Int)] {
    var (before, after) = (range.lowerBound, range.upperBound)
    let (first, last) = (offset(at: before), offset(at: after))
    if first == last { return [(range, first)] }
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if offset(at: middle) == first { before = middle } else { after = middle }
    }
    return [(range.lowerBound...before, first), (after...range.upperBound, last)]
  }
}

extension Moment {
  fileprivate init?(secondsSince1970 seconds: Int) {
    self.init(Instant(milliseconds: seconds * 1000))
  }

  fileprivate var secondsSince1970: Int { instant.milliseconds / 1000 }
}

extension Instant {
  /// Rounded down.
  fileprivate var second: Int { milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0) }

  package var roundedUpToSecond: Instant {
    let fraction = (milliseconds % 1000 + 1000) % 1000
    let (next, isTooLarge) = milliseconds.addingReportingOverflow(1000 - fraction)
    return fraction == 0 || isTooLarge ? self : Instant(milliseconds: next)
  }
}

/// What a user's clock and calendar show, for values that are taken from them.
public struct Present: Hashable, Sendable {
  /// The moment.
  public var now: Instant
  /// The date that the user has at that moment.
  public var today: CalendarDate

  /// Makes the present of a user whose time is so far ahead of UTC, in milliseconds; nil outside of
  /// the years 1 to 9999.
  public init?(now: Instant, zoneOffset: Int) {
    guard now.isInCalendar,
      let today = Instant(milliseconds: now.milliseconds + zoneOffset).day
    else { return nil }
    self.now = now
    self.today = today
  }
}

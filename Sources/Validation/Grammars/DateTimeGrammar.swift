/// Moments in a range, to the second, as ISO 8601 writes them in UTC: `2026-11-21T10:00:00Z`.
///
/// A fraction of a second is not edited, and stays as it is as long as the text does.
public struct DateTimeGrammar: CalendarGrammar {
  /// The date and the time.
  public let calendar: CalendarForm

  /// Creates a grammar of the moments from one through another; of none if that comes before it.
  public init(from minimum: Moment = .first, through maximum: Moment = .last) {
    calendar = CalendarForm(
      [
        .part(.year), .literal("-"), .part(.month), .literal("-"), .part(.day), .literal("T"),
        .part(.hour), .literal(":"), .part(.minute), .literal(":"), .part(.second), .literal("Z"),
      ], from: minimum, through: maximum)
  }

  /// The instant at which the second begins.
  public func value(at moment: Moment) -> Value { .dateTime(moment.instant) }

  /// The parts in their order, without the letters between them.
  public func expectation(in notation: Notation) -> FieldExpectation? {
    .instant
  }

  /// The second that an instant is in.
  public func moment(of value: Value) -> Moment? {
    guard case .dateTime(let instant) = value else { return nil }
    return Moment(instant)
  }
}

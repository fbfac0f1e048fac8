/// Moments in a range, to the second, as ISO 8601 writes them in UTC: `2026-11-21T10:00:00Z`.
public struct DateTimeGrammar: SlotGrammar {
  private let row: CalendarRow

  /// The places.
  public var form: SlotForm { row.form }

  /// Creates a grammar of the moments from one through another; of none if that comes before it.
  public init(from minimum: Moment = .first, through maximum: Moment = .last) {
    row = CalendarRow(
      [
        .part(.year), .literal("-"), .part(.month), .literal("-"), .part(.day), .literal("T"),
        .part(.hour), .literal(":"), .part(.minute), .literal(":"), .part(.second), .literal("Z"),
      ], from: minimum, through: maximum)
  }

  /// Whether a moment in the range is written with the text in front.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool { row.begins(text) }

  /// Says which part is no number of the calendar or the clock, and what could be there.
  public func objection(to attempt: Attempt, in notation: Notation) -> String {
    CalendarObjection(row: row, notation: notation).message(to: attempt) {
      takes($0, at: attempt.point, in: notation)
    }
  }

  /// The moment.
  public func value(of text: [UInt8]) -> Value? {
    guard let moment = row.moment(of: text[...]), row.range?.contains(moment) ?? false else {
      return nil
    }
    return .dateTime(moment.instant)
  }

  /// Says which part is no number of the calendar, or what is missing.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> String {
    CalendarObjection(row: row, notation: notation).incompleteness(of: text[...], at: point) {
      takes($0, at: point, in: notation)
    }
  }

  /// The text of a moment to its whole second: a fraction of a second is not edited, and stays as
  /// it is as long as the text does.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard case .dateTime(let instant) = value else { return nil }
    return Moment(instant).map(row.text)
  }
}

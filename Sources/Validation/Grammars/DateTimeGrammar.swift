/// Dates and times in a range, to the second, in ISO 8601 format in UTC: `2026-11-21T10:00:00Z`.
///
/// Fractions of a second cannot be edited, but are kept as long as the text is unchanged.
public struct DateTimeGrammar: DatedGrammar {
  /// The date and the time.
  public let calendar: CalendarForm

  /// Creates a grammar of a range, which is empty if the maximum is before the minimum.
  public init(from minimum: Moment = .first, through maximum: Moment = .last) {
    self.init(minimum <= maximum ? minimum...maximum : nil, .iso)
  }

  let dates: DateNotation

  private init(_ range: ClosedRange<Moment>?, _ dates: DateNotation) {
    self.dates = dates
    let isISO = dates == .iso
    calendar = CalendarForm(
      dates.pieces + [.literal(isISO ? "T" : " ")] + CalendarPiece.time
        + (isISO ? [.literal("Z")] : []),
      from: range?.lowerBound ?? .last, through: range?.upperBound ?? .first)
  }

  /// The form for a text that was begun in the notation of a locale: still in UTC.
  func written(_ notation: DateNotation) -> DateTimeGrammar {
    notation == dates ? self : DateTimeGrammar(calendar.range, notation)
  }

  func written(_ dates: DateNotation, _ zoneOffset: (@Sendable (Int) -> Int)?) -> any Grammar {
    guard let zoneOffset else { return self }
    let bounds = calendar.range.map { ($0.lowerBound, $0.upperBound) } ?? (.last, .first)
    return LocalDateTimeGrammar(
      from: bounds.0 == .first ? nil : bounds.0.instant,
      through: bounds.1 == .last ? nil : bounds.1.instant, dates: dates, zoneOffset: zoneOffset)
  }

  /// Returns the instant at which the second begins.
  public func value(at moment: Moment) -> Value { .dateTime(moment.instant) }

  /// Returns a date and time converted to UTC from another time zone, such as `+02:00`; `nil` if it
  /// has fractions of a second, or is not a date and time with a zone.
  public func rewritten(_ text: String) -> String? {
    let (form, hasDropped) = TimeForms().moment(text.withoutOuterSpace)
    guard !hasDropped, let instant = try? Instant(reading: form),
      let moment = moment(of: .dateTime(instant)), moment.instant == instant
    else { return nil }
    return String(String.UnicodeScalarView(calendar.shown(moment)))
  }

  /// Returns why the zone of a pasted text is wrong.
  public func objection(toPasted text: String) -> Reason.Detail? {
    TimeForms().objection(toZoneOf: text)
  }

  /// Returns the description of a date and time in UTC.
  public func expectation(in notation: Notation) -> FieldExpectation? {
    .instant
  }

  /// Returns the date and time of an instant, rounded down to a second.
  public func moment(of value: Value) -> Moment? {
    guard case .dateTime(let instant) = value else { return nil }
    return Moment(instant)
  }
}

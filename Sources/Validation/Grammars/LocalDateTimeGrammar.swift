/// Dates and times in a range, in a time zone and in the notation of a locale: `21.11.2026 10:00`,
/// or `21.11.2026 10:00:30` if the seconds are not 0. Hours are from 0 to 23 in every locale.
///
/// A date and time that clocks skip when they go forward is rejected. One that occurs twice, because
/// clocks go back, is the first of both instants. A text in ISO 8601 format and a time such as
/// `2:30 PM` can be pasted. Fractions of a second cannot be edited, but are kept as long as the text
/// is unchanged.
public struct LocalDateTimeGrammar: DatedGrammar {
  /// The date and the time.
  public let calendar: CalendarForm

  private let minimum: Instant?
  private let maximum: Instant?
  private let zoneOffset: @Sendable (Int) -> Int

  let dates: DateNotation

  /// Creates a grammar of a range, which is empty if the maximum is before the minimum.
  ///
  /// - Parameter zoneOffset: Returns the offset from UTC at a time, both in milliseconds.
  public init(
    from minimum: Instant? = nil, through maximum: Instant? = nil, dates: DateNotation = .iso,
    zoneOffset: @escaping @Sendable (Int) -> Int
  ) {
    let clock = ZoneClock(
      from: max(minimum ?? Moment.first.instant, Moment.first.instant),
      through: min(maximum ?? Moment.last.instant, Moment.last.instant), zoneOffset: zoneOffset)
    self.init(minimum, maximum, clock, clock?.bounds, dates, zoneOffset)
  }

  /// Creates a grammar only for displaying values, without determining the bounds of the calendar
  /// in the time zone.
  package init(displaying dates: DateNotation, zoneOffset: @escaping @Sendable (Int) -> Int) {
    let clock = ZoneClock(
      from: Moment.first.instant, through: Moment.last.instant, zoneOffset: zoneOffset)
    self.init(nil, nil, clock, .first ... .last, dates, zoneOffset)
  }

  private init(
    _ minimum: Instant?, _ maximum: Instant?, _ clock: ZoneClock?, _ bounds: ClosedRange<Moment>?,
    _ dates: DateNotation, _ zoneOffset: @escaping @Sendable (Int) -> Int
  ) {
    (self.minimum, self.maximum) = (minimum, maximum)
    (self.dates, self.zoneOffset) = (dates, zoneOffset)
    calendar = CalendarForm(
      dates.pieces + [.literal(" ")] + CalendarPiece.time,
      from: bounds?.lowerBound ?? .last, through: bounds?.upperBound ?? .first, clock: clock)
  }

  func written(_ notation: DateNotation) -> LocalDateTimeGrammar {
    notation == dates ? self : written(notation, nil)
  }

  func written(_ dates: DateNotation, _ offset: (@Sendable (Int) -> Int)?) -> LocalDateTimeGrammar {
    LocalDateTimeGrammar(
      from: minimum, through: maximum, dates: dates, zoneOffset: offset ?? zoneOffset)
  }

  /// Returns the first instant with this date and time.
  public func value(at moment: Moment) -> Value {
    .dateTime(calendar.clock?.instant(of: moment) ?? moment.instant)
  }

  /// Returns the date and time of an instant, rounded down to a second.
  public func moment(of value: Value) -> Moment? {
    guard case .dateTime(let instant) = value else { return nil }
    return calendar.clock?.moment(of: instant)
  }

  /// Returns the parts in order, and the range if it is limited.
  public func expectation(in notation: Notation) -> FieldExpectation? {
    let rule = FixedRule(grammar: self, notation: notation)
    let bounds = [minimum?.roundedUpToSecond, maximum].map { bound in
      bound.flatMap { shown(.dateTime($0)) }.map(rule.string)
    }
    return .moment(form: calendar.tokens, from: bounds[0], through: bounds[1])
  }

  /// Returns a date and time in ISO 8601 format, converted to the time zone if the text contains a
  /// zone; or a text without the comma before the time, and with the hour of `2:30 PM` as 14.
  ///
  /// The result is `nil` if the date and time has fractions of a second, or if it is the second of
  /// two instants with the same date and time.
  public func rewritten(_ text: String) -> String? {
    let (form, hasDropped) = TimeForms().moment(plain(text))
    if hasDropped { return nil }
    let moment: Moment
    if let instant = try? Instant(reading: form) {
      guard let local = self.moment(of: .dateTime(instant)),
        value(at: local) == .dateTime(instant)
      else { return nil }
      moment = local
    } else if let local = try? Instant(reading: form, zoneOffset: { _ in 0 }) {
      // Without a zone, the text is in the zone of the field.
      guard let whole = Moment(local), whole.instant == local else { return nil }
      moment = whole
    } else {
      return form
    }
    return String(String.UnicodeScalarView(calendar.shown(moment)))
  }

  /// Returns why the zone of a pasted text is wrong.
  public func objection(toPasted text: String) -> Reason.Detail? {
    TimeForms().objection(toZoneOf: plain(text))
  }

  private func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.compactMap { [",", "،"].contains($0) ? nil : $0.isSpace ? " " : $0 })
    ).withoutOuterSpace
  }
}

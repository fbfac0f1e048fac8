/// Dates in a range, written in ISO 8601 format or with the order and separator of a locale.
///
/// While editing, users can select another notation after one or two digits: a dot selects
/// `dd.mm.yyyy`, and `/` selects the order of the locale if `slashed` is given.
public struct DateGrammar: CalendarGrammar, NotatedGrammar {
  /// The year, month and day.
  public let calendar: CalendarForm

  let dates: DateNotation

  let slashed: DateOrder?

  private let days: ClosedRange<CalendarDate>
  private let today: CalendarDate?

  /// Creates a grammar of the dates from `minimum` through `maximum`, which must not be earlier.
  ///
  /// - Parameters:
  ///   - separator: the text between the parts, without digits; may be empty.
  ///   - slashed: the order of dates with `/`, if the locale begins dates with the day or month and
  ///     does not use dots.
  ///   - today: the day that `t` enters in an empty field, and the reference for two-digit years;
  ///     if `nil`, neither is accepted.
  public init(
    from minimum: CalendarDate = .first, through maximum: CalendarDate = .last,
    order: DateOrder = .yearMonthDay, separator: String = "-", slashed: DateOrder? = nil,
    today: CalendarDate? = nil
  ) {
    precondition(minimum <= maximum, "the first day must not be after the last day")
    precondition(
      separator.unicodeScalars.allSatisfy { !$0.plain.isPlainDigit },
      "a separator cannot contain digits")
    dates = DateNotation(order: order, separator: separator)
    self.slashed = slashed
    days = minimum...maximum
    self.today = today
    calendar = CalendarForm(
      dates.pieces, from: Moment(minimum, second: 0), through: Moment(maximum, second: 0))
  }

  private var points: DateNotation {
    dates.order == .dayMonthYear && dates.separator.hasPrefix(".") ? dates : .points
  }

  private var slashes: DateNotation? {
    slashed.map { order in
      dates.order == order && dates.separator == "/"
        ? dates : DateNotation(order: order, separator: "/")
    }
  }

  var others: [DateNotation] {
    ([points] + (slashes.map { [$0] } ?? [])).filter { $0 != dates }
  }

  func dates(after count: Int, _ separator: Unicode.Scalar) -> DateNotation? {
    switch (count, separator) {
    case (1...2, "."): points
    case (1...2, "/"): slashes
    case (4, "."), (4, "/"), (4, "-"): dates.order == .yearMonthDay ? dates : .iso
    default: nil
    }
  }

  func written(_ notation: DateNotation) -> DateGrammar {
    notation == dates ? self : written(notation, slashed: nil)
  }

  func written(_ notation: DateNotation, slashed: DateOrder?) -> DateGrammar {
    DateGrammar(
      from: days.lowerBound, through: days.upperBound, order: notation.order,
      separator: notation.separator, slashed: slashed, today: today)
  }

  /// Returns the date.
  public func value(at moment: Moment) -> Value { .date(moment.day) }

  /// Returns midnight of the date.
  public func moment(of value: Value) -> Moment? {
    guard case .date(let day) = value else { return nil }
    return Moment(day, second: 0)
  }

  /// Returns today for `t`.
  public func abbreviated(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
    guard let today, scalar.plain == "t" else { return nil }
    return calendar.shown(Moment(today, second: 0))
  }
}

extension DateGrammar {
  /// Returns whether a date in the range, perhaps with a two-digit year, matches every part up to
  /// the caret.
  public func begins(_ text: FixedText) -> Bool {
    calendar.begins(text) || text.caret >= form.slots.count - 4 && hasShortYear(text)
  }

  /// Returns whether a date in the range, perhaps with a two-digit year, matches the run.
  public func begins(_ run: FixedRun) -> Bool {
    if calendar.begins(run) { return true }
    return FixedText(form, shown: Array(run.text.unicodeScalars)).map(hasShortYear) ?? false
  }

  private func hasShortYear(_ text: FixedText) -> Bool {
    guard dates.order != .yearMonthDay, 1...2 ~= text[2].count else { return false }
    let known = text[2].digits
    let years = text[2].count == 2 ? known...known : known * 10...known * 10 + 9
    return years.contains { day(of: text, year: $0) != nil }
  }

  private func day(of text: FixedText, year: Int) -> CalendarDate? {
    guard let today, text.isFull(0), text.isFull(1) else { return nil }
    let isDayFirst = dates.order == .dayMonthYear
    let day = CalendarDate(
      year: CalendarDate.fullYear(of: year, in: today.year),
      month: text[isDayFirst ? 1 : 0].digits, day: text[isDayFirst ? 0 : 1].digits)
    return day.flatMap { days.contains($0) ? $0 : nil }
  }

  /// Returns the edit that completes a two-digit year at the end of the date, to a year from 80
  /// years ago to 19 years ahead.
  public func finishing(_ state: EditState, in notation: Notation) -> Edit? {
    let grammar = written(state.layout?.dates ?? dates)
    let rule = FixedRule(grammar: grammar, notation: notation)
    guard grammar.dates.order != .yearMonthDay, let text = rule.text(of: state),
      text[2].count == 2, let day = grammar.day(of: text, year: text[2].digits)
    else { return nil }
    let shown = rule.string(grammar.calendar.shown(Moment(day, second: 0)))
    return Edit(range: 0..<state.text.count, replacement: shown, isTyped: false)
  }

  /// Returns the outcome of one edit, which may select another notation.
  public func outcome(of edit: Edit, in state: EditState, in notation: Notation)
    -> Outcome
  {
    DateRule(grammar: self, notation: notation).outcome(of: edit, in: state)
  }

  /// Returns the content of the text in its own notation.
  public func content(of state: EditState, in notation: Notation) -> FieldContent {
    DateRule(grammar: self, notation: notation).content(of: state)
  }

  /// Returns whether the text can become a date, in its own notation or in another notation.
  public func canGoOn(_ state: EditState, in notation: Notation) -> Bool {
    DateRule(grammar: self, notation: notation).canGoOn(state)
  }

  /// Reads the text in its own notation, without the literals between the parts.
  public func reading(of text: String, in notation: Notation) -> Reading {
    DateRule(grammar: self, notation: notation).reading(of: text)
  }

  /// Returns the notation of the text, if it is not the notation of the field.
  public func form(of state: EditState, in notation: Notation) -> String? {
    guard let dates = state.layout?.dates, dates != self.dates else { return nil }
    return dates.pattern
  }

  /// Increases or decreases the part at the caret, keeping the notation of the text.
  public func stepped(
    _ state: EditState, by count: Int, in notation: Notation
  ) -> EditState? {
    DateRule(grammar: self, notation: notation).stepped(state, by: count)
  }
}

/// A notation of dates in digits: the order of the parts, and the separator.
public struct DateNotation: Hashable, Sendable {
  /// The order of year, month and day.
  public var order: DateOrder
  /// The text between two parts, without digits.
  public var separator: String

  /// `2026-11-21`, as in ISO 8601.
  public static let iso = DateNotation(order: .yearMonthDay, separator: "-")

  static let points = DateNotation(order: .dayMonthYear, separator: ".")

  /// Creates a notation from an order and a separator.
  public init(order: DateOrder, separator: String) {
    self.order = order
    self.separator = separator
  }

  var pieces: [CalendarPiece] {
    let parts = order.parts
    return [
      .part(parts[0]), .literal(separator), .part(parts[1]), .literal(separator), .part(parts[2]),
    ]
  }

  var pattern: String {
    order.parts.map { $0 == .year ? "yyyy" : $0 == .month ? "mm" : "dd" }
      .joined(separator: separator)
  }
}

/// The order in which the parts of a date are written.
public enum DateOrder: Hashable, Sendable {
  /// Year, month, day: `2026-11-21`.
  case yearMonthDay
  /// Day, month, year: `21.11.2026`.
  case dayMonthYear
  /// Month, day, year: `11/21/2026`.
  case monthDayYear

  var parts: [CalendarPart] {
    switch self {
    case .yearMonthDay: [.year, .month, .day]
    case .dayMonthYear: [.day, .month, .year]
    case .monthDayYear: [.month, .day, .year]
    }
  }
}

/// Days in a range, written as ISO 8601 has it or in the order and with the separator of a locale.
///
/// While it is edited a date can be written in another way: a point typed after one or two digits
/// makes it `dd.mm.yyyy`, and `/` the order of the locale, where one is given.
public struct DateGrammar: CalendarGrammar {
  /// The year, the month and the day.
  public let calendar: CalendarForm

  /// How the dates are written.
  let dates: DateNotation

  /// The order of a date with `/`; `nil` where there is none.
  let slashed: DateOrder?

  private let days: ClosedRange<CalendarDate>
  private let today: CalendarDate?

  /// Creates a grammar of the days from one through another, which does not come before it.
  ///
  /// - Parameters:
  ///   - separator: what is between the parts, without digits; perhaps nothing.
  ///   - slashed: the order of the locale, where it begins with the day or the month and is not
  ///     written with points.
  ///   - today: the day that `t` puts into an empty field.
  public init(
    from minimum: CalendarDate = .first, through maximum: CalendarDate = .last,
    order: DateOrder = .yearMonthDay, separator: String = "-", slashed: DateOrder? = nil,
    today: CalendarDate? = nil
  ) {
    precondition(minimum <= maximum, "the first day is not after the last one")
    precondition(
      separator.unicodeScalars.allSatisfy { !$0.plain.isPlainDigit },
      "a separator between digits is none")
    dates = DateNotation(order: order, separator: separator)
    self.slashed = slashed
    days = minimum...maximum
    self.today = today
    let parts = order.parts
    calendar = CalendarForm(
      [
        .part(parts[0]), .literal(separator), .part(parts[1]), .literal(separator),
        .part(parts[2]),
      ],
      from: Moment(minimum, second: 0), through: Moment(maximum, second: 0))
  }

  /// The same days written in another way.
  func written(_ notation: DateNotation) -> DateGrammar {
    if notation == dates { return self }
    return DateGrammar(
      from: days.lowerBound, through: days.upperBound, order: notation.order,
      separator: notation.separator, today: today)
  }

  /// The day.
  public func value(at moment: Moment) -> Value { .date(moment.day) }

  /// The beginning of a day.
  public func moment(of value: Value) -> Moment? {
    guard case .date(let day) = value else { return nil }
    return Moment(day, second: 0)
  }

  /// Today for `t`.
  public func abbreviated(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
    guard let today, scalar.plain == "t" else { return nil }
    return calendar.shown(Moment(today, second: 0))
  }
}

extension DateGrammar {
  // MARK: Other ways to write

  /// Judges one edit, which may make another way to write the date.
  public func outcome(of edit: Edit, in state: EditState, in notation: Notation)
    -> Outcome
  {
    DateRule(grammar: self, notation: notation).outcome(of: edit, in: state)
  }

  /// What the text amounts to as it is written.
  public func content(of state: EditState, in notation: Notation) -> FieldContent {
    DateRule(grammar: self, notation: notation).content(of: state)
  }

  /// Whether some day can be written so, or in another way that the text can still become.
  public func canGoOn(_ state: EditState, in notation: Notation) -> Bool {
    DateRule(grammar: self, notation: notation).canGoOn(state)
  }

  /// The characters in places, with literals between them, in whichever way it is written.
  public func reading(of text: String, in notation: Notation) -> Reading {
    DateRule(grammar: self, notation: notation).reading(of: text)
  }

  /// How the date is written where that is not the way of the field.
  public func form(of state: EditState, in notation: Notation) -> String? {
    guard let dates = state.layout?.dates, dates != self.dates else { return nil }
    return dates.pattern
  }

  /// The next or previous number of the part at the caret, written as the date is.
  public func stepped(
    _ state: EditState, by count: Int, in notation: Notation
  ) -> EditState? {
    DateRule(grammar: self, notation: notation).stepped(state, by: count)
  }
}

/// Months in a range, in ISO 8601 format: `2026-11`.
///
/// While editing, users can select `mm/yyyy` by typing `/` or a dot after one or two digits.
public struct MonthGrammar: CalendarGrammar, NotatedGrammar {
  /// The year and the month.
  public let calendar: CalendarForm

  /// Creates a grammar of a range, which is empty if the maximum is before the minimum.
  public init(from minimum: CalendarMonth = .first, through maximum: CalendarMonth = .last) {
    self.init(from: minimum, through: maximum, .iso)
  }

  private init(
    from minimum: CalendarMonth, through maximum: CalendarMonth, _ dates: DateNotation
  ) {
    (first, last, self.dates) = (minimum, maximum, dates)
    let (year, month) = (CalendarPiece.part(.year), CalendarPiece.part(.month))
    let literal = CalendarPiece.literal(dates.separator)
    calendar = CalendarForm(
      dates == .iso ? [year, literal, month] : [month, literal, year],
      from: MonthGrammar.start(of: minimum), through: MonthGrammar.start(of: maximum))
  }

  private let first: CalendarMonth
  private let last: CalendarMonth

  let dates: DateNotation

  private static let monthFirst = DateNotation(order: .monthDayYear, separator: "/")

  var others: [DateNotation] { dates == .iso ? [MonthGrammar.monthFirst] : [] }

  func dates(after count: Int, _ separator: Unicode.Scalar) -> DateNotation? {
    switch (count, separator) {
    case (1...2, "/"), (1...2, "."): MonthGrammar.monthFirst
    case (4, "/"), (4, "."), (4, "-"): .iso
    default: nil
    }
  }

  func written(_ notation: DateNotation) -> MonthGrammar {
    notation == dates ? self : MonthGrammar(from: first, through: last, notation)
  }

  /// Returns the month.
  public func value(at moment: Moment) -> Value {
    .month(CalendarMonth(year: moment.day.year, month: moment.day.month) ?? .epoch)
  }

  /// Returns the first second of a month.
  public func moment(of value: Value) -> Moment? {
    guard case .month(let month) = value else { return nil }
    return MonthGrammar.start(of: month)
  }

  private static func start(of month: CalendarMonth) -> Moment {
    Moment(CalendarDate(year: month.year, month: month.month, unchecked: 1), second: 0)
  }

  /// Returns the outcome of one edit, which may select the other notation.
  public func outcome(of edit: Edit, in state: EditState, in notation: Notation) -> Outcome {
    DateRule(grammar: self, notation: notation).outcome(of: edit, in: state)
  }

  /// Returns the content of the text in its own notation.
  public func content(of state: EditState, in notation: Notation) -> FieldContent {
    DateRule(grammar: self, notation: notation).content(of: state)
  }

  /// Returns whether the text can become a month, in its own notation or in the other notation.
  public func canGoOn(_ state: EditState, in notation: Notation) -> Bool {
    DateRule(grammar: self, notation: notation).canGoOn(state)
  }

  /// Reads the text in its own notation, without the literals between the parts.
  public func reading(of text: String, in notation: Notation) -> Reading {
    DateRule(grammar: self, notation: notation).reading(of: text)
  }

  /// Returns `mm/yyyy` if the text is in this notation.
  public func form(of state: EditState, in notation: Notation) -> String? {
    guard let dates = state.layout?.dates, dates != self.dates else { return nil }
    return "mm/yyyy"
  }

  /// Increases or decreases the part at the caret, keeping the notation of the text.
  public func stepped(
    _ state: EditState, by count: Int, in notation: Notation
  ) -> EditState? {
    DateRule(grammar: self, notation: notation).stepped(state, by: count)
  }
}

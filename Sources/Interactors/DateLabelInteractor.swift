public import Records
public import Validation

/// Shows a day, as `2026-11-21` unless it is told another notation.
public final class DateLabelInteractor: LabelInteractor {
  /// How the day is written; another one shows when the label is refreshed.
  public var dates: DateNotation

  /// Makes a label for the property of this name; it tells its view nothing before it is active.
  public init(
    _ subject: any Subject, _ propertyName: String, dates: DateNotation = .iso,
    symbols: NumberSymbols = .english, isGrouped: Bool = false
  ) {
    self.dates = dates
    super.init(subject, propertyName, symbols: symbols, isGrouped: isGrouped)
  }

  /// The day in the notation of the label, and then in the digits of its symbols too.
  public override func text(for value: Value) -> String {
    guard dates != .iso, case .date = value else { return super.text(for: value) }
    let grammar = DateGrammar(order: dates.order, separator: dates.separator)
    return FieldFormat(grammar: grammar, symbols: symbols).text(for: FieldValue(value))
  }
}

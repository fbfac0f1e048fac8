public import Records
public import Validation

/// Shows the value of a calculation: a number as a label for numbers does, and anything else as
/// plain text.
public final class ExpressionLabelInteractor: LabelInteractor {
  /// The digits to show of a number; nil for all it has.
  public let digits: DecimalDigits?

  /// Makes a label for a calculation; it tells its view nothing before it is active.
  public init(
    _ calculation: Calculation, digits: DecimalDigits? = nil, symbols: NumberSymbols = .english,
    isGrouped: Bool = false
  ) {
    self.digits = digits
    super.init(calculation, Calculation.propertyName, symbols: symbols, isGrouped: isGrouped)
  }

  /// The number in the symbols of the label, a binary fraction rounded to 15 digits; another kind
  /// as plain text.
  public override func text(for value: Value) -> String {
    guard let number = ExactDecimal(rounding: value) else { return super.text(for: value) }
    let fraction = digits?.fraction ?? 0...ExactDecimal.maximumDigits
    return number.formatted(
      minimumFractionDigits: fraction.lowerBound, maximumFractionDigits: fraction.upperBound,
      maximumIntegerDigits: digits?.integer, symbols: symbols, isGrouped: isGrouped)
  }
}

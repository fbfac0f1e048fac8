public import Records
public import Validation

/// Edits a decimal within limits of its own.
public final class DecimalTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for decimals of so many digits, whatever the property allows.
  ///
  /// - Precondition: the fewest fraction digits are not more than the most.
  public init(
    _ subject: any Subject, _ propertyName: String, maximumIntegerDigits: Int = 8,
    minimumFractionDigits: Int = 1, maximumFractionDigits: Int = 3,
    symbols: NumberSymbols = .english, isGrouped: Bool = false
  ) {
    let grammar = DecimalGrammar(
      maximumIntegerDigits: maximumIntegerDigits,
      fractionDigits: minimumFractionDigits...maximumFractionDigits, minimum: nil, maximum: nil)
    let format = FieldFormat(grammar: grammar, symbols: symbols, isGrouped: isGrouped)
    super.init(subject, propertyName, format: format)
  }
}

public import Records
public import Validation

/// Edits a text within limits of its own.
public final class TextTextFieldInteractor: TextFieldInteractor {
  public init(_ subject: any Subject, _ propertyName: String, length: LengthRange) {
    let grammar = TextGrammar(length: length.minimum...(length.maximum ?? .max))
    super.init(subject, propertyName, format: FieldFormat(grammar: grammar))
  }
}

/// Edits a whole number within limits of its own.
public final class IntegerTextFieldInteractor: TextFieldInteractor {
  public init(
    _ subject: any Subject, _ propertyName: String, in range: ClosedRange<Int>,
    symbols: NumberSymbols = .english, isGrouped: Bool = false
  ) {
    let format = FieldFormat(
      grammar: IntegerGrammar(in: range), symbols: symbols, isGrouped: isGrouped)
    super.init(subject, propertyName, format: format)
  }
}

/// Edits a decimal within limits of its own.
public final class DecimalTextFieldInteractor: TextFieldInteractor {
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

public import Records
public import Validation

/// Edits a whole number within limits of its own.
public final class IntegerTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for the whole numbers of a range, whatever the property allows.
  public init(
    _ subject: any Subject, _ propertyName: String, in range: ClosedRange<Int>,
    symbols: NumberSymbols = .english, isGrouped: Bool = false
  ) {
    let format = FieldFormat(
      grammar: IntegerGrammar(in: range), symbols: symbols, isGrouped: isGrouped)
    super.init(subject, propertyName, format: format)
  }
}

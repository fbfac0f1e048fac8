public import Records
internal import Validation

/// Edits a text within limits of its own.
public final class TextTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for texts of these lengths, whatever the property allows.
  ///
  /// - Precondition: the least length is not greater than the greatest.
  public init(_ subject: any Subject, _ propertyName: String, length: LengthRange) {
    let grammar = TextGrammar(length: length.minimum...(length.maximum ?? .max))
    super.init(subject, propertyName, format: FieldFormat(grammar: grammar))
  }
}

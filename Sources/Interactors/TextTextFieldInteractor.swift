public import Records
internal import Validation

/// Edits a text within limits of its own.
public final class TextTextFieldInteractor: TextFieldInteractor {
  public init(_ subject: any Subject, _ propertyName: String, length: LengthRange) {
    let grammar = TextGrammar(length: length.minimum...(length.maximum ?? .max))
    super.init(subject, propertyName, format: FieldFormat(grammar: grammar))
  }
}

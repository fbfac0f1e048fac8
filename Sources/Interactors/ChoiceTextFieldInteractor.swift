public import Records
internal import Validation

/// Edits a text that is one of some names.
public final class ChoiceTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for these names, whatever the property allows.
  public init(_ subject: any Subject, _ propertyName: String, among names: [String]) {
    let property = Property(propertyName, .choice(names))
    super.init(subject, propertyName, format: FieldFormat(property))
  }
}

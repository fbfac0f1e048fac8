public import Records
internal import Validation

/// Edits the number of a payment card, which is shown in full while the field is there.
public final class CardTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for cards, whatever the property allows.
  public init(_ subject: any Subject, _ propertyName: String) {
    super.init(subject, propertyName, format: FieldFormat(Property(propertyName, .card)))
  }
}

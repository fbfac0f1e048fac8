public import Records
internal import Validation

/// Edits a text of a form, such as a telephone number.
public final class MaskTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for texts of a form, whatever the property allows.
  public init(_ subject: any Subject, _ propertyName: String, mask: TextMask) {
    super.init(subject, propertyName, format: FieldFormat(Property(propertyName, .mask(mask))))
  }
}

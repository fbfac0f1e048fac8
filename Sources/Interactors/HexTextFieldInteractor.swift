public import Records
internal import Validation

/// Edits a text of hexadecimal digits, whose letters become upper case.
public final class HexTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for texts of exactly so many digits, whatever the property allows.
  ///
  /// - Precondition: there is one digit at least.
  public init(_ subject: any Subject, _ propertyName: String, digits: Int) {
    precondition(digits >= 1, "a field takes one digit at least")
    let property = Property(propertyName, .hex(digits: digits))
    super.init(subject, propertyName, format: FieldFormat(property))
  }
}

public import Records
internal import Validation

/// Edits a reference as the key of a record.
public final class ReferenceTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for these records, whatever the property allows.
  public init(_ subject: any Subject, _ propertyName: String, among keys: ReferenceKeys) {
    super.init(subject, propertyName, format: FieldFormat(references: keys))
    references = keys
  }
}

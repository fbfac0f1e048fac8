public import Records
internal import Validation

/// Edits a text that matches a pattern.
public final class PatternTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for texts all of which matches a pattern, whatever the property allows.
  public init(_ subject: any Subject, _ propertyName: String, matching pattern: TextPattern) {
    let property = Property(propertyName, .text, pattern: pattern)
    super.init(subject, propertyName, format: FieldFormat(property))
  }
}

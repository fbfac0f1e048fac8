public import Records
internal import Validation

/// Edits a moment, typed as `2026-11-21T10:00:00Z`.
public final class DateTimeTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for the moments of a range, whatever the property allows.
  public init(
    _ subject: any Subject, _ propertyName: String, in range: ClosedRange<Instant>? = nil
  ) {
    let property = Property(
      propertyName, .dateTime,
      range: range.map { ValueRange(.dateTime($0.lowerBound), .dateTime($0.upperBound)) })
    super.init(subject, propertyName, format: FieldFormat(property))
  }
}

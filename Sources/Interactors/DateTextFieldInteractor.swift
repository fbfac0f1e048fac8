public import Records
internal import Validation

/// Edits a day, typed as `2026-11-21`.
public final class DateTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for the days of a range, whatever the property allows.
  public init(
    _ subject: any Subject, _ propertyName: String, in range: ClosedRange<CalendarDate>? = nil
  ) {
    let property = Property(
      propertyName, .date,
      range: range.map { ValueRange(.date($0.lowerBound), .date($0.upperBound)) })
    super.init(subject, propertyName, format: FieldFormat(property))
  }
}

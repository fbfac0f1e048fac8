/// A value as written. The meaning depends on the expected kind.
package indirect enum ValueSyntax: Hashable, Sendable {
  /// The digits as written, for example `-3.50`.
  case number(String)
  case text(String)
  case word(String)
  case boolean(Bool)
  case nothing
  /// A date, which may not exist in the calendar.
  case date(String)
  /// A time of day or a duration, for example `08:30` or `37:15:00`.
  case clock(String)
  /// A month, for example `2026-11`; may not exist in the calendar.
  case month(String)
  case percent(String)
  case name(SessionPath)
  case expression(ExpressionSyntax)
  /// A list, which contains no lists.
  case list([Spanned<ValueSyntax>])
  /// A record by number, key or name in backticks; a bare name is a `word`.
  case record(RecordSyntax)
}

/// `a...b`, `a...` or `...b`; at least one bound is present.
package struct RangeSyntax<Bound: Hashable & Sendable>: Hashable, Sendable {
  package var lower: Spanned<Bound>?
  package var upper: Spanned<Bound>?
  package var span: SourceSpan
}

/// The values of a loop that has no query.
package enum SeriesSyntax: Hashable, Sendable {
  case values(Spanned<ValueSyntax>)
  /// A range that includes both bounds.
  case range(from: Spanned<ValueSyntax>, through: Spanned<ValueSyntax>)
}

/// The digits of a number format, for example `Decimal(integer: 5, fraction: 1...3)`.
package struct FormatSyntax: Hashable, Sendable {
  /// Maximum number of digits before the decimal point.
  package var integer: Spanned<Int>?
  /// Minimum and maximum number of digits after the decimal point.
  package var fraction: Spanned<ClosedRange<Int>>?
  package var span: SourceSpan
}

/// `age=42`
package struct AssignmentSyntax: Hashable, Sendable {
  package var property: Name
  package var value: Spanned<ValueSyntax>
}

package enum MomentSyntax: Hashable, Sendable {
  case transaction(Int)
  case date(String)
  case text(String)
  case name(SessionPath)
}

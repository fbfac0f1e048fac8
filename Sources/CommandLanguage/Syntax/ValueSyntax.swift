/// A value as written; its meaning depends on the expected kind.
package indirect enum ValueSyntax: Hashable, Sendable {
  /// The digits exactly as written, such as `-3.50`.
  case number(String)
  /// A text in quotation marks, decoded.
  case text(String)
  case word(String)
  case boolean(Bool)
  case nothing
  /// A date or date-time as written, which may not exist in the calendar.
  case date(String)
  /// A time of day or a duration as written, `08:30` or `37:15:00`.
  case clock(String)
  /// A month as written, `2026-11`, which may not exist in the calendar.
  case month(String)
  case percent(String)
  case name(SessionPath)
  case expression(ExpressionSyntax)
  /// Values in square brackets; lists are not nested.
  case list([Spanned<ValueSyntax>])
  /// A record by number, key, or name in backticks; a bare name is a `word`.
  case record(RecordSyntax)
}

/// A range `a...b`, `a...` or `...b`; at least one bound is present.
package struct RangeSyntax<Bound: Hashable & Sendable>: Hashable, Sendable {
  package var lower: Spanned<Bound>?
  package var upper: Spanned<Bound>?
  package var span: SourceSpan
}

/// The values of a loop that is not over a query.
package enum SeriesSyntax: Hashable, Sendable {
  case values(Spanned<ValueSyntax>)
  /// The numbers or days of a range, bounds included.
  case range(from: Spanned<ValueSyntax>, through: Spanned<ValueSyntax>)
}

/// The digits of a number format, `Decimal(integer: 5, fraction: 1...3)`.
package struct FormatSyntax: Hashable, Sendable {
  /// The maximum before the point.
  package var integer: Spanned<Int>?
  /// The minimum and maximum after the point.
  package var fraction: Spanned<ClosedRange<Int>>?
  package var span: SourceSpan
}

/// An assignment, `age=42`.
package struct AssignmentSyntax: Hashable, Sendable {
  package var property: Name
  package var value: Spanned<ValueSyntax>

  package var span: SourceSpan { SourceSpan(from: property.span, to: value.span) }
}

package enum MomentSyntax: Hashable, Sendable {
  case transaction(Int)
  case date(String)
  case text(String)
  case name(SessionPath)
}

/// A value as written; what it is worth depends on the kind that is wanted.
package indirect enum ValueSyntax: Hashable, Sendable {
  /// A number, its text exactly as written, such as `-3.50`.
  case number(String)
  /// A text in quotation marks, its escapes read.
  case text(String)
  /// A bare word.
  case word(String)
  /// `true` or `false`.
  case boolean(Bool)
  /// `nil`.
  case nothing
  /// A date or date-time as written, which need not be one of the calendar.
  case date(String)
  /// A time of day or a duration as written, `08:30` or `37:15:00`.
  case clock(String)
  /// A month as written, `2026-11`, which need not be one of the calendar.
  case month(String)
  /// A percentage as written, `12.5%`.
  case percent(String)
  /// A session name, `:ann.age`.
  case name(SessionPath)
  /// An expression in brackets.
  case expression(ExpressionSyntax)
  /// Values in square brackets, none of them a list.
  case list([Spanned<ValueSyntax>])
  /// A record by its number or its key, or by a name in backticks; a bare name is a word.
  case record(RecordSyntax)
}

/// A range `a...b`, `a...` or `...b`; at least one bound is there.
package struct RangeSyntax<Bound: Hashable & Sendable>: Hashable, Sendable {
  /// The least value, nil where the range has no lower end.
  package var lower: Spanned<Bound>?
  /// The greatest value, nil where the range has no upper end.
  package var upper: Spanned<Bound>?
  /// The place of all of it.
  package var span: SourceSpan
}

/// What a loop goes through that is not a query for records.
package enum SeriesSyntax: Hashable, Sendable {
  /// The items of a list.
  case values(Spanned<ValueSyntax>)
  /// The numbers or days from one to another, both included.
  case range(from: Spanned<ValueSyntax>, through: Spanned<ValueSyntax>)
}

/// How many digits of a number are shown or taken, `Decimal(integer: 5, fraction: 1...3)`.
package struct FormatSyntax: Hashable, Sendable {
  /// The most digits before the point, if it says.
  package var integer: Spanned<Int>?
  /// The fewest and the most digits after the point, if it says.
  package var fraction: Spanned<ClosedRange<Int>>?
  /// The place of all of it.
  package var span: SourceSpan
}

/// A property and the value it gets, `age=42`.
package struct AssignmentSyntax: Hashable, Sendable {
  /// The property.
  package var property: Name
  /// The value.
  package var value: Spanned<ValueSyntax>

  /// The place of all of it.
  package var span: SourceSpan { SourceSpan(from: property.span, to: value.span) }
}

/// A moment of the history as written.
package enum MomentSyntax: Hashable, Sendable {
  /// A transaction, `#12`.
  case transaction(Int)
  /// A date or date-time as written.
  case date(String)
  /// A time in quotation marks, `"2026-11-21 10:00"`.
  case text(String)
  /// A session name such as `:today`.
  case name(SessionPath)
}

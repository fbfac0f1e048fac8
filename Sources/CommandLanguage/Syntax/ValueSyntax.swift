/// A value as written; what it is worth depends on the kind that is wanted.
public indirect enum ValueSyntax: Hashable, Sendable {
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
  /// A session name, `:ann.age`.
  case name(SessionPath)
  /// An expression in brackets.
  case expression(Expression)
  /// Values in square brackets, none of them a list.
  case list([Spanned<ValueSyntax>])
  /// A record by its number or its key, or by a name in backticks; a bare name is a word.
  case record(RecordSyntax)
}

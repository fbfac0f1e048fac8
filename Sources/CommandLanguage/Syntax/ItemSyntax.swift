/// What is put into a list.
public enum ItemSyntax: Hashable, Sendable {
  /// A value, or a record that there is.
  case value(Spanned<ValueSyntax>)
  /// A record that is made.
  case new(NewSyntax)
}

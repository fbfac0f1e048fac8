/// A record as it is spoken of.
public enum RecordSyntax: Hashable, Sendable {
  /// By type and number, `Person/1`.
  case id(type: Name, number: Int)
  /// By its key, `Person["Ann"]`.
  case key(type: Name, value: Spanned<ValueSyntax>)
  /// By a name of the session, `ann`.
  case name(Name)
}

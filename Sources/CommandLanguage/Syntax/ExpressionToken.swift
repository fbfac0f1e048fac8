/// A word, value or sign of an expression.
public struct ExpressionToken: Hashable, Sendable {
  /// What a token is, and its value where that differs from its text.
  public enum Kind: Hashable, Sendable {
    /// A name or a word of SQL.
    case word(String)
    /// A name in backticks, which stand in neither this nor the name it means.
    case quotedName(String)
    /// A text in `'` or `"`, as it is meant.
    case text(String)
    /// A number as written, such as `1e5` or `0x1F`.
    case number(String)
    /// A date or date-time as written.
    case date(String)
    /// A session name, `["ann", "age"]` for `:ann.age`.
    case sessionName([String])
    /// An operator, bracket or comma.
    case symbol(String)
  }

  /// What it is.
  public var kind: Kind
  /// The text exactly as written.
  public var text: String
  /// Where it stands.
  public var span: SourceSpan

  /// Makes the token written as `text`.
  public init(kind: Kind, text: String, span: SourceSpan) {
    self.kind = kind
    self.text = text
    self.span = span
  }
}

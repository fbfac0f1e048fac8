/// An expression of SQLite's, cut out and into tokens but not judged.
///
/// Its brackets are balanced, and no token is a comment or ends a statement of SQL.
public struct Expression: Hashable, Sendable {
  /// The tokens, at least one.
  public var tokens: [ExpressionToken]
  /// The text as written, without comments.
  public var text: String
  /// Where it stands, without the brackets around it that the command wants.
  public var span: SourceSpan

  /// Makes the expression of `tokens`.
  public init(tokens: [ExpressionToken], text: String, span: SourceSpan) {
    self.tokens = tokens
    self.text = text
    self.span = span
  }
}

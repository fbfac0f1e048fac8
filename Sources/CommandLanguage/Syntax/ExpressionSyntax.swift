/// An expression of SQLite's, cut out and into tokens but not judged.
///
/// Its brackets are balanced, and no token is a comment or ends an SQL statement.
package struct ExpressionSyntax: Hashable, Sendable {
  /// The tokens, at least one.
  package var tokens: [ExpressionToken]
  /// The text as written, without comments.
  package var text: String
  /// Where it is, without the brackets around it that the command wants.
  package var span: SourceSpan
}

/// A word, value or sign of an expression.
package struct ExpressionToken: Hashable, Sendable {
  /// What a token is, and its value where that differs from its text.
  package enum Kind: Hashable, Sendable {
    /// A name or a word of SQL.
    case word(String)
    /// A name in backticks, which are in neither this nor the name it means.
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
  package var kind: Kind
  /// The text exactly as written.
  package var text: String
  /// Where it is.
  package var span: SourceSpan
}

/// A text with places in it that are filled in, `"over :limit"`.
package struct TemplateSyntax: Hashable, Sendable {
  /// A piece of the text.
  package enum Part: Hashable, Sendable {
    /// Literal text.
    case text(String)
    /// A session name.
    case name(SessionPath)
    /// An expression in `:(…)`.
    case expression(ExpressionSyntax)
  }

  /// The pieces in their order; none for an empty text.
  package var parts: [Part]
  /// The place of the quoted text.
  package var span: SourceSpan
}

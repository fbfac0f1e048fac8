/// A text with places in it that are filled in, `"over :limit"`.
public struct TemplateSyntax: Hashable, Sendable {
  /// A piece of the text.
  public enum Part: Hashable, Sendable {
    /// Text that stands for itself.
    case text(String)
    /// A session name.
    case name(SessionPath)
    /// An expression in `:(…)`.
    case expression(Expression)
  }

  /// The pieces in their order; none for an empty text.
  public var parts: [Part]
  /// The place of the quoted text.
  public var span: SourceSpan

  /// Makes the template of `parts`.
  public init(parts: [Part], span: SourceSpan) {
    self.parts = parts
    self.span = span
  }
}

/// A property and the value it gets, `age=42`.
public struct AssignmentSyntax: Hashable, Sendable {
  /// The property.
  public var property: Name
  /// The value.
  public var value: Spanned<ValueSyntax>

  /// Makes the assignment of `value` to `property`.
  public init(property: Name, value: Spanned<ValueSyntax>) {
    self.property = property
    self.value = value
  }

  /// The place of all of it.
  public var span: SourceSpan { SourceSpan(from: property.span, to: value.span) }
}

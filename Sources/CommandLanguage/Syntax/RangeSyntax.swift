/// A range `a...b`, `a...` or `...b`; at least one bound is there.
public struct RangeSyntax<Bound: Hashable & Sendable>: Hashable, Sendable {
  /// The least value, nil where the range has no lower end.
  public var lower: Spanned<Bound>?
  /// The greatest value, nil where the range has no upper end.
  public var upper: Spanned<Bound>?
  /// The place of all of it.
  public var span: SourceSpan

  /// Makes the range from `lower` to `upper`.
  public init(lower: Spanned<Bound>?, upper: Spanned<Bound>?, span: SourceSpan) {
    self.lower = lower
    self.upper = upper
    self.span = span
  }
}

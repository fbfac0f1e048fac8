/// A session name with what stands behind it, as `:ann.age`.
public struct SessionPath: Hashable, Sendable {
  /// The names, at least one; the colon stands before the first.
  public var names: [Name]
  /// The place, with the colon.
  public var span: SourceSpan

  /// Makes the path of `names` at `span`.
  public init(names: [Name], span: SourceSpan) {
    self.names = names
    self.span = span
  }
}

/// A part of a command together with the place where it stands.
public struct Spanned<Wrapped: Hashable & Sendable>: Hashable, Sendable {
  /// What was read.
  public var value: Wrapped
  /// Where it stands.
  public var span: SourceSpan

  /// Makes the part `value` that stands at `span`.
  public init(_ value: Wrapped, at span: SourceSpan) {
    self.value = value
    self.span = span
  }
}

/// A name as it is meant, without backticks, and its place.
public typealias Name = Spanned<String>

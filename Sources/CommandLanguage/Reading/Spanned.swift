/// A part of a command together with the place where it stands.
package struct Spanned<Wrapped: Hashable & Sendable>: Hashable, Sendable {
  /// What was read.
  package var value: Wrapped
  /// Where it stands.
  package var span: SourceSpan

  /// Makes the part `value` that stands at `span`.
  package init(_ value: Wrapped, at span: SourceSpan) {
    self.value = value
    self.span = span
  }
}

/// A name as it is meant, without backticks, and its place.
package typealias Name = Spanned<String>

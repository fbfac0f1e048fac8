/// A property on the way to another, or an item of one that is a list: `.reviews[0]`.
public struct PathStep: Hashable, Sendable {
  /// The property.
  public var name: Name
  /// The place of the item, from 0; nil where the property itself is meant.
  public var index: Spanned<Int>?
  /// The place of all of it, the brackets included.
  public var span: SourceSpan

  /// Makes the step to the property `name`, or to its item at `index`.
  ///
  /// - Parameter span: The place of all of it; without one it ends with `index`.
  public init(name: Name, index: Spanned<Int>? = nil, span: SourceSpan? = nil) {
    self.name = name
    self.index = index
    self.span = span ?? SourceSpan(from: name.span, to: index?.span ?? name.span)
  }
}

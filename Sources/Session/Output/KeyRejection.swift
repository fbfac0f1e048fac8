/// A key that a field refused.
public struct KeyRejection: Hashable, Sendable {
  public var field: String
  /// The key as it was written.
  public var key: String
  /// The place of the caret when the key came.
  public var at: Int
  public var reason: String
}

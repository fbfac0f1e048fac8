/// A key that a field refused.
public struct KeyRejection: Hashable, Sendable {
  /// The name of the field that refused the key.
  public var field: String
  /// The key as it was written.
  public var key: String
  /// The place of the caret when the key came.
  public var at: Int
  /// Why the key was refused, for a person.
  public var reason: String
}

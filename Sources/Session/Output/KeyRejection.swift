/// A key that a field refused.
package struct KeyRejection: Hashable, Sendable {
  /// The name of the field that refused the key.
  package var field: String
  /// The key as it was written.
  package var key: String
  /// The place of the caret when the key came.
  package var at: Int
  /// Why the key was refused, for a person.
  package var reason: String
}

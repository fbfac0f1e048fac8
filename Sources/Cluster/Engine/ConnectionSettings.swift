/// What each connection of a session has to be told again.
final class ConnectionSettings {
  /// The settings of a connection that last longer than a transaction.
  private static let lasting: Set = ["foreign_keys", "recursive_triggers", "secure_delete"]

  private var texts: [String: String] = ["foreign_keys": "PRAGMA foreign_keys = ON"]

  /// Notes what a statement has set.
  func note(_ name: String, _ sql: String) {
    if Self.lasting.contains(name) { texts[name] = sql }
  }

  /// The statements that set all of it.
  var statements: [String] { texts.sorted { $0.key < $1.key }.map(\.value) }
}

internal import Values

/// What each connection of a session has to be told again.
final class ConnectionSettings {
  /// The settings of a connection that last longer than a transaction.
  private static let lasting: Set = ["foreign_keys", "recursive_triggers", "secure_delete"]

  private var texts: [String: String] = ["foreign_keys": "PRAGMA foreign_keys = ON"]

  /// Notes what a statement has set.
  func note(_ name: String, _ sql: String) {
    if Self.lasting.contains(name) { texts[name] = sql }
  }

  /// The requests that set all of it.
  var requests: [WireRequest] {
    texts.sorted { $0.key < $1.key }.map { Self.request($0.key, $0.value) }
  }

  /// The request that runs a statement which sets something.
  static func request(_ name: String, _ sql: String, _ values: [SQLValue] = []) -> WireRequest {
    // It says what it has set, and a node refuses to execute what has a row.
    name == "secure_delete" ? .query(sql, values) : .execute(sql, values)
  }
}

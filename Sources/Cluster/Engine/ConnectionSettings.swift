internal import Values

final class ConnectionSettings {
  /// Settings that outlast a transaction.
  private static let lasting: Set = ["foreign_keys", "recursive_triggers", "secure_delete"]

  private var texts: [String: String] = ["foreign_keys": "PRAGMA foreign_keys = ON"]

  func note(_ name: String, _ sql: String) {
    if Self.lasting.contains(name) { texts[name] = sql }
  }

  var requests: [WireRequest] {
    texts.sorted { $0.key < $1.key }.map { Self.request($0.key, $0.value) }
  }

  static func request(_ name: String, _ sql: String, _ values: [SQLValue] = []) -> WireRequest {
    // This pragma returns a row, and nodes refuse to execute statements that return rows.
    name == "secure_delete" ? .query(sql, values) : .execute(sql, values)
  }
}

internal import CSQLite

enum StatementKind: Equatable {
  case reading
  case writing
  case defining
  /// Changes the schema independently of rows: success on the mirror implies success on the leader.
  case triggering
  case setting(String)
  /// A pragma that concerns only a local file or connection, for example `cache_size`; runs only on
  /// the mirror.
  case ignored
  /// How long to wait for another writer, in milliseconds.
  case patience(Int)
  /// Reads no table, only its parameters, so the mirror runs it.
  case local

  var isExpected: Bool {
    switch self {
    case .triggering, .setting: true
    case .reading, .writing, .defining, .ignored, .patience, .local: false
    }
  }

  init(_ sql: String, isReadOnly: Bool) {
    let words = sql.split(maxSplits: 2, whereSeparator: { " \n\t=(".contains($0) }).map {
      $0.uppercased()
    }
    switch words.first {
    case "CREATE", "DROP":
      let isTriggering = words[1] == "TRIGGER" || words[0] == "DROP" && words[1] == "INDEX"
      self = isTriggering ? .triggering : .defining
    case "ALTER", "REINDEX": self = .defining
    case "PRAGMA": self = Self.pragma(sql, words.count > 1 ? words[1] : "")
    case "INSERT", "UPDATE", "DELETE", "REPLACE":
      let target = words.dropFirst().first { !["INTO", "FROM"].contains($0) } ?? ""
      self = target.hasPrefix("SQLITE_SCHEMA") ? .defining : .writing
    default:
      guard isReadOnly else {
        self = .writing
        return
      }
      let upper = sql.uppercased()
      let reads = ["FROM", "CHANGES()", "ROWID()", "JOIN"].contains { upper.contains($0) }
      self = reads || words.first == "EXPLAIN" ? .reading : .local
    }
  }

  private static func pragma(_ sql: String, _ name: String) -> StatementKind {
    let setting = sql.contains("=")
    return switch name {
    case "JOURNAL_MODE", "SYNCHRONOUS", "CACHE_SIZE", "WAL_CHECKPOINT", "QUERY_ONLY": .ignored
    case "BUSY_TIMEOUT":
      .patience(sql.split(separator: "=").last.flatMap { Int($0.filter(\.isNumber)) } ?? 0)
    default: setting ? .setting(name.lowercased()) : .reading
    }
  }
}

enum SQLScript {
  /// Ignores semicolons in literals, comments and triggers.
  static func statements(_ sql: String) -> [String] {
    var statements: [String] = []
    var current = ""
    for part in sql.split(separator: ";", omittingEmptySubsequences: false) {
      current += part
      let isLast = part.endIndex == sql.endIndex
      if !isLast { current += ";" }
      guard isLast || sqlite3_complete(current) != 0 else { continue }
      let text = current.trimmingSpaces
      if !text.isEmpty, text != ";" { statements.append(text) }
      current = ""
    }
    return statements
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}

internal import CSQLite
internal import Values

final class SQLiteMirror: EngineMirror {
  private let connection: OpaquePointer
  private let isAllowed: (EngineAccess) -> Bool

  init(
    with functions: [SQLFunction], isAllowed: @escaping (EngineAccess) -> Bool
  ) throws(EngineError) {
    connection = try SQLiteEngine.connect(":memory:", SQLITE_OPEN_READWRITE)
    self.isAllowed = isAllowed
    // The unretained reference is safe, because the mirror closes the connection.
    sqlite3_set_authorizer(
      connection,
      { mirror, action, first, second, _, through in
        guard let mirror else { return SQLITE_DENY }
        let access = EngineAccess(sqlite: action, first, second, through)
        let own = Unmanaged<SQLiteMirror>.fromOpaque(mirror).takeUnretainedValue()
        return own.isAllowed(access) ? SQLITE_OK : SQLITE_DENY
      }, Unmanaged.passUnretained(self).toOpaque())
    sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0)
    sqlite3_limit(connection, SQLITE_LIMIT_TRIGGER_DEPTH, 1)
    sqlite3_limit(connection, SQLITE_LIMIT_SQL_LENGTH, 10_000_000)
    for function in functions { try SQLiteFunction.add(function, to: connection) }
  }

  deinit { sqlite3_close_v2(connection) }

  func execute(_ sql: String) throws(EngineError) {
    let code = sqlite3_exec(connection, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw EngineError(code, of: connection) }
  }

  func compile(_ sql: String) throws(EngineError) -> Bool {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
    defer { sqlite3_finalize(statement) }
    guard code == SQLITE_OK else { throw EngineError(compiling: code, on: connection) }
    return sqlite3_stmt_readonly(statement) != 0
  }
}

extension EngineAccess {
  fileprivate init(
    sqlite action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?,
    _ through: UnsafePointer<CChar>?
  ) {
    switch (action, first, second) {
    case (SQLITE_SELECT, _, _), (SQLITE_RECURSIVE, _, _): self = .select
    case (SQLITE_READ, let table?, let column):
      self = .read(
        table: String(cString: table), column: column.map { String(cString: $0) } ?? "",
        through: through.map { String(cString: $0) })
    case (SQLITE_FUNCTION, _, let name?): self = .function(String(cString: name))
    default: self = .other
    }
  }
}

internal import GRDBSQLite
package import Records

/// An empty database in memory with the tables of the records, on which expressions are tried out.
///
/// Its authorizer stays for its whole life: an expression can read these tables and call the known
/// functions, and nothing else compiles. Nothing ever runs on it.
package final class ExpressionMirror {
  /// What the authorizer knows and notes; a class, because SQLite holds on to it.
  private final class Guard {
    var isBuilding = false
    var types: Set<String> = []
    var reads: Set<PropertyReference> = []
    /// What was refused first.
    var refused: String?
  }

  private let connection: OpaquePointer
  private let warden = Guard()

  package init(_ types: [RecordType]) throws(StoreError) {
    var connection: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY
    let code = sqlite3_open_v2(":memory:", &connection, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let connection else {
      sqlite3_close_v2(connection)
      throw StoreError(.engine, "no memory to check expressions in")
    }
    self.connection = connection
    warden.types = Set(types.map(\.name))
    sqlite3_set_authorizer(
      connection, Self.authorize, Unmanaged.passUnretained(warden).toOpaque())
    restrict()
    try SQLFunctions.register(on: connection)
    try build(types)
  }

  deinit {
    sqlite3_close_v2(connection)
  }

  private func restrict() {
    sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0)
    sqlite3_limit(connection, SQLITE_LIMIT_TRIGGER_DEPTH, 1)
    sqlite3_limit(connection, SQLITE_LIMIT_SQL_LENGTH, 10_000_000)
    // A name that is not there would be taken for a text.
    _disableDoubleQuotedStringLiterals(connection)
  }

  private func build(_ types: [RecordType]) throws(StoreError) {
    warden.isBuilding = true
    defer { warden.isBuilding = false }
    // At its first use SQLite makes a table of it, which no expression may do.
    try execute("SELECT 1 FROM json_each('[]')")
    for type in types {
      var columns = type.properties.filter { !$0.kind.isListOfRecords }.map {
        ", \($0.name.asSQLName) \(Storage($0).columnType)"
      }
      columns += ListLink.columns(of: type, among: types).map { ", \($0.asSQLName) INTEGER" }
      try execute(
        "CREATE TABLE \(type.name.asSQLName)(id INTEGER PRIMARY KEY"
          + columns.joined() + ") STRICT")
    }
  }

  private func execute(_ sql: String) throws(StoreError) {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else {
      throw StoreError(.engine, String(cString: sqlite3_errmsg(connection)))
    }
  }

  // MARK: Trying

  /// What SQLite says against an expression.
  package struct Failure: Error {
    package var message: String
    /// The place in the text, counted in bytes; nil if it is none in particular.
    var offset: Int?
  }

  /// Compiles a statement without running it, and says what it would read.
  package func reads(of sql: String) throws(Failure) -> Set<PropertyReference> {
    warden.reads = []
    warden.refused = nil
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
    defer { sqlite3_finalize(statement) }
    if let refused = warden.refused { throw Failure(message: refused) }
    guard code == SQLITE_OK else {
      let offset = Int(sqlite3_error_offset(connection))
      throw Failure(
        message: String(cString: sqlite3_errmsg(connection)), offset: offset < 0 ? nil : offset)
    }
    guard sqlite3_stmt_readonly(statement) != 0 else {
      throw Failure(message: "an expression cannot change anything")
    }
    return warden.reads
  }

  private static let authorize:
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, UnsafePointer<CChar>?
    ) -> Int32 = { warden, action, first, second, _, inner in
      guard let warden else { return SQLITE_DENY }
      let own = Unmanaged<Guard>.fromOpaque(warden).takeUnretainedValue()
      if own.isBuilding { return SQLITE_OK }
      switch action {
      case SQLITE_SELECT, SQLITE_RECURSIVE: return SQLITE_OK
      case SQLITE_READ:
        guard inner == nil, let first else { break }
        let type = String(cString: first)
        // The items of a list are those of the value it is given.
        if type == "json_each" { return SQLITE_OK }
        guard own.types.contains(type) else { break }
        let property = second.map { String(cString: $0) } ?? ""
        own.reads.insert(
          PropertyReference(type, property.isEmpty || property == "id" ? nil : property))
        return SQLITE_OK
      case SQLITE_FUNCTION:
        guard let second else { break }
        let name = String(cString: second).asciiLowercased
        if ExpressionWords.functions[name] != nil
          || ExpressionWords.hiddenFunctions.contains(name)
        {
          return SQLITE_OK
        }
        if own.refused == nil { own.refused = "\(name)() cannot be used in an expression" }
        return SQLITE_DENY
      default: break
      }
      if own.refused == nil { own.refused = "an expression can read records and nothing else" }
      return SQLITE_DENY
    }
}

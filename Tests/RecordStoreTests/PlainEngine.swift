import GRDBSQLite
import RecordStore

/// A second engine, of SQLite's C calls and nothing else: what the store needs is what it shows.
final class PlainEngine: Engine {
  let connection: OpaquePointer
  var isInterrupted: () -> Bool = { false }
  var limits: EngineLimits? {
    didSet {
      guard !isClosed else { return }
      let length = limits.map { Int32(clamping: $0.length) } ?? 1_000_000_000
      sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, length)
    }
  }

  /// Whether what runs writes: SQLite would roll the transaction back with it.
  fileprivate var isWriting = false
  private let patience: Int
  private var waited = 0
  fileprivate var hasGivenUp = false
  private var kept: [String: PlainStatement] = [:]
  private var isClosed = false

  init(
    _ place: EnginePlace, isReadOnly: Bool, busyTimeout milliseconds: Int
  ) throws(StoreError) {
    connection =
      switch place {
      case .memory: try Self.connect(":memory:", SQLITE_OPEN_READWRITE)
      case .file(let path) where isReadOnly: try Self.connect(path, SQLITE_OPEN_READONLY)
      case .file(let path):
        try Self.connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      }
    patience = milliseconds
    let own = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      connection, 100_000, { PlainEngine.of($0).map { $0.stops ? 1 : 0 } ?? 0 }, own)
    sqlite3_busy_handler(
      connection, { own, attempt in PlainEngine.of(own).map { $0.waits(attempt) ? 1 : 0 } ?? 0 },
      own)
    try execute("PRAGMA foreign_keys = ON")
  }

  deinit { close() }

  /// Connects, and no name in double quotation marks is taken for a text.
  static func connect(_ path: String, _ flags: Int32) throws(StoreError) -> OpaquePointer {
    var connection: OpaquePointer?
    let code = sqlite3_open_v2(path, &connection, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let connection else {
      defer { sqlite3_close_v2(connection) }
      throw StoreError(plain: code, connection)
    }
    sqlite3_extended_result_codes(connection, 1)
    _disableDoubleQuotedStringLiterals(connection)
    return connection
  }

  private static func of(_ own: UnsafeMutableRawPointer?) -> PlainEngine? {
    own.map { Unmanaged<PlainEngine>.fromOpaque($0).takeUnretainedValue() }
  }

  private var stops: Bool { !isWriting && (limits?.isExceeded() == true || isInterrupted()) }

  private func waits(_ attempt: Int32) -> Bool {
    if attempt == 0 { waited = 0 }
    hasGivenUp = isInterrupted()
    guard !hasGivenUp, waited < patience else { return false }
    waited += 5
    sqlite3_sleep(5)
    return true
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    kept.removeAll()
    sqlite3_progress_handler(connection, 0, nil, nil)
    sqlite3_busy_handler(connection, nil, nil)
    sqlite3_close_v2(connection)
  }

  private func checkOpen() throws(StoreError) {
    if isClosed { throw StoreError(.refused, "the store is closed") }
  }

  func statement(_ sql: String) throws(StoreError) -> any EngineStatement {
    if let statement = kept[sql] { return statement }
    try checkOpen()
    let statement = try PlainStatement(sql, self)
    kept[sql] = statement
    return statement
  }

  func prepare(_ sql: String) throws(StoreError) -> any EngineStatement {
    try checkOpen()
    return try PlainStatement(sql, self)
  }

  func execute(_ sql: String) throws(StoreError) {
    try checkOpen()
    let code = sqlite3_exec(connection, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw StoreError(plain: code, connection) }
  }

  func register(_ functions: [EngineFunction]) throws(StoreError) {
    for function in functions { PlainFunction.add(function, to: connection) }
  }

  func begin() throws(StoreError) { try execute("BEGIN IMMEDIATE") }
  func commit() throws(StoreError) { try execute("COMMIT") }
  func rollback() throws(StoreError) { if isInTransaction { try execute("ROLLBACK") } }
  func savepoint() throws(StoreError) { try execute("SAVEPOINT command") }
  func release() throws(StoreError) { try execute("RELEASE command") }
  func rollbackToSavepoint() throws(StoreError) {
    try execute("ROLLBACK TO command; RELEASE command")
  }

  var usedMemory: Int { Int(sqlite3_memory_used()) }
  var peakMemory: Int { Int(sqlite3_memory_highwater(0)) }
  func forgetPeakMemory() { sqlite3_memory_highwater(1) }
  var lastInsertedID: Int { Int(sqlite3_last_insert_rowid(connection)) }
  var changedRows: Int { Int(sqlite3_changes64(connection)) }
  var allChangedRows: Int { Int(sqlite3_total_changes64(connection)) }
  var isInTransaction: Bool { !isClosed && sqlite3_get_autocommit(connection) == 0 }
  var isReadOnly: Bool { !isClosed && sqlite3_db_readonly(connection, "main") == 1 }
}

final class PlainStatement: EngineStatement {
  private let handle: OpaquePointer
  // The connection outlives the handle by itself; what is asked while it runs does not.
  private weak var engine: PlainEngine?
  let columnNames: [String]
  let isReadOnly: Bool

  init(_ sql: String, _ engine: PlainEngine) throws(StoreError) {
    var handle: OpaquePointer?
    var rest = ""
    let code = sql.withCString { text in
      var tail: UnsafePointer<CChar>?
      defer { rest = tail.map { String(cString: $0) } ?? "" }
      return sqlite3_prepare_v2(engine.connection, text, -1, &handle, &tail)
    }
    guard code == SQLITE_OK else {
      var error = StoreError(plain: code, engine.connection)
      let offset = Int(sqlite3_error_offset(engine.connection))
      error.offset = offset < 0 ? nil : offset
      throw error
    }
    guard let handle else { throw StoreError(.expression, "expected a statement") }
    self.handle = handle
    self.engine = engine
    isReadOnly = sqlite3_stmt_readonly(handle) != 0
    columnNames = (0..<sqlite3_column_count(handle)).map {
      String(cString: sqlite3_column_name(handle, $0))
    }
    guard rest.allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
      throw StoreError(.expression, "expected one statement")
    }
  }

  deinit { sqlite3_finalize(handle) }

  var fullScanSteps: Int {
    Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0))
  }

  func origin(of column: Int) -> (table: String, column: String)? {
    guard let table = sqlite3_column_table_name(handle, Int32(column)),
      let name = sqlite3_column_origin_name(handle, Int32(column))
    else { return nil }
    return (String(cString: table), String(cString: name))
  }

  func bind(_ value: SQLValue, at place: Int) throws(StoreError) {
    let place = Int32(place)
    let code =
      switch value {
      case .null: sqlite3_bind_null(handle, place)
      case .integer(let value): sqlite3_bind_int64(handle, place, Int64(value))
      case .real(let value): sqlite3_bind_double(handle, place, value)
      case .text(let text):
        sqlite3_bind_text64(
          handle, place, text, UInt64(text.utf8.count), copied, UInt8(SQLITE_UTF8))
      case .blob([]): sqlite3_bind_zeroblob(handle, place, 0)
      case .blob(let bytes):
        sqlite3_bind_blob64(handle, place, bytes, UInt64(bytes.count), copied)
      }
    guard code == SQLITE_OK else { throw StoreError(plain: code, sqlite3_db_handle(handle)) }
  }

  func step() throws(StoreError) -> Bool {
    if !isReadOnly, engine?.isInterrupted() == true { throw interrupted }
    engine?.isWriting = !isReadOnly
    let code = sqlite3_step(handle)
    engine?.isWriting = false
    if code == SQLITE_ROW { return true }
    defer { reset() }
    guard code != SQLITE_DONE else { return false }
    if code & 0xFF == SQLITE_BUSY, let engine, engine.hasGivenUp {
      engine.hasGivenUp = false
      throw interrupted
    }
    throw StoreError(plain: code, sqlite3_db_handle(handle))
  }

  private var interrupted: StoreError { StoreError(sqlite: SQLITE_INTERRUPT, "") }

  func column(_ index: Int) -> SQLValue {
    SQLValue(plain: sqlite3_column_value(handle, Int32(index)))
  }
  func reset() { sqlite3_reset(handle) }
}

/// Makes plain engines.
struct PlainSource: EngineSource {
  func open(
    _ place: EnginePlace, isReadOnly: Bool, busyTimeout milliseconds: Int
  ) throws(StoreError) -> any Engine {
    try PlainEngine(place, isReadOnly: isReadOnly, busyTimeout: milliseconds)
  }

  func mirror(
    with functions: [EngineFunction], isAllowed: @escaping (EngineAccess) -> Bool
  ) throws(StoreError) -> any EngineMirror {
    try PlainMirror(with: functions, isAllowed: isAllowed)
  }
}

extension StoreError {
  init(plain code: Int32, _ connection: OpaquePointer?) {
    self.init(sqlite: code, String(cString: sqlite3_errmsg(connection)))
  }
}

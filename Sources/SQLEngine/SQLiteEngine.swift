internal import CSQLite
package import Values

final class SQLiteEngine: Engine {
  // Locks of files have no names.
  var writer = EngineWriter()
  /// Maximum depth of nested triggers and cascades. Each level makes cleanup slower; 1,000 levels
  /// would take seconds.
  private static let deepestCascade: Int32 = 100

  /// Maximum number of instructions in a compiled statement, because nested computed columns could
  /// exhaust memory and compiling cannot be interrupted.
  private static let longestProgram: Int32 = 1_000_000

  private let connection: OpaquePointer
  private let watch: StatementWatch
  private let isImageToRead: Bool
  /// A database whose log this connection creates, but cannot remove because it is read-only.
  private let fileWithoutLog: String?
  private var kept: [String: SQLiteStatement] = [:]
  // Savepoint statements have their own variables, because every command of a transaction runs them
  // and a lookup by text costs as much as running one.
  private var savepointStatement: SQLiteStatement?
  private var releaseStatement: SQLiteStatement?
  private var isClosed = false

  init(_ place: EnginePlace, isReadOnly: Bool, busyTimeout milliseconds: Int) throws(EngineError) {
    isImageToRead = if case .image = place { isReadOnly } else { false }
    if case .file(let path) = place { try DatabaseFile(path).checkJournal() }
    fileWithoutLog =
      if case .file(let path) = place, isReadOnly, Self.sizeOfLog(of: path) == nil { path } else {
        nil
      }
    connection =
      switch place {
      case .memory, .image: try Self.connect(":memory:", SQLITE_OPEN_READWRITE)
      case .frozenFile(let path):
        try Self.connect(Self.frozen(path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
      case .file(let path) where isReadOnly: try Self.connect(path, SQLITE_OPEN_READONLY)
      case .file(let path): try Self.connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      case .cluster(let name), .copyOfCluster(let name):
        throw EngineError(.unopenable, "\(name) is a cluster, which this program does not support")
      }
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Int32(EngineLimits.longestText))
    sqlite3_limit(connection, SQLITE_LIMIT_TRIGGER_DEPTH, Self.deepestCascade)
    sqlite3_limit(connection, SQLITE_LIMIT_VDBE_OP, Self.longestProgram)
    watch = StatementWatch(patience: milliseconds)
    watch.begin(on: connection)
    do {
      if case .image(let bytes) = place { try fill(with: bytes) }
      try execute("PRAGMA foreign_keys = ON")
    } catch {
      close()
      throw error
    }
  }

  deinit { close() }

  private func fill(with bytes: [UInt8]) throws(EngineError) {
    let size = sqlite3_int64(bytes.count)
    guard let copy = sqlite3_malloc64(UInt64(bytes.count)) else {
      throw EngineError(sqlite: Int(SQLITE_NOMEM), "there is not enough memory")
    }
    bytes.withUnsafeBytes {
      if let start = $0.baseAddress { copy.copyMemory(from: start, byteCount: bytes.count) }
    }
    // SQLite frees the bytes even if the call fails.
    let code = sqlite3_deserialize(
      connection, "main", copy.assumingMemoryBound(to: UInt8.self), size, size,
      UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE))
    guard code == SQLITE_OK else { throw EngineError(code, of: connection) }
  }

  private static func frozen(_ path: String) -> String {
    let address = path.utf8.map { byte in
      ["%", "?", "#"].contains(UnicodeScalar(byte))
        ? Array("%\(String(byte, radix: 16, uppercase: true))".utf8) : [byte]
    }
    return "file:" + String(decoding: address.joined(), as: UTF8.self) + "?immutable=1"
  }

  static func connect(_ path: String, _ flags: Int32) throws(EngineError) -> OpaquePointer {
    var connection: OpaquePointer?
    let code = sqlite3_open_v2(path, &connection, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let connection else {
      defer { sqlite3_close_v2(connection) }
      throw EngineError(code, of: connection)
    }
    sqlite3_extended_result_codes(connection, 1)
    csqlite_disable_double_quoted_texts(connection)
    return connection
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    kept.removeAll()
    savepointStatement = nil
    releaseStatement = nil
    watch.end(on: connection)
    sqlite3_close_v2(connection)
    guard let fileWithoutLog, Self.sizeOfLog(of: fileWithoutLog) == 0,
      let writer = try? Self.connect(fileWithoutLog, SQLITE_OPEN_READWRITE)
    else { return }
    // The last connection removes the log, if it has read the database.
    sqlite3_exec(writer, "SELECT 1 FROM sqlite_schema LIMIT 1", nil, nil, nil)
    sqlite3_close_v2(writer)
  }

  private static func sizeOfLog(of path: String) -> Int? {
    try? DatabaseFile(path).bytes(of: .log, count: 1).size
  }

  func statement(_ sql: String) throws(EngineError) -> any EngineStatement {
    if let statement = kept[sql] { return statement }
    try checkOpen()
    let statement = try SQLiteStatement(sql, connection, watch, isKept: true)
    kept[sql] = statement
    return statement
  }

  func prepare(_ sql: String) throws(EngineError) -> any EngineStatement {
    try checkOpen()
    return try SQLiteStatement(sql, connection, watch, isKept: false)
  }

  func execute(_ sql: String) throws(EngineError) {
    try checkOpen()
    watch.beginStep()
    let code = watch.waiting { sqlite3_exec(connection, sql, nil, nil, nil) }
    guard code == SQLITE_OK else { throw watch.error(code, on: connection) }
  }

  func register(_ functions: [SQLFunction]) throws(EngineError) {
    try checkOpen()
    for function in functions { try SQLiteFunction.add(function, to: connection, watch) }
  }

  private func checkOpen() throws(EngineError) { if isClosed { throw .closed } }

  func begin(expecting questions: [EngineQuestion]) throws(EngineError) {
    try run("BEGIN IMMEDIATE")
  }
  func beginReading(expecting questions: [EngineQuestion]) throws(EngineError) { try run("BEGIN") }
  func commit() throws(EngineError) { try run("COMMIT") }
  func savepoint() throws(EngineError) {
    try run("SAVEPOINT command", keeping: &savepointStatement)
  }
  func release() throws(EngineError) { try run("RELEASE command", keeping: &releaseStatement) }

  private func run(_ sql: String, keeping kept: inout SQLiteStatement?) throws(EngineError) {
    if kept == nil {
      try checkOpen()
      kept = try SQLiteStatement(sql, connection, watch, isKept: true)
    }
    _ = try kept?.step()
  }

  private func run(_ sql: String) throws(EngineError) { _ = try statement(sql).step() }

  func rollbackToBeginning() throws(EngineError) { try rollback() }

  func rollback() throws(EngineError) {
    // Some errors, such as a full disk or an interruption, have already rolled back.
    guard isInTransaction else { return }
    try run("ROLLBACK")
  }

  func rollbackToSavepoint() throws(EngineError) {
    try run("ROLLBACK TO command")
    try run("RELEASE command")
  }

  func schemaVersion() throws(EngineError) -> Int { try number("PRAGMA schema_version") }
  func dataVersion() throws(EngineError) -> Int { try number("PRAGMA data_version") }

  private func number(_ sql: String) throws(EngineError) -> Int {
    let statement = try statement(sql)
    defer { statement.reset() }
    guard try statement.step() else { return 0 }
    return statement.column(0).integer ?? 0
  }

  func copy(to path: String) throws(EngineError) {
    // VACUUM INTO of SQLite 3.40 fails for generated columns of a read-only database.
    if sqlite3_db_readonly(connection, "main") == 1 { return try copyPages(to: path) }
    let statement = try prepare("VACUUM INTO ?1")
    try statement.bind(.text(path), at: 1)
    try statement.post()
  }

  private func copyPages(to path: String) throws(EngineError) {
    let copy = try Self.connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    defer { sqlite3_close_v2(copy) }
    guard let backup = sqlite3_backup_init(copy, "main", connection, "main") else {
      throw EngineError(sqlite3_errcode(copy), of: copy)
    }
    sqlite3_backup_step(backup, -1)
    let code = sqlite3_backup_finish(backup)
    guard code == SQLITE_OK else { throw EngineError(code, of: copy) }
  }

  func rewrite() throws(EngineError) -> EngineRewriting {
    try execute("VACUUM")
    let statement = try prepare("PRAGMA wal_checkpoint(TRUNCATE)")
    defer { statement.reset() }
    return try statement.step() && statement.column(0) == .integer(1) ? .heldByReader : .done
  }

  func checkpoint() throws(EngineError) -> Bool {
    let statement = try prepare("PRAGMA wal_checkpoint(PASSIVE)")
    defer { statement.reset() }
    // Columns of the row: whether the checkpoint was blocked, pages in the log, pages moved.
    guard try statement.step(), let pages = statement.column(1).integer,
      let taken = statement.column(2).integer
    else { return true }
    return pages == taken
  }

  let abilities = EngineAbilities()

  var isInterrupted: () -> Bool {
    get { watch.isInterrupted }
    set { watch.isInterrupted = newValue }
  }

  var limits: EngineLimits? {
    didSet {
      watch.isExceeded = limits?.isExceeded
      guard !isClosed else { return }
      let length = min(limits?.length ?? .max, EngineLimits.longestText)
      sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Int32(length))
    }
  }

  var usedMemory: Int { Int(csqlite_used_memory()) }
  var peakMemory: Int { Int(csqlite_peak_memory(0)) }
  func forgetPeakMemory() { csqlite_peak_memory(1) }
  var lastInsertedID: Int { Int(sqlite3_last_insert_rowid(connection)) }
  var changedRows: Int { Int(sqlite3_changes64(connection)) }
  var allChangedRows: Int { Int(sqlite3_total_changes64(connection)) }
  var isInTransaction: Bool { !isClosed && sqlite3_get_autocommit(connection) == 0 }
  var isReadOnly: Bool {
    !isClosed && (isImageToRead || sqlite3_db_readonly(connection, "main") == 1)
  }
  func keepLog() { if !isClosed { _ = csqlite_keep_log(connection) } }
}

package struct SQLiteSource: EngineSource {
  package init() {}

  /// Configures SQLite for the process. Has no effect once SQLite is in use.
  package static func configure() { _ = csqlite_configure() }

  package func open(
    _ place: EnginePlace, isReadOnly: Bool, busyTimeout milliseconds: Int
  ) throws(EngineError) -> any Engine {
    try SQLiteEngine(place, isReadOnly: isReadOnly, busyTimeout: milliseconds)
  }

  package func mirror(
    with functions: [SQLFunction], isAllowed: @escaping (EngineAccess) -> Bool
  ) throws(EngineError) -> any EngineMirror {
    try SQLiteMirror(with: functions, isAllowed: isAllowed)
  }
}

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

internal import GRDB
internal import GRDBSQLite

/// The engine that keeps a store in one SQLite file, through GRDB.
///
/// GRDB opens and configures the connection and holds its functions; statements are prepared and
/// stepped by SQLite's own calls, because a change costs a few microseconds and must stay there.
final class GRDBEngine: Engine {
  private let queue: DatabaseQueue
  private let connection: OpaquePointer
  private let watch: StatementWatch
  /// The most bytes of a text or blob where nobody sets limits.
  private let longestText: Int32
  private var kept: [String: GRDBStatement] = [:]
  // Apart from the others: each command of a transaction runs them, and looking a statement up by
  // its text costs as much as running it.
  private var savepointStatement: GRDBStatement?
  private var releaseStatement: GRDBStatement?
  private var isClosed = false
  /// How many statements were compiled since GRDB last forgot what it knows of them.
  private var compilations = 0
  private static let mostCompilations = 16

  init(
    _ place: EnginePlace, isReadOnly: Bool, busyTimeout milliseconds: Int
  ) throws(StoreError) {
    var configuration = Configuration()
    configuration.readonly = isReadOnly
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(Double(milliseconds) / 1000)
    // The store opens a transaction in one access and ends it in another.
    configuration.allowsUnsafeTransactions = true
    configuration.acceptsDoubleQuotedStringLiterals = false
    do {
      queue =
        switch place {
        case .memory: try DatabaseQueue(configuration: configuration)
        case .file(let path): try DatabaseQueue(path: path, configuration: configuration)
        }
    } catch {
      throw Self.error(error)
    }
    guard let connection = queue.unsafeReentrantWrite({ $0.sqliteConnection }) else {
      throw StoreError(.engine, "the database was closed while it was opened")
    }
    // Nobody observes, and GRDB's hooks expect that every statement is run by GRDB.
    sqlite3_commit_hook(connection, nil, nil)
    sqlite3_rollback_hook(connection, nil, nil)
    self.connection = connection
    longestText = sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, -1)
    watch = StatementWatch(patience: milliseconds)
    watch.begin(on: connection)
  }

  /// Ends the connection; a statement that somebody still holds only ends with them.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    kept.removeAll()
    savepointStatement = nil
    releaseStatement = nil
    watch.end(on: connection)
    do {
      try queue.close()
    } catch {
      // A statement is still held. The queue closes the connection when both are gone.
    }
  }

  func statement(_ sql: String) throws(StoreError) -> any EngineStatement {
    if let statement = kept[sql] { return statement }
    try willCompile()
    let statement = try GRDBStatement(sql, connection, watch, isKept: true)
    kept[sql] = statement
    return statement
  }

  func prepare(_ sql: String) throws(StoreError) -> any EngineStatement {
    try willCompile()
    return try GRDBStatement(sql, connection, watch, isKept: false)
  }

  func execute(_ sql: String) throws(StoreError) {
    try willCompile()
    let code = sqlite3_exec(connection, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw StoreError(code, of: connection) }
  }

  func register(_ functions: [EngineFunction]) throws(StoreError) {
    try checkOpen()
    for function in functions { try SQLiteFunction.add(function, to: connection) }
  }

  /// Lets GRDB forget now and then what statements were compiled that it knows nothing of.
  ///
  /// Its authorizer notes every table and column that SQLite names when it compiles, until GRDB
  /// itself compiles something: what each further one costs would grow with all those before.
  private func willCompile() throws(StoreError) {
    try checkOpen()
    compilations += 1
    guard compilations > Self.mostCompilations else { return }
    compilations = 0
    _ = try? queue.unsafeReentrantWrite { try $0.makeStatement(sql: "SELECT 1") }
  }

  private func checkOpen() throws(StoreError) {
    guard !isClosed else { throw StoreError(.refused, "the store is closed") }
  }

  func begin() throws(StoreError) { try run("BEGIN IMMEDIATE") }
  func commit() throws(StoreError) { try run("COMMIT") }
  func savepoint() throws(StoreError) { try run("SAVEPOINT command", keeping: &savepointStatement) }
  func release() throws(StoreError) { try run("RELEASE command", keeping: &releaseStatement) }

  private func run(_ sql: String, keeping kept: inout GRDBStatement?) throws(StoreError) {
    if kept == nil {
      try checkOpen()
      kept = try GRDBStatement(sql, connection, watch, isKept: true)
    }
    try kept?.run([])
  }

  func rollback() throws(StoreError) {
    // Some errors (no space, interrupted) have rolled back already.
    guard isInTransaction else { return }
    try run("ROLLBACK")
  }

  func rollbackToSavepoint() throws(StoreError) {
    try run("ROLLBACK TO command")
    try run("RELEASE command")
  }

  var isInterrupted: () -> Bool {
    get { watch.isInterrupted }
    set { watch.isInterrupted = newValue }
  }

  var limits: EngineLimits? {
    didSet {
      watch.isExceeded = limits?.isExceeded
      guard !isClosed else { return }
      let length = limits.map { Int32(clamping: $0.length) } ?? longestText
      sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, length)
    }
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

extension GRDBEngine {
  private static func error(_ error: any Error) -> StoreError {
    guard let error = error as? DatabaseError else { return StoreError(.engine, "\(error)") }
    return StoreError(
      sqlite: error.extendedResultCode.rawValue,
      error.message ?? "error \(error.resultCode.rawValue)")
  }
}

/// Makes engines that keep a store in one SQLite file.
package struct GRDBSource: EngineSource {
  package init() {}

  package func open(
    _ place: EnginePlace, isReadOnly: Bool, busyTimeout milliseconds: Int
  ) throws(StoreError) -> any Engine {
    try GRDBEngine(place, isReadOnly: isReadOnly, busyTimeout: milliseconds)
  }

  package func mirror(
    with functions: [EngineFunction], isAllowed: @escaping (EngineAccess) -> Bool
  ) throws(StoreError) -> any EngineMirror {
    try SQLiteMirror(with: functions, isAllowed: isAllowed)
  }
}

internal import CSQLite
internal import Glibc
internal import SQLEngine
internal import Synchronization
internal import Values

/// The SQLite that dqlite uses, known only by its function table.
private var sqlite: UnsafePointer<sqlite3_api_routines> { csqlite_caller() }

/// Prepares every connection of a node: settings, SQL functions, a time limit for steps, and an
/// authorizer against statements that would harm the node.
enum NodeConnections {
  /// Set once per process, and read by the node's thread.
  private struct Setup: Sendable {
    var functions: @Sendable () -> [SQLFunction] = { [] }
    var longestReading = 0
    var longestWriting = 0
    var report: @Sendable (UInt64) -> Void = { _ in }
  }

  private static let setup = Mutex(Setup())

  /// The time of the last statement of each connection in a write transaction. The node's thread
  /// writes it, and ``ClusterNode/look()`` reads it.
  private static let writers = Mutex<[UInt: Int]>([:])

  /// How long a connection has held the database lock without a statement, in milliseconds.
  static var longestLock: Int {
    let now = Pause.clock
    return writers.withLock { $0.values.map { now - $0 }.max() ?? 0 }
  }

  fileprivate static func note(_ connection: OpaquePointer, writes: Bool) {
    let key = UInt(bitPattern: connection)
    writers.withLock { $0[key] = writes ? Pause.clock : nil }
  }

  /// - Parameters:
  ///   - register: `sqlite3_auto_extension` of dqlite's SQLite.
  ///   - election: The duration of an election, in milliseconds. SQLite runs on the thread that
  ///   also sends heartbeats, so every step must be shorter.
  static func prepareAll(
    by register: (_ entryPoint: (@convention(c) () -> Void)?) -> Int32, election: Int,
    functions: @escaping @Sendable () -> [SQLFunction]
  ) {
    setup.withLock {
      $0 = Setup(
        functions: functions, longestReading: election / 2, longestWriting: election * 4 / 5)
    }
    _ = register(unsafeBitCast(prepare, to: (@convention(c) () -> Void).self))
  }

  /// - Parameter report: receives the newest transaction, on the node's thread, each time a
  ///   connection is opened.
  static func reportNewest(to report: @escaping @Sendable (UInt64) -> Void) {
    setup.withLock { $0.report = report }
  }

  private static func newest(in connection: OpaquePointer) -> NodeReport.Transaction? {
    var statement: OpaquePointer?
    let sql = "SELECT id, ts / 1000 FROM wb_tx ORDER BY id DESC LIMIT 1"
    defer { _ = sqlite.pointee.finalize(statement) }
    guard sqlite.pointee.prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK,
      sqlite.pointee.step(statement) == SQLITE_ROW
    else { return nil }
    return NodeReport.Transaction(
      number: Int(sqlite.pointee.column_int64(statement, 0)),
      time: Int(sqlite.pointee.column_int64(statement, 1)))
  }

  private static let prepare:
    @convention(c) (
      OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
      UnsafePointer<sqlite3_api_routines>?
    ) -> Int32 = { connection, _, routines in
      guard let connection, let routines else { return SQLITE_ERROR }
      csqlite_set_caller(routines)
      let setup = NodeConnections.setup.withLock { $0 }
      do {
        try SQLiteExtension.prepare(connection, with: setup.functions())
      } catch {
        return SQLITE_ERROR
      }
      // Rolling back a spilled cache crashes the node, and so do temporary files.
      let settings = "PRAGMA temp_store = MEMORY; PRAGMA cache_spill = OFF"
      guard sqlite.pointee.exec(connection, settings, nil, nil, nil) == SQLITE_OK else {
        return SQLITE_ERROR
      }
      _ = sqlite.pointee.set_authorizer(connection, allow, nil)
      StepLimit.set(on: connection, reading: setup.longestReading, writing: setup.longestWriting)
      setup.report(newest(in: connection)?.word ?? 0)
      // A remaining error, for example of a database without transactions, would fail the opening.
      return sqlite.pointee.exec(connection, "", nil, nil, nil)
    }

  private static let allow:
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, UnsafePointer<CChar>?
    ) -> Int32 = { _, action, first, second, _, _ in
      let name = first.map { String(cString: $0).lowercased() } ?? ""
      let value = second.map { String(cString: $0).lowercased() }
      switch action {
      case SQLITE_PRAGMA:
        // Allow only the values that dqlite itself sets.
        let needed = ["journal_mode": "wal", "page_size": "4096"]
        if let value, let wanted = needed[name] { return value == wanted ? SQLITE_OK : SQLITE_DENY }
        let refused = [
          "wal_checkpoint", "locking_mode", "temp_store", "cache_spill", "temp_store_directory",
        ]
        return value != nil && refused.contains(name) || name == "wal_checkpoint"
          ? SQLITE_DENY : SQLITE_OK
      case SQLITE_ATTACH:
        // VACUUM attaches a database without a name; VACUUM INTO would write into the node's
        // memory.
        return name.isEmpty ? SQLITE_OK : SQLITE_DENY
      case SQLITE_FUNCTION where value == "load_extension": return SQLITE_DENY
      default: return SQLITE_OK
      }
    }
}

/// Stops steps that take too long, and statements whose rows would crash the node; a stopped write
/// rolls its transaction back.
private struct StepLimit {
  private static let instructionsBetweenLooks: Int32 = 1_000

  let connection: OpaquePointer
  let longestReading: Int
  let longestWriting: Int
  var began = 0

  private var isExceeded: Bool {
    let writes = sqlite.pointee.txn_state(connection, "main") == SQLITE_TXN_WRITE
    return Pause.clock - began > (writes ? longestWriting : longestReading)
  }

  private static func crashes(_ statement: OpaquePointer) -> Bool {
    let count = sqlite.pointee.column_count(statement)
    guard count > 0, let sql = sqlite.pointee.sql(statement) else { return false }
    // A write that returns rows; some pragmas count as writes.
    if sqlite.pointee.stmt_readonly(statement) == 0, strncasecmp(sql, "PRAGMA", 6) != 0 {
      return true
    }
    var lengths: [Int] = []
    for column in 0..<count {
      // dqlite expects values of a certain storage class in columns declared with these types.
      if let type = sqlite.pointee.column_decltype(statement, column),
        strcasecmp(type, "DATE") == 0 || strcasecmp(type, "DATETIME") == 0
          || strcasecmp(type, "TIMESTAMP") == 0 || strcasecmp(type, "BOOLEAN") == 0
      {
        return true
      }
      lengths.append(sqlite.pointee.column_name(statement, column).map { strlen($0) } ?? 0)
    }
    return !WireReader.canSend(columnsWithNamesOf: lengths)
  }

  static func set(on connection: OpaquePointer, reading: Int, writing: Int) {
    let limit = UnsafeMutablePointer<StepLimit>.allocate(capacity: 1)
    limit.initialize(
      to: StepLimit(connection: connection, longestReading: reading, longestWriting: writing))
    sqlite.pointee.progress_handler(
      connection, instructionsBetweenLooks,
      { $0?.assumingMemoryBound(to: StepLimit.self).pointee.isExceeded == true ? 1 : 0 }, limit)
    _ = sqlite.pointee.trace_v2(
      connection, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE | SQLITE_TRACE_CLOSE),
      { event, limit, statement, text in
        guard let limit = limit?.assumingMemoryBound(to: StepLimit.self) else { return 0 }
        let connection = limit.pointee.connection
        if event == UInt32(SQLITE_TRACE_CLOSE) {
          NodeConnections.note(connection, writes: false)
          limit.deallocate()
        } else if event == UInt32(SQLITE_TRACE_PROFILE) {
          let writes = sqlite.pointee.txn_state(connection, "main") == SQLITE_TXN_WRITE
          NodeConnections.note(connection, writes: writes)
        } else if let statement, let text,
          UnsafeRawPointer(sqlite.pointee.sql(OpaquePointer(statement))) == UnsafeRawPointer(text)
        {
          // A trigger within the step has another text and does not restart the clock.
          limit.pointee.began = Pause.clock
          if StepLimit.crashes(OpaquePointer(statement)) {
            sqlite.pointee.interruptx(connection)
          }
        }
        return 0
      }, limit)
  }
}

enum NodeFunctions {
  static let version = "wb_node_version"
  static let cluster = "wb_node_cluster"
  static let clock = "wb_node_clock"
  /// Incremented when sessions and nodes of different versions become incompatible.
  static let presentVersion = 1

  static func all(of cluster: String) -> [SQLFunction] {
    [
      SQLFunction(version, 0) { _ in .value(.integer(presentVersion)) },
      SQLFunction(Self.cluster, 0) { _ in .value(.text(cluster)) },
      time, char,
    ]
  }

  /// SQLite's function, but without U+0000, at which a node would cut the text.
  static var char: SQLFunction {
    SQLFunction("char", nil) { arguments in
      var text = ""
      for index in 0..<arguments.count {
        let scalar = Unicode.Scalar(UInt32(clamping: arguments.integer(index))) ?? "\u{FFFD}"
        if scalar.value == 0 {
          return .failure("a text on a cluster cannot contain the character U+0000")
        }
        text.unicodeScalars.append(scalar)
      }
      return .value(.text(text))
    }
  }

  /// In milliseconds since 1970.
  static var time: SQLFunction {
    SQLFunction(clock, 0) { _ in .value(.integer(Pause.time)) }
  }
}

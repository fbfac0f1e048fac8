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

  /// By database. The node's thread writes them, and ``ClusterNode/look()`` reads them.
  private static let queues = Mutex<[String: WriteQueue]>([:])

  /// Whether a connection has held a database lock without a statement for so long, in milliseconds.
  ///
  /// - Parameter alone: The limit if no other connection waits for the lock.
  static func isLocked(for longest: Int, alone: Int) -> Bool {
    let now = Pause.clock
    return queues.withLock {
      $0.values.contains { $0.blockade(at: now) > longest || $0.silence(at: now) > alone }
    }
  }

  fileprivate static func queue<Result: Sendable>(
    of database: String, _ body: (inout WriteQueue, _ now: Int) -> Result
  ) -> Result {
    let now = Pause.clock
    return queues.withLock { body(&$0[database, default: WriteQueue()], now) }
  }

  fileprivate static func isWriting(_ connection: UInt) -> Bool {
    guard let connection = OpaquePointer(bitPattern: connection) else { return false }
    return sqlite.pointee.txn_state(connection, "main") == SQLITE_TXN_WRITE
  }

  private static let longestName = 100

  /// The functions with which sessions wait for their turn to write.
  private static func turns(of connection: OpaquePointer, to database: String) -> [SQLFunction] {
    let key = UInt(bitPattern: connection)
    return [
      SQLFunction(NodeFunctions.turn, 1) { arguments in
        let name = arguments.text(0)
        let answer = queue(of: database) { queue, now in
          guard let name else {
            queue.leave(key)
            return WriteQueue.Answer?.none
          }
          return queue.turn(
            of: key, named: String(name.prefix(longestName)), at: now, isWriting: isWriting)
        }
        return .value(answer.map { .text($0.text) } ?? .null)
      },
      SQLFunction(NodeFunctions.waiting, 0) { _ in
        .value(.integer(queue(of: database) { queue, now in queue.waiting(at: now) }))
      },
    ]
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
      let database =
        sqlite.pointee.db_filename(connection, "main").map { String(cString: $0) } ?? ""
      do {
        try SQLiteExtension.prepare(
          connection, with: setup.functions() + turns(of: connection, to: database))
      } catch {
        return SQLITE_ERROR
      }
      // Rolling back a spilled cache crashes the node, and so do temporary files.
      let settings = "PRAGMA temp_store = MEMORY; PRAGMA cache_spill = OFF"
      guard sqlite.pointee.exec(connection, settings, nil, nil, nil) == SQLITE_OK else {
        return SQLITE_ERROR
      }
      let limit = StepLimit.set(
        on: connection, to: database, reading: setup.longestReading, writing: setup.longestWriting)
      _ = sqlite.pointee.set_authorizer(connection, allow, limit)
      setup.report(newest(in: connection)?.word ?? 0)
      // A remaining error, for example of a database without transactions, would fail the opening.
      return sqlite.pointee.exec(connection, "", nil, nil, nil)
    }

  private static let allow:
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, UnsafePointer<CChar>?
    ) -> Int32 = { limit, action, first, second, _, _ in
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
      case SQLITE_TRANSACTION where name == "begin":
        // Sessions treat this like a locked database.
        let mayBegin = limit?.assumingMemoryBound(to: StepLimit.self).pointee.mayBegin ?? true
        return mayBegin ? SQLITE_OK : SQLITE_DENY
      default: return SQLITE_OK
      }
    }
}

/// Stops steps that take too long, and statements whose rows would crash the node; a stopped write
/// rolls its transaction back.
private struct StepLimit {
  private static let instructionsBetweenLooks: Int32 = 1_000

  let connection: OpaquePointer
  let database: String
  let longestReading: Int
  let longestWriting: Int
  var began = 0

  var mayBegin: Bool {
    NodeConnections.queue(of: database) { queue, _ in
      queue.mayBegin(UInt(bitPattern: connection))
    }
  }

  private func noteEnd(of statement: OpaquePointer?) {
    let key = UInt(bitPattern: connection)
    let writes = NodeConnections.isWriting(key)
    NodeConnections.queue(of: database) { queue, now in
      queue.note(key, writes: writes, at: now)
      if !writes, let sql = statement.flatMap({ sqlite.pointee.sql($0) }),
        strncasecmp(sql, "BEGIN IMMEDIATE", 15) == 0
      {
        queue.noteBusy(at: now)
      }
    }
  }

  private func noteClosing() {
    NodeConnections.queue(of: database) { queue, _ in
      queue.close(UInt(bitPattern: connection))
    }
  }

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

  /// Returns the limit, which exists as long as the connection.
  static func set(
    on connection: OpaquePointer, to database: String, reading: Int, writing: Int
  ) -> UnsafeMutablePointer<StepLimit> {
    let limit = UnsafeMutablePointer<StepLimit>.allocate(capacity: 1)
    limit.initialize(
      to: StepLimit(
        connection: connection, database: database, longestReading: reading,
        longestWriting: writing))
    sqlite.pointee.progress_handler(
      connection, instructionsBetweenLooks,
      { $0?.assumingMemoryBound(to: StepLimit.self).pointee.isExceeded == true ? 1 : 0 }, limit)
    _ = sqlite.pointee.trace_v2(
      connection, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE | SQLITE_TRACE_CLOSE),
      { event, limit, statement, text in
        guard let limit = limit?.assumingMemoryBound(to: StepLimit.self) else { return 0 }
        if event == UInt32(SQLITE_TRACE_CLOSE) {
          limit.pointee.noteClosing()
          limit.deinitialize(count: 1)
          limit.deallocate()
        } else if event == UInt32(SQLITE_TRACE_PROFILE) {
          limit.pointee.noteEnd(of: statement.map { OpaquePointer($0) })
        } else if let statement, let text,
          UnsafeRawPointer(sqlite.pointee.sql(OpaquePointer(statement))) == UnsafeRawPointer(text)
        {
          // A trigger within the step has another text and does not restart the clock.
          limit.pointee.began = Pause.clock
          if StepLimit.crashes(OpaquePointer(statement)) {
            sqlite.pointee.interruptx(limit.pointee.connection)
          }
        }
        return 0
      }, limit)
    return limit
  }
}

enum NodeFunctions {
  static let version = "wb_node_version"
  static let cluster = "wb_node_cluster"
  static let clock = "wb_node_clock"
  /// Asks for the turn of a connection to write, with the name of its user, or gives it up, with
  /// null; returns null if the connection may begin, otherwise a ``WriteQueue/Answer``.
  static let turn = "wb_node_turn"
  /// Returns the number of connections that wait to write.
  static let waiting = "wb_node_waiting"
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

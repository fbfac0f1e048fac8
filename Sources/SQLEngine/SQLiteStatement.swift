internal import CSQLite
internal import Values

final class SQLiteStatement: EngineStatement {
  private let handle: OpaquePointer
  private let watch: StatementWatch
  private var isStepping = false
  let columnNames: [String]
  let isReadOnly: Bool

  init(
    _ sql: String, _ connection: OpaquePointer, _ watch: StatementWatch, isKept: Bool
  ) throws(EngineError) {
    var handle: OpaquePointer?
    var rest = 0
    var sql = sql
    let code = sql.withUTF8 { text -> Int32 in
      let start = UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self)
      var tail: UnsafePointer<CChar>?
      let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
      // Preparing reads the schema if it is not loaded yet.
      let code = watch.waiting {
        sqlite3_prepare_v3(connection, start, Int32(text.count), flags, &handle, &tail)
      }
      if let start, let tail { rest = text.count - (tail - start) }
      return code
    }
    guard code == SQLITE_OK else { throw EngineError(compiling: code, on: connection) }
    guard let handle else { throw EngineError(.statement, "expected a statement") }
    guard sql.utf8.suffix(rest).allSatisfy({ $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: ";") })
    else {
      sqlite3_finalize(handle)
      throw EngineError(.statement, "expected one statement")
    }
    (self.handle, self.watch) = (handle, watch)
    isReadOnly = sqlite3_stmt_readonly(handle) != 0
    columnNames = (0..<sqlite3_column_count(handle)).map {
      String(cString: sqlite3_column_name(handle, $0))
    }
  }

  deinit { sqlite3_finalize(handle) }

  func origin(of column: Int) -> (table: String, column: String)? {
    guard let table = sqlite3_column_table_name(handle, Int32(column)),
      let name = sqlite3_column_origin_name(handle, Int32(column))
    else { return nil }
    return (String(cString: table), String(cString: name))
  }

  func bind(_ value: SQLValue, at place: Int) throws(EngineError) {
    let place = Int32(place)
    let code =
      switch value {
      case .null: sqlite3_bind_null(handle, place)
      case .integer(let value): sqlite3_bind_int64(handle, place, Int64(value))
      case .real(let value): sqlite3_bind_double(handle, place, value)
      case .text(let text): bind(text, at: place)
      case .blob(let bytes):
        bytes.withUnsafeBytes {
          $0.isEmpty
            ? sqlite3_bind_zeroblob(handle, place, 0)
            : sqlite3_bind_blob64(
              handle, place, $0.baseAddress, UInt64($0.count), SQLiteFunction.transient)
        }
      }
    guard code == SQLITE_OK else { throw error(code) }
  }

  private func bind(_ text: String, at place: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else {
        return sqlite3_bind_text(handle, place, "", 0, SQLiteFunction.transient)
      }
      return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
        sqlite3_bind_text64(
          handle, place, $0, UInt64(bytes.count), SQLiteFunction.transient, UInt8(SQLITE_UTF8))
      }
    }
  }

  func step() throws(EngineError) -> Bool {
    isStepping = true
    switch isReadOnly ? watch.read(handle) : watch.write({ sqlite3_step(handle) }) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      reset()
      return false
    case let code:
      let error = error(code)
      reset()
      throw error
    }
  }

  func post() throws(EngineError) { while try step() {} }

  func column(_ index: Int) -> SQLValue {
    let index = Int32(index)
    switch sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER: return .integer(Int(sqlite3_column_int64(handle, index)))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, index))
    case SQLITE_TEXT:
      guard let text = sqlite3_column_text(handle, index) else { return .text("") }
      let count = Int(sqlite3_column_bytes(handle, index))
      return .text(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let count = Int(sqlite3_column_bytes(handle, index))
      return .blob(
        [UInt8](UnsafeRawBufferPointer(start: sqlite3_column_blob(handle, index), count: count)))
    default: return .null
    }
  }

  var fullScanSteps: Int? { Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0)) }

  func reset() {
    guard isStepping else { return }
    isStepping = false
    sqlite3_reset(handle)
  }

  private func error(_ code: Int32) -> EngineError {
    watch.error(code, on: sqlite3_db_handle(handle))
  }
}

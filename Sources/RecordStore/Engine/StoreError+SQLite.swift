internal import GRDBSQLite

extension StoreError {
  /// An error that SQLite reports, by its extended result code.
  package init(sqlite code: Int32, _ message: String) {
    let kind: Kind =
      switch code & 0xFF {
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_READONLY: .readOnly
      case SQLITE_INTERRUPT: .interrupted
      case SQLITE_CANTOPEN, SQLITE_NOTADB, SQLITE_PERM, SQLITE_AUTH: .unopenable
      case SQLITE_ERROR: .expression
      case SQLITE_CONSTRAINT:
        switch code >> 8 {
        case 6, 8, 10: .conflict  // primary key, unique, rowid
        case 7: .refused  // a trigger's own words
        default: .rule
        }
      default: .engine
      }
    self.init(kind, kind == .interrupted ? "interrupted" : message, code: Int(code))
  }

  /// The last error of a connection, whose result code is given.
  init(_ code: Int32, of connection: OpaquePointer?) {
    let extended = sqlite3_extended_errcode(connection)
    self.init(
      sqlite: extended & 0xFF == code & 0xFF ? extended : code,
      String(cString: sqlite3_errmsg(connection)))
  }

  /// The error of a text that does not compile, with its place in it.
  init(compiling code: Int32, on connection: OpaquePointer?) {
    self.init(code, of: connection)
    let offset = Int(sqlite3_error_offset(connection))
    self.offset = offset < 0 ? nil : offset
  }

  /// Whether it says that a reference would be left without its record.
  var isDangling: Bool { code == Int(SQLITE_CONSTRAINT | 3 << 8) }

  /// Whether it says that a column has no value and needs one.
  var isMissingValue: Bool { code == Int(SQLITE_CONSTRAINT | 5 << 8) }

  /// Whether it can say that triggers or foreign keys follow each other in too long a chain.
  ///
  /// SQLite has no code of its own for that: what does not compile has the same.
  var mayBeTooDeep: Bool { code == Int(SQLITE_ERROR) }

  /// Whether it says that a text or blob is longer than it can be.
  var isTooLong: Bool { code == Int(SQLITE_TOOBIG) }
}

internal import CSQLite

package struct EngineError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Another connection has the database locked, and the wait timed out.
    case busy
    case readOnly
    /// Stopped by ``Engine/isInterrupted``.
    case interrupted
    /// Stopped by ``Engine/limits``.
    case exceeded
    case unopenable
    /// Invalid SQL, or a failed statement. SQLite uses one code for both, and for triggers and
    /// foreign keys nested too deeply.
    case statement
    case notUnique
    case missingValue
    case dangling
    case constraint
    /// A trigger refused the change and supplied the message.
    case refused
    case tooLong
    case closed
    /// Another session has changed the schema since the statement was compiled.
    case overtaken
    /// The connection to a cluster was lost and the transaction had no effect.
    case lostTransaction
    /// The connection to a cluster was lost during a commit.
    case unknownOutcome
    /// Disk full, an I/O error, a corrupt page, and others.
    case failure
  }

  package var kind: Kind
  package var message: String
  /// SQLite's extended result code; 0 for errors of the engine itself.
  package var code: Int
  /// The connection that has the database locked, if known.
  package var holder: EngineHolder?
  /// Byte offset of the error in the SQL; nil if unknown.
  package var offset: Int?

  package init(_ kind: Kind, _ message: String, code: Int = 0, offset: Int? = nil) {
    (self.kind, self.message, self.code, self.offset) = (kind, message, code, offset)
  }
}

extension EngineError {
  package init(sqlite code: Int, _ message: String) {
    self.init(Kind(sqlite: Int32(truncatingIfNeeded: code)), message, code: code)
  }

  init(_ code: Int32, of connection: OpaquePointer?) {
    let extended = sqlite3_extended_errcode(connection)
    let code = extended & 0xFF == code & 0xFF ? extended : code
    self = .interrupted
    guard code & 0xFF != SQLITE_INTERRUPT else { return }
    self.init(Kind(sqlite: code), String(cString: sqlite3_errmsg(connection)), code: Int(code))
  }

  init(compiling code: Int32, on connection: OpaquePointer?) {
    self.init(code, of: connection)
    if code & 0xFF == SQLITE_NOMEM {
      message =
        "there is not enough memory, perhaps because too many properties depend on each other"
    }
    let offset = Int(sqlite3_error_offset(connection))
    self.offset = offset < 0 ? nil : offset
  }

  /// Whether the error means that a read-only connection was opened before a writer created or
  /// recovered the index of the log.
  static func isReaderTooEarly(_ code: Int32) -> Bool {
    code & 0xFF == SQLITE_READONLY && [1, 2, 5].contains(code >> 8)
  }

  package static var interrupted: EngineError {
    EngineError(.interrupted, "interrupted", code: Int(SQLITE_INTERRUPT))
  }

  package static var exceeded: EngineError {
    EngineError(.exceeded, "stopped by a limit", code: Int(SQLITE_INTERRUPT))
  }

  static var closed: EngineError { EngineError(.closed, "the connection is closed") }
}

extension EngineError.Kind {
  fileprivate init(sqlite code: Int32) {
    switch code & 0xFF {
    case _ where EngineError.isReaderTooEarly(code): self = .busy
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
    case SQLITE_READONLY: self = .readOnly
    case SQLITE_INTERRUPT: self = .interrupted
    case SQLITE_CANTOPEN, SQLITE_NOTADB, SQLITE_PERM, SQLITE_AUTH: self = .unopenable
    case SQLITE_ERROR: self = .statement
    case SQLITE_TOOBIG: self = .tooLong
    case SQLITE_CONSTRAINT:
      switch code >> 8 {
      case 3: self = .dangling
      case 5: self = .missingValue
      case 6, 8, 10: self = .notUnique  // primary key, unique, rowid
      case 7: self = .refused  // a trigger
      default: self = .constraint
      }
    default: self = .failure
    }
  }
}

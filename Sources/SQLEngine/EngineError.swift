internal import CSQLite

/// What an ``Engine`` reports.
package struct EngineError: Error, Hashable, Sendable {
  /// What sort of failure it is, for code to switch on.
  package enum Kind: Hashable, Sendable {
    /// Another connection holds the database, and waiting did not help.
    case busy
    case readOnly
    /// Stopped by ``Engine/isInterrupted``.
    case interrupted
    /// Stopped by ``Engine/limits``.
    case exceeded
    /// There is no database at the place, or it cannot be read.
    case unopenable
    /// A text that is not SQL, or a statement that fails while it runs; SQLite has one code for both,
    /// and for triggers and foreign keys that follow each other in too long a chain.
    case statement
    /// A value that must be unique is there already.
    case notUnique
    /// A column that needs a value has none.
    case missingValue
    /// A reference would be left without its record.
    case dangling
    /// Any other constraint of a table.
    case constraint
    /// What a trigger refuses, in its own words.
    case refused
    /// A text or blob is longer than it may be.
    case tooLong
    /// The connection was closed before.
    case closed
    /// The transaction was lost with the connection to a cluster, and nothing of it has happened.
    case lostTransaction
    /// The connection to a cluster was lost in a commit, and whether it has happened is not known.
    case unknownOutcome
    /// Anything else: no space, an input or output error, a damaged page.
    case failure
  }

  /// What sort of failure it is.
  package var kind: Kind
  /// What the engine says, in English.
  package var message: String
  /// SQLite's extended result code; 0 where the engine itself refuses.
  package var code: Int
  /// The place in the SQL, in bytes, up to which it was understood; nil if that is not known.
  package var offset: Int?

  /// Makes an error of an engine.
  package init(_ kind: Kind, _ message: String, code: Int = 0, offset: Int? = nil) {
    self.kind = kind
    self.message = message
    self.code = code
    self.offset = offset
  }
}

extension EngineError {
  /// What SQLite reports with an extended result code, at another place than this.
  package init(sqlite code: Int, _ message: String) {
    let kind = Kind(sqlite: Int32(truncatingIfNeeded: code))
    self.init(kind, message, code: code)
  }

  /// The last error of a connection, whose result code is given.
  init(_ code: Int32, of connection: OpaquePointer?) {
    let extended = sqlite3_extended_errcode(connection)
    let code = extended & 0xFF == code & 0xFF ? extended : code
    self = .interrupted
    guard code & 0xFF != SQLITE_INTERRUPT else { return }
    self.init(Kind(sqlite: code), String(cString: sqlite3_errmsg(connection)), code: Int(code))
  }

  /// The error of a text that does not compile, with its place in it.
  init(compiling code: Int32, on connection: OpaquePointer?) {
    self.init(code, of: connection)
    if code & 0xFF == SQLITE_NOMEM {
      message = "this needs too much memory; are properties computed from each other too often?"
    }
    let offset = Int(sqlite3_error_offset(connection))
    self.offset = offset < 0 ? nil : offset
  }

  /// Whether somebody who may only read has come before a program that writes has made the index of its
  /// log, or has read it anew after another one that was killed.
  static func isReaderTooEarly(_ code: Int32) -> Bool {
    code & 0xFF == SQLITE_READONLY && [1, 2, 5].contains(code >> 8)
  }

  static var interrupted: EngineError {
    EngineError(.interrupted, "interrupted", code: Int(SQLITE_INTERRUPT))
  }

  static var exceeded: EngineError {
    EngineError(.exceeded, "stopped by a limit", code: Int(SQLITE_INTERRUPT))
  }

  static var closed: EngineError { EngineError(.closed, "the connection is closed") }
}

extension EngineError.Kind {
  /// The kind of an extended result code of SQLite's.
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

internal import GRDB
internal import GRDBSQLite

/// What keeps an expression from taking more than its share while it runs.
///
/// The limit on the length of a text holds only while SQLite evaluates an expression: the store may
/// keep longer ones. What runs too long is stopped by ``Store/interrupt()``.
final class ExpressionLimits {
  /// The most bytes a text can have in an expression.
  static let maximumLength: Int32 = 10_000_000

  private let connection: OpaquePointer

  /// Registers the functions of expressions on the connection of an engine.
  init(_ engine: any Engine) throws(StoreError) {
    guard let engine = engine as? GRDBEngine else {
      throw StoreError(.engine, "this engine has no functions for expressions")
    }
    var connection: OpaquePointer?
    try engine.configure { connection = $0.sqliteConnection }
    guard let connection else { throw StoreError(.engine, "the store is closed") }
    self.connection = connection
    try SQLFunctions.register(on: connection)
    Self.limitMemory()
  }

  /// Runs something with the limits of expressions.
  func apply<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let former = sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Self.maximumLength)
    defer { sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, former) }
    do {
      return try body()
    } catch {
      throw Self.translated(error)
    }
  }

  private static func translated(_ error: StoreError) -> StoreError {
    switch error.message {
    case "string or blob too big":
      StoreError(
        .expression,
        "a text in the expression is longer than \(maximumLength / 1_000_000) million "
          + "bytes")
    case "out of memory":
      StoreError(.expression, "the expression needs too much memory")
    default: error
    }
  }

  /// The place of the last error in what was compiled, in bytes; nil if it has none.
  var errorOffset: Int? {
    let offset = Int(sqlite3_error_offset(connection))
    return offset < 0 ? nil : offset
  }

  /// Lets SQLite fail before the process does, where nobody has set another bound.
  private static func limitMemory() {
    _ = isMemoryLimited
  }

  private static let isMemoryLimited: Bool = {
    guard sqlite3_hard_heap_limit64(-1) == 0 else { return false }
    return sqlite3_hard_heap_limit64(4_000_000_000) == 0
  }()
}

internal import GRDBSQLite

/// What keeps an expression from taking more than its share while it runs.
///
/// The limits on memory and on the length of a text hold only while SQLite evaluates an expression: the
/// store may keep longer texts. One step, from a row to the next, may take ``longestStep``.
final class ExpressionLimits {
  /// The most bytes a text can have in an expression.
  static let maximumLength: Int32 = 10_000_000

  /// The most bytes of memory that SQLite can take, all in all, while one step runs.
  static let maximumHeap: Int64 = 512 << 20

  /// The most time that one step can take, in milliseconds of the store's clock.
  static let longestStep = 30_000

  private let connection: OpaquePointer
  private let watch: StatementWatch
  private let clock: () -> Int
  /// When the step that runs has to end.
  private var deadline = 0
  private var isLate = false

  /// Registers the functions of expressions on the connection of an engine.
  init(_ engine: any Engine, clock: @escaping () -> Int) throws(StoreError) {
    guard let engine = engine as? GRDBEngine else {
      throw StoreError(.engine, "this engine has no functions for expressions")
    }
    connection = engine.connection
    watch = engine.watch
    self.clock = clock
    try SQLFunctions.register(on: connection)
  }

  private var isTimeUp: Bool {
    guard clock() > deadline else { return false }
    isLate = true
    return true
  }

  /// Runs something with the limits of expressions.
  func apply<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let former = sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Self.maximumLength)
    let formerHeap = sqlite3_hard_heap_limit64(Self.maximumHeap)
    deadline = clock() + Self.longestStep
    isLate = false
    watch.isTimeUp = { [unowned self] in isTimeUp }
    defer {
      watch.isTimeUp = nil
      sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, former)
      sqlite3_hard_heap_limit64(formerHeap)
    }
    do {
      return try body()
    } catch {
      throw isLate
        ? StoreError(
          .expression, "this takes longer than \(Self.longestStep / 1000) s and was stopped")
        : Self.translated(error)
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
      StoreError(
        .expression, "this takes more than \(maximumHeap >> 20) MB of memory and was stopped")
    default: error
    }
  }

  /// The place of the last error in what was compiled, in bytes; nil if it has none.
  var errorOffset: Int? {
    let offset = Int(sqlite3_error_offset(connection))
    return offset < 0 ? nil : offset
  }
}

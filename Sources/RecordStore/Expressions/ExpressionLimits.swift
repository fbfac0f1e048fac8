internal import GRDBSQLite

/// What keeps an expression from taking more than its share while it runs.
///
/// The limits hold only while SQLite evaluates an expression: the store may keep longer texts. One
/// step, from a row to the next, may take ``longestStep``.
final class ExpressionLimits {
  /// The most bytes a text can have in an expression.
  static let maximumLength: Int32 = 10_000_000

  /// The most bytes of memory that SQLite can take in one step.
  static let maximumMemory: Int64 = 512 << 20

  /// The most time that one step can take, in milliseconds of the store's clock.
  static let longestStep = 30_000

  private let connection: OpaquePointer
  private let watch: StatementWatch
  private let clock: () -> Int
  /// When the step that runs has to end.
  private var deadline = 0
  /// How much memory may be taken when the step that runs has ended.
  private var allowance: Int64 = 0
  /// What a step has had too much of.
  private var excess: Excess?

  private enum Excess { case time, memory }

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

  private var isTooMuch: Bool {
    if clock() > deadline { excess = .time }
    // All of the process's: a limit of its own no connection has.
    if sqlite3_memory_used() > allowance { excess = .memory }
    return excess != nil
  }

  /// Runs something with the limits of expressions.
  func apply<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let former = sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Self.maximumLength)
    deadline = clock() + Self.longestStep
    allowance = sqlite3_memory_used() + Self.maximumMemory
    excess = nil
    watch.isTimeUp = { [unowned self] in isTooMuch }
    defer {
      watch.isTimeUp = nil
      sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, former)
    }
    do {
      return try body()
    } catch {
      switch excess {
      case .time:
        throw StoreError(
          .expression, "this takes longer than \(Self.longestStep / 1000) s and was stopped")
      case .memory:
        throw StoreError(
          .expression,
          "this takes more than \(Self.maximumMemory >> 20) MB of memory and was stopped")
      case nil: throw Self.translated(error)
      }
    }
  }

  private static func translated(_ error: StoreError) -> StoreError {
    switch error.message {
    case "string or blob too big":
      StoreError(
        .expression,
        "a text in the expression is longer than \(maximumLength / 1_000_000) million "
          + "bytes")
    default: error
    }
  }

  /// The place of the last error in what was compiled, in bytes; nil if it has none.
  var errorOffset: Int? {
    let offset = Int(sqlite3_error_offset(connection))
    return offset < 0 ? nil : offset
  }
}

internal import Expressions
internal import SQLEngine
internal import Values

/// What keeps an expression from taking more than its share while it runs.
///
/// The limits hold only while the engine evaluates an expression: the store may keep longer texts.
/// One step, from a row to the next, may take ``longestStep``.
final class ExpressionLimits {
  /// The most bytes a text can have in an expression.
  static let maximumLength = 10_000_000

  /// The most bytes of memory that the engine can take in one step.
  static let maximumMemory = 512 << 20

  /// The most time that one step can take, in milliseconds of the store's clock.
  static let longestStep = 30_000

  private let engine: Connection
  private let clock: () -> Int
  /// The limits for the engine, which are the same for each step.
  private var limits: EngineLimits?
  /// When the step that runs has to end.
  private var deadline = 0
  /// How much memory may be in use while the step runs.
  private var allowance = 0

  /// Registers the functions of expressions with an engine.
  ///
  /// - Parameter show: How a field shows a value of a kind, of which it is told the definition.
  init(
    _ engine: Connection, clock: @escaping () -> Int,
    showing show: @escaping (SQLValue, String) -> String
  ) throws(StoreError) {
    self.engine = engine
    self.clock = clock
    try engine.register(SQLFunctions.all(showing: show))
    limits = EngineLimits(length: Self.maximumLength) { [unowned self] _ in
      isLate || engine.usedMemory > allowance
    }
  }

  private var isLate: Bool { clock() > deadline }

  /// Runs something with the limits of expressions.
  func apply<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    deadline = clock() + Self.longestStep
    engine.forgetPeakMemory()
    allowance = engine.usedMemory + Self.maximumMemory
    engine.limits = limits
    defer { engine.limits = nil }
    do {
      return try body()
    } catch {
      throw excess(error).map { StoreError(.expression, $0, code: error.code) } ?? error
    }
  }

  /// Says which limit was exceeded; nil where the step failed for another reason.
  private func excess(_ error: StoreError) -> String? {
    if error.cause == .tooLong {
      return
        "a text in the expression is longer than \(Self.maximumLength / 1_000_000) million bytes"
    }
    guard error.cause == .exceeded else { return nil }
    if isLate { return "stopped: this takes longer than \(Self.longestStep / 1000) s" }
    guard engine.peakMemory > allowance else { return nil }
    return "stopped: this takes more than \(Self.maximumMemory >> 20) MB of memory"
  }
}

internal import Expressions
internal import SQLEngine
internal import Values

/// Limits the resources used to evaluate an expression.
///
/// The limits apply only to expressions: the store may contain longer texts.
final class ExpressionLimits {
  static let maximumLength = 10_000_000

  /// Maximum memory in bytes for one step.
  static let maximumMemory = 512 << 20

  /// Maximum time from one row to the next, in milliseconds of the store's clock.
  static let longestStep = 30_000

  private let engine: Connection
  private let clock: () -> Int
  private var limits: EngineLimits?
  private var deadline = 0
  /// The memory that may be in use during the current step, in bytes.
  private var allowance = 0

  /// - Parameter show: Formats a value like a field, given the definition of the value's kind.
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

  private func excess(_ error: StoreError) -> StoreError.Reason? {
    if error.cause == .tooLong { return .longText(bytes: Self.maximumLength) }
    guard error.cause == .exceeded else { return nil }
    if isLate { return .slow(milliseconds: Self.longestStep) }
    return engine.peakMemory > allowance ? .large(bytes: Self.maximumMemory) : nil
  }
}

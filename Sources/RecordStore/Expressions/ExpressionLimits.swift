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

  private let engine: any Engine
  private let clock: () -> Int
  /// The limits for the engine, which are the same for each step.
  private var limits: EngineLimits?
  /// When the step that runs has to end.
  private var deadline = 0
  /// How much memory may be taken when the step that runs has ended.
  private var allowance = 0
  /// What a step has had too much of.
  private var excess: Excess?

  private enum Excess { case time, memory }

  /// Registers the functions of expressions with an engine.
  init(_ engine: any Engine, clock: @escaping () -> Int) throws(StoreError) {
    self.engine = engine
    self.clock = clock
    try engine.register(SQLFunctions.all)
    limits = EngineLimits(length: Self.maximumLength) { [unowned self] in isTooMuch }
  }

  private var isTooMuch: Bool {
    if clock() > deadline { excess = .time }
    if engine.usedMemory > allowance { excess = .memory }
    return excess != nil
  }

  /// Runs something with the limits of expressions.
  func apply<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    deadline = clock() + Self.longestStep
    allowance = engine.usedMemory + Self.maximumMemory
    excess = nil
    engine.limits = limits
    defer { engine.limits = nil }
    do {
      return try body()
    } catch {
      switch excess {
      case .time:
        throw StoreError(
          .expression, "this takes longer than \(Self.longestStep / 1000) s and was stopped",
          code: error.code)
      case .memory:
        throw StoreError(
          .expression,
          "this takes more than \(Self.maximumMemory >> 20) MB of memory and was stopped",
          code: error.code)
      case nil: throw Self.translated(error)
      }
    }
  }

  private static func translated(_ error: StoreError) -> StoreError {
    guard error.isTooLong else { return error }
    return StoreError(
      .expression,
      "a text in the expression is longer than \(maximumLength / 1_000_000) million bytes",
      code: error.code)
  }
}

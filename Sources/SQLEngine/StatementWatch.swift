internal import CSQLite

/// Stops the statements of a connection: when somebody interrupts them, or when they take too much.
final class StatementWatch {
  /// How many instructions of SQLite's are run between two looks.
  private static let instructionsBetweenLooks: Int32 = 100_000

  /// Whether the work is to be stopped; says so once for each interruption.
  var isInterrupted: () -> Bool = { false }
  /// Whether what runs takes more than it may, where that is limited; told whether it is asked for
  /// the first time in a step.
  var isExceeded: ((Bool) -> Bool)?
  private var isNewStep = true
  /// Whether the step was stopped because it takes more than it may.
  private var hasExceeded = false

  /// How many looks a statement that writes has before it can be interrupted: SQLite then rolls the
  /// whole transaction back. The store's own, which change a record each, take less; the triggers of a
  /// stranger's file need not come to an end.
  private static let looksForWriting = 500

  /// How many looks the statement that runs still has before it can be interrupted.
  private var looksLeft = 0

  /// How long to wait for another program that writes, in milliseconds.
  private let patience: Int
  /// How long the present wait has been.
  private var waited = 0
  private var hasGivenUp = false

  init(patience: Int) {
    self.patience = patience
  }

  /// Begins to watch; the connection has to end before the watch.
  func begin(on connection: OpaquePointer) {
    sqlite3_progress_handler(
      connection, Self.instructionsBetweenLooks,
      { watch in
        guard let watch else { return 0 }
        return Unmanaged<StatementWatch>.fromOpaque(watch).takeUnretainedValue().stops() ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
    sqlite3_busy_handler(
      connection,
      { watch, attempt in
        guard let watch else { return 0 }
        let isWaiting = Unmanaged<StatementWatch>.fromOpaque(watch).takeUnretainedValue()
          .wait(Int(attempt))
        return isWaiting ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  func end(on connection: OpaquePointer) {
    sqlite3_progress_handler(connection, 0, nil, nil)
    sqlite3_busy_handler(connection, nil, nil)
  }

  /// Waits a little for another program; false where nobody waits any longer.
  ///
  /// SQLite's own way waits longer and longer. Who does that misses the moment in which a program
  /// leaves the file free that writes all the time, as one does that commits in groups.
  private func wait(_ attempt: Int) -> Bool {
    if attempt == 0 { waited = 0 }
    hasGivenUp = isInterrupted()
    guard !hasGivenUp, waited < patience else { return false }
    waited += 1
    sqlite3_sleep(1)
    return true
  }

  /// Whether an interruption is why the connection has found another program in the way.
  func tookInterruption(_ code: Int32) -> Bool {
    guard code & 0xFF == SQLITE_BUSY, hasGivenUp else { return false }
    hasGivenUp = false
    return true
  }

  /// Whether the statement that runs is to end now.
  func stops() -> Bool {
    if let isExceeded {
      hasExceeded = isExceeded(isNewStep)
      isNewStep = false
      if hasExceeded { return true }
    }
    guard looksLeft == 0 else {
      looksLeft -= 1
      return false
    }
    return isInterrupted()
  }

  /// Takes a step of a statement that only reads.
  func read(_ statement: OpaquePointer) -> Int32 {
    beginStep()
    return waiting {
      sqlite3_step(statement)
    } onceMore: {
      sqlite3_reset(statement)
    }
  }

  /// Does something again as long as a program that writes gets its log ready.
  func waiting(_ step: () -> Int32, onceMore: () -> Void = {}) -> Int32 {
    var code = step()
    var attempt = 0
    while EngineError.isReaderTooEarly(code), wait(attempt) {
      onceMore()
      code = step()
      attempt += 1
    }
    return code
  }

  func beginStep() { (isNewStep, hasExceeded) = (true, false) }

  /// The error of a step, which says whether a limit or somebody has stopped it.
  func error(_ code: Int32, on connection: OpaquePointer?) -> EngineError {
    if tookInterruption(code) { return .interrupted }
    let error = EngineError(code, of: connection)
    return error.kind == .interrupted && hasExceeded ? .exceeded : error
  }

  /// Takes a step of a statement that writes, unless somebody has interrupted it before.
  func write(_ step: () -> Int32) -> Int32 {
    beginStep()
    if isInterrupted() { return SQLITE_INTERRUPT }
    looksLeft = Self.looksForWriting
    defer { looksLeft = 0 }
    return step()
  }
}

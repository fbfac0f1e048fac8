internal import CSQLite

final class StatementWatch {
  private static let instructionsBetweenLooks: Int32 = 100_000

  /// Polled; returns true once for each interruption.
  var isInterrupted: () -> Bool = { false }
  /// The argument is true for the first call in a step.
  var isExceeded: ((Bool) -> Bool)?
  private var isNewStep = true
  private var hasExceeded = false

  /// Number of progress checks before a writing statement can be interrupted, because an
  /// interruption rolls back the whole transaction. The store's own statements change one record
  /// each and need fewer; triggers in a foreign file may never end.
  private static let looksForWriting = 500

  private var looksLeft = 0

  /// How long to wait for another writer, in milliseconds.
  private let patience: Int
  /// Time already waited, in milliseconds.
  private var waited = 0
  private var hasGivenUp = false

  init(patience: Int) { self.patience = patience }

  /// `end(on:)` must be called before the watch is released.
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

  /// Waits 1 ms for another process; returns false to give up.
  ///
  /// SQLite's own handler waits longer and longer, and misses the short gaps between the commits of
  /// a busy writer.
  private func wait(_ attempt: Int) -> Bool {
    if attempt == 0 { waited = 0 }
    hasGivenUp = isInterrupted()
    guard !hasGivenUp, waited < patience else { return false }
    waited += 1
    sqlite3_sleep(1)
    return true
  }

  func tookInterruption(_ code: Int32) -> Bool {
    guard code & 0xFF == SQLITE_BUSY, hasGivenUp else { return false }
    hasGivenUp = false
    return true
  }

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

  func read(_ statement: OpaquePointer) -> Int32 {
    beginStep()
    return waiting {
      sqlite3_step(statement)
    } onceMore: {
      sqlite3_reset(statement)
    }
  }

  /// Repeats a step while another process creates or recovers the log's index.
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

  func error(_ code: Int32, on connection: OpaquePointer?) -> EngineError {
    if tookInterruption(code) { return .interrupted }
    let error = EngineError(code, of: connection)
    return error.kind == .interrupted && hasExceeded ? .exceeded : error
  }

  /// Runs a writing step; checks for an interruption first, while no rollback is needed.
  func write(_ step: () -> Int32) -> Int32 {
    beginStep()
    if isInterrupted() { return SQLITE_INTERRUPT }
    looksLeft = Self.looksForWriting
    defer { looksLeft = 0 }
    return step()
  }
}

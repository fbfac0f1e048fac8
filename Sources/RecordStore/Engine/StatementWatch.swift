internal import GRDBSQLite

/// Stops the statements of a connection: when somebody interrupts them, or when their time is up.
final class StatementWatch {
  /// How many instructions of SQLite's are run between two looks.
  private static let instructionsBetweenLooks: Int32 = 100_000

  /// Whether the work is to be stopped; says so once for each interruption.
  var isInterrupted: () -> Bool = { false }
  /// Whether the time of what runs is up, where it is limited.
  var isTimeUp: (() -> Bool)?

  // SQLite would roll the whole transaction back with a statement that writes. As the store's own
  // change a record each, it is enough to look before them.
  private var isWriting = false

  /// Begins to watch; the connection has to end before the watch.
  func begin(on connection: OpaquePointer) {
    sqlite3_progress_handler(
      connection, Self.instructionsBetweenLooks,
      { watch in
        guard let watch else { return 0 }
        return Unmanaged<StatementWatch>.fromOpaque(watch).takeUnretainedValue().stops ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  func end(on connection: OpaquePointer) { sqlite3_progress_handler(connection, 0, nil, nil) }

  private var stops: Bool { !isWriting && (isTimeUp?() == true || isInterrupted()) }

  /// Takes a step of a statement that writes, unless somebody has interrupted it before.
  func write(_ step: () -> Int32) -> Int32 {
    if isInterrupted() { return SQLITE_INTERRUPT }
    isWriting = true
    defer { isWriting = false }
    return step()
  }
}

internal import Values

/// The index of the history, which is filled by and by: kept by triggers it would double the cost
/// of every change.
extension Store {
  /// How many changes may be missing in the index before they are added.
  static let longestTail = 10_000

  /// Adds what is missing before a transaction is committed, if it has become much.
  ///
  /// In a long history much is more: to add little to a large index costs most of its pages.
  func indexIfLong() throws(StoreError) {
    let low = if let open { open.low } else { try lastChange() }
    if indexed == nil { indexed = try connection.value("SELECT \(Self.indexMark)").integer ?? 0 }
    // Another program may have written any number.
    let mark = max(0, indexed ?? 0)
    guard low - mark > max(Self.longestTail, mark / 2) else { return }
    // Who interrupts the running command does not mean those that wait to be committed.
    let isInterrupted = engine.isInterrupted
    engine.isInterrupted = { false }
    defer { engine.isInterrupted = isInterrupted }
    try fillIndex()
  }

  /// Adds what is missing when a store is closed that has written, unless another program writes.
  func indexWhenClosing() {
    guard hasWritten else { return }
    do {
      let mark = max(0, try engine.value("SELECT \(Self.indexMark)").integer ?? 0)
      guard try lastChange() - mark > Self.longestTail else { return }
      _ = try engine.value("PRAGMA busy_timeout = 0")
      try engine.begin()
      try fillIndex()
      try engine.commit()
    } catch {
      // Readers look through what is missing, so nothing is lost but a little time.
      try? engine.rollback()
    }
  }

  /// Makes the index anew; inside a transaction.
  func remakeIndex() throws(StoreError) {
    try engine.execute("DELETE FROM wb_idx; DELETE FROM wb_state WHERE k = 'indexed'")
    try fillIndex()
  }

  /// Adds what is missing in the index; inside a transaction.
  ///
  /// In the order of the records, so that each page is written once; to sort by the rest too takes
  /// longer than it saves.
  func fillIndex() throws(StoreError) {
    try engine.execute(
      """
      INSERT OR IGNORE INTO wb_idx SELECT rec, prop, seq FROM wb_change
      WHERE seq > \(Self.indexMark) ORDER BY rec;
      INSERT INTO wb_state VALUES('indexed', coalesce((SELECT max(seq) FROM wb_change), 0))
      ON CONFLICT(k) DO UPDATE SET v = excluded.v
      """)
    indexed = try engine.value("SELECT \(Self.indexMark)").integer
  }
}

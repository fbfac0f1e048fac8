internal import Values

/// What fills the index of the history: kept by triggers it would double the cost of every change.
final class IndexWriter {
  /// How many changes may be missing in the index before they are added.
  static let longestTail = 10_000

  private let engine: Connection
  /// Up to where the history is in the index; nil until somebody asks.
  private var indexed: Int?

  init(_ engine: Connection) { self.engine = engine }

  /// Forgets up to where the history is in the index, for that may have been rolled back.
  func forget() { indexed = nil }

  /// Adds what is missing before a transaction is committed, if it has become much.
  ///
  /// In a long history much is more: to add little to a large index costs most of its pages.
  ///
  /// - Parameters:
  ///   - change: The number of the first change that the transaction could have made.
  ///   - isInOrder: Whether the records that were changed come in the order of their numbers.
  func fillIfLong(
    before change: Int, isInOrder: Bool = false, on connection: Connection
  ) throws(StoreError) {
    if indexed == nil { indexed = try connection.value("SELECT \(Schema.indexMark)").integer ?? 0 }
    // Another program may have written any number.
    let mark = max(0, indexed ?? 0)
    guard change - mark > max(Self.longestTail, mark / 2) else { return }
    // Who interrupts the running command does not mean the transactions that await the commit.
    let isInterrupted = engine.isInterrupted
    engine.isInterrupted = { false }
    defer { engine.isInterrupted = isInterrupted }
    try fill(isInOrder: isInOrder)
  }

  /// Adds what is missing when a store is closed that has written, unless another program writes.
  ///
  /// - Parameter lastChange: The number of the newest change.
  func fillWhenClosing(_ lastChange: () throws(StoreError) -> Int) {
    do {
      let mark = max(0, try engine.value("SELECT \(Schema.indexMark)").integer ?? 0)
      guard try lastChange() - mark > Self.longestTail else { return }
      _ = try engine.value("PRAGMA busy_timeout = 0")
      try engine.begin()
      try fill()
      try engine.commit()
    } catch {
      // Readers look through what is missing, so nothing is lost but a little time.
      try? engine.rollback()
    }
  }

  /// Makes the index anew, in a transaction of the engine.
  func remake() throws(StoreError) {
    try engine.execute("DELETE FROM wb_idx; DELETE FROM wb_state WHERE k = 'indexed'")
    try fill()
  }

  /// Adds what is missing in the index.
  ///
  /// In the order of the records, so that each page is written once; to sort by the rest too takes
  /// longer than it saves.
  private func fill(isInOrder: Bool = false) throws(StoreError) {
    try engine.execute(
      """
      INSERT OR IGNORE INTO wb_idx SELECT rec, prop, seq FROM wb_change
      WHERE seq > \(Schema.indexMark)\(isInOrder ? "" : " ORDER BY rec");
      INSERT INTO wb_state VALUES('indexed', coalesce((SELECT max(seq) FROM wb_change), 0))
      ON CONFLICT(k) DO UPDATE SET v = excluded.v
      """)
    indexed = try engine.value("SELECT \(Schema.indexMark)").integer
  }
}

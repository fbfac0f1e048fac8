internal import Values

/// Fills the index of the history in batches; triggers would double the cost of every change.
final class IndexWriter {
  /// Number of unindexed changes up to which no batch is written.
  static let longestTail = 10_000

  private let engine: Connection
  private var indexed: Int?

  init(_ engine: Connection) { self.engine = engine }

  /// A rollback may have removed index entries.
  func forget() { indexed = nil }

  /// Adds missing entries before a commit if there are many.
  ///
  /// The threshold grows with the history, because a small batch touches most pages of a large
  /// index.
  ///
  /// - Parameters:
  ///   - change: The change up to which unindexed changes are counted.
  ///   - isInOrder: Whether the changed records are in the order of their numbers.
  func fillIfLong(
    before change: Int, isInOrder: Bool = false, on connection: Connection
  ) throws(StoreError) {
    if indexed == nil { indexed = try connection.value("SELECT \(Schema.indexMark)").integer ?? 0 }
    // Another program may have written any number into the table.
    let mark = max(0, indexed ?? 0)
    guard change - mark > max(Self.longestTail, mark / 2) else { return }
    // An interruption of the running command must not affect the transactions awaiting the commit.
    let isInterrupted = engine.isInterrupted
    engine.isInterrupted = { false }
    defer { engine.isInterrupted = isInterrupted }
    try fill(isInOrder: isInOrder)
  }

  /// Adds missing entries before the store is closed if there are many, unless another program is
  /// writing.
  func fillWhenClosing(_ lastChange: () throws(StoreError) -> Int) {
    do {
      let mark = max(0, try engine.value("SELECT \(Schema.indexMark)").integer ?? 0)
      guard try lastChange() &- mark > Self.longestTail else { return }
      _ = try engine.value("PRAGMA busy_timeout = 0")
      try engine.begin()
      try fill()
      try engine.commit()
    } catch {
      // Readers scan unindexed changes, so only some speed is lost.
      try? engine.rollback()
    }
  }

  /// Must be called inside an engine transaction.
  func remake() throws(StoreError) {
    try engine.execute("DELETE FROM wb_idx; DELETE FROM wb_state WHERE k = 'indexed'")
    try fill()
  }

  /// In the order of records, each page is written once. Sorting by the other columns too takes
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

internal import SQLEngine
internal import Values

/// Fills the index of the history in batches; triggers would double the cost of every change.
final class IndexWriter {
  /// Number of unindexed changes up to which no batch is written.
  static let longestTail = 10_000
  /// Number of changes that one statement indexes, because the time of a statement is limited.
  private var longestBatch: Int { engine.abilities.needsShortSteps ? 10_000 : 1_000_000 }

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
    try fill(after: mark, isInOrder: isInOrder)
  }

  /// Adds missing entries before the store is closed if there are many, unless another program is
  /// writing.
  func fillWhenClosing(_ lastChange: () throws(StoreError) -> Int) {
    do {
      let mark = max(0, try engine.value("SELECT \(Schema.indexMark)").integer ?? 0)
      guard try lastChange() &- mark > Self.longestTail else { return }
      _ = try engine.value("PRAGMA busy_timeout = 0")
      try engine.begin()
      try fill(after: mark)
      try engine.commit()
    } catch {
      // Readers scan unindexed changes, so only some speed is lost.
      try? engine.rollback()
    }
  }

  /// Must be called inside an engine transaction.
  func remake() throws(StoreError) {
    try engine.execute("DELETE FROM wb_idx; DELETE FROM wb_state WHERE k = 'indexed'")
    try fill(after: 0)
  }

  /// In the order of records, each page is written once. Sorting by the other columns too takes
  /// longer than it saves.
  private func fill(after mark: Int, isInOrder: Bool = false) throws(StoreError) {
    let last = try engine.value("SELECT coalesce(max(seq), 0) FROM wb_change").integer ?? 0
    var mark = mark
    while mark < last {
      var end = last
      // The numbers of another program may have gaps of any size.
      if last - mark > longestBatch {
        end =
          try engine.value(
            "SELECT seq FROM wb_change WHERE seq > ?1 ORDER BY seq LIMIT 1 OFFSET ?2",
            .integer(mark), .integer(longestBatch)
          ).integer ?? last
      }
      try engine.execute(
        """
        INSERT OR IGNORE INTO wb_idx SELECT rec, prop, seq FROM wb_change
        WHERE seq > \(mark) AND seq <= \(end)\(isInOrder ? "" : " ORDER BY rec")
        """)
      mark = end
    }
    try engine.execute(
      """
      INSERT INTO wb_state VALUES('indexed', \(last))
      ON CONFLICT(k) DO UPDATE SET v = excluded.v
      """)
    indexed = last
  }
}

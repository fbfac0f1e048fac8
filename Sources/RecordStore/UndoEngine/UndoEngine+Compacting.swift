internal import Values

extension UndoEngine {
  /// Replaces the history up to a transaction by one transaction that creates the state at its end.
  ///
  /// The new transaction keeps the number and time of the one it replaces; its kind is
  /// ``TransactionKind/compact``. Records and later transactions keep their numbers, and used
  /// numbers are not reused. Earlier states can no longer be read, and this transaction and earlier
  /// ones can no longer be undone. Then the file is rewritten, which makes it smaller.
  ///
  /// - Parameters:
  ///   - number: The transaction with which the history is to begin.
  ///   - entry: The author and reason; its kind is ``TransactionKind/compact``.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` inside a transaction, and if
  ///   the history already begins with this transaction or a later one; of the kind
  ///   ``StoreError/Kind/name`` if the transaction does not exist.
  /// - Complexity: O(*n* log *n*) in the history, and O(*n*) in the size of the file.
  public func compact(
    before number: Int, _ entry: TransactionEntry
  ) throws(StoreError) -> Compaction {
    try journal.checkIsNoPart(.compact)
    var compaction = try journal.transact { () throws(StoreError) in
      // The triggers allow changes of the history only while the row of a transaction is open.
      try journal.record(entry) { _ throws(StoreError) in
        guard try history.transaction(at: .transaction(number)) != history.compactedNumber() else {
          throw StoreError(.refused, .compactedAlready(number))
        }
        return try replaceHistory(before: number, entry)
      }.result
    }
    catalog.forgetFormerColumns()
    compaction.obstacle = rewriteFile()
    return compaction
  }

  private func replaceHistory(
    before number: Int, _ entry: TransactionEntry
  ) throws(StoreError) -> Compaction {
    let end = try history.lastChange(of: number) + 1
    let (low, removed) = try keepState(before: end, as: number)
    try keepDefinitions(through: number)
    let transactions = try engine.value(
      "SELECT count(*) FROM wb_tx WHERE id <= ?1", .integer(number))
    try engine.run("DELETE FROM wb_tx WHERE id < ?1", .integer(number))
    try engine.run(
      """
      UPDATE wb_tx SET clock = nullif(?2, ts), kind = ?3, ref = NULL, source = ?4, cmd = ?5,
        reason = ?6, actor = (SELECT actor FROM wb_tx ORDER BY id DESC LIMIT 1), lo = ?7,
        n = ?8 - ?7 + (SELECT count(*) FROM wb_def WHERE tx = ?1)
      WHERE id = ?1
      """, .integer(number), .integer(catalog.database.clock()),
      .integer(TransactionKind.compact.rawValue),
      SQLValue(entry.source), SQLValue(entry.command), SQLValue(entry.reason), .integer(low),
      .integer(end))
    try engine.execute(
      "DELETE FROM wb_text WHERE id <> 0 AND id NOT IN (SELECT actor FROM wb_tx)")
    try journal.index.remake()
    return Compaction(
      transaction: number, transactions: transactions.integer ?? 0, removed: removed,
      left: end - low)
  }

  /// Replaces the changes by changes that create the state. They end at the same number, so later
  /// changes keep their numbers.
  ///
  /// - Returns: The number of the first new change, and how many changes were removed.
  private func keepState(
    before end: Int, as number: Int
  ) throws(StoreError) -> (low: Int, removed: Int) {
    try engine.execute(
      """
      CREATE TEMP TABLE wb_newest(prop INTEGER, rec INTEGER, new, seq INTEGER,
        PRIMARY KEY(prop, rec)) WITHOUT ROWID;
      CREATE TEMP TABLE wb_kept(place INTEGER PRIMARY KEY, rec, prop, old, new);
      INSERT INTO temp.wb_newest SELECT prop, rec, new, max(seq) FROM wb_change
      WHERE seq < \(end) AND rec IS NOT NULL GROUP BY prop, rec;
      """)
    // If the record with the maximum number of a type was deleted, it is kept as created and
    // deleted, because numbers up to this number must not be reused.
    try engine.execute(
      """
      INSERT INTO temp.wb_kept(rec, prop, old, new)
      SELECT g.rec, g.prop, e.column1, e.column2 FROM (
          SELECT prop, max(rec) AS rec FROM temp.wb_newest
          WHERE prop IN (SELECT id FROM wb_prop WHERE name = '') GROUP BY prop) AS g
        JOIN temp.wb_newest AS n ON n.prop = g.prop AND n.rec = g.rec AND n.new IS NULL
        CROSS JOIN (VALUES(NULL, 1), (1, NULL)) AS e
      ORDER BY g.prop, e.column1;
      INSERT INTO temp.wb_kept(rec, prop, old, new)
      SELECT r.rec, r.prop, NULL, r.new FROM (
        SELECT rec, prop, new, seq AS born, 0 AS place FROM temp.wb_newest
        WHERE new IS NOT NULL AND prop IN (SELECT id FROM wb_prop WHERE name = '')
        UNION ALL
        SELECT v.rec, v.prop, v.new, e.seq, 1 FROM temp.wb_newest AS v
          JOIN wb_prop AS p ON p.id = v.prop AND p.name <> ''
          JOIN wb_prop AS x ON x.type = p.type AND x.name = ''
          JOIN temp.wb_newest AS e ON e.prop = x.id AND e.rec = v.rec AND e.new IS NOT NULL
        WHERE v.new IS NOT NULL) AS r
      ORDER BY r.born, r.place, r.prop
      """)
    let count = try engine.value("SELECT count(*) FROM temp.wb_kept").integer ?? 0
    let low = end - count
    guard low > 0 else { throw StoreError(.refused, .fact(.incompactable)) }
    try engine.run("DROP TABLE temp.wb_newest")
    try engine.run("DELETE FROM wb_source WHERE seq < ?1", .integer(end))
    try engine.run("DELETE FROM wb_change WHERE seq < ?1", .integer(end))
    let removed = engine.changedRows
    try engine.run(
      """
      INSERT INTO wb_change(seq, tx, rec, prop, old, new)
      SELECT ?1 + place, ?2, rec, prop, old, new FROM temp.wb_kept ORDER BY place
      """, .integer(low - 1), .integer(number))
    try engine.run("DROP TABLE temp.wb_kept")
    return (low, removed)
  }

  /// Keeps only the definitions in force after the transaction, in the order of their first
  /// definition.
  private func keepDefinitions(through number: Int) throws(StoreError) {
    try engine.run(
      """
      UPDATE wb_def SET tx = ?1, old = NULL, new = (SELECT d.new FROM wb_def AS d
        WHERE d.object = wb_def.object AND d.tx <= ?1 ORDER BY d.seq DESC LIMIT 1)
      WHERE seq IN (SELECT min(seq) FROM wb_def WHERE tx <= ?1 GROUP BY object)
      """, .integer(number))
    try engine.run(
      """
      DELETE FROM wb_def WHERE tx <= ?1
        AND seq NOT IN (SELECT min(seq) FROM wb_def WHERE tx <= ?1 GROUP BY object)
      """, .integer(number))
    // Definitions dropped by then have no text left.
    try engine.run("DELETE FROM wb_def WHERE tx <= ?1 AND new IS NULL", .integer(number))
  }
}

/// The result of compacting the history.
public struct Compaction: Hashable, Sendable {
  /// The transaction with which the history now begins.
  public var transaction: Int
  /// The number of replaced transactions, including ``transaction``.
  public var transactions: Int
  /// The number of removed changes of values and records.
  public var removed: Int
  /// The number of remaining changes in the compacted part: one for each existing record and value,
  /// and two for each type whose record with the maximum number was deleted.
  public var left: Int
  /// The reason why the file could not be rewritten; otherwise nil.
  public var obstacle: StoreError?
}

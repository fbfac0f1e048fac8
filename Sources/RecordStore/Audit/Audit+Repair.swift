internal import Records

extension Audit {
  /// Recreates lost tables and views whose contents can be derived, and triggers and indexes that
  /// another program has changed; records unrecorded changes; rebuilds damaged indexes and the
  /// index of the history; corrects the change counts of transactions and the used record numbers.
  ///
  /// The repair is a transaction of the kind ``TransactionKind/gap``, which contains the unrecorded
  /// changes; if the entry has no reason, the reason lists the repairs. Another transaction of the
  /// author normalizes texts to Unicode NFC. If a step fails, it is rolled back and the other steps
  /// continue. Damage that cannot be repaired is left unchanged.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` inside a transaction; nothing
  ///   is changed then.
  /// - Complexity: O(*n* log *n*) in the length of the history.
  public func repair(_ entry: TransactionEntry) throws(StoreError) -> Repair {
    try journal.checkIsNoPart(.repair)
    try journal.endGroup()
    let found = try check()
    guard !found.isEmpty || !catalog.notices.isEmpty else {
      return Repair(deeds: [], mended: [], left: [])
    }
    // The repair before a regular write is skipped, because it may fail on this file.
    let (deeds, number) = try journal.transact(mends: false) { () throws(StoreError) in
      try mendAll(entry)
    }
    let count = try composeTexts(entry)
    let texts =
      count == 0
      ? []
      : ["\(count.counted("text")) \(count == 1 ? "was" : "were") normalised to Unicode NFC"]
    let left = try check()
    return Repair(
      deeds: deeds + texts, mended: found.filter { !left.contains($0) }, left: left,
      transaction: number)
  }

  private func mendAll(
    _ entry: TransactionEntry
  ) throws(StoreError) -> (deeds: [String], transaction: Int?) {
    var deeds: [String] = []
    func attempt(_ step: () throws(StoreError) -> [String]) throws(StoreError) {
      try engine.savepoint()
      do throws(StoreError) {
        let done = try step()
        try engine.release()
        deeds += done
      } catch {
        if error.kind == .interrupted || !engine.isInTransaction { throw error }
        try engine.rollbackToSavepoint()
      }
    }
    try catalog.follow()
    try attempt(restoreTables)
    // The author is unknown, because the person repairing did not make the changes.
    var gap = entry
    gap.kind = .gap
    let number = try journal.record(gap, actor: 0) { transaction throws(StoreError) in
      try attempt { () throws(StoreError) in
        let found = try objectIssues().count + catalog.notices.count
        let lacking = try catalog.notices.isEmpty ? [] : catalog.restoreColumns()
        try catalog.recordDifferences()
        if catalog.isOlder { try catalog.markFile() }
        try catalog.restoreSchema(lacking: lacking)
        let left = try objectIssues().count
        guard catalog.notices.isEmpty, left < found else { return [] }
        return ["the triggers and indexes were recreated"]
      }
      if try journal.lastChange() >= transaction.low {
        deeds.append("unrecorded changes were recorded as #\(transaction.number)")
      }
      try attempt(rebuildIndexes)
      try attempt(mendCounts)
      try attempt(mendIndex)
      try attempt { () throws(StoreError) in
        try catalog.readLastValues()
        return []
      }
      for table in allTables where table.damage == nil {
        try attempt { () throws(StoreError) in try mendNumbers(of: table) }
      }
      if !deeds.isEmpty {
        transaction.keep(reason: entry.reason ?? deeds.joined(separator: "; "))
      }
    }.number
    return (deeds, deeds.isEmpty ? nil : number)
  }

  /// If `wb_text` is missing, the names of the actors are lost.
  private func restoreTables() throws(StoreError) -> [String] {
    let rows = try engine.rows("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")
    let present = Set(rows.compactMap { $0[0].text })
    var restored: [String] = []
    for object in Schema.objects where !present.contains(object.name) {
      switch object.name {
      case "wb_idx", "wb_victim", "wb_source", "history", Schema.foreignView.name:
        try engine.execute(object.sql)
      case "wb_text":
        try engine.execute(
          """
          \(object.sql);
          INSERT INTO wb_text VALUES(0, \(Schema.otherProgram.asSQLText));
          INSERT INTO wb_text
            SELECT DISTINCT actor, '(unknown actor ' || actor || ')' FROM wb_tx WHERE actor <> 0
          """)
      default: continue
      }
      restored.append(object.name)
    }
    guard !restored.isEmpty else { return [] }
    try catalog.noteNewSchema()
    return ["\(restored.joined(separator: ", ")) \(restored.count == 1 ? "was" : "were") recreated"]
  }

  private func rebuildIndexes() throws(StoreError) -> [String] {
    guard try integrityIssues().contains(where: { $0.finding.contains(" index ") }) else {
      return []
    }
    try engine.execute("REINDEX")
    return ["the indexes of the tables were rebuilt"]
  }

  private func mendCounts() throws(StoreError) -> [String] {
    try engine.run(
      """
      UPDATE wb_tx SET n = counted.n FROM (
        SELECT t.id, coalesce(c.n, 0) + coalesce(d.n, 0) AS n
        FROM wb_tx AS t
          LEFT JOIN (SELECT tx, count(*) AS n FROM wb_change GROUP BY tx) AS c ON c.tx = t.id
          LEFT JOIN (SELECT tx, count(*) AS n FROM wb_def GROUP BY tx) AS d ON d.tx = t.id
        ) AS counted
      WHERE counted.id = wb_tx.id AND wb_tx.id <> ?1
        AND (wb_tx.n IS NULL OR wb_tx.n >= 0 AND wb_tx.n <> counted.n)
      """, SQLValue(journal.openNumber))
    return engine.changedRows > 0 ? ["the changes of the transactions were recounted"] : []
  }

  private func mendIndex() throws(StoreError) -> [String] {
    guard try !indexIssues().isEmpty else { return [] }
    try journal.index.remake()
    return ["the index of the history was rebuilt"]
  }

  private func mendNumbers(of table: Table) throws(StoreError) -> [String] {
    guard try !numberIssues(table).isEmpty else { return [] }
    let used = try engine.value(
      "SELECT max(rec) FROM wb_change WHERE prop = \(table.existence)")
    try engine.run("DELETE FROM sqlite_sequence WHERE name = ?1", .text(table.plainName))
    try engine.run(
      "INSERT INTO sqlite_sequence(name, seq) VALUES(?1, ?2)", .text(table.plainName), used)
    return ["the used record numbers of \(table.type.name.asName) were recorded again"]
  }
}

/// The result of a repair.
public struct Repair: Hashable, Sendable {
  /// The completed repairs, in words for users.
  public var deeds: [String]
  /// The findings that were repaired.
  public var mended: [IntegrityIssue]
  /// The remaining findings.
  public var left: [IntegrityIssue]
  /// The transaction that records the repairs except the normalization of texts; nil if there were
  /// no such repairs.
  public var transaction: Int?
}

internal import Records

extension Store {
  /// Mends what can be mended: triggers and indexes that another program has changed, changes that
  /// nothing recorded, the index of the history, the counts of the transactions, and the numbers
  /// that were given.
  ///
  /// Changes that nothing recorded become a transaction of the kind ``TransactionKind/gap``. What
  /// cannot be mended is left as it is, and ``check()`` names it.
  ///
  /// - Returns: What was mended, in plain words.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` inside a transaction; nothing
  ///   is changed then.
  /// - Complexity: O(*n* log *n*) in the length of the history.
  public func repair(_ entry: TransactionEntry) throws(StoreError) -> [String] {
    guard open == nil, !options.isTrial else {
      throw StoreError(.refused, "the store cannot be repaired inside a transaction")
    }
    try endGroup()
    try beginEngine()
    do {
      let mended = try mendAll(entry)
      try saveNewSchema()
      try engine.commit()
      hasWritten = true
      return mended
    } catch {
      open = nil
      try? engine.rollback()
      throw error
    }
  }

  private func mendAll(_ entry: TransactionEntry) throws(StoreError) -> [String] {
    var mended: [String] = []
    let hadNotices = try !objectFindings().isEmpty
    let hasRecorded = try mendIfNeeded()
    if hadNotices, notices.isEmpty { mended.append("the triggers and indexes were recreated") }
    // What is left is what was changed while the triggers looked whole.
    // Who repairs is not who changed it.
    var gap = entry
    gap.kind = .gap
    gap.reason = gap.reason ?? "found by check --repair"
    try openRow(gap, actor: 0)
    try recordDifferences()
    let recorded = try sealRow()
    open = nil
    if let recorded {
      mended.append("unrecorded changes were recorded as #\(recorded)")
    } else if hasRecorded {
      let number = try engine.value("SELECT max(id) FROM wb_tx").integer ?? 0
      mended.append("unrecorded changes were recorded as #\(number)")
    }
    if try mendCounts() { mended.append("the changes of the transactions were recounted") }
    if try mendIndex() { mended.append("the index of the history was rebuilt") }
    for type in types where try mendNumbers(of: table(type.name)) {
      mended.append("the numbers of \(type.name.asName) that were given are known again")
    }
    return mended
  }

  /// Counts the changes of transactions anew whose count is not theirs.
  private func mendCounts() throws(StoreError) -> Bool {
    try engine.run(
      """
      UPDATE wb_tx SET n = counted.n FROM (
        SELECT t.id, coalesce(c.n, 0) + coalesce(d.n, 0) AS n
        FROM wb_tx AS t
          LEFT JOIN (SELECT tx, count(*) AS n FROM wb_change GROUP BY tx) AS c ON c.tx = t.id
          LEFT JOIN (SELECT tx, count(*) AS n FROM wb_def GROUP BY tx) AS d ON d.tx = t.id
        ) AS counted
      WHERE counted.id = wb_tx.id AND (wb_tx.n IS NULL OR wb_tx.n >= 0 AND wb_tx.n <> counted.n)
      """)
    return engine.changedRows > 0
  }

  /// Makes the index anew if something is missing in it, or too much.
  private func mendIndex() throws(StoreError) -> Bool {
    guard try !indexFindings().isEmpty else { return false }
    try remakeIndex()
    return true
  }

  /// Notes the greatest number that a record of the type ever had.
  private func mendNumbers(of table: Table) throws(StoreError) -> Bool {
    guard try !numberFindings(table).isEmpty else { return false }
    let used = try engine.value(
      "SELECT max(rec) FROM wb_change WHERE prop = \(table.existence)")
    try engine.run("DELETE FROM sqlite_sequence WHERE name = ?1", .text(table.type.name))
    try engine.run(
      "INSERT INTO sqlite_sequence(name, seq) VALUES(?1, ?2)", .text(table.type.name), used)
    return true
  }
}

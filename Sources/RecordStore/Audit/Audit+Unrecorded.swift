public import Records

extension Audit {
  /// Returns the differences between a record and its history, worded like the issues of
  /// ``Store/check()``; empty if the record does not exist.
  ///
  /// - Complexity: O(*p* log *n*) in the changes for *p* properties.
  public func unrecordedChanges(of id: RecordID) throws(StoreError) -> [IntegrityIssue] {
    let table = try table(id.type)
    let newest = try history.newestChanges(
      of: id.number, table.recorded, through: journal.lastChange())
    var findings: [IntegrityIssue] = []
    for column in table.columns {
      let value = "wb_t.\(column.name)"
      let rows = try engine.rows(
        """
        SELECT wb_c.new, \(value), wb_c.tx
        FROM \(table.name) AS wb_t LEFT JOIN wb_change AS wb_c ON wb_c.seq = ?2
        WHERE wb_t.id = ?1
          AND (\(value) IS NOT wb_c.new COLLATE BINARY OR typeof(\(value)) <> typeof(wb_c.new))
        """, [.integer(id.number), SQLValue(newest[column.number])])
      for row in rows {
        findings.append(
          Self.unrecorded(
            id, column.historyName, kind: column.property?.kind, history: row[0], present: row[1],
            after: row[2].integer))
      }
    }
    return findings
  }

  /// Returns the differences between all records and their histories, worded like the issues of
  /// ``Store/check()``.
  ///
  /// - Complexity: O(*n* log *n*) in the length of the history.
  public func unrecordedChanges() throws(StoreError) -> [IntegrityIssue] {
    try catalog.readLastValues()
    var findings: [IntegrityIssue] = []
    for table in allTables {
      if table.damage == nil { findings += try presentIssues(table) }
    }
    return findings
  }
}

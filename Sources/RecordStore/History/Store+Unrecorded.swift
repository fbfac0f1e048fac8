public import Records

/// What nothing recorded: another program can change records while the triggers are gone.
extension Store {
  /// The values of a record that its history does not end with, in the words of ``check()``; none
  /// if there is no such record.
  ///
  /// - Complexity: O(*p* log *n*) in the changes for *p* properties.
  public func unrecordedChanges(of id: RecordID) throws(StoreError) -> [Finding] {
    let table = try table(id.type)
    let newest = try newestChanges(of: id.number, table.recorded, through: lastChange())
    return try unrecordedChanges(of: id, table, newest)
  }

  /// The same, with the newest change of each property.
  func unrecordedChanges(
    of id: RecordID, _ table: Table, _ newest: [Int: Int]
  ) throws(StoreError) -> [Finding] {
    guard try hasUnrecordedChange(id, table, newest) else { return [] }
    var findings: [Finding] = []
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

  /// Whether a value of a record is another than that of its newest change: all of them compared by
  /// one statement, for almost always there is none.
  private func hasUnrecordedChange(
    _ id: RecordID, _ table: Table, _ newest: [Int: Int]
  ) throws(StoreError) -> Bool {
    guard !table.columns.isEmpty else { return false }
    let differences = table.columns.enumerated().map { index, column in
      let value = "wb_t.\(column.name)"
      let new = "(SELECT new FROM wb_change WHERE seq = ?\(index + 2))"
      return "\(value) IS NOT \(new) COLLATE BINARY OR typeof(\(value)) <> typeof(\(new))"
    }
    // A list, for so many properties as a type can have would be too deep an expression with OR.
    let sql =
      "SELECT 1 IN (\(differences.joined(separator: ", "))) FROM \(table.name) AS wb_t "
      + "WHERE wb_t.id = ?1"
    let statement = try engine.statement(sql)
    try statement.bind(
      [.integer(id.number)] + table.columns.map { SQLValue(newest[$0.number]) })
    defer { statement.reset() }
    return try statement.step() && statement.column(0) == .integer(1)
  }

  /// Everything in the records that their histories do not end with, in the words of ``check()``.
  ///
  /// - Complexity: O(*n* log *n*) in the length of the history.
  public func unrecordedChanges() throws(StoreError) -> [Finding] {
    var findings: [Finding] = []
    for type in types {
      let table = try table(type.name)
      if table.damage == nil { findings += try presentFindings(table) }
    }
    return findings
  }
}

internal import Records

/// SQLite enforces foreign keys only for connections that enable them.
extension Audit {
  func referenceIssues(_ table: Table) throws(StoreError) -> [IntegrityIssue] {
    var found: [IntegrityIssue] = []
    for property in table.type.properties {
      guard let missing = property.kind.recordType, tables[missing] == nil else { continue }
      found.append(
        IntegrityIssue(
          "\(missing.asName) is not defined, but \(table.type.name.asName).\(property.name.asName) "
            + "refers to it", property: property.name))
    }
    for column in table.columns {
      guard let type = column.target, let target = tables[type] else { continue }
      found += try danglingIssues(table, column, target)
    }
    return try found + sharedItemIssues(table) + ringIssues(table)
  }

  private func ringIssues(_ table: Table) throws(StoreError) -> [IntegrityIssue] {
    guard let ring = OwnerRing(of: table, among: tables) else { return [] }
    let rows = try engine.rows(ring.records)
    return rows.map { row in
      IntegrityIssue(
        "the record belongs to itself, in a cycle of owners",
        record: RecordID(table.type.name, row[0].integer ?? 0))
    }
  }

  private func danglingIssues(
    _ table: Table, _ column: TableColumn, _ target: Table
  ) throws(StoreError) -> [IntegrityIssue] {
    let rows = try engine.rows(
      """
      SELECT wb_t.id, wb_t.\(column.name) FROM \(table.name) AS wb_t WHERE wb_t.\(column.name) IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM \(target.name) AS wb_o WHERE wb_o.id = wb_t.\(column.name))
      ORDER BY wb_t.id
      """)
    guard !rows.isEmpty else { return [] }
    let given = try newestTransactions(of: column.number)
    let ended = try newestTransactions(of: target.existence)
    return rows.map { row in
      let gone = Storage.reference(target.type.name).value(row[1])?.description ?? "nil"
      let transactions = [
        row[0].integer.flatMap { given[$0] }, row[1].integer.flatMap { ended[$0] },
      ]
      return IntegrityIssue(
        "\(column.historyName.asName) is \(gone), which no longer exists",
        record: RecordID(table.type.name, row[0].integer ?? 0), property: column.historyName,
        transaction: transactions.compactMap { $0 }.max())
    }
  }

  private func newestTransactions(of property: Int) throws(StoreError) -> [Int: Int] {
    let rows = try engine.rows(
      "SELECT rec, max(tx) FROM wb_change WHERE prop = \(property) GROUP BY rec")
    return Dictionary(
      rows.map { ($0[0].integer ?? 0, $0[1].integer ?? 0) }, uniquingKeysWith: { $1 })
  }

  private func sharedItemIssues(_ table: Table) throws(StoreError) -> [IntegrityIssue] {
    let owners = table.links.compactMap(table.ownerColumn)
    guard owners.count > 1 else { return [] }
    let count = owners.map { "(\($0.name) IS NOT NULL)" }.joined(separator: " + ")
    let rows = try engine.rows(
      "SELECT id FROM \(table.name) WHERE \(count) > 1 ORDER BY id")
    return rows.map { row in
      IntegrityIssue(
        "the record is in several lists, but a record has only one owner",
        record: RecordID(table.type.name, row[0].integer ?? 0))
    }
  }
}

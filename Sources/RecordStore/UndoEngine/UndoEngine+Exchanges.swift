internal import Values

/// Records that swap unique values cannot be updated one by one.
extension UndoEngine {
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/conflict`` if values are not unique
  ///   afterwards; the transaction must then be rolled back.
  func withoutUniqueIndexes(
    of tables: [Table], _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    let indexes = tables.flatMap { table in
      table.columns.filter(\.isUnique).compactMap { column in
        column.index(on: table.name).map { (index: $0, table) }
      }
    }
    for (index, _) in indexes { try engine.execute("DROP INDEX IF EXISTS \(index.name)") }
    try body()
    for (index, table) in indexes { try catalog.make(index, of: table) }
    try catalog.noteNewSchema()
  }

  /// Returns the tables in which a transaction gave a record a unique value that another record
  /// still had. Such changes are possible only within ``withoutUniqueIndexes(of:_:)``, and must be
  /// undone in the same way.
  ///
  /// - Parameter inAnyOrder: Whether to include values that the other record had already given up.
  func tablesOfExchanges(
    in link: History.Link, _ owners: [Int: Table], inAnyOrder: Bool
  ) throws(StoreError) -> [Table] {
    var unique: [Int: Table] = [:]
    for table in owners.values {
      for column in table.columns where column.isUnique { unique[column.number] = table }
    }
    guard !unique.isEmpty else { return [] }
    let list = unique.keys.sorted().map(String.init).joined(separator: ", ")
    let rows = try engine.rows(
      """
      SELECT DISTINCT x.prop FROM wb_change AS x JOIN wb_change AS y
        ON y.prop = x.prop AND y.new = x.old COLLATE NOCASE AND y.rec <> x.rec
          AND y.seq BETWEEN ?1 AND \(inAnyOrder ? "?2" : "x.seq")
      WHERE x.seq BETWEEN ?1 AND ?2 AND x.prop IN (\(list)) AND x.old IS NOT NULL
      """, [.integer(link.changes.lowerBound), .integer(link.changes.upperBound &- 1)],
      isKept: true)
    var tables: [Table] = []
    for table in rows.compactMap({ $0[0].integer.flatMap { unique[$0] } })
    where !tables.contains(where: { $0 === table }) {
      tables.append(table)
    }
    return tables
  }
}

internal import Records

extension Catalog {
  func values(of id: RecordID) throws(StoreError) -> [Value?]? {
    let table = try table(id.type)
    guard let row = try row(id, table) else { return nil }
    return row.indices.map { table.storages[$0].value(row[$0]) }
  }

  func row(_ id: RecordID, _ table: Table) throws(StoreError) -> [SQLValue]? {
    try table.checkIsWhole()
    // Expressions may need functions, which are registered with the limits.
    if !table.calculated.isEmpty { _ = try limits() }
    if table.calculatesInSteps { return try rowInSteps(id, table) }
    let statement = try table.selection(by: engine)
    try statement.bind([.integer(id.number)])
    do throws(StoreError) {
      guard try statement.step() else { return nil }
      defer { statement.reset() }
      return table.readings.indices.map(statement.column)
    } catch {
      guard error.kind == .expression, !table.calculated.isEmpty else { throw error }
      return try rowInSteps(id, table)
    }
  }

  private func rowInSteps(_ id: RecordID, _ table: Table) throws(StoreError) -> [SQLValue]? {
    let readings = table.readingsOfColumns.joined(separator: ", ")
    let rows = try engine.rows(
      "SELECT \(readings) FROM \(table.name) WHERE id = ?1", [.integer(id.number)])
    return try rows.first.map { (row) throws(StoreError) in
      try calculating(row, of: id.number, table).values
    }
  }

  /// Calculates the properties without a column, in dependency order. A value that fails is nil,
  /// and the other values are still calculated. The errors are keyed by property index.
  func calculating(
    _ values: [SQLValue], of number: Int, _ table: Table
  ) throws(StoreError) -> (values: [SQLValue], failures: [Int: StoreError]) {
    var values = values
    var failures: [Int: StoreError] = [:]
    for column in try computedColumns(of: table).inOrder where !column.isColumn {
      let operands = column.reads.sorted().filter(table.calculated.contains)
        .compactMap(table.type.index)
      do throws(StoreError) {
        if let failure = operands.lazy.compactMap({ failures[$0] }).first { throw failure }
        values[column.index] = try limits().apply { () throws(StoreError) in
          let statement = try column.step.prepared(by: engine, Self.step(column, operands, table))
          try statement.bind([.integer(number)] + operands.map { values[$0] })
          defer { statement.reset() }
          return try statement.step() ? statement.column(0) : .null
        }
      } catch {
        guard error.kind == .expression else { throw error }
        (values[column.index], failures[column.index]) = (.null, error)
      }
    }
    return (values, failures)
  }

  /// Parameter ?1 is the record number; the values of the properties without a column that the
  /// expression reads follow.
  private static func step(
    _ column: ComputedColumn, _ operands: [Int], _ table: Table
  ) -> String {
    guard !operands.isEmpty else { return "SELECT \(column.sql) FROM \(table.name) WHERE id = ?" }
    let values = operands.enumerated().map { place, index in
      let name = table.type.properties[index].name.asSQLName
      return ", CAST(?\(place + 2) AS \(table.storages[index].columnType)) AS \(name)"
    }
    return
      "SELECT \(column.sql) FROM (SELECT *\(values.joined()) FROM \(table.name) WHERE id = ?1) "
      + "AS \(table.name)"
  }

  func exists(_ id: RecordID) throws(StoreError) -> Bool {
    try exists(id, try table(id.type))
  }

  func exists(_ id: RecordID, _ table: Table) throws(StoreError) -> Bool {
    try table.checkIsWhole()
    let statement = try table.presence(by: engine)
    try statement.bind(.integer(id.number), at: 1)
    defer { statement.reset() }
    return try statement.step()
  }

  func existing(_ ids: [RecordID]) throws(StoreError) -> Set<RecordID> {
    var existing: Set<RecordID> = []
    for (type, ids) in Dictionary(grouping: ids, by: \.type) {
      guard let table = tables[type] else { continue }
      try table.checkIsWhole()
      let statement = try engine.statement(
        "SELECT t.id FROM json_each(?1) AS n CROSS JOIN \(table.name) AS t ON t.id = n.value")
      try statement.bind([.text("[\(ids.map { String($0.number) }.joined(separator: ","))]")])
      while try statement.step() {
        if let number = statement.column(0).integer { existing.insert(RecordID(type, number)) }
      }
    }
    return existing
  }

  func missing(_ id: RecordID) -> StoreError { StoreError(.name, .noRecord(id)) }

  func unknown(_ property: String, _ table: Table) -> StoreError {
    StoreError(
      .name, .noProperty(property, of: table.type.name),
      candidates: table.type.properties.map(\.name))
  }

  /// Returns the number of values that dropping the property would remove, not counting nil, empty
  /// lists, computed values and records in lists.
  public func countValues(of property: String, in type: String) throws(StoreError) -> Int {
    let table = try table(type)
    guard let index = table.type.index(of: property),
      let column = table.column(ofNumber: table.properties[index]),
      table.type.properties[index].computation == nil
    else { return 0 }
    let isEmpty = table.type.properties[index].kind.isList ? " IN ('[]')" : " IS NULL"
    return try engine.value(
      "SELECT count(\(column.name)) FROM \(table.name) WHERE (\(column.name)\(isEmpty)) IS NOT TRUE"
    ).integer ?? 0
  }
}

internal import Records

/// What is read of the records that there are.
extension Catalog {
  /// The values of a record, one for each property of its type; nil if there is no such record.
  func values(of id: RecordID) throws(StoreError) -> [Value?]? {
    let table = try table(id.type)
    guard let row = try row(id, table) else { return nil }
    return row.indices.map { table.storages[$0].value(row[$0]) }
  }

  /// The values of a record as they are stored.
  func row(_ id: RecordID, _ table: Table) throws(StoreError) -> [SQLValue]? {
    try table.checkIsWhole()
    // What is calculated may need the functions that come with the limits.
    if !table.calculated.isEmpty { _ = try limits() }
    let statement = try table.selection(by: engine)
    try statement.bind([.integer(id.number)])
    do throws(StoreError) {
      guard try statement.step() else { return nil }
      defer { statement.reset() }
      return table.readings.indices.map(statement.column)
    } catch {
      guard error.kind == .expression, !table.calculated.isEmpty else { throw error }
      let readings = table.readingsOfColumns.joined(separator: ", ")
      let rows = try engine.rows(
        "SELECT \(readings) FROM \(table.name) WHERE id = ?1", [.integer(id.number)])
      return try rows.first.map { (row) throws(StoreError) in
        try calculating(row, of: id.number, table)
      }
    }
  }

  /// The values of a record with those of the properties that no column has, each calculated by
  /// itself; one that cannot be calculated is nil, so that it keeps nobody from the others.
  func calculating(
    _ values: [SQLValue], of number: Int, _ table: Table
  ) throws(StoreError) -> [SQLValue] {
    var values = values
    for (index, property) in table.type.properties.enumerated()
    where table.calculated.contains(property.name) {
      do throws(StoreError) {
        values[index] = try calculation(of: index, number, table)
      } catch {
        guard error.kind == .expression else { throw error }
        values[index] = .null
      }
    }
    return values
  }

  /// What a property that no column has comes to for a record.
  func calculation(
    of index: Int, _ number: Int, _ table: Table
  ) throws(StoreError) -> SQLValue {
    try limits().apply { () throws(StoreError) in
      try engine.value(
        "SELECT \(table.readings[index]) FROM \(table.name) WHERE id = ?1", .integer(number))
    }
  }

  /// Whether there is such a record.
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

  /// Those of the records that exist.
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

  /// That there is no such record.
  func missing(_ id: RecordID) -> StoreError { StoreError(.name, "there is no \(id)") }

  /// That a type has no such property.
  func unknown(_ property: String, _ table: Table) -> StoreError {
    StoreError(
      .name, "no such property: \(table.type.name.asName) has no \"\(property)\"",
      candidates: table.type.properties.map(\.name))
  }

  /// How many values a property has that `drop` would take: no nil, no empty list, and nothing that
  /// is computed or a record in a list.
  func countValues(of property: String, in type: String) throws(StoreError) -> Int {
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

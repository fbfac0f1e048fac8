public import Records

extension Store {
  /// Makes a record of values that were validated, one for each property of the type.
  ///
  /// Inside a transaction.
  ///
  /// - Returns: The number of the record.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/conflict`` if another record has a value
  ///   that must be unique.
  public func create(_ type: String, _ values: [Value?]) throws(StoreError) -> Int {
    try checkAlive()
    let table = try table(type)
    precondition(values.count == table.columns.count, "a record has a value for each property")
    noteChange(of: table)
    let statement = try insertion(of: table)
    do {
      try statement.run(values.indices.map { table.storages[$0].stored(values[$0]) })
    } catch {
      throw clash(error, table, nil, Array(zip(values.indices, values)))
    }
    return engine.lastInsertedID
  }

  private func insertion(of table: Table) throws(StoreError) -> any EngineStatement {
    if let statement = table.insertion { return statement }
    let columns = table.columns
    let statement = try engine.prepare(
      columns.isEmpty
        ? "INSERT INTO \(table.name) DEFAULT VALUES"
        : "INSERT INTO \(table.name)(\(columns.joined(separator: ", "))) VALUES("
          + Array(repeating: "?", count: columns.count).joined(separator: ", ") + ")")
    table.insertion = statement
    return statement
  }

  /// Gives some properties of a record other values, which were validated.
  ///
  /// Inside a transaction. Properties that have the value already are left alone.
  ///
  /// - Throws: ``StoreError`` if there is no such record or property, or of the kind
  ///   ``StoreError/Kind/conflict`` if another record has a value that must be unique.
  public func update(_ id: RecordID, _ values: [String: Value?]) throws(StoreError) {
    try checkAlive()
    let table = try table(id.type)
    noteChange(of: table)
    var changes: [(Int, Value?)] = []
    for (name, value) in values {
      guard let index = table.type.index(of: name) else {
        throw StoreError(
          .name, "no such property: \(table.type.name.asName) has no \"\(name)\"",
          candidates: table.type.properties.map(\.name))
      }
      changes.append((index, value))
    }
    guard changes.count > 1 else {
      if let (index, value) = changes.first {
        try update(id, table, index, value)
      } else if try !exists(id, table) {
        throw missing(id)
      }
      return
    }
    changes.sort { $0.0 < $1.0 }
    try update(id, table, changes)
  }

  private func update(
    _ id: RecordID, _ table: Table, _ index: Int, _ value: Value?
  ) throws(StoreError) {
    let statement: any EngineStatement
    if let kept = table.updates[index] {
      statement = kept
    } else {
      let column = table.columns[index]
      statement = try engine.prepare(
        "UPDATE \(table.name) SET \(column) = ?1 WHERE id = ?2 AND \(column) IS NOT ?1")
      table.updates[index] = statement
    }
    do {
      try statement.run([table.storages[index].stored(value), .integer(id.number)])
    } catch {
      throw clash(error, table, id.number, [(index, value)])
    }
    if engine.changedRows == 0, try !exists(id, table) { throw missing(id) }
  }

  private func update(
    _ id: RecordID, _ table: Table, _ changes: [(Int, Value?)]
  ) throws(StoreError) {
    guard let present = try row(id, table) else { throw missing(id) }
    let changes = changes.filter { present[$0.0] != table.storages[$0.0].stored($0.1) }
    guard !changes.isEmpty else { return }
    let columns = changes.map { "\(table.columns[$0.0]) = ?" }.joined(separator: ", ")
    let statement = try engine.statement("UPDATE \(table.name) SET \(columns) WHERE id = ?")
    do {
      try statement.run(
        changes.map { table.storages[$0.0].stored($0.1) } + [.integer(id.number)])
    } catch {
      throw clash(error, table, id.number, changes)
    }
  }

  /// Deletes a record, inside a transaction.
  public func delete(_ id: RecordID) throws(StoreError) {
    try checkAlive()
    let table = try table(id.type)
    noteChange(of: table, andOthers: true)
    let statement: any EngineStatement
    if let kept = table.deletion {
      statement = kept
    } else {
      statement = try engine.prepare("DELETE FROM \(table.name) WHERE id = ?1")
      table.deletion = statement
    }
    try statement.run([.integer(id.number)])
    if engine.changedRows == 0 { throw missing(id) }
  }

  /// The values of a record, one for each property of its type; nil if there is no such record.
  ///
  /// What another program wrote may not fit its property; it then is as it is stored.
  public func values(of id: RecordID) throws(StoreError) -> [Value?]? {
    let table = try table(id.type)
    guard let row = try row(id, table) else { return nil }
    return row.indices.map { table.storages[$0].value(row[$0]) }
  }

  /// The values of a record as they are stored.
  func row(_ id: RecordID, _ table: Table) throws(StoreError) -> [SQLValue]? {
    let statement: any EngineStatement
    if let kept = table.selection {
      statement = kept
    } else {
      let columns = table.columns.isEmpty ? "1" : table.columns.joined(separator: ", ")
      statement = try engine.prepare("SELECT \(columns) FROM \(table.name) WHERE id = ?1")
      table.selection = statement
    }
    try statement.bind([.integer(id.number)])
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    return table.columns.indices.map(statement.column)
  }

  /// The number of the record with a key; nil if there is none.
  public func find(_ type: String, key: Value) throws(StoreError) -> Int? {
    let table = try table(type)
    guard let property = table.type.key, let index = table.type.index(of: property.name) else {
      throw StoreError(.name, "\(type.asName) has no key")
    }
    guard let key = property.kind.converted(key) else { return nil }
    return try holder(of: key, table, index)
  }

  private func holder(
    of value: Value, _ table: Table, _ index: Int
  ) throws(StoreError) -> Int? {
    try engine.value(
      "SELECT id FROM \(table.name) WHERE \(table.columns[index]) = ?1",
      table.storages[index].stored(value)
    ).integer
  }

  private func exists(_ id: RecordID, _ table: Table) throws(StoreError) -> Bool {
    try engine.value("SELECT 1 FROM \(table.name) WHERE id = ?1", .integer(id.number)) != .null
  }

  func missing(_ id: RecordID) -> StoreError { StoreError(.name, "there is no \(id)") }

  /// Says which record has a value that must be unique, if that is what an error is about.
  private func clash(
    _ error: StoreError, _ table: Table, _ number: Int?, _ values: [(Int, Value?)]
  ) -> StoreError {
    guard error.kind == .conflict else { return error }
    for (index, value) in values where Table.isUnique(table.type.properties[index]) {
      guard let value, let other = try? holder(of: value, table, index), other != number else {
        continue
      }
      let property = table.type.properties[index]
      let name = property.name
      return StoreError(
        .conflict,
        "\(name.asName) \(property.kind.literal(value)) is taken by \(RecordID(table.type.name, other))",
        property: name)
    }
    return error
  }
}

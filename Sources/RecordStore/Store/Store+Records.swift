public import Records
internal import SQLEngine

extension Store {
  /// Makes a record of values that were validated, one for each property of the type.
  ///
  /// Inside a transaction. What is computed or a list of records has no value here.
  ///
  /// - Returns: The number of the record.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/conflict`` if another record has a
  ///   value that must be unique, and of ``StoreError/Kind/name`` if a value refers to a record
  ///   that is not there.
  public func create(_ type: String, _ values: [Value?]) throws(StoreError) -> Int {
    try create(type, values, number: nil, further: [])
  }

  /// Makes a record with values for columns that are of no property.
  func create(
    _ type: String, _ values: [Value?], number wanted: Int?, wasDeleted: Bool = false,
    further: [(column: TableColumn, value: Int)]
  ) throws(StoreError) -> Int {
    let table = try writableTable(type)
    precondition(values.count == table.properties.count, "a record has a value for each property")
    try checkIsComplete(table)
    noteChange(of: table)
    if let wanted, wasDeleted {
      try checkWasDeleted(wanted, in: table)
    } else if let wanted {
      try checkIsUnused(wanted, in: table)
    }
    let number = if let wanted { wanted } else { try freeNumber(in: table) }
    try checkCase(of: table.caseless.map { ($0, values[$0]) }, table, nil)
    let statement = try insertion(of: table, further.map(\.column), hasNumber: number != nil)
    let computed = try table.hasComputed ? computedColumns(of: table).inOrder : []
    let present = { () throws(StoreError) in
      values.indices.map { table.storages[$0].stored(values[$0]) }
    }
    return try checking(computed, of: table, present) { () throws(StoreError) in
      do throws(StoreError) {
        try statement.run(
          (number.map { [.integer($0)] } ?? []) + table.stored(values)
            + further.map { .integer($0.value) })
      } catch {
        throw try clash(error, table, nil, Array(zip(values.indices, values)))
      }
      try checkWasWritten(table)
      return engine.lastInsertedID
    }
  }

  private func insertion(
    of table: Table, _ further: [TableColumn], hasNumber: Bool
  ) throws(StoreError) -> Statement {
    guard further.isEmpty, !hasNumber else {
      return try engine.statement(table.insertion(with: further, hasNumber: hasNumber))
    }
    if let statement = table.insertion { return statement }
    let statement = try engine.prepare(table.insertion(with: []))
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
    let table = try writableTable(id.type)
    var changes: [(Int, Value?)] = []
    for (name, value) in values { changes.append((try givenProperty(name, of: table), value)) }
    changes.sort { $0.0 < $1.0 }
    try change(id, table, changes)
  }

  /// Gives a property of a record another value, which was validated; inside a transaction.
  ///
  /// - Throws: ``StoreError`` as ``update(_:_:)`` does.
  public func update(
    _ id: RecordID, _ property: String, to value: Value?
  ) throws(StoreError) {
    let table = try writableTable(id.type)
    let index = try givenProperty(property, of: table)
    guard !table.hasComputed else { return try change(id, table, [(index, value)]) }
    noteChange(of: table)
    try update(id, table, index, value)
  }

  /// The place of a property that can be given a value.
  private func givenProperty(_ name: String, of table: Table) throws(StoreError) -> Int {
    guard let index = table.type.index(of: name) else {
      throw StoreError(
        .name, "no such property: \(table.type.name.asName) has no \"\(name)\"",
        candidates: table.type.properties.map(\.name))
    }
    do {
      try table.type.properties[index].checkIsGiven()
    } catch {
      throw StoreError(.rule, error.message, property: name)
    }
    return index
  }

  private func change(
    _ id: RecordID, _ table: Table, _ changes: [(Int, Value?)]
  ) throws(StoreError) {
    noteChange(of: table)
    guard table.hasComputed else { return try write(changes, id, table) }
    let changed = Set(changes.map { table.type.properties[$0.0].name })
    let computed = try computedColumns(of: table).affected(by: changed)
    let present = { () throws(StoreError) in
      var row = try self.row(id, table) ?? []
      for (index, value) in changes where row.indices.contains(index) {
        row[index] = table.storages[index].stored(value)
      }
      return row
    }
    _ = try checking(computed, of: table, present) { () throws(StoreError) in
      try write(changes, id, table)
      return id.number
    }
  }

  private func write(
    _ changes: [(Int, Value?)], _ id: RecordID, _ table: Table
  ) throws(StoreError) {
    if changes.count > 1 {
      try update(id, table, changes)
    } else if let (index, value) = changes.first {
      try update(id, table, index, value)
    } else if try !exists(id, table) {
      throw missing(id)
    }
  }

  private func update(
    _ id: RecordID, _ table: Table, _ index: Int, _ value: Value?
  ) throws(StoreError) {
    guard let place = table.place(ofProperty: index) else { return }
    try checkCase(of: [(index, value)], table, id.number)
    let statement: Statement
    if let kept = table.updates[place] {
      statement = kept
    } else {
      let column = table.columns[place].name
      statement = try engine.prepare(
        "UPDATE \(table.name) SET \(column) = ?1 WHERE id = ?2 AND \(column) IS NOT ?1")
      table.updates[place] = statement
    }
    do {
      try statement.bind(table.storages[index].stored(value), at: 1)
      try statement.bind(.integer(id.number), at: 2)
      try statement.run()
    } catch {
      throw try clash(error, table, id.number, [(index, value)])
    }
    guard engine.changedRows == 0 else { return }
    let present = try engine.value(
      "SELECT \(table.readings[index]) FROM \(table.name) WHERE id = ?1", .integer(id.number))
    if present == .null, try !exists(id, table) { throw missing(id) }
    if present != table.storages[index].stored(value) { try checkWasWritten(table) }
  }

  /// Refuses a change that a trigger of another program has ignored.
  private func checkWasWritten(_ table: Table) throws(StoreError) {
    guard engine.changedRows == 0 else { return }
    throw StoreError(
      .refused,
      "nothing was written to \(table.type.name.asName): another program's trigger on the table "
        + "has ignored it")
  }

  private func update(
    _ id: RecordID, _ table: Table, _ changes: [(Int, Value?)]
  ) throws(StoreError) {
    guard let present = try row(id, table) else { throw missing(id) }
    let changes = changes.filter { present[$0.0] != table.storages[$0.0].stored($0.1) }
    guard !changes.isEmpty else { return }
    try checkCase(of: changes, table, id.number)
    let columns = changes.map { "\(table.readings[$0.0]) = ?" }.joined(separator: ", ")
    let statement = try engine.statement("UPDATE \(table.name) SET \(columns) WHERE id = ?")
    do {
      try statement.run(
        changes.map { table.storages[$0.0].stored($0.1) } + [.integer(id.number)])
    } catch {
      throw try clash(error, table, id.number, changes)
    }
    try checkWasWritten(table)
  }

  /// Deletes a record, inside a transaction, and the records that are deleted with it.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if a record refers to one of
  ///   them that is not deleted too; it names the first.
  public func delete(_ id: RecordID) throws(StoreError) {
    let table = try writableTable(id.type)
    noteChange(of: table, andOthers: true)
    let statement: Statement
    if let kept = table.deletion {
      statement = kept
    } else {
      statement = try engine.prepare("DELETE FROM \(table.name) WHERE id = ?1")
      table.deletion = statement
    }
    do {
      try statement.run([.integer(id.number)])
    } catch {
      if error.cause == .statement, hasDependents(id.type) { return try deleteEach(byDeleting: id) }
      guard error.cause == .dangling else { throw error }
      throw try obstacle(toDeleting: [id]) ?? error
    }
    guard engine.changedRows == 0 else { return }
    if try !exists(id, table) { throw missing(id) }
    try checkWasWritten(table)
  }

  /// Deletes records, which may refer to each other, inside a transaction, and those that their
  /// deletion deletes: items of their lists, and what refers to them with `on delete cascade`.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if a record that stays refers
  ///   to one of them.
  public func delete(_ ids: [RecordID]) throws(StoreError) {
    try checkAlive()
    let isLinked = Set(ids.map(\.type)).contains(where: hasDependents)
    guard isLinked else {
      for id in ids { try delete(id) }
      return
    }
    if let obstacle = try obstacle(toDeleting: ids) { throw obstacle }
    // A record may be referred to by the one that is deleted next.
    try engine.execute("PRAGMA defer_foreign_keys = ON")
    // One may have gone with another.
    for id in ids where try exists(id) { try delete(id) }
    try engine.execute("PRAGMA defer_foreign_keys = OFF")
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
    try table.checkIsWhole()
    try past?.bring(id.number, of: table, to: self)
    try past?.bringItems(of: id.number, table, to: self)
    let statement: Statement
    if let kept = table.selection {
      statement = kept
    } else {
      let columns = table.readings.isEmpty ? "1" : table.readings.joined(separator: ", ")
      statement = try engine.prepare("SELECT \(columns) FROM \(table.name) WHERE id = ?1")
      table.selection = statement
    }
    try statement.bind([.integer(id.number)])
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    return table.readings.indices.map(statement.column)
  }

  /// The number of the record with a key; nil if there is none.
  public func find(_ type: String, key: Value) throws(StoreError) -> Int? {
    let table = try table(type)
    guard let property = table.type.key, let index = table.type.index(of: property.name) else {
      throw StoreError(.name, "\(type.asName) has no key")
    }
    guard let key = property.kind.converted(key) else { return nil }
    // A key that was stored before keys lost white space at their ends is still found as it is.
    if let number = try holder(of: key, table, index) { return number }
    return try holder(of: property.trimmed(key), table, index)
  }

  /// The number of the record that has a value which no two may have; nil where none has, or any
  /// may have it.
  public func holder(
    of value: Value, of property: String, in type: String
  ) throws(StoreError) -> Int? {
    let table = try table(type)
    guard let index = table.type.index(of: property), let place = table.place(ofProperty: index),
      table.columns[place].isUnique
    else { return nil }
    return try holder(of: value, table, index)
  }

  /// Refuses a value of a property that no two records may have, if another record has it.
  public func checkIsUnique(
    _ value: Value, of property: String, for id: RecordID
  ) throws(StoreError) {
    let table = try table(id.type)
    guard let index = table.type.index(of: property) else { return }
    if let clash = try clash(of: value, table, index, id.number) { throw clash }
  }

  private func holder(
    of value: Value, _ table: Table, _ index: Int
  ) throws(StoreError) -> Int? {
    try table.checkIsWhole()
    let stored = table.storages[index].stored(value)
    try past?.bring(having: stored, in: table.properties[index], of: table, to: self)
    return try engine.value(
      "SELECT id FROM \(table.name) WHERE \(table.readings[index]) = ?1"
        + table.type.properties[index].collation, stored
    ).integer
  }

  /// Whether there is such a record.
  ///
  /// - Throws: ``StoreError`` if there is no such type.
  public func exists(_ id: RecordID) throws(StoreError) -> Bool {
    try exists(id, try table(id.type))
  }

  /// Those of the records that exist.
  ///
  /// It is one query for each type however many they are, and reads no values.
  public func existing(_ ids: [RecordID]) throws(StoreError) -> Set<RecordID> {
    var existing: Set<RecordID> = []
    for (type, ids) in Dictionary(grouping: ids, by: \.type) {
      guard let table = tables[type] else { continue }
      try table.checkIsWhole()
      try bringPast(for: type, [])
      let statement = try engine.statement(
        "SELECT t.id FROM json_each(?1) AS n CROSS JOIN \(table.name) AS t ON t.id = n.value")
      try statement.bind([.text("[\(ids.map { String($0.number) }.joined(separator: ","))]")])
      while try statement.step() {
        if let number = statement.column(0).integer { existing.insert(RecordID(type, number)) }
      }
    }
    return existing
  }

  private func exists(_ id: RecordID, _ table: Table) throws(StoreError) -> Bool {
    try table.checkIsWhole()
    try past?.bring(id.number, of: table, to: self)
    let statement: Statement
    if let kept = table.existenceStatement {
      statement = kept
    } else {
      statement = try engine.prepare("SELECT 1 FROM \(table.name) WHERE id = ?1")
      table.existenceStatement = statement
    }
    try statement.bind([.integer(id.number)])
    defer { statement.reset() }
    return try statement.step()
  }

  func missing(_ id: RecordID) -> StoreError { StoreError(.name, "there is no \(id)") }

  /// Says which record has a value that must be unique, or which is not there that a value refers
  /// to, if that is what an error is about.
  private func clash(
    _ error: StoreError, _ table: Table, _ number: Int?, _ values: [(Int, Value?)]
  ) throws(StoreError) -> StoreError {
    if error.cause == .dangling { return try dangling(error, table, values) }
    guard error.kind == .conflict else { return error }
    for (index, value) in values {
      if let value, let clash = try clash(of: value, table, index, number, code: error.code) {
        return clash
      }
    }
    return error
  }

  /// Refuses what differs from another record's value in case only, where case does not count: the
  /// index of a former format, which stays where there were such values, lets it be.
  private func checkCase(
    of values: [(Int, Value?)], _ table: Table, _ number: Int?
  ) throws(StoreError) {
    guard !table.caseless.isEmpty else { return }
    for (index, value) in values where table.caseless.contains(index) {
      if let value, let clash = try clash(of: value, table, index, number) { throw clash }
    }
  }

  /// Which other record has a value that must be unique; nil where none has, or any may have it.
  ///
  /// - Parameter number: the record that is to have the value; what it has already is no clash.
  private func clash(
    of value: Value, _ table: Table, _ index: Int, _ number: Int?, code: Int = 0
  ) throws(StoreError) -> StoreError? {
    guard let place = table.place(ofProperty: index), table.columns[place].isUnique else {
      return nil
    }
    let column = table.columns[place]
    let other = try engine.value(
      """
      SELECT id FROM \(table.name) WHERE \(column.name) = ?1\(column.collation) AND id IS NOT ?2
        AND NOT EXISTS (SELECT 1 FROM \(table.name) WHERE id = ?2 AND \(column.name) = ?1)
      """, column.storage.stored(value), SQLValue(number))
    guard let other = other.integer else { return nil }
    return StoreError(
      value, of: table.type.properties[index],
      isTakenBy: RecordID(table.type.name, other).description, code: code)
  }

  private func dangling(
    _ error: StoreError, _ table: Table, _ values: [(Int, Value?)]
  ) throws(StoreError) -> StoreError {
    for (index, value) in values {
      guard case .reference(let id) = value, try !exists(id) else { continue }
      return StoreError(
        .name, "there is no \(id)", property: table.type.properties[index].name, code: error.code)
    }
    return error
  }
}

extension StoreError {
  /// Says that another record has a value that no two may have.
  package init(
    _ value: Value, of property: Property, isTakenBy holder: String, code: Int = 0
  ) {
    self.init(
      .conflict, "\(property.name.asName) \(property.kind.literal(value)) is taken by \(holder)",
      property: property.name, code: code)
  }
}

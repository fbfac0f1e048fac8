public import Records
internal import SQLEngine

/// Finds the owner, the dependents and the duplicates of a record; writes records for
/// ``WriteTransaction``.
public final class Rows: Part {
  let catalog: Catalog
  /// Whether a record of the type ever had a number, according to the history.
  let hasExisted: (Int, Table) throws(StoreError) -> Bool

  init(_ catalog: Catalog, hasExisted: @escaping (Int, Table) throws(StoreError) -> Bool) {
    (self.catalog, self.hasExisted) = (catalog, hasExisted)
  }

  /// Creates records up to the first rejected record; does nothing unless the transaction expects
  /// many records. Returns the number of each record and of its first change.
  func create(
    _ type: String, many rows: [[Value?]], in transaction: Transaction
  ) throws(StoreError) -> [(record: Int, change: Int)] {
    guard let load = transaction.load else { return [] }
    let table = try writableTable(type)
    transaction.noteChange(of: table)
    return try load.create(rows, of: table)
  }

  /// - Parameters:
  ///   - given: One validated value for each property of the type.
  ///   - omitted: Optional properties that get their calculated default if they are nil; required
  ///   properties always do.
  func create(
    _ type: String, _ given: [Value?], omitting omitted: Set<String> = [],
    number wanted: Int? = nil,
    wasDeleted: Bool = false, further: [(column: TableColumn, value: Int)] = [],
    in transaction: Transaction
  ) throws(StoreError) -> Int {
    let table = try writableTable(type)
    var values = given
    if table.type.hasCalculatedDefaults {
      let list = Dictionary(further.map { ($0.column.plainName, $0.value) }) { first, _ in first }
      values = try catalog.withDefaults(
        given, of: table, omitting: omitted, in: list, isFinal: true)
    }
    guard table.refersToMany else {
      return try createRow(
        table, values, number: wanted, wasDeleted: wasDeleted, further: further, in: transaction)
    }
    return try allOrNothing { () throws(StoreError) in
      let number = try createRow(
        table, values, number: wanted, wasDeleted: wasDeleted, further: further, in: transaction)
      try setLists(
        of: RecordID(type, number), table, values.enumerated().map { ($0, $1) }, in: transaction)
      return number
    }
  }

  private func allOrNothing<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try engine.savepoint()
    do {
      let result = try body()
      try engine.release()
      return result
    } catch {
      if engine.isInTransaction { try engine.rollbackToSavepoint() }
      throw error
    }
  }

  private func createRow(
    _ table: Table, _ values: [Value?], number wanted: Int?, wasDeleted: Bool,
    further: [(column: TableColumn, value: Int)], in transaction: Transaction
  ) throws(StoreError) -> Int {
    precondition(values.count == table.properties.count, "a record needs a value for each property")
    try catalog.checkIsComplete(table)
    transaction.noteChange(of: table)
    if let wanted, wasDeleted {
      try checkWasDeleted(wanted, in: table)
    } else if let wanted {
      try checkIsUnused(wanted, in: table)
    }
    let number = if let wanted { wanted } else { try freeNumber(in: table) }
    try checkCase(of: table.caseless.map { ($0, values[$0]) }, table, nil)
    let statement = try insertion(of: table, further.map(\.column), hasNumber: number != nil)
    let computed = try table.hasComputed ? catalog.computedColumns(of: table).columns : []
    let present = { () throws(StoreError) in
      values.indices.map { table.storages[$0].stored(values[$0]) }
    }
    return try catalog.checking(computed, of: table, present) { () throws(StoreError) in
      let stored = table.stored(values)
      do throws(StoreError) {
        try statement.run(
          (number.map { [.integer($0)] } ?? []) + stored + further.map { .integer($0.value) })
      } catch {
        throw try clash(error, table, nil, Array(zip(values.indices, values)))
      }
      try checkWasWritten(table)
      let number = engine.lastInsertedID
      if number > Self.greatestSafeNumber { table.setSafeNumbers(false) }
      try transaction.load?.record(number, of: table, stored, further: further)
      return number
    }
  }

  private func setLists(
    of id: RecordID, _ table: Table, _ values: [(index: Int, value: Value?)],
    in transaction: Transaction
  ) throws(StoreError) {
    for (index, value) in values where table.type.properties[index].refersToMany {
      guard case .list(let items) = value else { continue }
      let records = items.compactMap { item -> RecordID? in
        if case .reference(let record) = item { record } else { nil }
      }
      try setReferences(
        of: Store.ListPlace(id, table.type.properties[index].name), to: records, in: transaction)
    }
  }

  private func insertion(
    of table: Table, _ further: [TableColumn], hasNumber: Bool
  ) throws(StoreError) -> PreparedStatement {
    further.isEmpty
      ? try table.insertion(by: engine, hasNumber: hasNumber)
      : try engine.statement(table.insertion(with: further, hasNumber: hasNumber))
  }

  /// The values must be validated.
  func update(
    _ id: RecordID, _ values: [String: Value?], in transaction: Transaction
  ) throws(StoreError) {
    let table = try writableTable(id.type)
    var changes: [(Int, Value?)] = []
    for (name, value) in values { changes.append((try givenProperty(name, of: table), value)) }
    changes.sort { $0.0 < $1.0 }
    try change(id, table, changes, in: transaction)
  }

  /// The value must be validated.
  func update(
    _ id: RecordID, _ property: String, to value: Value?, in transaction: Transaction
  ) throws(StoreError) {
    let table = try writableTable(id.type)
    let index = try givenProperty(property, of: table)
    guard !table.hasComputed, !table.refersToMany else {
      return try change(id, table, [(index, value)], in: transaction)
    }
    transaction.noteChange(of: table)
    try update(id, table, index, value)
  }

  /// Like ``update(_:_:in:)``, for records that exist, and values that differ from their own. If
  /// nothing can go wrong, an engine that postpones statements gets one statement for many records,
  /// whose answer is not awaited; otherwise only the first record is changed.
  ///
  /// - Returns: The number of changed records.
  func updateLater(
    _ changes: some Collection<(id: RecordID, values: [String: Value?])>,
    in transaction: Transaction
  ) throws(StoreError) -> Int {
    guard let (id, values) = changes.first else { return 0 }
    let table = try writableTable(id.type)
    let properties = table.type.properties
    var indexes: [Int] = []
    for name in values.keys { indexes.append(try givenProperty(name, of: table)) }
    indexes.sort()
    let isPlain = indexes.allSatisfy { index in
      !properties[index].isDistinct && properties[index].kind.recordType == nil
        && !properties[index].kind.isListOfRecords && table.place(ofProperty: index) != nil
    }
    guard engine.abilities.postpones, isPlain, (1..<Self.mostBound).contains(indexes.count),
      !table.hasComputed
    else {
      try change(
        id, table, indexes.map { ($0, values[properties[$0].name] ?? nil) }, in: transaction)
      return 1
    }
    transaction.noteChange(of: table)
    var bound: [SQLValue] = []
    var (last, count, bytes) = (Int.min, 0, 0)
    for (id, values) in changes {
      // SQLite changes the records in the order of their numbers.
      guard id.type == table.type.name, id.number > last, values.count == indexes.count,
        bound.count + indexes.count < Self.mostBound, bytes < Self.mostBytes
      else { break }
      var row: [SQLValue] = [.integer(id.number)]
      for index in indexes {
        guard let value = values[properties[index].name] else { break }
        row.append(table.storages[index].stored(value))
        bytes += row.last?.text?.utf8.count ?? 0
      }
      guard row.count == indexes.count + 1 else { break }
      bound += row
      (last, count) = (id.number, count + 1)
    }
    let columns = indexes.enumerated().map { "\(table.readings[$1]) = wb_v.column\($0 + 2)" }
    let row = "(" + Array(repeating: "?", count: indexes.count + 1).joined(separator: ", ") + ")"
    let rows = Array(repeating: row, count: count).joined(separator: ", ")
    let statement = try engine.statement(
      "UPDATE \(table.name) SET \(columns.joined(separator: ", ")) FROM (VALUES \(rows)) AS wb_v "
        + "WHERE id = wb_v.column1")
    try statement.bind(bound)
    try statement.post()
    return count
  }

  /// Maximum number of values in a statement for many records; dqlite allows 255.
  private static let mostBound = 250
  /// Minimum size of the texts in such a statement, in bytes, after which no record is added.
  private static let mostBytes = 100_000

  private func givenProperty(_ name: String, of table: Table) throws(StoreError) -> Int {
    guard let index = table.type.index(of: name) else {
      throw StoreError(
        .name, .noProperty(name, of: table.type.name), candidates: table.type.properties.map(\.name)
      )
    }
    // A property with a column is neither computed nor a list of records.
    guard table.place(ofProperty: index) == nil else { return index }
    do {
      try table.type.properties[index].checkIsGiven()
    } catch {
      throw StoreError(.rule, .stated(error.message), property: name)
    }
    return index
  }

  private func change(
    _ id: RecordID, _ table: Table, _ changes: [(Int, Value?)], in transaction: Transaction
  ) throws(StoreError) {
    if table.refersToMany {
      let lists = changes.filter { table.type.properties[$0.0].refersToMany }
      let rest = changes.filter { !table.type.properties[$0.0].refersToMany }
      return try allOrNothing { () throws(StoreError) in
        try setLists(of: id, table, lists.map { ($0, $1) }, in: transaction)
        if !rest.isEmpty || lists.isEmpty {
          try changeColumns(id, table, rest, in: transaction)
        }
      }
    }
    try changeColumns(id, table, changes, in: transaction)
  }

  private func changeColumns(
    _ id: RecordID, _ table: Table, _ changes: [(Int, Value?)], in transaction: Transaction
  ) throws(StoreError) {
    transaction.noteChange(of: table)
    guard table.hasComputed else { return try write(changes, id, table) }
    let changed = Set(changes.map { table.type.properties[$0.0].name })
    let computed = try catalog.computedColumns(of: table).affected(by: changed)
    let present = { () throws(StoreError) in
      var row = try self.catalog.row(id, table) ?? []
      for (index, value) in changes where row.indices.contains(index) {
        row[index] = table.storages[index].stored(value)
      }
      return row
    }
    _ = try catalog.checking(computed, of: table, present) { () throws(StoreError) in
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
    } else if try !catalog.exists(id, table) {
      throw catalog.missing(id)
    }
  }

  private func update(
    _ id: RecordID, _ table: Table, _ index: Int, _ value: Value?
  ) throws(StoreError) {
    guard let place = table.place(ofProperty: index) else { return }
    try checkCase(of: [(index, value)], table, id.number)
    let statement = try table.update(ofColumn: place, by: engine)
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
    if present == .null, try !catalog.exists(id, table) { throw catalog.missing(id) }
    if present != table.storages[index].stored(value) { try checkWasWritten(table) }
  }

  /// Throws if a trigger of another program has ignored the change.
  private func checkWasWritten(_ table: Table) throws(StoreError) {
    guard engine.changedRows == 0 else { return }
    throw StoreError(.refused, .ignored(type: table.type.name))
  }

  private func update(
    _ id: RecordID, _ table: Table, _ changes: [(Int, Value?)]
  ) throws(StoreError) {
    guard let present = try catalog.row(id, table) else { throw catalog.missing(id) }
    let changes = changes.filter {
      !present[$0.0].isIdentical(to: table.storages[$0.0].stored($0.1))
    }
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

  /// Maximum number of records deleted by one statement if the engine limits the duration of
  /// statements.
  private static let mostAtOnce = 100

  /// - Parameter isJudged: Whether references from remaining records were already checked.
  func delete(
    _ id: RecordID, isJudged: Bool = false, in transaction: Transaction
  ) throws(StoreError) {
    let table = try writableTable(id.type)
    transaction.noteChange(of: table, andOthers: true)
    if catalog.hasDependents(id.type), try takesOwnersInARing(byDeleting: id) {
      return try deleteEach(byDeleting: id, isJudged: isJudged)
    }
    if engine.abilities.needsShortSteps, catalog.hasDependents(id.type),
      try allTakenAlong(byDeleting: [id]).count > Self.mostAtOnce
    {
      return try deleteEach(byDeleting: id, isJudged: isJudged)
    }
    let statement = try table.deletion(by: engine)
    do {
      try statement.run([.integer(id.number)])
    } catch {
      if error.cause == .statement, catalog.hasDependents(id.type) {
        return try deleteEach(byDeleting: id, isJudged: isJudged)
      }
      guard error.cause == .dangling else { throw error }
      // The engine checks references before the cascading deletion has removed the referring
      // records.
      return try deleteEach(byDeleting: id, isJudged: isJudged)
    }
    guard engine.changedRows == 0 else { return }
    if try !catalog.exists(id, table) { throw catalog.missing(id) }
    try checkWasWritten(table)
  }

  func delete(_ ids: [RecordID], in transaction: Transaction) throws(StoreError) {
    let isLinked = Set(ids.map(\.type)).contains(where: catalog.hasDependents)
    guard isLinked else {
      guard engine.abilities.postpones else {
        for id in ids { try delete(id, in: transaction) }
        return
      }
      let types = Dictionary(grouping: ids, by: \.type).sorted { $0.key < $1.key }
      for (type, ids) in types { try deleteTogether(ids, of: type, in: transaction) }
      return
    }
    if let obstacle = try obstacle(toDeleting: ids) { throw obstacle }
    // The record that is deleted next may refer to the record that was deleted before.
    try engine.execute("PRAGMA defer_foreign_keys = ON")
    // A record may have been deleted together with another record.
    for id in ids where try catalog.exists(id) {
      try delete(id, isJudged: true, in: transaction)
    }
    try engine.execute("PRAGMA defer_foreign_keys = OFF")
  }

  /// Deletes records that no other record depends on, with few statements, because each takes a
  /// round trip.
  private func deleteTogether(
    _ ids: [RecordID], of type: String, in transaction: Transaction
  ) throws(StoreError) {
    let table = try writableTable(type)
    transaction.noteChange(of: table, andOthers: true)
    var rest = ids[...]
    while !rest.isEmpty {
      let some = rest.prefix(Self.mostAtOnce)
      rest = rest.dropFirst(some.count)
      let numbers = SQLValue.text("[\(some.map { "\($0.number)" }.joined(separator: ","))]")
      let missing = try engine.value(
        "SELECT value FROM json_each(?1) WHERE value NOT IN (SELECT id FROM \(table.name))",
        numbers)
      if let missing = missing.integer { throw catalog.missing(RecordID(type, missing)) }
      try engine.run(
        "DELETE FROM \(table.name) WHERE id IN (SELECT value FROM json_each(?1))", numbers)
      guard engine.changedRows < some.count else { continue }
      // A trigger of another program has ignored a deletion, or a record is named twice.
      for id in some where try catalog.exists(id, table) {
        throw StoreError(.refused, .ignored(type: type))
      }
    }
  }

  /// Throws if another record has the value of a unique property.
  public func checkIsUnique(
    _ value: Value, of property: String, for id: RecordID
  ) throws(StoreError) {
    let table = try table(id.type)
    guard let index = table.type.index(of: property) else { return }
    if let clash = try clash(of: value, table, index, id.number) { throw clash }
  }

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

  /// Throws if a value differs only in case from the value of another record; needed with the
  /// case-sensitive index of a former format.
  private func checkCase(
    of values: @autoclosure () -> [(Int, Value?)], _ table: Table, _ number: Int?
  ) throws(StoreError) {
    guard !table.caseless.isEmpty else { return }
    for (index, value) in values() where table.caseless.contains(index) {
      if let value, let clash = try clash(of: value, table, index, number) { throw clash }
    }
  }

  /// - Parameter number: The record that gets the value, excluded from the search; nil for a new
  ///   record.
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
      guard case .reference(let id) = value, try !catalog.exists(id) else { continue }
      return StoreError(
        .name, .noRecord(id), property: table.type.properties[index].name, code: error.code)
    }
    return error
  }
}

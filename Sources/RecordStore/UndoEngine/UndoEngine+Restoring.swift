public import Records
internal import Values

/// The effect of restoring one record to a past state.
public struct Restoration: Hashable, Sendable {
  /// The restored record.
  public var id: RecordID
  /// The current values; nil if the record was deleted.
  public var present: [Value?]?
  /// The past values; nil for a list item added later, which the restoration deletes.
  public var past: [Value?]?
  /// Whether ``past`` was converted because the type has been altered since.
  var isFitted = false
}

extension UndoEngine {
  func restoration(
    of ids: [RecordID], from state: Snapshot
  ) throws(StoreError) -> [Restoration] {
    let wanted = try withItems(ids, in: state, from: state, state.values)
    let isWanted = Set(wanted.map(\.id))
    let present = try catalog.existing(ids)
    let own = try withItems(
      ids.filter(present.contains), in: catalog, from: state, catalog.values)
    var presentValues: [RecordID: [Value?]] = [:]
    for (id, values) in own { presentValues[id] = values }
    var result = own.filter { !isWanted.contains($0.id) }
      .map { Restoration(id: $0.id, present: $0.values) }
    for (id, values) in wanted {
      let present =
        if let known = presentValues[id] { Optional(known) } else { try catalog.values(of: id) }
      let then = try state.table(id.type)
      let now = try table(id.type)
      guard then.type != now.type else {
        result.append(Restoration(id: id, present: present, past: values))
        continue
      }
      let fitted = try converted(values, of: id, then, now, present: present, from: state)
      result.append(Restoration(id: id, present: present, past: fitted, isFitted: true))
    }
    return result
  }

  func restore(
    _ ids: [RecordID], to number: Int, in transaction: Transaction
  ) throws(StoreError) {
    let state = try Snapshot.view(of: history, at: number)
    try restore(restoration(of: ids, from: state), from: state, in: transaction)
  }

  /// There must be no writes after ``restoration(of:from:)`` made the plan.
  func restore(
    _ plan: [Restoration], from state: Snapshot, in transaction: Transaction
  ) throws(StoreError) {
    precondition(state.history === history, "the state belongs to another database")
    let wanted = plan.filter { $0.past != nil }
    transaction.noteChangeOfAll()
    // A record may refer to one that is restored after it.
    try engine.execute("PRAGMA defer_foreign_keys = ON")
    for item in plan where item.past == nil {
      if try catalog.exists(item.id) { try rows.delete(item.id, in: transaction) }
    }
    try write(wanted, through: state.change)
    for item in wanted { try checkReferences(of: item.id) }
    for item in wanted { try restoreReferences(of: item, in: transaction) }
    for item in plan where item.past == nil {
      if let obstacle = try rows.obstacle(toDeleting: [item.id]) { throw obstacle }
    }
    try engine.execute("PRAGMA defer_foreign_keys = OFF")
  }

  /// Adds the items of owned lists recursively, from the past state or from this store.
  private func withItems(
    _ ids: [RecordID], in part: any Part, from state: Snapshot,
    _ values: (RecordID) throws(StoreError) -> [Value?]?
  ) throws(StoreError) -> [(id: RecordID, values: [Value?])] {
    var all: [(id: RecordID, values: [Value?])] = []
    var known: Set<RecordID> = []
    var next = Array(ids.reversed())
    while let id = next.popLast() {
      guard known.insert(id).inserted else { continue }
      guard let table = part.tables[id.type], let values = try values(id) else {
        throw StoreError(.name, .didNotExist(id, at: state.transaction))
      }
      try checkIsSame(id.type, as: state)
      all.append((id, values))
      for (property, value) in zip(table.type.properties, values)
      where property.ownsRecords {
        guard case .list(let items) = value else { continue }
        next += items.reversed().compactMap {
          if case .reference(let item) = $0 { item } else { nil }
        }
      }
    }
    return all
  }

  private func restoreReferences(
    of item: Restoration, in transaction: Transaction
  ) throws(StoreError) {
    guard let past = item.past else { return }
    let table = try table(item.id.type)
    for (property, value) in zip(table.type.properties, past) where property.refersToMany {
      guard case .list(let items) = value else { continue }
      let records = items.compactMap { item -> RecordID? in
        if case .reference(let id) = item { id } else { nil }
      }
      let existing = try catalog.existing(records)
      if let gone = records.first(where: { !existing.contains($0) }) {
        throw StoreError(
          .refused, .wouldReferTo(item.id, property: property.name, gone, isList: true))
      }
      try rows.setReferences(
        of: Store.ListPlace(item.id, property.name), to: records, in: transaction)
    }
  }

  /// Throws if the type was dropped since, even if there is a new type of the same name.
  private func checkIsSame(_ name: String, as state: Snapshot) throws(StoreError) {
    guard let now = tables[name], let then = state.tables[name], now.id == then.id else {
      throw StoreError(.refused, .droppedSince(name, state.transaction))
    }
  }

  /// Retries a write after the other writes if another record will give up a unique value.
  private func write(_ plan: [Restoration], through change: Int) throws(StoreError) {
    var rest = plan
    while !rest.isEmpty {
      var refused: [Restoration] = []
      for item in rest {
        do {
          try write(item, through: change)
        } catch {
          guard error.kind == .conflict else { throw error }
          refused.append(item)
        }
      }
      if refused.count == rest.count { return try writeAtOnce(refused, through: change) }
      rest = refused
    }
  }

  /// Restores records that swap unique values in a cycle.
  private func writeAtOnce(_ plan: [Restoration], through change: Int) throws(StoreError) {
    var tables: [Table] = []
    for type in Set(plan.map(\.id.type)).sorted() { tables.append(try writableTable(type)) }
    try withoutUniqueIndexes(of: tables) { () throws(StoreError) in
      for item in plan { try write(item, through: change) }
      for item in plan {
        if let error = try conflict(of: item.id, table(item.id.type)) { throw error }
      }
    }
  }

  /// Copies the values inside SQLite bit for bit, unless the type was altered since.
  private func write(_ item: Restoration, through change: Int) throws(StoreError) {
    let id = item.id
    let table = try writableTable(id.type)
    let newest = try history.newestChanges(
      of: id.number, table.columns.map(\.number), through: change)
    // After the erasure itself, the value is known to be empty.
    let erased = try engine.value(
      """
      SELECT c.prop FROM wb_change AS c JOIN wb_tx AS t ON t.id = c.tx
      WHERE c.seq IN (SELECT value FROM json_each(?1)) AND c.old IS NULL AND c.new IS NULL
        AND t.kind <> \(TransactionKind.erase.rawValue) LIMIT 1
      """, .text("[\(newest.values.map(String.init).joined(separator: ","))]"))
    if let property = erased.integer { throw try wasErased(id.number, property, table) }
    var (names, sources): ([String], [String]) = ([], [])
    var values: [SQLValue] = []
    for column in table.columns {
      names.append(column.name)
      if item.isFitted, let property = column.property,
        let index = table.type.index(of: property.name), let past = item.past
      {
        sources.append("?")
        values.append(column.storage.stored(past[index]))
      } else {
        sources.append("(SELECT new FROM wb_change WHERE seq = ?)")
        values.append(SQLValue(newest[column.number]))
      }
    }
    if try !catalog.exists(id) {
      let columns = (["id"] + names).joined(separator: ", ")
      let list = (["?"] + sources).joined(separator: ", ")
      try engine.statement("INSERT INTO \(table.name)(\(columns)) VALUES(\(list))")
        .run([.integer(id.number)] + values)
    } else if !names.isEmpty {
      let list = zip(names, sources).map { "\($0) = \($1)" }.joined(separator: ", ")
      try engine.statement("UPDATE \(table.name) SET \(list) WHERE id = ?")
        .run(values + [.integer(id.number)])
    }
  }

  private func conflict(of id: RecordID, _ table: Table) throws(StoreError) -> StoreError? {
    for column in table.columns where column.isUnique {
      guard let property = column.property else { continue }
      let holder = try engine.rows(
        """
        SELECT id, \(column.name) FROM \(table.name)
        WHERE \(column.name)\(column.collation)
          = (SELECT \(column.name) FROM \(table.name) WHERE id = ?1) AND id <> ?1
        """, [.integer(id.number)])
      guard let row = holder.first, let other = row[0].integer,
        let value = column.storage.value(row[1])
      else { continue }
      return StoreError(
        value, of: property, isTakenBy: RecordID(table.type.name, other).description)
    }
    return nil
  }

  private func checkReferences(of id: RecordID) throws(StoreError) {
    let table = try table(id.type)
    for column in table.columns {
      guard let target = column.target.flatMap({ tables[$0] }) else { continue }
      let gone = try engine.value(
        """
        SELECT \(column.name) FROM \(table.name) AS t WHERE id = ?1 AND \(column.name) IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM \(target.name) AS o WHERE o.id = t.\(column.name))
        """, .integer(id.number))
      guard let number = gone.integer else { continue }
      let other = RecordID(target.type.name, number)
      throw StoreError(
        .refused, .wouldReferTo(id, property: column.historyName, other, isList: false))
    }
  }

  /// Converts the past values of a record to the current definition of its type.
  ///
  /// Renamed properties are identified by number, and changed kinds are converted as by `alter`. A
  /// property added later keeps its value, or gets its default.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` that names the first value
  ///   that cannot be converted, and the transaction that changed its property.
  func converted(
    _ values: [Value?], of id: RecordID, _ then: Table, _ now: Table, present: [Value?]?,
    from state: Snapshot
  ) throws(StoreError) -> [Value?] {
    let transaction = state.transaction
    func refusal(
      _ name: String, _ why: StoreError.Reason, _ number: Int
    ) throws(StoreError) -> StoreError {
      let change = try engine.value(
        "SELECT max(tx) FROM wb_def WHERE object = ?1 AND tx > ?2", .text("prop:\(number)"),
        .integer(transaction))
      let by = try change.integer.flatMap { number throws(StoreError) in
        try history.entry(ofTransaction: number)
      }
      return StoreError(.refused, .unrestorable(id, property: name, at: transaction, why, by: by))
    }
    for (index, property) in then.type.properties.enumerated()
    where !property.isComputed && !now.properties.contains(then.properties[index]) {
      guard let value = values[index], value != .list([]) else { continue }
      let number = then.properties[index]
      throw try refusal(
        property.name, .lostValue(literal: property.kind.literal(value)), number)
    }
    var result: [Value?] = []
    for (index, property) in now.type.properties.enumerated() {
      let number = now.properties[index]
      guard !property.isComputed else {
        result.append(nil)
        continue
      }
      let place = then.properties.firstIndex(of: number)
      if property.kind.isListOfRecords {
        result.append(place.flatMap { values[$0] } ?? present?[index])
        continue
      }
      do throws(Violation) {
        guard let place else {
          // A recreated record gets its calculated default.
          if present == nil, property.hasCalculatedDefault {
            result.append(nil)
            continue
          }
          result.append(
            try property.checked(present.map { $0[index] } ?? property.defaultValue(at: nil)))
          continue
        }
        let former = then.type.properties[place]
        let conversion = ValueConversion(
          AlteredProperty(property: property, former: former), at: nil)
        result.append(
          try conversion.value(of: then.storages[place].stored(values[place]), former.kind))
      } catch {
        throw try refusal(property.name, .stated(error.message), number)
      }
    }
    return result
  }
}

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
    let list = unique.keys.map(String.init).joined(separator: ", ")
    let rows = try engine.rows(
      """
      SELECT DISTINCT x.prop FROM wb_change AS x JOIN wb_change AS y
        ON y.prop = x.prop AND y.new = x.old COLLATE NOCASE AND y.rec <> x.rec
          AND y.seq BETWEEN ?1 AND \(inAnyOrder ? "?2" : "x.seq")
      WHERE x.seq BETWEEN ?1 AND ?2 AND x.old IS NOT NULL
        AND x.prop IN (SELECT value FROM json_each(?3))
      """,
      [
        .integer(link.changes.lowerBound), .integer(link.changes.upperBound &- 1),
        .text("[\(list)]"),
      ], isKept: true)
    var tables: [Table] = []
    for table in rows.compactMap({ $0[0].integer.flatMap { unique[$0] } })
    where !tables.contains(where: { $0 === table }) {
      tables.append(table)
    }
    return tables
  }
}

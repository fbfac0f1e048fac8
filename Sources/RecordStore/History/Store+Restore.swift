public import Records

/// What becomes of a record that is restored to a past state.
public struct Restoration: Hashable, Sendable {
  /// The record.
  public var id: RecordID
  /// The values that it has now; nil for one that was deleted.
  public var present: [Value?]?
  /// The values that it had; nil for an item of a list that has come since, which is deleted.
  public var past: [Value?]?
}

extension Store {
  /// What restoring records would come to, the items of their lists included.
  ///
  /// - Throws: ``StoreError`` as ``restore(_:to:)`` does.
  public func restoration(
    of ids: [RecordID], to transaction: Int
  ) throws(StoreError) -> [Restoration] {
    let state = try past(at: transaction)
    let wanted = try withItems(ids, in: state, at: transaction)
    let isWanted = Set(wanted)
    let present = try existing(ids)
    let own = try withItems(ids.filter(present.contains), in: self, at: transaction)
    let surplus = own.filter { !isWanted.contains($0) }
    var result: [Restoration] = []
    for id in surplus { result.append(Restoration(id: id, present: try values(of: id))) }
    for id in wanted {
      result.append(
        Restoration(id: id, present: try values(of: id), past: try state.values(of: id)))
    }
    return result
  }

  /// Gives records the values that they had after a transaction, inside a transaction; those that
  /// were deleted since are made again, with their numbers.
  ///
  /// The items of a record's lists belong to it: they are restored too, and those that have come
  /// since are deleted.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if there was no such record or
  ///   transaction, and of ``StoreError/Kind/refused`` if the type was another one, or a record that
  ///   one of them referred to no longer exists.
  public func restore(_ ids: [RecordID], to transaction: Int) throws(StoreError) {
    try checkAlive()
    let change = try lastChange(of: transaction)
    let plan = try restoration(of: ids, to: transaction)
    let wanted = plan.compactMap { $0.past == nil ? nil : $0.id }
    noteChangeOfAll()
    // A record may refer to one that is made again after it.
    try engine.execute("PRAGMA defer_foreign_keys = ON")
    for item in plan where item.past == nil {
      if try exists(item.id) { try delete(item.id) }
    }
    try write(wanted, through: change)
    for id in wanted { try checkReferences(of: id) }
    try engine.execute("PRAGMA defer_foreign_keys = OFF")
  }

  /// Records with the items of their lists, and those of the items' lists, as a state has them.
  private func withItems(
    _ ids: [RecordID], in state: Store, at transaction: Int
  ) throws(StoreError) -> [RecordID] {
    var all: [RecordID] = []
    var known: Set<RecordID> = []
    var next = Array(ids.reversed())
    while let id = next.popLast() {
      guard known.insert(id).inserted else { continue }
      guard let type = state.type(named: id.type), let values = try state.values(of: id) else {
        throw StoreError(.name, "\(id) did not exist at #\(transaction)")
      }
      guard type == self.type(named: id.type) else {
        throw StoreError(.refused, "\(type.name.asName) has been redefined since #\(transaction)")
      }
      all.append(id)
      for (property, value) in zip(type.properties, values) where property.kind.isListOfRecords {
        guard case .list(let items) = value else { continue }
        next += items.reversed().compactMap {
          if case .reference(let item) = $0 { item } else { nil }
        }
      }
    }
    return all
  }

  /// Writes records as they were. A unique value may be taken by one that is to give it up, so those
  /// that cannot be written yet come again after the others.
  private func write(_ ids: [RecordID], through change: Int) throws(StoreError) {
    var rest = ids
    while !rest.isEmpty {
      var refused: [(id: RecordID, error: StoreError)] = []
      for id in rest {
        do {
          try write(id, through: change)
        } catch {
          guard error.kind == .conflict else { throw error }
          refused.append((id, error))
        }
      }
      if let first = refused.first, refused.count == rest.count { throw first.error }
      rest = refused.map(\.id)
    }
  }

  /// Writes a record as it was; the values never pass through this program, so they are the same
  /// bit for bit.
  private func write(_ id: RecordID, through change: Int) throws(StoreError) {
    let table = try writableTable(id.type)
    let newest = try newestChanges(of: id.number, table.columns.map(\.number), through: change)
    let erased = try engine.value(
      """
      SELECT prop FROM wb_change WHERE seq IN (SELECT value FROM json_each(?1))
        AND old IS NULL AND new IS NULL LIMIT 1
      """, .text("[\(newest.values.map(String.init).joined(separator: ","))]"))
    if let property = erased.integer { throw try wasErased(id.number, property, table) }
    let value = "(SELECT new FROM wb_change WHERE seq = ?)"
    let changes = table.columns.map { SQLValue(newest[$0.number]) }
    let names = table.columns.map(\.name)
    do {
      if try !exists(id) {
        let columns = (["id"] + names).joined(separator: ", ")
        let values = (["?"] + names.map { _ in value }).joined(separator: ", ")
        try engine.statement("INSERT INTO \(table.name)(\(columns)) VALUES(\(values))")
          .run([.integer(id.number)] + changes)
      } else if !names.isEmpty {
        let list = names.map { "\($0) = \(value)" }.joined(separator: ", ")
        try engine.statement("UPDATE \(table.name) SET \(list) WHERE id = ?")
          .run(changes + [.integer(id.number)])
      }
    } catch {
      guard error.kind == .conflict else { throw error }
      throw try conflict(error, of: id, table, newest)
    }
  }

  /// Says which other record has a unique value that one of them had.
  private func conflict(
    _ error: StoreError, of id: RecordID, _ table: Table, _ newest: [Int: Int]
  ) throws(StoreError) -> StoreError {
    for column in table.columns where column.isUnique {
      guard let property = column.property, let change = newest[column.number] else { continue }
      let holder = try engine.rows(
        """
        SELECT id, \(column.name) FROM \(table.name)
        WHERE \(column.name) = (SELECT new FROM wb_change WHERE seq = ?1) AND id <> ?2
        """, [.integer(change), .integer(id.number)])
      guard let row = holder.first, let other = row[0].integer,
        let value = column.storage.value(row[1])
      else { continue }
      return StoreError(
        value, of: property, isTakenBy: RecordID(table.type.name, other).description)
    }
    return error
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
        .refused,
        "\(id).\(column.historyName.asName) would be \(other), which no longer exists; "
          + "restore \(other) first")
    }
  }
}

public import Records

extension Rows {
  /// Returns the given records followed by the records deleted with them, by `on delete cascade`
  /// and as list items.
  ///
  /// - Complexity: O(*n*) in the deleted records and the records that refer to them.
  public func takenAlong(byDeleting ids: [RecordID]) throws(StoreError) -> [RecordID] {
    try database.checkOpen()
    return try allTakenAlong(byDeleting: ids).filter { catalog.type(named: $0.type) != nil }
  }

  /// Like ``takenAlong(byDeleting:)``, but includes the rows of lists of references.
  func allTakenAlong(byDeleting ids: [RecordID]) throws(StoreError) -> [RecordID] {
    var taken = ids
    var known = Set(ids)
    var next = 0
    while next < taken.count {
      let record = taken[next]
      next += 1
      for (table, column) in catalog.referring(to: record.type) where column.onDelete == .cascade {
        for number in try numbers(table, column, record) {
          let other = RecordID(table.type.name, number)
          if known.insert(other).inserted { taken.append(other) }
          guard let list = table.references, list.onDelete == .cascade,
            column.plainName == ReferenceList.item, let owner = try owner(of: number, in: table)
          else { continue }
          if known.insert(owner).inserted { taken.append(owner) }
        }
      }
    }
    return taken
  }

  /// Disables the triggers by which lists delete their owners.
  func withoutCascades(
    of tables: some Sequence<Table>, _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    guard tables.contains(where: { $0.references?.onDelete == .cascade }) else {
      return try body()
    }
    try engine.run("INSERT INTO wb_state VALUES(?1, 1)", .text(Table.reversing))
    defer { try? engine.run("DELETE FROM wb_state WHERE k = ?1", .text(Table.reversing)) }
    try body()
  }

  /// Returns whether deleting a record can delete the owner of a list, and deleting the owner can
  /// in turn affect the record.
  ///
  /// The list's trigger can delete the owner only while the record exists. If deleting the owner
  /// changes or deletes the record, the engine continues with the old values of the record.
  func takesOwnersInARing(byDeleting id: RecordID) throws(StoreError) -> Bool {
    let rings = Set(tables.values.filter(isRing).map(\.id))
    guard !rings.isEmpty else { return false }
    for record in try allTakenAlong(byDeleting: [id])
    where try rings.contains(table(record.type).id) { return true }
    return false
  }

  /// Returns whether deleting the owner of a cascading list of references can delete or change an
  /// item.
  private func isRing(_ table: Table) -> Bool {
    guard let list = table.references, list.onDelete == .cascade,
      let item = list.list.kind.recordType
    else { return false }
    var known: Set = [list.owner]
    var open = [list.owner]
    while let type = open.popLast() {
      if type == item { return true }
      for (other, column) in catalog.referring(to: type) where column.onDelete != .refuse {
        if other.type.name == item { return true }
        guard column.onDelete == .cascade else { continue }
        var taken = [other.type.name]
        if let list = other.references, list.onDelete == .cascade { taken.append(list.owner) }
        open += taken.filter { known.insert($0).inserted }
      }
    }
    return false
  }

  /// Deletes a record and its dependents one by one, from the end of the chain, because the engine
  /// cannot cascade through long chains.
  ///
  /// - Parameter isJudged: Whether references from remaining records were already checked.
  func deleteEach(byDeleting id: RecordID, isJudged: Bool) throws(StoreError) {
    if !isJudged, let obstacle = try obstacle(toDeleting: [id]) { throw obstacle }
    let isDeferred = try engine.value("PRAGMA defer_foreign_keys")
    // A reference that refuses deletion may be between two records that are both deleted.
    try engine.execute("PRAGMA defer_foreign_keys = ON")
    defer {
      if isDeferred == .integer(0) { try? engine.execute("PRAGMA defer_foreign_keys = OFF") }
    }
    try withoutCascades(of: tables.values) { () throws(StoreError) in
      for record in try allTakenAlong(byDeleting: [id]).reversed() {
        let table = try table(record.type)
        try engine.statement("DELETE FROM \(table.name) WHERE id = ?1").run([
          .integer(record.number)
        ])
      }
    }
  }

  private func owner(of reference: Int, in table: Table) throws(StoreError) -> RecordID? {
    guard let list = table.references else { return nil }
    return try engine.value(
      "SELECT \(ReferenceList.owner.asSQLName) FROM \(table.name) WHERE id = ?1",
      .integer(reference)
    ).integer.map { RecordID(list.owner, $0) }
  }

  private func numbers(
    _ table: Table, _ column: TableColumn, _ id: RecordID
  ) throws(StoreError) -> [Int] {
    try table.checkIsWhole()
    let statement = try engine.statement(
      "SELECT id FROM \(table.name) WHERE \(column.name) = ?1 ORDER BY id")
    try statement.bind([.integer(id.number)])
    var numbers: [Int] = []
    while try statement.step() { numbers.append(statement.column(0).integer ?? 0) }
    return numbers
  }

  func obstacle(toDeleting ids: [RecordID]) throws(StoreError) -> StoreError? {
    let taken = try allTakenAlong(byDeleting: ids)
    let going = Set(taken)
    for record in taken {
      for (table, column) in catalog.referring(to: record.type) where column.onDelete == .refuse {
        let staying = try numbers(table, column, record)
          .map { RecordID(table.type.name, $0) }.filter { !going.contains($0) }
        guard let first = staying.first else { continue }
        let others = staying.count - 1
        var use = StoreError.Use.reference(property: column.plainName, first, others: others)
        if let list = table.references, let owner = try owner(of: first.number, in: table) {
          use = .list(list.list.name, of: owner, others: others)
        }
        let isGiven = ids.contains(record)
        return StoreError(
          .refused, .undeletable(isGiven ? record : ids[0], with: isGiven ? nil : record, use))
      }
    }
    return nil
  }
}

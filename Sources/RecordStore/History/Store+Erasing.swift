public import Records

/// Values that nobody is to know any more.
extension Store {
  /// Erases the values that a property of a record has and ever had, or those of all its properties
  /// and the record with them.
  ///
  /// A property gets nil, or its default where it must have a value. A record is deleted, and what is
  /// and was in its lists goes with it; it may have been deleted before. In the history the values
  /// are empty from then on, and the transactions in which they were set lose the text of their
  /// command and their reason, as do all others that mention them. That something was erased, by
  /// whom and why, is a transaction of the kind ``TransactionKind/erase``. Then the file is
  /// rewritten, so that the values are not among its bytes any more.
  ///
  /// - Parameters:
  ///   - property: The name of a property; nil for all of the record.
  ///   - entry: Who does it and why; its kind is ``TransactionKind/erase``.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` inside a transaction, for a
  ///   key, and for what must have a value and has no default; of the kind
  ///   ``StoreError/Kind/name`` if there never was such a record or property.
  /// - Complexity: O(*n*) in the history and the size of the file.
  public func erase(
    _ id: RecordID, _ property: String?, _ entry: TransactionEntry
  ) throws(StoreError) -> Erasure {
    guard open == nil, !options.isTrial else {
      throw StoreError(.refused, "nothing can be erased inside a transaction")
    }
    try endGroup()
    try engine.execute("PRAGMA secure_delete = ON")
    try begin(entry)
    var erasure: Erasure
    do throws(StoreError) {
      var targets: [Target] = []
      if let property { targets = [try emptied(id, property)] } else { targets = try deleted(id) }
      erasure = try erase(targets)
      guard let number = try commit(reason: nil) else {
        throw StoreError(.refused, "\(id) has no values to erase")
      }
      erasure.transaction = number
    } catch {
      if open != nil { try? rollback() }
      throw error
    }
    erasure.obstacle = rewriteFile()
    return erasure
  }

  /// A record of which values are erased.
  private struct Target {
    var id: RecordID
    var table: Table
    /// The numbers of the properties, those that were dropped among them.
    var properties: [Int]
    /// The property that stays, with another value; nil where the record goes.
    var kept: TableColumn?
  }

  // MARK: The present

  /// Empties a property of a record, if there still is the record.
  private func emptied(_ id: RecordID, _ name: String) throws(StoreError) -> Target {
    let table = try writableTable(id.type)
    try checkHasBeen(id, table)
    let former = try engine.rows(
      "SELECT id FROM wb_prop WHERE type = ?1 AND name = ?2 AND dropped_tx IS NOT NULL",
      [.integer(table.id), .text(name)]
    ).compactMap { $0[0].integer }
    guard let index = table.type.index(of: name), let place = table.place(ofProperty: index) else {
      if let property = table.type[name] { throw Self.cannotBeErased(property) }
      guard !former.isEmpty else { throw unknown(name, table) }
      return Target(id: id, table: table, properties: former)
    }
    let property = table.type.properties[index]
    guard !property.isKey else { throw Self.cannotBeErased(property) }
    var target = Target(
      id: id, table: table, properties: former + [table.properties[index]])
    guard try exists(id) else { return target }
    let value = property.isOptional ? nil : property.defaultValue
    guard value != nil || property.isOptional else { throw Self.cannotBeErased(property) }
    try update(id, [name: value])
    target.kept = table.columns[place]
    return target
  }

  private static func cannotBeErased(_ property: Property) -> StoreError {
    let name = property.name.asName
    let why =
      if let computation = property.computation {
        "\(name) is computed as (\(computation)); erase what it is computed from"
      } else if property.kind.isListOfRecords {
        "\(name) is a list of records; erase these, or the record whose list it is"
      } else if property.isKey {
        "\(name) is the key, which is erased only with its record"
      } else {
        "\(name) must have a value and has no default; only the whole record can be erased"
      }
    return StoreError(.refused, why, property: property.name)
  }

  /// Deletes a record with what is in its lists, if they still are there.
  private func deleted(_ id: RecordID) throws(StoreError) -> [Target] {
    try checkHasBeen(id, try writableTable(id.type))
    var ids = [id]
    var known = Set(ids)
    var next = 0
    while next < ids.count {
      for item in try itemsEver(of: ids[next]) where known.insert(item).inserted {
        ids.append(item)
      }
      next += 1
    }
    if try exists(id) { try delete([id]) }
    var targets: [Target] = []
    for id in ids {
      let table = try table(id.type)
      targets.append(
        Target(
          id: id, table: table,
          properties: try table.columns.map(\.number) + droppedProperties(of: table.id)))
    }
    return targets
  }

  /// The items that are in the lists of a record, or were when they were deleted.
  private func itemsEver(of id: RecordID) throws(StoreError) -> [RecordID] {
    let table = try table(id.type)
    var items: [RecordID] = []
    for (number, property) in zip(table.properties, table.type.properties) {
      guard case .records(let name) = property.kind, let itemTable = tables[name],
        let owner = itemTable.membership(inList: number)?.ownerNumber
      else { continue }
      let rows = try engine.rows(
        """
        SELECT rec FROM (SELECT rec, new, row_number() OVER (PARTITION BY rec ORDER BY seq DESC) AS n
          FROM wb_change WHERE prop = ?1 AND new IS NOT NULL) WHERE n = 1 AND new = ?2
        """, [.integer(owner), .integer(id.number)])
      items += rows.compactMap { $0[0].integer }.map { RecordID(name, $0) }
    }
    return items
  }

  private func checkHasBeen(_ id: RecordID, _ table: Table) throws(StoreError) {
    if try !exists(id) { try checkWasDeleted(id.number, in: table) }
  }

  // MARK: The history

  /// The shortest text that is looked for in commands which did not set it: shorter ones are parts of
  /// too many words.
  private static let shortestText = 4

  private func erase(_ targets: [Target]) throws(StoreError) -> Erasure {
    guard let own = open?.number else { throw StoreError(.refused, "no transaction is open") }
    var erasure = Erasure(
      transaction: own, records: targets.map(\.id), changes: 0, commands: 0)
    try engine.execute(
      """
      CREATE TEMP TABLE wb_erased(tx INTEGER PRIMARY KEY);
      CREATE TEMP TABLE wb_erased_text(s TEXT PRIMARY KEY);
      """)
    for target in targets { erasure.changes += try empty(target, own) }
    try engine.run(
      """
      UPDATE wb_tx SET cmd = NULL, reason = NULL
      WHERE kind <> \(TransactionKind.erase.rawValue) AND (cmd IS NOT NULL OR reason IS NOT NULL)
        AND (id IN (SELECT tx FROM temp.wb_erased)
          OR kind <> \(TransactionKind.schema.rawValue) AND EXISTS (
            SELECT 1 FROM temp.wb_erased_text WHERE instr(cmd, s) OR instr(reason, s)))
      """)
    erasure.commands = engine.changedRows
    try engine.execute(
      "DROP TABLE temp.wb_erased; DROP TABLE temp.wb_erased_text; DELETE FROM wb_victim")
    return erasure
  }

  /// Empties the changes of a record, and leaves one that says so; returns how many there were.
  private func empty(_ target: Target, _ own: Int) throws(StoreError) -> Int {
    let properties = target.properties.map(String.init).joined(separator: ", ")
    let record = SQLValue.integer(target.id.number)
    let isOfTarget = "rec = ?1 AND prop IN (\(properties))"
    let present =
      target.kept.map { "(SELECT \($0.name) FROM \(target.table.name) WHERE id = ?1)" } ?? "NULL"
    try engine.run(
      """
      INSERT OR IGNORE INTO temp.wb_erased_text SELECT v FROM (
        SELECT old AS v FROM wb_change WHERE \(isOfTarget)
        UNION SELECT new FROM wb_change WHERE \(isOfTarget))
      WHERE typeof(v) = 'text' AND length(v) >= \(Self.shortestText) AND v IS NOT \(present)
      """, record)
    try engine.run(
      "INSERT OR IGNORE INTO temp.wb_erased SELECT tx FROM wb_change WHERE \(isOfTarget)", record)
    try engine.run(
      """
      UPDATE wb_change SET old = NULL, new = NULL
      WHERE \(isOfTarget) AND tx <> ?2 AND (old IS NOT NULL OR new IS NOT NULL)
      """, record, .integer(own))
    let count = engine.changedRows
    guard let last = target.properties.last else { return count }
    // What a record has from now on is told by a change of this transaction, its last.
    try engine.run(
      "UPDATE wb_change SET old = NULL, new = \(present) WHERE tx = ?2 AND \(isOfTarget)", record,
      .integer(own)
    )
    if engine.changedRows == 0 {
      try engine.run(
        "INSERT INTO wb_change(tx, rec, prop, old, new) VALUES(?2, ?1, ?3, NULL, \(present))",
        record, .integer(own), .integer(last))
    }
    return count
  }

  /// The error that a value is wanted which a change had and that was erased.
  func wasErased(_ record: Int, _ property: Int, _ table: Table) throws(StoreError) -> StoreError {
    let id = RecordID(table.type.name, record)
    let name = table.column(ofNumber: property).map { "\(id).\($0.historyName.asName)" }
    let number = try engine.value(
      """
      SELECT c.tx FROM wb_change AS c JOIN wb_tx AS t ON t.id = c.tx
      WHERE c.rec = ?1 AND c.prop IN (\(table.recorded.map(String.init).joined(separator: ", ")))
        AND t.kind = \(TransactionKind.erase.rawValue)
      ORDER BY c.prop = ?2 DESC, c.tx DESC LIMIT 1
      """, .integer(record), .integer(property))
    let eraser = try number.integer.flatMap { number throws(StoreError) in
      try entry(ofTransaction: number)
    }
    return StoreError(
      .refused,
      "\(name ?? id.description) was erased" + (eraser.map { " by " + Self.sentence($0) } ?? ""))
  }

  // MARK: The bytes

  /// Writes the file anew, with nothing in it of what was deleted; what has kept it from that.
  func rewriteFile() -> StoreError? {
    guard location != .memory else { return nil }
    do {
      try engine.execute("VACUUM")
      schemaVersion = try currentSchemaVersion()
      let rows = try engine.rows("PRAGMA wal_checkpoint(TRUNCATE)")
      guard rows.first?.first == .integer(1) else { return nil }
      return StoreError(
        .busy, "another program is reading \(location), whose -wal file still has what was before")
    } catch {
      return busy(error)
    }
  }
}

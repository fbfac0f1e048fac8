internal import Records

extension UndoEngine {
  private struct Run {
    let table: Table
    let record: Int
    /// The existence after each change.
    var existence: [(number: Int, exists: Bool)] = []
    /// The first and the last change of each property.
    var properties: [Int: (first: Int, last: Int)] = [:]
    var erased: Int?

    var wasThere: Bool { existence.first?.exists != true }
    var isThere: Bool { existence.last?.exists ?? true }

    mutating func begin(with change: Int, of property: Int, exists: Bool, isErased: Bool) {
      guard property != table.existence else {
        return existence.insert((change, exists), at: 0)
      }
      properties[property] = (change, properties[property]?.last ?? change)
      if isErased { erased = property }
    }
  }

  /// The statement that reverses a run, shared by similar runs on records of the same type.
  private struct WayBack {
    let table: Table
    let wasThere: Bool
    let isThere: Bool
    /// The redefinition is nil if all former values fit the column.
    let changed: [(column: TableColumn, redefinition: AlteredProperty?)]
    /// Values of a recreated record for columns without a former value: null, or a default if a
    /// value is needed now.
    let needed: [SQLValue]
    /// Parameters: the record; if it existed before, for each old value its change or, if
    /// converted, the value; if it exists after, for each new value its change; then `needed`.
    let statement: PreparedStatement

    func isOf(_ run: Run) -> Bool {
      table === run.table && wasThere == run.wasThere && isThere == run.isThere
        && changed.count == run.properties.count
        && changed.allSatisfy { run.properties[$0.column.number] != nil }
    }
  }

  /// Reverses one transaction: newest first, with one statement for each run of changes of a
  /// record.
  ///
  /// Reversing all changes of a record at once would fail if two records swapped a unique value
  /// through a third. Reversing each change separately would fail because a new record needs its
  /// values. If definitions were changed, all changes of a record are reversed at once, because
  /// intermediate states need not fit the type.
  ///
  /// Foreign key actions are off, because the history also contains their effects on other records.
  /// ``checkReferences(_:since:)`` checks the result.
  ///
  /// - Parameters:
  ///   - change: The newest change before the reversal began.
  ///   - owners: The tables by the numbers of their recorded properties.
  ///   - passing: The numbers of properties that the transaction both added and dropped.
  ///   - atOnce: Whether all changes of a record are one run.
  func reverse(
    _ link: History.Link, since change: Int, in owners: [Int: Table], passing: Set<Int>,
    atOnce: Bool
  ) throws(StoreError) {
    try rows.withoutCascades(of: owners.values) { () throws(StoreError) in
      let exchanging = try tablesOfExchanges(in: link, owners, inAnyOrder: atOnce)
      guard !exchanging.isEmpty else {
        return try reverseRuns(
          of: link, since: change, in: owners, passing: passing, atOnce: atOnce)
      }
      do throws(StoreError) {
        try withoutUniqueIndexes(of: exchanging) { () throws(StoreError) in
          try reverseRuns(of: link, since: change, in: owners, passing: passing, atOnce: atOnce)
        }
      } catch {
        guard error.kind == .conflict else { throw error }
        throw StoreError(.refused, .irreversible(link.entry, error.reason))
      }
    }
  }

  /// Records had intermediate states only if the transaction created or deleted records, or changed
  /// a property twice.
  func hasStatesBetween(_ link: History.Link) throws(StoreError) -> Bool {
    try engine.value(
      """
      SELECT EXISTS (SELECT 1 FROM wb_change WHERE seq BETWEEN ?1 AND ?2
          AND prop IN (SELECT id FROM wb_prop WHERE name = ''))
        OR EXISTS (SELECT 1 FROM wb_change WHERE seq BETWEEN ?1 AND ?2
          GROUP BY rec, prop HAVING count(*) > 1)
      """, .integer(link.changes.lowerBound), .integer(link.changes.upperBound &- 1))
      == .integer(1)
  }

  private func reverseRuns(
    of link: History.Link, since change: Int, in owners: [Int: Table], passing: Set<Int>,
    atOnce: Bool
  ) throws(StoreError) {
    do {
      try reverseEachRun(of: link, since: change, in: owners, passing: passing, atOnce: atOnce)
      // Waits for the answers, because what follows could hide an error.
      if isPosting { _ = try journal.lastChange() }
    } catch {
      let kinds: [StoreError.Kind] = [.conflict, .expression, .rule, .refused, .overtaken]
      hasPostedInVain = isPosting && kinds.contains(error.kind)
      throw error
    }
  }

  /// The number of reversals after which the answers are awaited, so that an interruption is noticed.
  private static let mostPosted = 1000

  private func reverseEachRun(
    of link: History.Link, since change: Int, in owners: [Int: Table], passing: Set<Int>,
    atOnce: Bool
  ) throws(StoreError) {
    let statement = try engine.statement(
      "SELECT seq, rec, prop, new IS NOT NULL, old IS NULL AND new IS NULL "
        + "FROM wb_change WHERE seq BETWEEN ?1 AND ?2 "
        + "ORDER BY seq DESC")
    defer { statement.reset() }
    try statement.bind([
      .integer(link.changes.lowerBound), .integer(link.changes.upperBound &- 1),
    ])
    var way: WayBack?
    // All runs if all runs are reversed at once, otherwise only the last run.
    var runs: [Run] = []
    var places: [ObjectIdentifier: [Int: Int]] = [:]
    while try statement.step() {
      let number = statement.column(0).integer ?? 0
      catalog.database.progress(link.changes.upperBound - number, link.changes.count)
      let record = statement.column(1).integer ?? 0
      let property = statement.column(2).integer ?? 0
      guard let table = owners[property] else {
        if passing.contains(property) { continue }
        throw try isGone(property, link)
      }
      var place = runs.indices.last
      if atOnce {
        place = places[ObjectIdentifier(table)]?[record]
      } else if let complete = runs.last, complete.record != record || complete.table !== table {
        try reverse(complete, by: &way, link, since: change)
        runs = []
        place = nil
      }
      if place == nil {
        if atOnce { places[ObjectIdentifier(table), default: [:]][record] = runs.count }
        runs.append(Run(table: table, record: record))
      }
      runs[place ?? runs.count - 1].begin(
        with: number, of: property, exists: statement.column(3) == .integer(1),
        isErased: statement.column(4) == .integer(1))
    }
    for run in runs { try reverse(run, by: &way, link, since: change) }
  }

  private func isGone(_ property: Int, _ link: History.Link) throws(StoreError) -> StoreError {
    let rows = try engine.rows(
      """
      SELECT y.name, p.name, coalesce(y.dropped_tx, p.dropped_tx), y.dropped_tx IS NULL
      FROM wb_prop AS p JOIN wb_type AS y ON y.id = p.type WHERE p.id = ?1
      """, [.integer(property)])
    guard let row = rows.first, let type = row[0].text, let name = row[1].text else {
      return StoreError(.refused, .irreversible(link.entry, .fact(.changedLostType)))
    }
    let what = PropertyReference(type, row[3] == .integer(1) ? name : nil)
    let later = try row[2].integer.flatMap { number throws(StoreError) in
      try history.entry(ofTransaction: number)
    }
    return StoreError(.refused, .irreversible(link.entry, .dropped(what, by: later)))
  }

  private func reverse(
    _ run: Run, by way: inout WayBack?, _ link: History.Link, since change: Int
  ) throws(StoreError) {
    // A record that is deleted again needs no values.
    if let erased = run.erased, run.wasThere {
      let error = try wasErased(run.record, erased, run.table)
      throw StoreError(.refused, .irreversible(link.entry, error.reason))
    }
    if way?.isOf(run) != true { way = try wayBack(of: run, link) }
    guard let way else { return }
    var values = [SQLValue(run.record)]
    if run.wasThere {
      for (column, redefinition) in way.changed {
        values.append(try formerValue(of: column, redefinition, run, link))
      }
    }
    if run.isThere {
      for (column, _) in way.changed {
        values.append(SQLValue(run.properties[column.number]?.last))
      }
    }
    if isPosting {
      try way.statement.bind(values + way.needed)
      try way.statement.post()
      // An overflow, and so an error, if nothing was changed.
      try engine.post(
        "INSERT INTO wb_victim(rec) SELECT abs(-9223372036854775808) WHERE changes() = 0")
      posted += 1
      if posted.isMultiple(of: Self.mostPosted) { _ = try journal.lastChange() }
      return
    }
    do {
      try way.statement.run(values + way.needed)
    } catch {
      guard error.kind == .conflict || error.kind == .rule else { throw error }
      throw try obstacle(run, link, since: change, error)
    }
    if engine.changedRows == 0 { throw try obstacle(run, link, since: change, nil) }
  }

  /// Returns nil if the run has no net effect.
  private func wayBack(of run: Run, _ link: History.Link) throws(StoreError) -> WayBack? {
    let table = run.table
    var changed: [(column: TableColumn, redefinition: AlteredProperty?)] = []
    for column in table.columns where run.properties[column.number] != nil {
      let redefinition = try redefinition(of: column.number, since: link.entry.transaction)
      changed.append((column, redefinition))
    }
    let rest = table.columns.filter { run.properties[$0.number] == nil }
    // Values are copied inside SQLite, so they are restored bit for bit. If the property was
    // altered since, its value is converted as by `alter`.
    let olds = changed.enumerated().map { place, item in
      item.redefinition == nil
        ? "(SELECT wb_c.old FROM wb_change AS wb_c WHERE wb_c.seq = ?\(place + 2))"
        : "?\(place + 2)"
    }
    let firstLast = run.wasThere ? olds.count + 2 : 2
    let isUnchanged = changed.enumerated().map { place, item in
      let name = "\(table.name).\(item.column.name)"
      return " AND EXISTS (SELECT 1 FROM wb_change AS wb_c WHERE wb_c.seq = ?\(firstLast + place) "
        + "AND wb_c.new IS \(name) COLLATE BINARY AND typeof(wb_c.new) = typeof(\(name)))"
    }.joined()
    var needed: [SQLValue] = []
    let sql: String
    switch (run.wasThere, run.isThere) {
    case (true, true):
      guard !changed.isEmpty else { return nil }
      let list = zip(changed, olds).map { "\($0.column.name) = \($1)" }.joined(separator: ", ")
      sql = "UPDATE \(table.name) SET \(list) WHERE id = ?1\(isUnchanged)"
    case (false, true):
      let isEmpty = rest.map { " AND \($0.name) IS NULL" }.joined()
      sql = "DELETE FROM \(table.name) WHERE id = ?1\(isUnchanged)\(isEmpty)"
    case (true, false):
      let columns = changed.map(\.column.name) + rest.map(\.name)
      for column in rest { needed.append(try neededValue(of: column, run, link)) }
      let items = ["?1"] + olds + needed.indices.map { "?\(olds.count + 2 + $0)" }
      sql =
        "INSERT INTO \(table.name)(\((["id"] + columns).joined(separator: ", "))) "
        + "VALUES(\(items.joined(separator: ", ")))"
    case (false, false): return nil
    }
    return WayBack(
      table: table, wasThere: run.wasThere, isThere: run.isThere, changed: changed, needed: needed,
      statement: try engine.statement(sql))
  }

  private func neededValue(
    of column: TableColumn, _ run: Run, _ link: History.Link
  ) throws(StoreError) -> SQLValue {
    guard let index = run.table.properties.firstIndex(of: column.number) else { return .null }
    let property = run.table.type.properties[index]
    if property.isOptional || !property.isStored { return .null }
    // A default cannot be used twice in a unique property.
    guard !column.isUnique, let value = property.defaultValue(at: nil) else {
      throw StoreError(
        .refused,
        .irreversible(
          link.entry,
          .hadNoValue(RecordID(run.table.type.name, run.record), property: property.name),
          by: try origin(of: "prop:\(column.number)")))
    }
    return Storage(property).stored(value)
  }

  /// Returns the number of the change that contains the old value or, if the property was altered
  /// since, the converted old value.
  private func formerValue(
    of column: TableColumn, _ redefinition: AlteredProperty?, _ run: Run, _ link: History.Link
  ) throws(StoreError) -> SQLValue {
    let first = SQLValue(run.properties[column.number]?.first)
    guard let redefinition else { return first }
    let stored = try engine.value("SELECT old FROM wb_change WHERE seq = ?1", first)
    do {
      let value = try ValueConversion(redefinition, at: nil).value(
        of: stored, redefinition.former?.kind)
      return Storage(redefinition.property).stored(value)
    } catch {
      let id = RecordID(run.table.type.name, run.record)
      throw StoreError(
        .refused,
        .irreversible(
          link.entry, .ofRecord(id, why: error.message), by: try origin(of: "prop:\(column.number)")
        ))
    }
  }

  /// Throws if the reversal leaves a dangling reference, unless the restored state had the same
  /// dangling reference, because other programs can write one.
  ///
  /// - Parameter change: The newest change before the reversal.
  func checkReferences(_ links: [History.Link], since change: Int) throws(StoreError) {
    guard let oldest = links.last else { return }
    for table in allTables {
      for column in table.columns {
        guard let target = column.target.flatMap({ tables[$0] }) else { continue }
        let rows = try engine.rows(
          """
          SELECT id, \(column.name) FROM \(table.name) AS wb_t
          WHERE NOT EXISTS (SELECT 1 FROM \(target.name) AS wb_o WHERE wb_o.id = wb_t.\(column.name))
            AND (id IN (SELECT rec FROM wb_change WHERE seq > ?1 AND prop = \(column.number))
              AND \(column.name) IS NOT NULL OR \(column.name) IN
                (SELECT rec FROM wb_change WHERE seq > ?1 AND prop = \(target.existence)))
          """, [.integer(change)])
        for row in rows {
          guard let record = row[0].integer, let gone = row[1].integer else { continue }
          try checkWasLost(record, table, column, gone, target, oldest, since: change)
        }
      }
    }
  }

  private func checkWasLost(
    _ record: Int, _ table: Table, _ column: TableColumn, _ gone: Int, _ target: Table,
    _ oldest: History.Link, since change: Int
  ) throws(StoreError) {
    func value(_ record: Int, _ property: Int) throws(StoreError) -> SQLValue {
      try engine.value(
        "SELECT new FROM wb_change WHERE seq < ?1 AND rec = ?2 AND prop = ?3 "
          + "ORDER BY seq DESC LIMIT 1", .integer(oldest.changes.lowerBound), .integer(record),
        .integer(property))
    }
    if try value(record, column.number) == .integer(gone),
      try value(gone, target.existence) == .null
    {
      return
    }
    let (id, other) = (RecordID(table.type.name, record), RecordID(target.type.name, gone))
    var newest = try newestChange(
      record, [column.number, table.existence], after: oldest, through: change)
    if newest == nil {
      newest = try newestChange(gone, [target.existence], after: oldest, through: change)
    }
    guard let newest else {
      throw StoreError(
        .refused, .irreversible(oldest.entry, .dangling(id, property: column.historyName, other)))
    }
    throw StoreError(.refused, .irreversible(oldest.entry, .refers(id, other, since: newest.entry)))
  }

  private func obstacle(
    _ run: Run, _ link: History.Link, since change: Int, _ error: StoreError?
  ) throws(StoreError) -> StoreError {
    let table = run.table
    let id = RecordID(table.type.name, run.record)
    if let error, error.kind == .conflict, let list = table.references,
      let last = run.properties[table.properties[2]]?.last
        ?? run.properties[table.properties[2]]?.first
    {
      let item = try engine.value(
        "SELECT coalesce(old, new) FROM wb_change WHERE seq = ?1", .integer(last))
      let name = RecordID(list.list.kind.recordType ?? "", item.integer ?? 0)
      return StoreError(.refused, .irreversible(link.entry, .inListAgain(name, list: list.name)))
    }
    if let error, let (other, property) = try holder(run) {
      let newest = try newestChange(other, [property], after: link, through: change)
      let name = table.column(ofNumber: property)?.historyName ?? ""
      guard let newest else { return StoreError(.refused, .irreversible(link.entry, error.reason)) }
      return StoreError(
        .refused,
        .irreversible(
          link.entry, .given(property: name, RecordID(table.type.name, other), by: newest.entry)))
    }
    // A deleted record loses all its values, not only those set by the run.
    let isGoing = run.existence.first?.exists == true
    let properties = isGoing ? table.columns.map(\.number) : Array(run.properties.keys)
    guard
      let newest = try newestChange(
        run.record, properties + [table.existence], after: link, through: change)
    else {
      return StoreError(.refused, .irreversible(link.entry, error?.reason ?? .changedByUnknown(id)))
    }
    let name = table.column(ofNumber: newest.property).map {
      "\(id).\($0.historyName.asName)"
    }
    return StoreError(
      .refused, .irreversible(link.entry, .changed(name ?? id.description, by: newest.entry)))
  }

  private func holder(_ run: Run) throws(StoreError) -> (record: Int, property: Int)? {
    let table = run.table
    for column in table.columns {
      guard column.isUnique, let first = run.properties[column.number]?.first else { continue }
      let other = try engine.value(
        "SELECT id FROM \(table.name) WHERE \(column.name)\(column.collation) = "
          + "(SELECT old FROM wb_change WHERE seq = ?1) AND id <> ?2",
        .integer(first), .integer(run.record))
      if let other = other.integer { return (other, column.number) }
    }
    return nil
  }

  func newestChange(
    _ record: Int, _ properties: [Int], after link: History.Link, through change: Int
  ) throws(StoreError) -> (property: Int, entry: LogEntry)? {
    let list = properties.map(String.init).joined(separator: ", ")
    let rows = try engine.rows(
      """
      SELECT prop, tx FROM wb_change
      WHERE seq BETWEEN ?1 AND ?2 AND rec = ?3 AND prop IN (\(list)) ORDER BY seq DESC LIMIT 1
      """,
      [
        .integer(link.changes.upperBound), .integer(change), .integer(record),
      ])
    guard let row = rows.first, let property = row[0].integer else { return nil }
    var found: LogEntry?
    try history.eachTransaction { (link: History.Link) throws(StoreError) in
      if link.entry.transaction == row[1].integer { found = link.entry }
      return found == nil
    }
    return found.map { (property, $0) }
  }

  /// Returns nil if all former values fit the current definition.
  func redefinition(
    of number: Int, since transaction: Int
  ) throws(StoreError) -> AlteredProperty? {
    guard let former = try history.formerColumn(number, in: transaction, isOld: true)?.property,
      let now = try catalog.formerColumns()[number]?.last?.property
    else { return nil }
    let redefinition = AlteredProperty(number: number, property: now, former: former)
    return redefinition.isStricter ? redefinition : nil
  }
}

internal import Records

extension Store {
  /// The changes of one record that stand together in a transaction, oldest first.
  private struct Run {
    var table: Table
    var record: Int
    /// The changes of its existence, as they left it.
    var existence: [(number: Int, exists: Bool)] = []
    /// The first and the last change of each property.
    var properties: [Int: (first: Int, last: Int)] = [:]
    /// The first of all changes.
    var start = 0

    var id: RecordID { RecordID(table.type.name, record) }
  }

  /// Takes one transaction back: newest first, each run of changes of a record as one statement.
  ///
  /// Not all changes of a record at once, for two that swapped a unique value by way of a third
  /// could not go back; and not each by itself, for a new record needs its values.
  func reverse(_ link: Link) throws(StoreError) {
    let owners = Dictionary(
      uniqueKeysWithValues: tables.values.flatMap { table in
        table.recorded.map { ($0, table) }
      })
    let statement = try engine.prepare(
      "SELECT seq, rec, prop, new IS NOT NULL FROM wb_change WHERE seq BETWEEN ?1 AND ?2 "
        + "ORDER BY seq DESC")
    try statement.bind([
      .integer(link.changes.lowerBound), .integer(link.changes.upperBound - 1),
    ])
    var run: Run?
    var departures = Departures()
    while try statement.step() {
      let number = statement.column(0).integer ?? 0
      let record = statement.column(1).integer ?? 0
      let property = statement.column(2).integer ?? 0
      guard let table = owners[property] else {
        throw StoreError(.refused, "\(Self.words(link.entry)) changed a type that is gone")
      }
      if let complete = run, complete.record != record || complete.table !== table {
        try reverse(complete, link, &departures)
        run = nil
      }
      var current = run ?? Run(table: table, record: record)
      current.start = number
      if property == table.existence {
        current.existence.insert((number, statement.column(3) == .integer(1)), at: 0)
      } else {
        let last = current.properties[property]?.last ?? number
        current.properties[property] = (number, last)
      }
      run = current
    }
    if let run { try reverse(run, link, &departures) }
  }

  private func reverse(
    _ run: Run, _ link: Link, _ departures: inout Departures
  ) throws(StoreError) {
    let table = run.table
    let changed = table.columns.filter { run.properties[$0.number] != nil }
    let firsts = changed.map { SQLValue(run.properties[$0.number]?.first) }
    let columns = changed.map(\.name)
    let rest = table.columns.filter { run.properties[$0.number] == nil }.map(\.name)
    let record = SQLValue(run.record)
    // The values never pass through this program, so they go back bit for bit.
    let old = "(SELECT wb_c.old FROM wb_change AS wb_c WHERE wb_c.seq = ?)"
    let olds = columns.map { "\($0) = \(old)" }
    let kept = changed.filter { !departures.hasEmptied(run.id, $0) }
    let lasts = kept.map { SQLValue(run.properties[$0.number]?.last) }
    let isUnchanged = kept.map(\.name).map {
      " AND EXISTS (SELECT 1 FROM wb_change AS wb_c WHERE wb_c.seq = ? AND "
        + "wb_c.new IS \(table.name).\($0) COLLATE BINARY AND "
        + "typeof(wb_c.new) = typeof(\(table.name).\($0)))"
    }.joined()
    let sql: String
    var values: [SQLValue]
    // Whether the record was there before the run, and after it.
    switch (run.existence.first?.exists != true, run.existence.last?.exists ?? true) {
    case (true, true):
      guard !columns.isEmpty, !departures.taken.contains(run.id) else { return }
      sql = "UPDATE \(table.name) SET \(olds.joined(separator: ", ")) WHERE id = ?\(isUnchanged)"
      values = firsts + [record] + lasts
    case (false, true):
      if departures.taken.remove(run.id) != nil { return }
      try checkIsUnreferred(run, link, &departures)
      let isEmpty = rest.map { " AND \($0) IS NULL" }.joined()
      sql = "DELETE FROM \(table.name) WHERE id = ?\(isUnchanged)\(isEmpty)"
      values = [record] + lasts
    case (true, false):
      // Where nothing was, nothing comes back; a default would be an invention.
      let list = (["id"] + columns + rest).joined(separator: ", ")
      let items = ["?"] + columns.map { _ in old } + rest.map { _ in "NULL" }
      sql = "INSERT INTO \(table.name)(\(list)) VALUES(\(items.joined(separator: ", ")))"
      values = [record] + firsts
    case (false, false): return
    }
    do {
      let statement = try engine.statement(sql)
      try statement.run(values)
    } catch {
      guard error.kind == .conflict || error.kind == .rule else { throw error }
      throw try obstacle(run, link, error)
    }
    if engine.changedRows == 0 { throw try obstacle(run, link, nil) }
  }

  /// Refuses to take away a record that others have come to refer to, for they would be changed too;
  /// not those that are to be taken away as well.
  private func checkIsUnreferred(
    _ run: Run, _ link: Link, _ departures: inout Departures
  ) throws(StoreError) {
    var known: Set<RecordID> = [run.id]
    var open = [run.id]
    while let id = open.popLast() {
      for (table, column, record) in try referrers(to: id) {
        let other = RecordID(table.type.name, record)
        if known.contains(other) { continue }
        // A reference that the transaction gave is emptied here, and gets its old value back with
        // the run of its own.
        var canGo = try goes(record, table, before: run, link, &departures)
        if !canGo, column.onDelete == .clear {
          canGo = try isGiven(record, table, column, before: run, link)
        }
        guard canGo else {
          let what = "\(Self.words(link.entry)) cannot be taken back: \(other) refers to \(id)"
          guard
            let newest = try newestChange(record, [column.number, table.existence], after: link)
          else { throw StoreError(.refused, what) }
          throw StoreError(.refused, "\(what) since \(Self.sentence(newest.entry))")
        }
        switch column.onDelete {
        case .refuse: break
        case .clear: departures.noteEmptied(other, column)
        case .cascade:
          known.insert(other)
          departures.taken.insert(other)
          open.append(other)
        }
      }
    }
  }

  /// Whether a property has the value that the transaction gave it, before a run of its changes.
  private func isGiven(
    _ record: Int, _ table: Table, _ column: TableColumn, before run: Run, _ link: Link
  ) throws(StoreError) -> Bool {
    try engine.value(
      """
      SELECT wb_c.new IS \(table.name).\(column.name) FROM wb_change AS wb_c, \(table.name)
      WHERE wb_c.seq BETWEEN ?2 AND ?3 AND wb_c.rec = ?1 AND wb_c.prop = \(column.number)
        AND \(table.name).id = ?1
      ORDER BY wb_c.seq DESC LIMIT 1
      """, .integer(record), .integer(link.changes.lowerBound), .integer(run.start - 1))
      == .integer(1)
  }

  /// Whether a record was made by the transaction, before a run of its changes, and is as it was
  /// made.
  private func goes(
    _ record: Int, _ table: Table, before run: Run, _ link: Link, _ departures: inout Departures
  ) throws(StoreError) -> Bool {
    let id = RecordID(table.type.name, record)
    if departures.made == nil { departures.made = try made(by: link) }
    guard departures.made?.contains(id) == true else { return false }
    let same = table.columns.filter { !departures.hasEmptied(id, $0) }.map { column in
      let last =
        "(SELECT wb_c.new FROM wb_change AS wb_c WHERE wb_c.seq BETWEEN ?2 AND ?3 "
        + "AND wb_c.rec = ?1 AND wb_c.prop = \(column.number) ORDER BY wb_c.seq DESC LIMIT 1)"
      let name = "\(table.name).\(column.name)"
      return " AND \(last) IS \(name) COLLATE BINARY AND typeof(\(last)) = typeof(\(name))"
    }
    return try engine.value(
      "SELECT 1 FROM \(table.name) WHERE id = ?1 AND ?2 <= ?3 \(same.joined())", .integer(record),
      .integer(link.changes.lowerBound), .integer(run.start - 1)) != .null
  }

  /// The records that were not there before a transaction.
  private func made(by link: Link) throws(StoreError) -> Set<RecordID> {
    let types = Dictionary(
      uniqueKeysWithValues: tables.values.map { ($0.existence, $0.type.name) })
    let list = types.keys.map(String.init).joined(separator: ", ")
    let rows = try engine.rows(
      """
      SELECT prop, rec, new IS NOT NULL, min(seq) FROM wb_change
      WHERE seq BETWEEN ?1 AND ?2 AND prop IN (\(list)) GROUP BY prop, rec
      """,
      [.integer(link.changes.lowerBound), .integer(link.changes.upperBound - 1)])
    return Set(
      rows.compactMap { row in
        guard row[2] == .integer(1), let type = types[row[0].integer ?? 0] else { return nil }
        return row[1].integer.map { RecordID(type, $0) }
      })
  }

  /// Finds the later transaction that stands in the way.
  private func obstacle(
    _ run: Run, _ link: Link, _ error: StoreError?
  ) throws(StoreError) -> StoreError {
    let table = run.table
    let id = RecordID(table.type.name, run.record)
    let start = "\(Self.words(link.entry)) cannot be taken back: "
    if let error, let (other, property) = try holder(run) {
      let newest = try newestChange(other, [property], after: link)
      let name = table.column(ofNumber: property)?.historyName ?? ""
      guard let newest else { return StoreError(.refused, start + error.message) }
      return StoreError(
        .refused,
        start + "\(name.asName) was given to \(RecordID(table.type.name, other)) by "
          + Self.sentence(newest.entry))
    }
    // A record that goes away takes all its values with it, not only those the run gave it.
    let isGoing = run.existence.first?.exists == true
    let properties = isGoing ? table.columns.map(\.number) : Array(run.properties.keys)
    guard let newest = try newestChange(run.record, properties + [table.existence], after: link)
    else {
      let why = error?.message ?? "an unknown program changed \(id) since"
      return StoreError(.refused, start + why)
    }
    let name = table.column(ofNumber: newest.property).map {
      "\(id).\($0.historyName.asName)"
    }
    return StoreError(
      .refused, start + "\(name ?? id.description) was changed by " + Self.sentence(newest.entry))
  }

  private static func sentence(_ entry: LogEntry) -> String {
    "\(words(entry)), which is \(owner(entry))"
  }

  /// The record that has a unique value which the run would bring back.
  private func holder(_ run: Run) throws(StoreError) -> (record: Int, property: Int)? {
    let table = run.table
    for column in table.columns {
      guard column.isUnique, let first = run.properties[column.number]?.first else { continue }
      let other = try engine.value(
        "SELECT id FROM \(table.name) WHERE \(column.name) = "
          + "(SELECT old FROM wb_change WHERE seq = ?1) AND id <> ?2",
        .integer(first), .integer(run.record))
      if let other = other.integer { return (other, column.number) }
    }
    return nil
  }

  private func newestChange(
    _ record: Int, _ properties: [Int], after link: Link
  ) throws(StoreError) -> (property: Int, entry: LogEntry)? {
    let list = properties.map(String.init).joined(separator: ", ")
    let rows = try engine.rows(
      """
      SELECT prop, tx FROM wb_change
      WHERE seq >= ?1 AND tx < ?2 AND rec = ?3 AND prop IN (\(list)) ORDER BY seq DESC LIMIT 1
      """,
      [
        .integer(link.changes.upperBound), .integer(open?.number ?? Int.max), .integer(record),
      ])
    guard let row = rows.first, let property = row[0].integer else { return nil }
    var found: LogEntry?
    try eachTransaction { (link: Link) throws(StoreError) in
      if link.entry.transaction == row[1].integer { found = link.entry }
      return found == nil
    }
    return found.map { (property, $0) }
  }
}

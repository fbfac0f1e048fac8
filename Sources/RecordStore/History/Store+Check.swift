internal import Records

extension Store {
  /// Looks whether the file is whole, and the history agrees with itself and with the records.
  ///
  /// - Returns: What is wrong; nothing if all is well.
  /// - Complexity: O(*n* log *n*) in the length of the history.
  public func check() throws(StoreError) -> [Finding] {
    guard open == nil else { return try findings() }
    // One state of the file is looked at, whatever others write meanwhile.
    try engine.execute("BEGIN")
    do {
      let found = try findings()
      try engine.rollback()
      return found
    } catch {
      try? engine.rollback()
      throw error
    }
  }

  private func findings() throws(StoreError) -> [Finding] {
    var found = try engine.rows("PRAGMA integrity_check").compactMap { row in
      row[0].text.flatMap { $0 == "ok" ? nil : Finding($0) }
    }
    if try !areTriggersKnown() { found.append(Self.triggerFinding) }
    found += try tableFindings()
    found += try transactionFindings()
    found += try changeFindings()
    found += try indexFindings()
    for type in types {
      let table = try table(type.name)
      // Without its columns there is nothing to compare.
      guard try hasColumns(table) else { continue }
      found += try presentFindings(table)
      found += try ruleFindings(table)
      found += try referenceFindings(table)
      found += try breachFindings(table)
    }
    return found
  }

  private func hasColumns(_ table: Table) throws(StoreError) -> Bool {
    let rows = try engine.rows("SELECT name FROM pragma_table_xinfo(?1)", [.text(table.type.name)])
    let names = Set(rows.compactMap { $0[0].text })
    return names.isSuperset(of: table.columnNames)
  }

  private func tableFindings() throws(StoreError) -> [Finding] {
    var found: [Finding] = []
    for type in types {
      let table = try table(type.name)
      let sql = try engine.value(
        "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?1", .text(type.name))
      if sql == .null {
        found.append(Finding("another program has taken away the table \(table.name)"))
      } else if sql != .text(table.description(try computedColumns(of: table))) {
        found.append(Finding("another program has changed the table \(table.name)"))
      }
      for (number, property) in zip(table.properties, type.properties) {
        let name = try engine.value("SELECT name FROM wb_prop WHERE id = ?1", .integer(number))
        guard name != .text(property.name) else { continue }
        found.append(
          Finding("the name in wb_prop is not that of the definition", property: property.name))
      }
    }
    return found
  }

  private func transactionFindings() throws(StoreError) -> [Finding] {
    let rows = try engine.rows(
      """
      SELECT t.id, t.n, lead(t.lo, 1, (SELECT coalesce(max(seq), 0) + 1 FROM wb_change)) OVER w - t.lo,
        coalesce(d.n, 0), coalesce(c.n, 0), c.first IS NOT NULL AND c.first <> t.lo,
        t.id - lag(t.id, 1, t.id - 1) OVER w, t.ts < lag(t.ts) OVER w
      FROM wb_tx AS t
        LEFT JOIN (SELECT tx, count(*) AS n FROM wb_def GROUP BY tx) AS d ON d.tx = t.id
        LEFT JOIN (SELECT tx, count(*) AS n, min(seq) AS first FROM wb_change GROUP BY tx) AS c
          ON c.tx = t.id
      WINDOW w AS (ORDER BY t.id) ORDER BY t.id
      """)
    var found: [Finding] = []
    for row in rows {
      let number = row[0].integer ?? 0
      if number == open?.number { continue }
      let numbers = row.map { $0.integer ?? 0 }
      func add(_ finding: String) { found.append(Finding(finding, transaction: number)) }
      if row[1] == .null { add("the transaction was never ended") }
      if numbers[2] != numbers[4] || numbers[5] != 0 {
        add("the transaction has \(numbers[4]) changes and should have \(numbers[2])")
      } else if numbers[1] > 0 || row[1] == .integer(0), numbers[1] != numbers[2] + numbers[3] {
        add(
          "the transaction made \(numbers[1]) changes, of which \(numbers[2] + numbers[3]) are left"
        )
      }
      if numbers[6] != 1 { add("the transactions in front of this one are missing") }
      if numbers[7] != 0 { add("the transaction is older than the one in front of it") }
    }
    let strays = try engine.rows(
      """
      SELECT DISTINCT tx FROM (SELECT tx FROM wb_change UNION SELECT tx FROM wb_def)
      WHERE tx NOT IN (SELECT id FROM wb_tx)
      """)
    return found
      + strays.map { Finding("the transaction itself is missing", transaction: $0[0].integer) }
  }

  private func changeFindings() throws(StoreError) -> [Finding] {
    var found: [Finding] = []
    let isDense = try engine.value("SELECT count(*) = max(seq) - min(seq) + 1 FROM wb_change")
    let gaps =
      isDense != .integer(0)
      ? []
      : try engine.rows(
        """
        SELECT tx FROM (SELECT tx, seq - lag(seq, 1, seq - 1) OVER (ORDER BY seq) AS step FROM wb_change)
        WHERE step <> 1
        """)
    found += gaps.map { Finding("changes are missing in front of it", transaction: $0[0].integer) }
    let breaks = try engine.rows(
      """
      SELECT rec, prop, tx, earlier FROM (
        SELECT rec, prop, tx, old, lag(new) OVER w AS before, lag(tx) OVER w AS earlier FROM wb_change
        WINDOW w AS (PARTITION BY rec, prop ORDER BY seq))
      WHERE old IS NOT before COLLATE BINARY OR typeof(old) <> typeof(before)
      """)
    for row in breaks {
      let (record, property) = name(row[0], row[1])
      let since = row[3].integer.map { "between #\($0) and #\(row[2].integer ?? 0)" }
      found.append(
        Finding(
          "changed by an unknown program \(since ?? "before #\(row[2].integer ?? 0)")",
          record: record, property: property, transaction: row[2].integer))
    }
    return found
  }

  /// What a record and a property in the history are called; nil for a type that is gone.
  private func name(_ record: SQLValue, _ property: SQLValue) -> (RecordID?, String?) {
    guard let record = record.integer, let property = property.integer else { return (nil, nil) }
    for table in tables.values {
      let id = RecordID(table.type.name, record)
      if property == table.existence { return (id, nil) }
      if let column = table.column(ofNumber: property) { return (id, column.historyName) }
    }
    return (nil, nil)
  }

  private func indexFindings() throws(StoreError) -> [Finding] {
    let missing = try engine.rows(
      """
      SELECT c.rec, c.prop, c.tx FROM wb_change AS c WHERE c.seq <= \(Self.indexMark)
        AND NOT EXISTS (SELECT 1 FROM wb_idx AS i
          WHERE i.rec = c.rec AND i.prop = c.prop AND i.seq = c.seq)
      """)
    let isFull = try engine.value(
      """
      SELECT (SELECT count(*) FROM wb_idx)
        = (SELECT count(*) FROM wb_change WHERE seq <= \(Self.indexMark))
      """)
    let extra =
      missing.isEmpty && isFull == .integer(1)
      ? []
      : try engine.rows(
        """
        SELECT i.rec, i.prop, c.tx FROM wb_idx AS i LEFT JOIN wb_change AS c ON c.seq = i.seq
        WHERE c.seq IS NULL OR c.rec <> i.rec OR c.prop <> i.prop
        """)
    return [
      ("a change is missing in the index", missing), ("the index has a change too many", extra),
    ]
    .flatMap { finding, rows in
      rows.map { row in
        let (record, property) = name(row[0], row[1])
        return Finding(
          finding, record: record, property: property, transaction: row[2].integer)
      }
    }
  }

  private func presentFindings(_ table: Table) throws(StoreError) -> [Finding] {
    try findDifferences(table)
    let rows = try engine.rows(
      """
      SELECT d.rec, d.prop, d.old, d.new, (SELECT tx FROM wb_change AS c
        WHERE c.rec = d.rec AND c.prop = d.prop ORDER BY c.seq DESC LIMIT 1)
      FROM temp.wb_difference AS d ORDER BY d.rec, d.prop
      """)
    return rows.map { row in
      let (record, property) = name(row[0], row[1])
      let kind = property.flatMap { table.type[$0]?.kind }
      let words = { Self.words($0, kind) }
      let since = row[4].integer.map { "after #\($0)" } ?? "that nothing recorded"
      return Finding(
        "changed by an unknown program \(since): "
          + "\(words(row[2])) in the history, \(words(row[3])) in the record",
        record: record, property: property, transaction: row[4].integer)
    }
  }

  private static func words(_ stored: SQLValue, _ kind: PropertyKind?) -> String {
    Storage.raw(stored).map { kind?.literal($0) ?? $0.literal } ?? "nil"
  }

  private func ruleFindings(_ table: Table) throws(StoreError) -> [Finding] {
    var found: [Finding] = []
    let columns = table.readings.map { ", \($0)" }.joined()
    let statement = try engine.prepare("SELECT id\(columns) FROM \(table.name) ORDER BY id")
    try statement.bind([])
    while try statement.step() {
      for (index, property) in table.type.properties.enumerated() {
        let stored = statement.column(index + 1)
        let value = table.storages[index].fitting(stored)
        var finding: String?
        if value == nil, stored != .null {
          finding = "\(Self.words(stored, property.kind)) is not of the kind \(property.kind.name)"
        } else {
          do {
            // What the property would bring to another form is not as it is stored.
            if try property.checked(value) != value {
              finding = "\(Self.words(stored, property.kind)) is not as it is to be stored"
            }
          } catch {
            finding = error.message
          }
        }
        guard let finding else { continue }
        let id = RecordID(table.type.name, statement.column(0).integer ?? 0)
        found.append(Finding(finding, record: id, property: property.name))
      }
    }
    return try found + sharedFindings(table)
  }

  /// Values that must be unique and are not; a table that another program made anew may have them.
  private func sharedFindings(_ table: Table) throws(StoreError) -> [Finding] {
    var found: [Finding] = []
    for column in table.columns where column.isUnique {
      let rows = try engine.rows(
        """
        SELECT wb_b.id, wb_a.id FROM \(table.name) AS wb_a JOIN \(table.name) AS wb_b
          ON wb_a.\(column.name) = wb_b.\(column.name) AND wb_a.id < wb_b.id
        """)
      for row in rows {
        let other = RecordID(table.type.name, row[1].integer ?? 0)
        found.append(
          Finding(
            "\(column.plainName.asName) is unique, and \(other) has the same",
            record: RecordID(table.type.name, row[0].integer ?? 0), property: column.plainName))
      }
    }
    return found
  }
}

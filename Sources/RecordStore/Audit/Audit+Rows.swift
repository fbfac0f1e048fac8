public import Records

extension Audit {
  func transactionValueIssues() throws(StoreError) -> [IntegrityIssue] {
    let rows = try engine.rows(
      """
      SELECT id, CASE
        WHEN typeof(ts) <> 'integer' OR typeof(lo) <> 'integer' OR typeof(actor) <> 'integer'
          OR typeof(kind) <> 'integer' OR typeof(n) NOT IN ('integer', 'null')
          OR typeof(clock) NOT IN ('integer', 'null') OR typeof(ref) NOT IN ('integer', 'null')
          THEN 'the transaction has a value of the wrong SQLite type'
        WHEN kind NOT BETWEEN 0 AND ?1 THEN 'the transaction has an unknown kind'
        WHEN ts NOT BETWEEN -62135596800000 AND 253402300799999
          THEN 'the time of the transaction is outside the years 1 to 9999'
        WHEN actor = 0 AND kind NOT IN (?2, ?3) THEN 'the actor of the transaction is missing'
        WHEN n < -1 OR n = -1 AND (kind <> ?2
          OR id < (SELECT max(b.id) FROM wb_tx AS b WHERE b.n >= 0))
          THEN 'the changes of the transaction were never counted'
        END AS finding
      FROM wb_tx WHERE finding IS NOT NULL AND id <> ?4 ORDER BY id
      """,
      [
        .integer(TransactionKind.compact.rawValue), .integer(TransactionKind.other.rawValue),
        .integer(TransactionKind.gap.rawValue), .integer(journal.openNumber ?? 0),
      ])
    return rows.map { IntegrityIssue($0[1].text ?? "", transaction: $0[0].integer) }
  }

  func ownEncodingIssues() throws(StoreError) -> [IntegrityIssue] {
    let places: [(table: String, columns: [String], transaction: String)] = [
      ("wb_tx", ["source", "cmd", "reason"], "id"), ("wb_text", ["s"], "NULL"),
      ("wb_def", ["object", "old", "new"], "tx"), ("wb_type", ["name", "tbl"], "NULL"),
      ("wb_prop", ["name", "col", "kind"], "NULL"), ("wb_change", ["old", "new"], "tx"),
    ]
    var found: [IntegrityIssue] = []
    for (table, columns, transaction) in places {
      for column in columns {
        found += try strayTexts(of: column, in: table, with: transaction).map {
          IntegrityIssue("a text in \(table).\(column) is not UTF-8", transaction: $0.integer)
        }
      }
    }
    return found
  }

  func strayTexts(
    of column: String, in table: String, with other: String
  ) throws(StoreError) -> [SQLValue] {
    var found: [SQLValue] = []
    let statement = try engine.prepare(
      "SELECT \(other), CAST(\(column) AS BLOB) FROM \(table) WHERE typeof(\(column)) = 'text'")
    try statement.bind([])
    while try statement.step() {
      guard case .blob(let bytes) = statement.column(1),
        String(validating: bytes, as: UTF8.self) == nil
      else { continue }
      found.append(statement.column(0))
    }
    return found
  }

  func definitionRowIssues() throws(StoreError) -> [IntegrityIssue] {
    var found: [IntegrityIssue] = []
    if try engine.value("SELECT s FROM wb_text WHERE id = 0") != .text(Schema.otherProgram) {
      found.append(IntegrityIssue("the row of wb_text for other programs is missing or changed"))
    }
    let breaks = try engine.rows(
      """
      SELECT object, tx FROM (SELECT object, tx, old,
        lag(new) OVER (PARTITION BY object ORDER BY seq) AS before FROM wb_def)
      WHERE old IS NOT before ORDER BY tx
      """)
    found += breaks.map {
      IntegrityIssue(
        "the recorded old definition of \($0[0].text ?? "?") differs from the previous definition",
        transaction: $0[1].integer)
    }
    let strange = try engine.rows(
      """
      SELECT object, tx FROM wb_def WHERE object NOT GLOB 'type:[0-9]*'
        AND object NOT GLOB 'prop:[0-9]*' AND object NOT GLOB 'rule:[0-9]*'
        AND object NOT GLOB 'formatter:[0-9]*' AND object NOT GLOB 'screen:[0-9]*'
        AND object NOT GLOB 'layout:[0-9]*' AND object NOT GLOB 'index:[0-9]*'
        AND object NOT GLOB 'command:[0-9]*' AND object NOT GLOB 'handler:[0-9]*' ORDER BY tx
      """)
    found += strange.map {
      IntegrityIssue(
        "wb_def contains a definition of an unknown object: \($0[0].text ?? "?")",
        transaction: $0[1].integer)
    }
    let orphans = try engine.rows(
      "SELECT id FROM wb_prop WHERE type NOT IN (SELECT id FROM wb_type) ORDER BY id")
    found += orphans.map {
      IntegrityIssue("property \($0[0].integer ?? 0) in wb_prop does not belong to a type")
    }
    for table in allTables { found += try cacheIssues(table) }
    return found
  }

  private func cacheIssues(_ table: Table) throws(StoreError) -> [IntegrityIssue] {
    var found: [IntegrityIssue] = []
    let name = try engine.value("SELECT tbl FROM wb_type WHERE id = ?1", .integer(table.id))
    if name != .text(table.plainName) {
      found.append(IntegrityIssue("wb_type has a wrong name for the table \(table.name)"))
    }
    var expected: [(number: Int, name: String, column: String?, kind: String)] = [
      (table.existence, "", nil, table.references?.kind ?? "")
    ]
    for (number, property) in zip(table.properties, table.type.properties) {
      let column = property.kind.isListOfRecords ? nil : property.name
      expected.append((number, property.name, column, property.kind.name))
    }
    for list in table.memberships {
      expected.append(
        (list.ownerNumber, list.link.ownerName, list.link.ownerColumn, list.link.ownerKind))
      expected.append(
        (
          list.positionNumber, list.link.positionName, list.link.positionColumn,
          list.link.positionKind
        ))
    }
    for (number, name, column, kind) in expected {
      let isSame = try engine.value(
        "SELECT type = ?2 AND name = ?3 AND col IS ?4 AND kind = ?5 FROM wb_prop WHERE id = ?1",
        .integer(number), .integer(table.id), .text(name), SQLValue(column), .text(kind))
      guard isSame != .integer(1) else { continue }
      found.append(
        IntegrityIssue("wb_prop differs from the definition", property: name.isEmpty ? nil : name))
    }
    return found
  }

  func breachIssues(_ table: Table) throws(StoreError) -> [IntegrityIssue] {
    var found: [IntegrityIssue] = []
    for rule in table.rules {
      do {
        guard rule.rule.events.isEmpty else {
          try catalog.checkCanBeEvaluated(rule)
          continue
        }
        let broken = try catalog.broken(rule, table, since: nil)
        let newest = try broken.isEmpty ? [:] : newestTransactions(rule, table)
        let properties = catalog.ownProperties(of: rule, table)
        for number in broken {
          let id = RecordID(table.type.name, number)
          found.append(
            IntegrityIssue(
              try catalog.breach(of: rule, id, table, isNamed: false).message, record: id,
              property: properties.count == 1 ? properties[0].name : nil,
              transaction: newest[number], isBreach: true))
        }
      } catch {
        guard error.kind == .rule else { throw error }
        found.append(IntegrityIssue(error.message))
      }
    }
    return found
  }

  /// Returns, for each record, the last transaction that created it or changed a property that the
  /// rule reads; empty if the rule also reads other records, because these may be the cause.
  private func newestTransactions(
    _ rule: TableRule, _ table: Table
  ) throws(StoreError) -> [Int: Int] {
    let properties = catalog.ownProperties(of: rule, table)
    guard let reads = rule.compiled?.reads, reads.count == properties.count else { return [:] }
    let names = try catalog.sources(of: properties.map(\.name), table)
    let numbers = names.compactMap { name in
      table.type.index(of: name).map { String(table.properties[$0]) }
    }
    let rows = try engine.rows(
      """
      SELECT rec, max(tx) FROM wb_change
      WHERE prop IN (\((numbers + [String(table.existence)]).joined(separator: ", "))) GROUP BY rec
      """)
    return Dictionary(
      rows.map { ($0[0].integer ?? 0, $0[1].integer ?? 0) }, uniquingKeysWith: { $1 })
  }
}

extension Audit {
  /// Returns the differences between a record and its history, worded like the issues of
  /// ``Store/check()``; empty if the record does not exist.
  ///
  /// - Complexity: O(*p* log *n*) in the changes for *p* properties.
  public func unrecordedChanges(of id: RecordID) throws(StoreError) -> [IntegrityIssue] {
    let table = try table(id.type)
    let newest = try history.newestChanges(
      of: id.number, table.recorded, through: journal.lastChange())
    var findings: [IntegrityIssue] = []
    for column in table.columns {
      let value = "wb_t.\(column.name)"
      let rows = try engine.rows(
        """
        SELECT wb_c.new, \(value), wb_c.tx
        FROM \(table.name) AS wb_t LEFT JOIN wb_change AS wb_c ON wb_c.seq = ?2
        WHERE wb_t.id = ?1
          AND (\(value) IS NOT wb_c.new COLLATE BINARY OR typeof(\(value)) <> typeof(wb_c.new))
        """, [.integer(id.number), SQLValue(newest[column.number])])
      for row in rows {
        findings.append(
          Self.unrecorded(
            id, column.historyName, kind: column.property?.kind, history: row[0], present: row[1],
            after: row[2].integer))
      }
    }
    return findings
  }

  /// Returns the differences between all records and their histories, worded like the issues of
  /// ``Store/check()``.
  ///
  /// - Complexity: O(*n* log *n*) in the length of the history.
  public func unrecordedChanges() throws(StoreError) -> [IntegrityIssue] {
    try catalog.readLastValues()
    var findings: [IntegrityIssue] = []
    for table in allTables {
      if table.damage == nil { findings += try presentIssues(table) }
    }
    return findings
  }
}

/// SQLite enforces foreign keys only for connections that enable them.
extension Audit {
  func referenceIssues(_ table: Table) throws(StoreError) -> [IntegrityIssue] {
    var found: [IntegrityIssue] = []
    for property in table.type.properties {
      guard let missing = property.kind.recordType, tables[missing] == nil else { continue }
      found.append(
        IntegrityIssue(
          "\(missing.asName) is not defined, but \(table.type.name.asName).\(property.name.asName) "
            + "refers to it", property: property.name))
    }
    for column in table.columns {
      guard let type = column.target, let target = tables[type] else { continue }
      found += try danglingIssues(table, column, target)
    }
    return try found + sharedItemIssues(table) + ringIssues(table)
  }

  private func ringIssues(_ table: Table) throws(StoreError) -> [IntegrityIssue] {
    guard let ring = OwnerRing(of: table, among: tables) else { return [] }
    let rows = try engine.rows(ring.records)
    return rows.map { row in
      IntegrityIssue(
        "the record belongs to itself, in a cycle of owners",
        record: RecordID(table.type.name, row[0].integer ?? 0))
    }
  }

  private func danglingIssues(
    _ table: Table, _ column: TableColumn, _ target: Table
  ) throws(StoreError) -> [IntegrityIssue] {
    let rows = try engine.rows(
      """
      SELECT wb_t.id, wb_t.\(column.name) FROM \(table.name) AS wb_t WHERE wb_t.\(column.name) IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM \(target.name) AS wb_o WHERE wb_o.id = wb_t.\(column.name))
      ORDER BY wb_t.id
      """)
    guard !rows.isEmpty else { return [] }
    let given = try newestTransactions(of: column.number)
    let ended = try newestTransactions(of: target.existence)
    return rows.map { row in
      let gone = Storage.reference(target.type.name).value(row[1])?.description ?? "nil"
      let transactions = [
        row[0].integer.flatMap { given[$0] }, row[1].integer.flatMap { ended[$0] },
      ]
      return IntegrityIssue(
        "\(column.historyName.asName) is \(gone), which no longer exists",
        record: RecordID(table.type.name, row[0].integer ?? 0), property: column.historyName,
        transaction: transactions.compactMap { $0 }.max())
    }
  }

  private func newestTransactions(of property: Int) throws(StoreError) -> [Int: Int] {
    let rows = try engine.rows(
      "SELECT rec, max(tx) FROM wb_change WHERE prop = \(property) GROUP BY rec")
    return Dictionary(
      rows.map { ($0[0].integer ?? 0, $0[1].integer ?? 0) }, uniquingKeysWith: { $1 })
  }

  private func sharedItemIssues(_ table: Table) throws(StoreError) -> [IntegrityIssue] {
    let owners = table.links.compactMap(table.ownerColumn)
    guard owners.count > 1 else { return [] }
    let count = owners.map { "(\($0.name) IS NOT NULL)" }.joined(separator: " + ")
    let rows = try engine.rows(
      "SELECT id FROM \(table.name) WHERE \(count) > 1 ORDER BY id")
    return rows.map { row in
      IntegrityIssue(
        "the record is in several lists, but a record has only one owner",
        record: RecordID(table.type.name, row[0].integer ?? 0))
    }
  }
}

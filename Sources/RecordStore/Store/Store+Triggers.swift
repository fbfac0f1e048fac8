internal import Records

/// What watches over the triggers, which another program can take away.
extension Store {
  /// A number that changes when a trigger of the store is changed, added or taken away.
  func triggerHash() throws(StoreError) -> Int {
    let rows = try engine.rows(
      """
      SELECT name, tbl_name, sql FROM sqlite_schema
      WHERE type = 'trigger' AND name GLOB 'wb_*' ORDER BY name
      """)
    // FNV-1a: short, and the same in every version of the program.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for row in rows {
      for case .text(let text) in row {
        for byte in text.utf8 { add(byte) }
        add(0)
      }
    }
    return Int(truncatingIfNeeded: hash)
  }

  /// Notes the triggers as they are now, after a definition was changed.
  func saveSchemaVersion() throws(StoreError) {
    let set = "INSERT INTO wb_state VALUES(?1, ?2) ON CONFLICT(k) DO UPDATE SET v = excluded.v"
    try engine.run(set, .text("schema_version"), .integer(try currentSchemaVersion()))
    try engine.run(set, .text("triggers"), .integer(try triggerHash()))
  }

  /// Looks whether the triggers are those the store made, and notes it where they are not.
  func inspectTriggers() throws(StoreError) {
    notices = try areTriggersWhole() ? [] : [Self.triggerFinding]
  }

  static var triggerFinding: Finding {
    Finding("another program changed the triggers that record changes; some may be missing")
  }

  func areTriggersWhole() throws(StoreError) -> Bool {
    let known = try engine.value("SELECT v FROM wb_state WHERE k = 'schema_version'").integer
    if known == schemaVersion { return true }
    return try areTriggersKnown()
  }

  /// Compares the triggers by their texts.
  func areTriggersKnown() throws(StoreError) -> Bool {
    try engine.value("SELECT v FROM wb_state WHERE k = 'triggers'").integer == triggerHash()
  }
}

extension Store {
  /// Makes the triggers again if another program has changed them, and records what it changed in
  /// the meantime as a transaction of its own; at the beginning of one of ours.
  ///
  /// - Returns: Whether something was recorded that has to stay.
  func mendIfNeeded() throws(StoreError) -> Bool {
    let isSame = try currentSchemaVersion() == schemaVersion
    guard !isSame || !notices.isEmpty else { return false }
    if !isSame {
      try loadTypes()
      try inspectTriggers()
    }
    guard !notices.isEmpty else { return false }
    try checkTables()
    try openRow(TransactionEntry(.gap), actor: 0)
    try recordDifferences()
    _ = try sealRow()
    open = nil
    try makeTriggers()
    notices = []
    return true
  }

  /// Checks that the tables can be recorded at all.
  private func checkTables() throws(StoreError) {
    for type in types {
      let table = try table(type.name)
      let rows = try engine.rows("SELECT name FROM pragma_table_xinfo(?1)", [.text(type.name)])
      let names = Set(rows.compactMap { $0[0].text })
      guard let lost = table.columnNames.first(where: { !names.contains($0) }) else { continue }
      let what = names.isEmpty ? "the table" : "the column \(lost.asSQLName) of the table"
      throw StoreError(
        .refused, "another program has taken away \(what) \(table.name); nothing can be written")
    }
  }

  private func makeTriggers() throws(StoreError) {
    let rows = try engine.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'wb_*'")
    for name in rows.compactMap({ $0[0].text }) {
      try engine.execute("DROP TRIGGER \(name.asSQLName)")
    }
    for trigger in Schema.triggers { try engine.execute(trigger) }
    for type in types {
      for trigger in try table(type.name).triggers { try engine.execute(trigger) }
    }
    try saveSchemaVersion()
    schemaVersion = try currentSchemaVersion()
  }

  private func recordDifferences() throws(StoreError) {
    for type in types {
      let table = try table(type.name)
      try findDifferences(table)
      // A record comes before its values, and goes after them.
      try engine.execute(
        """
        INSERT INTO wb_change(tx, rec, prop, old, new)
        SELECT (SELECT max(id) FROM wb_tx), rec, prop, old, new FROM temp.wb_difference
        ORDER BY rec, CASE WHEN prop <> \(table.existence) THEN 1 WHEN old IS NULL THEN 0 ELSE 2 END,
          prop
        """)
    }
  }

  /// Fills a scratch table with what the history says last of a type's records and what they are.
  func findDifferences(_ table: Table) throws(StoreError) {
    let list = table.recorded.map(String.init).joined(separator: ", ")
    try engine.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS wb_difference(rec, prop, old, new);
      CREATE TEMP TABLE IF NOT EXISTS wb_last(prop INTEGER, rec INTEGER, v, PRIMARY KEY(prop, rec))
        WITHOUT ROWID;
      DELETE FROM temp.wb_difference;
      DELETE FROM temp.wb_last;
      INSERT INTO temp.wb_last SELECT prop, rec, new
      FROM (SELECT prop, rec, new, max(seq) FROM wb_change WHERE prop IN (\(list)) GROUP BY prop, rec)
      """)
    var present = [(table.existence, "CASE WHEN wb_t.id IS NOT NULL THEN 1 END")]
    present += table.columns.map { ($0.number, "wb_t.\($0.name)") }
    for (property, value) in present {
      try engine.execute(
        """
        INSERT INTO temp.wb_difference
        SELECT wb_c.rec, \(property), wb_c.v, \(value)
        FROM temp.wb_last AS wb_c LEFT JOIN \(table.name) AS wb_t ON wb_t.id = wb_c.rec
        WHERE wb_c.prop = \(property)
          AND (wb_c.v IS NOT \(value) COLLATE BINARY OR typeof(wb_c.v) <> typeof(\(value)));
        INSERT INTO temp.wb_difference
        SELECT wb_t.id, \(property), NULL, \(value) FROM \(table.name) AS wb_t
        WHERE \(value) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM temp.wb_last AS wb_c
          WHERE wb_c.prop = \(property) AND wb_c.rec = wb_t.id)
        """)
    }
  }
}

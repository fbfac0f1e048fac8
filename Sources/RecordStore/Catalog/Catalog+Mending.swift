internal import Records

/// What watches over the triggers and indexes, which another program can take away.
extension Catalog {
  /// A number that changes when one of the store's own triggers, or indexes, is changed, added or
  /// taken away.
  func triggerHash() throws(StoreError) -> Int {
    let rows = try connection.rows(CatalogQuestions.triggers)
    let objects = rows.map { $0.map { $0.text ?? "" } }
    if format > 8 { return objects.reduce(0) { $0 &+ Self.hash(of: $1) } }
    // Format 8 has one hash of all of them, in the order of their names.
    return Self.hash(of: objects.sorted { $0[0] < $1[0] }.flatMap(\.self))
  }

  /// What a trigger or an index of a table adds to ``triggerHash()``.
  static func hash(of object: SchemaObject, on table: String) -> Int {
    hash(of: [object.name, table, object.sql])
  }

  private static func hash(of texts: [String]) -> Int {
    // FNV-1a: short, and the same in every version of the program.
    let prime: UInt64 = 0x100_0000_01b3
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for var text in texts {
      // As they lie in memory, for it is megabytes where there are hundreds of types.
      hash = text.withUTF8 { $0.reduce(hash) { ($0 ^ UInt64($1)) &* prime } }
      // A zero byte ends each text.
      hash = hash &* prime
    }
    return Int(truncatingIfNeeded: hash)
  }

  /// Looks whether the triggers are those the store made, and notes it where they are not.
  func inspectTriggers() throws(StoreError) {
    setNotices(try areTriggersWhole() ? [] : [Catalog.triggerFinding])
    if !notices.isEmpty { try inspectColumns() }
  }

  static let triggerFinding = Finding(
    "another program changed the triggers that record changes; some may be missing")

  func areTriggersWhole() throws(StoreError) -> Bool {
    let names = allTables.map(\.plainName.asSQLText).joined(separator: ", ")
    // A view need never come to an end.
    let isHidden = try engine.value(
      """
      SELECT 1 FROM sqlite_schema WHERE (type = 'view' OR type = 'table' AND rootpage = 0)
        AND name COLLATE NOCASE IN (\(names))
      """)
    if isHidden != .null { return false }
    // The version alone does not tell: who writes to the schema itself can leave it as it is.
    return try engine.value(CatalogQuestions.notedTriggers).integer == triggerHash()
  }

  /// The triggers and indexes that the file has of the store's own, by their names.
  func presentObjects() throws(StoreError) -> [String: (
    object: SchemaObject, table: String
  )] {
    let rows = try engine.rows(
      """
      SELECT name, sql, tbl_name FROM sqlite_schema
      WHERE type IN ('trigger', 'index') AND name GLOB 'wb_*' AND sql IS NOT NULL
      """)
    var objects: [String: (object: SchemaObject, table: String)] = [:]
    for row in rows {
      guard let name = row[0].text, let sql = row[1].text, let table = row[2].text else { continue }
      var object = SchemaObject(sql)
      object.name = name
      objects[name] = (object, table)
    }
    return objects
  }

}

extension Catalog {
  /// Whether the next write has to bring the file to the present format, or its triggers and indexes
  /// back.
  var needsMending: Bool { !notices.isEmpty || isOlder }

  /// Whether the file has a former format, or does not say in all places that it has the present one.
  var isOlder: Bool { format < Schema.version || !isMarked }

  /// Makes the triggers and indexes of the file, which has the present format, again.
  ///
  /// - Parameter findings: What its tables lack, which they go on lacking.
  func restoreSchema(lacking findings: [Finding]) throws(StoreError) {
    let findings = try findings + restoreObjects()
    if findings.isEmpty { try saveSchema() }
    try noteSchemaVersion()
    setNotices(findings)
  }

  /// Notes what columns the tables lack; those that are computed are read as their expressions.
  private func inspectColumns() throws(StoreError) {
    let present = try presentTableNames()
    for table in allTables {
      table.setDamage(nil)
      let names = try columnNames(of: table, among: present)
      let lost = table.columnNames.filter { !names.contains($0) }
      guard !lost.isEmpty else { continue }
      let computed = try computedColumns(of: table)
      for column in computed.columns where lost.contains(column.property.name) {
        table.read(column)
      }
      guard let first = lost.first(where: { computed[$0] == nil }) else { continue }
      let what = names.isEmpty ? "the table" : "the column \(first.asSQLName) of the table"
      table.setDamage(
        "another program has removed \(what) \(table.name); it can be neither read nor written")
    }
  }

  /// Puts computed columns back, which hold nothing of their own.
  ///
  /// - Returns: What tables lack besides.
  func restoreColumns() throws(StoreError) -> [Finding] {
    try inspectColumns()
    let present = try presentTableNames()
    for table in allTables {
      let names = try columnNames(of: table, among: present)
      guard !names.isEmpty else { continue }
      for column in try computedColumns(of: table).columns
      where !names.contains(column.property.name) {
        try engine.execute("ALTER TABLE \(table.name) ADD COLUMN \(column.definition)")
      }
    }
    return allTables.compactMap { $0.damage.map { Finding($0) } }
  }

  /// The names of the columns that a table has in the file; none if it no longer exists.
  ///
  /// - Parameter present: The names of the tables in the file, which SQLite has to go through.
  func columnNames(
    of table: Table, among present: Set<String>
  ) throws(StoreError) -> Set<String> {
    guard present.contains(table.plainName) else { return [] }
    let rows = try engine.rows(
      "SELECT name FROM pragma_table_xinfo(?1)", [.text(table.plainName)])
    return Set(rows.compactMap { $0[0].text })
  }

  /// The names of the tables that the file has.
  func presentTableNames() throws(StoreError) -> Set<String> {
    let rows = try engine.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
    return Set(rows.compactMap { $0[0].text })
  }

  /// Makes the triggers and indexes that the tables should have and do not, and drops others of
  /// their names.
  ///
  /// - Returns: What could not be made.
  private func restoreObjects() throws(StoreError) -> [Finding] {
    let whole = allTables.filter { $0.damage == nil }
    let expected = Schema.triggers + whole.flatMap { $0.triggers + $0.indexes() }
    var present = try presentObjects()
    let damaged = Set(tables.values.filter { $0.damage != nil }.map(\.plainName))
    present = present.filter { !damaged.contains($0.value.table) }
    for (name, held) in present where !expected.contains(held.object) {
      try engine.execute("DROP \(held.object.kind) \(name.asSQLName)")
      present[name] = nil
    }
    var findings: [Finding] = []
    var owners: [String: Table] = [:]
    for table in whole {
      for index in table.indexes() { owners[index.name] = table }
    }
    for object in expected where present[object.name] == nil {
      do {
        try make(object, of: owners[object.name])
      } catch  where error.kind == .conflict {
        findings.append(
          Finding("\(object.name) cannot be recreated: \(error.message); check lists the records"))
      }
    }
    return findings
  }

  /// Makes a trigger or an index; where present values differ in case only, the index of the formats
  /// before, which lets them be.
  func make(_ object: SchemaObject, of table: Table?) throws(StoreError) {
    do {
      try engine.execute(object.sql)
    } catch {
      guard error.kind == .conflict, let table, let laxer = table.laxerIndexes[object.name] else {
        throw error
      }
      try engine.execute(laxer.sql)
    }
  }

  /// Records what the records are other than the history says last; in an open transaction.
  func recordDifferences() throws(StoreError) {
    try readLastValues()
    for table in allTables {
      guard table.damage == nil else { continue }
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

  /// Fills a scratch table with what the history says last of the records of all types: it is gone
  /// through once, and not for each type.
  func readLastValues() throws(StoreError) {
    let recorded = allTables.flatMap(\.recorded).map(String.init).joined(separator: ", ")
    try engine.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS wb_difference(rec, prop, old, new);
      CREATE TEMP TABLE IF NOT EXISTS wb_last(prop INTEGER, rec INTEGER, v, PRIMARY KEY(prop, rec))
        WITHOUT ROWID;
      DELETE FROM temp.wb_last;
      INSERT INTO temp.wb_last SELECT prop, rec, new
      FROM (SELECT prop, rec, new, max(seq) FROM wb_change
        WHERE prop IN (\(recorded)) AND rec IS NOT NULL GROUP BY prop, rec)
      """)
  }

  /// Fills a scratch table with what the history says last of a type's records and what they are.
  ///
  /// - Precondition: ``readLastValues()`` has read the history.
  func findDifferences(_ table: Table) throws(StoreError) {
    try engine.execute("DELETE FROM temp.wb_difference")
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

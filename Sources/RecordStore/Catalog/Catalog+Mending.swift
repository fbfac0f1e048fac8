internal import Records

extension Catalog {
  func triggerHash() throws(StoreError) -> Int {
    let rows = try connection.rows(CatalogQuestions.triggers)
    let objects = rows.map { $0.map { $0.text ?? "" } }
    if format > 8 { return objects.reduce(0) { $0 &+ Self.hash(of: $1) } }
    // Format 8 has one hash of all objects, ordered by name.
    return Self.hash(of: objects.sorted { $0[0] < $1[0] }.flatMap(\.self))
  }

  static func hash(of object: SchemaObject, on table: String) -> Int {
    hash(of: [object.name, table, object.sql])
  }

  private static func hash(of texts: [String]) -> Int {
    // FNV-1a, because it is simple and every version of the program must compute the same hash.
    let prime: UInt64 = 0x100_0000_01b3
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for var text in texts {
      hash = text.withUTF8 { $0.reduce(hash) { ($0 ^ UInt64($1)) &* prime } }
      hash = hash &* prime
    }
    return Int(truncatingIfNeeded: hash)
  }

  func inspectTriggers() throws(StoreError) {
    setNotices(try areTriggersWhole() ? [] : [Catalog.triggerIssue])
    if !notices.isEmpty { try inspectColumns() }
  }

  static let triggerIssue = IntegrityIssue(
    "another program changed the triggers that record changes; some changes may be missing")

  func areTriggersWhole() throws(StoreError) -> Bool {
    let names = allTables.map(\.plainName.asSQLText).joined(separator: ", ")
    // A view with the name of a table is not queried, because its query may never end.
    let isHidden = try engine.value(
      """
      SELECT 1 FROM sqlite_schema WHERE (type = 'view' OR type = 'table' AND rootpage = 0)
        AND name COLLATE NOCASE IN (\(names))
      """)
    if isHidden != .null { return false }
    // The schema version alone does not show every change: a program that writes to `sqlite_schema`
    // can leave it unchanged.
    return try engine.value(CatalogQuestions.notedTriggers).integer == triggerHash()
  }

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

  var needsMending: Bool { !notices.isEmpty || isOlder }

  var isOlder: Bool { format < Schema.version || !isMarked }

  /// - Parameter findings: Damage of tables that cannot be repaired here.
  func restoreSchema(lacking findings: [IntegrityIssue]) throws(StoreError) {
    let findings = try findings + restoreObjects()
    if findings.isEmpty { try saveSchema() }
    try noteSchemaVersion()
    setNotices(findings)
  }

  /// Queries can calculate missing computed columns from their expressions. Any other missing
  /// column counts as damage.
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
      table.setDamage(
        .removed(table: table.name, column: names.isEmpty ? nil : first))
    }
  }

  /// Restores missing computed columns, which store no data, and returns an issue for each table
  /// that is missing or lacks other columns.
  func restoreColumns() throws(StoreError) -> [IntegrityIssue] {
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
    return allTables.compactMap { $0.damage.map { IntegrityIssue($0.message) } }
  }

  /// Returns an empty set if the table does not exist.
  ///
  /// - Parameter present: The tables of the file; a parameter, because reading the names scans the
  ///   schema.
  func columnNames(
    of table: Table, among present: Set<String>
  ) throws(StoreError) -> Set<String> {
    guard present.contains(table.plainName) else { return [] }
    let rows = try engine.rows(
      "SELECT name FROM pragma_table_xinfo(?1)", [.text(table.plainName)])
    return Set(rows.compactMap { $0[0].text })
  }

  func presentTableNames() throws(StoreError) -> Set<String> {
    let rows = try engine.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
    return Set(rows.compactMap { $0[0].text })
  }

  /// Drops triggers and indexes of the store that do not match the schema, and creates the missing
  /// ones; returns an issue for each unique index that duplicate values prevent.
  private func restoreObjects() throws(StoreError) -> [IntegrityIssue] {
    let whole = allTables.filter { $0.damage == nil }
    let expected = Schema.triggers + whole.flatMap { $0.triggers + $0.indexes() }
    var present = try presentObjects()
    let damaged = Set(tables.values.filter { $0.damage != nil }.map(\.plainName))
    present = present.filter { !damaged.contains($0.value.table) }
    for (name, held) in present where !expected.contains(held.object) {
      try engine.execute("DROP \(held.object.kind) \(name.asSQLName)")
      present[name] = nil
    }
    var findings: [IntegrityIssue] = []
    var owners: [String: Table] = [:]
    for table in whole {
      for index in table.indexes() { owners[index.name] = table }
    }
    for object in expected where present[object.name] == nil {
      do {
        try make(object, of: owners[object.name])
      } catch  where error.kind == .conflict {
        findings.append(
          IntegrityIssue(
            "\(object.name) cannot be recreated: \(error.message); run check to list the records"))
      }
    }
    return findings
  }

  /// If values differ only in case, creates the case-sensitive index of formats before 5 instead.
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

  /// Adds the changes that are missing from the history. Requires an open transaction.
  func recordDifferences() throws(StoreError) {
    try readLastValues()
    for table in allTables {
      guard table.damage == nil else { continue }
      try findDifferences(table)
      // The existence of a record is recorded before its values, and its deletion after them.
      try engine.execute(
        """
        INSERT INTO wb_change(tx, rec, prop, old, new)
        SELECT (SELECT max(id) FROM wb_tx), rec, prop, old, new FROM temp.wb_difference
        ORDER BY rec, CASE WHEN prop <> \(table.existence) THEN 1 WHEN old IS NULL THEN 0 ELSE 2 END,
          prop
        """)
    }
  }

  /// Fills a temporary table with the last values in the history; one scan serves all types.
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

  /// Fills a temporary table with the differences between a type's records and the history.
  ///
  /// - Precondition: ``readLastValues()`` has been called.
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

internal import Records

extension Migration {
  /// Records changes of definitions, and migrates the tables.
  ///
  /// - Parameters:
  ///   - mayFail: Whether values may be invalid under the new definitions.
  ///   - touched: The numbers of properties whose values the closure can make invalid.
  ///   - body: Changes records while the tables have the columns of both definitions without
  ///     constraints; receives the tables by the numbers of their recorded properties.
  ///   - refusal: Creates the error for invalid values; called only if there are any.
  /// - Returns: The number of changes recorded for the deleted references of dropped lists.
  @discardableResult func redefine(
    _ changes: [Redefinition], mayFail: Bool = true, touching touched: Set<Int> = [],
    _ body: ([Int: Table]) throws(StoreError) -> Void,
    refusal: ([ConversionFailure]) throws(StoreError) -> StoreError
  ) throws(StoreError) -> Int {
    let former = allTables
    for change in changes where change.old != change.new {
      try writeDefinition(change.object, old: change.old, new: change.new)
    }
    try updateNumbers(changes)
    let texts = try catalog.definitionTexts(through: .max)
    let next = try catalog.presentTables(texts)
    try catalog.setSchema(of: next)
    let migrations = try migrations(from: former, to: next)
    let rebuilt = migrations.filter(\.isRebuilt)
    for migration in rebuilt { try loosen(migration) }
    try body((next + rebuilt.map(\.loose)).byNumber)
    // The triggers are on, to record the deleted references in the history.
    let mark = try journal.lastChange()
    for migration in rebuilt where migration.after == nil && migration.loose.references != nil {
      try engine.execute("DELETE FROM \(migration.loose.name)")
    }
    let taken = try journal.lastChange() - mark
    let failures = try mayFail ? failures(migrations, touched) : []
    if !failures.isEmpty { throw try refusal(failures) }
    for migration in rebuilt { try makeReal(migration) }
    // SQLite cannot drop a column while any trigger reads a missing table.
    for migration in rebuilt { try dropColumns(migration) }
    for migration in rebuilt where migration.after == nil {
      try engine.execute("DROP TABLE \(migration.loose.name)")
    }
    for migration in rebuilt { try tighten(migration) }
    try catalog.setTables(next)
    catalog.setKeptDefinitions(texts)
    try catalog.noteNewSchema()
    return taken
  }

  private func migrations(
    from former: [Table], to next: [Table]
  ) throws(StoreError) -> [TableMigration] {
    var result: [TableMigration] = []
    for table in former {
      let after = next.first { $0.id == table.id }
      if let after, try description(of: after) == description(of: table) {
        // The table itself is unchanged.
        after.setSafeNumbers(table.hasSafeNumbers)
        guard after.type != table.type,
          let migration = TableMigration(table, after, isRebuilt: false)
        else { continue }
        result.append(migration)
        continue
      }
      if let migration = TableMigration(table, after) { result.append(migration) }
    }
    for table in next where !former.contains(where: { $0.id == table.id }) {
      let isReplacing = former.contains {
        $0.plainName.lowercased() == table.plainName.lowercased()
      }
      let migration = TableMigration(nil, table, isReplacing: isReplacing)
      if let migration { result.append(migration) }
    }
    return result
  }

  private func description(of table: Table) throws(StoreError) -> [String] {
    try [table.description(catalog.computedColumns(of: table))]
      + (table.triggers + table.indexes()).map(\.sql)
  }

  /// `wb_type` and `wb_prop` cache the current definitions.
  private func updateNumbers(_ changes: [Redefinition]) throws(StoreError) {
    let own = SQLValue.integer(transaction.number)
    for change in changes {
      if let id = change.number(after: "type:") {
        let isThere = change.new != nil
        let dropped = isThere ? SQLValue.null : own
        try engine.run(
          "UPDATE wb_type SET dropped_tx = ?1 WHERE id = ?2", dropped, .integer(id))
        try engine.run(
          "UPDATE wb_prop SET dropped_tx = ?1 WHERE type = ?2 AND name = ''", dropped,
          .integer(id))
      } else if let number = change.number(after: "prop:") {
        guard let text = change.new else {
          try engine.run(
            "UPDATE wb_prop SET dropped_tx = ?1 WHERE id = ?2", own, .integer(number))
          continue
        }
        let property = try catalog.property(definedBy: text)
        try engine.run(
          "UPDATE wb_prop SET name = ?1, col = ?2, kind = ?3, dropped_tx = NULL WHERE id = ?4",
          .text(property.name), SQLValue(property.kind.isListOfRecords ? nil : property.name),
          .text(property.kind.name), .integer(number))
      }
    }
    try updateMemberships()
    try updateReferences()
  }

  /// Gives numbers to the types of new lists of references, and marks the types of removed lists as
  /// dropped.
  private func updateReferences() throws(StoreError) {
    var kept: Set<Int> = []
    for (number, owner, property) in try listsOfRecords() where property.refersToMany {
      let items = try engine.value(
        "SELECT id FROM wb_type WHERE name = ?1 AND dropped_tx IS NULL",
        .text(property.kind.recordType ?? ""))
      guard items != .null else { continue }
      let list = ReferenceList(owner: owner, list: property, number: number)
      let present = try engine.value(
        "SELECT type FROM wb_prop WHERE kind = ?1", .text(list.kind))
      guard let present = present.integer else {
        kept.insert(try addReferences(of: list).id)
        continue
      }
      kept.insert(present)
      try engine.run(
        "UPDATE wb_type SET name = ?1, dropped_tx = NULL WHERE id = ?2", .text(list.name),
        .integer(present))
      try engine.run("UPDATE wb_prop SET dropped_tx = NULL WHERE type = ?1", .integer(present))
    }
    let rows = try engine.rows(
      "SELECT type FROM wb_prop WHERE kind GLOB 'List(*' AND dropped_tx IS NULL")
    for id in rows.compactMap({ $0[0].integer }) where !kept.contains(id) {
      let own = SQLValue.integer(transaction.number)
      try engine.run("UPDATE wb_type SET dropped_tx = ?1 WHERE id = ?2", own, .integer(id))
      try engine.run("UPDATE wb_prop SET dropped_tx = ?1 WHERE type = ?2", own, .integer(id))
    }
  }

  private func listsOfRecords() throws(StoreError) -> [(
    number: Int, owner: String, property: Property
  )] {
    let rows = try engine.rows(
      """
      SELECT p.id, y.name, (SELECT new FROM wb_def WHERE object = 'prop:' || p.id
        ORDER BY seq DESC LIMIT 1)
      FROM wb_prop AS p JOIN wb_type AS y ON y.id = p.type
      WHERE p.col IS NULL AND p.name <> '' AND p.dropped_tx IS NULL AND y.dropped_tx IS NULL
      """)
    var lists: [(number: Int, owner: String, property: Property)] = []
    for row in rows {
      guard let number = row[0].integer, let owner = row[1].text, let text = row[2].text else {
        continue
      }
      let property = try catalog.property(definedBy: text)
      if property.kind.isListOfRecords { lists.append((number, owner, property)) }
    }
    return lists
  }

  /// Gives numbers to the columns of new owned lists, and marks the columns of removed lists as
  /// dropped.
  private func updateMemberships() throws(StoreError) {
    var kept: Set<Int> = []
    for (number, owner, property) in try listsOfRecords() where property.ownsRecords {
      let items = property.kind.recordType ?? ""
      let type = try engine.value(
        "SELECT id FROM wb_type WHERE name = ?1 AND dropped_tx IS NULL", .text(items))
      guard let type = type.integer else { continue }
      let link = ListLink(owner: owner, list: property.name, number: number)
      let present = try engine.value(
        "SELECT id FROM wb_prop WHERE type = ?1 AND kind = ?2", .integer(type),
        .text(link.ownerKind))
      if let present = present.integer {
        kept.insert(present)
        let set = "UPDATE wb_prop SET name = ?1, col = ?2, dropped_tx = NULL WHERE id = ?3"
        try engine.run(set, .text(link.ownerName), .text(link.ownerColumn), .integer(present))
        try engine.run(
          set, .text(link.positionName), .text(link.positionColumn), .integer(present + 1))
      } else {
        kept.insert(try addMembership(link, of: type).ownerNumber)
      }
    }
    let rows = try engine.rows(
      "SELECT id FROM wb_prop WHERE kind GLOB 'Owner(*' AND dropped_tx IS NULL")
    for number in rows.compactMap({ $0[0].integer }) where !kept.contains(number) {
      try engine.run(
        "UPDATE wb_prop SET dropped_tx = ?1 WHERE id IN (?2, ?2 + 1)", .integer(transaction.number),
        .integer(number))
    }
  }

  /// Rewrites the schema text of a table without touching its rows.
  ///
  /// - Parameter computed: Definitions to add to the existing columns.
  private func describe(
    _ table: Table, _ columns: [TableColumn], _ computed: [String] = []
  ) throws(StoreError) {
    let present = try catalog.presentColumns(of: table).filter { !$0.isComputed }.map { present in
      columns.first { $0.plainName == present.name }?.definition() ?? present.definition
    }
    let all = ["id INTEGER PRIMARY KEY AUTOINCREMENT"] + present + computed
    try engine.execute("PRAGMA writable_schema = ON")
    defer { try? engine.execute("PRAGMA writable_schema = RESET") }
    try engine.run(
      "UPDATE sqlite_schema SET sql = ?1 WHERE type = 'table' AND name = ?2",
      .text("CREATE TABLE \(table.name)(\n  \(all.joined(separator: ",\n  "))) STRICT"),
      .text(table.plainName))
    try engine.execute(
      """
      PRAGMA writable_schema = RESET;
      PRAGMA schema_version = \(try catalog.database.schemaVersion() + 1)
      """)
  }

  private func loosen(_ migration: TableMigration) throws(StoreError) {
    let loose = migration.loose
    guard let before = migration.before else {
      let columns = ["id INTEGER PRIMARY KEY AUTOINCREMENT"] + loose.columns.map { $0.definition() }
      try engine.execute("CREATE TABLE \(loose.name)(\(columns.joined(separator: ", "))) STRICT")
      try rows.noteUsedNumbers(of: loose)
      for trigger in loose.triggers { try engine.execute(trigger.sql) }
      return
    }
    try before.checkIsWhole()
    for object in before.triggers + before.indexes() {
      try engine.execute("DROP \(object.kind) IF EXISTS \(object.name)")
    }
    let plain = before.columns.map { column in
      TableColumn(
        number: column.number,
        .loose(
          TableColumn.Loose(
            name: column.plainName, historyName: column.historyName, storage: column.storage,
            type: column.storage.columnType)))
    }
    try describe(before, plain)
    try rename(before, to: loose)
    for column in loose.columns {
      if let former = before.column(ofNumber: column.number) {
        let after = migration.after?.column(ofNumber: column.number)
        try loosen(column, of: loose, former, after)
      } else {
        try engine.execute("ALTER TABLE \(loose.name) ADD COLUMN \(column.definition())")
        let after = migration.after?.column(ofNumber: column.number)
        if let after, after.defaultLiteral != "NULL" { try fill(column, of: loose) }
      }
    }
    for trigger in loose.triggers { try engine.execute(trigger.sql) }
  }

  private func loosen(
    _ column: TableColumn, of table: Table, _ former: TableColumn, _ after: TableColumn?
  ) throws(StoreError) {
    guard let after else { return }
    let (name, passing) = (column.name, "wb_new".asSQLName)
    if former.storage.columnType != after.storage.columnType {
      try engine.execute(
        """
        ALTER TABLE \(table.name) ADD COLUMN \(passing) ANY;
        UPDATE \(table.name) SET \(passing) = \(name);
        ALTER TABLE \(table.name) DROP COLUMN \(name);
        ALTER TABLE \(table.name) RENAME COLUMN \(passing) TO \(name)
        """)
    } else if former.defaultLiteral != after.defaultLiteral {
      try fill(column, of: table)
    }
  }

  /// Stores the default of a column in existing rows; otherwise a change of the default would
  /// change their values.
  private func fill(_ column: TableColumn, of table: Table) throws(StoreError) {
    try engine.execute("UPDATE \(table.name) SET \(column.name) = \(column.name)")
  }

  /// Uses temporary names, because columns can swap names.
  private func rename(_ before: Table, to loose: Table) throws(StoreError) {
    var renamed: [(passing: String, name: String)] = []
    for column in before.columns {
      guard let next = loose.column(ofNumber: column.number), next.name != column.name else {
        continue
      }
      let passing = TableMigration.passingName(of: column.number).asSQLName
      try engine.execute("ALTER TABLE \(before.name) RENAME COLUMN \(column.name) TO \(passing)")
      if next.name != passing { renamed.append((passing, next.name)) }
    }
    for (passing, name) in renamed {
      try engine.execute("ALTER TABLE \(before.name) RENAME COLUMN \(passing) TO \(name)")
    }
  }

  /// Converts integers to reals while triggers can record the change.
  private func makeReal(_ migration: TableMigration) throws(StoreError) {
    for column in migration.loose.columns {
      let former = migration.before?.column(ofNumber: column.number)
      let after = migration.after?.column(ofNumber: column.number)
      guard after?.storage.columnType == "REAL", former?.storage.columnType != "REAL" else {
        continue
      }
      try engine.execute(
        "UPDATE \(migration.loose.name) SET \(column.name) = CAST(\(column.name) AS REAL) "
          + "WHERE typeof(\(column.name)) = 'integer'")
    }
  }

  private func dropColumns(_ migration: TableMigration) throws(StoreError) {
    guard let after = migration.after else { return }
    let loose = migration.loose
    for trigger in loose.triggers { try engine.execute("DROP TRIGGER \(trigger.name)") }
    for column in loose.columns where after.column(ofNumber: column.number) == nil {
      try engine.execute("ALTER TABLE \(loose.name) DROP COLUMN \(column.name)")
    }
  }

  private func tighten(_ migration: TableMigration) throws(StoreError) {
    guard let after = migration.after else { return }
    if migration.loose.name != after.name {
      // Prevents SQLite from rewriting other schema texts, which do not contain the temporary name.
      try engine.execute("PRAGMA legacy_alter_table = ON")
      defer { try? engine.execute("PRAGMA legacy_alter_table = OFF") }
      try engine.execute("ALTER TABLE \(migration.loose.name) RENAME TO \(after.name)")
      try rows.noteUsedNumbers(of: after)
    }
    let computed = try catalog.computedColumns(of: after)
    let definitions = after.type.properties.compactMap { computed[$0.name]?.definition }
    try describe(after, after.columns, definitions)
    for object in after.indexes() + after.triggers { try catalog.make(object, of: after) }
    let verdict = try engine.value("PRAGMA quick_check(\(after.name))")
    guard verdict == .text("ok") else {
      throw StoreError(.engine, .unchangeable(type: after.type.name, why: verdict.text))
    }
  }
}

struct TableMigration {
  /// Nil for a new or restored type.
  var before: Table?
  /// Nil for a dropped type.
  var after: Table?
  /// The intermediate table, with the columns of both tables and no constraints.
  let loose: Table
  /// Whether the schema text changes, not only the validation of values.
  let isRebuilt: Bool

  /// - Parameter isReplacing: Whether another table of the same name still exists.
  init?(
    _ before: Table?, _ after: Table?, isReplacing: Bool = false, isRebuilt: Bool = true
  ) {
    guard let table = after ?? before else { return nil }
    self.before = before
    self.after = after
    self.isRebuilt = isRebuilt
    var columns: [TableColumn] = []
    for column in after?.columns ?? [] {
      let former = before?.column(ofNumber: column.number)
      let type = column.storage.columnType
      let isSame = former == nil || former?.storage.columnType == type
      columns.append(column.loosened(as: isSame ? type : "ANY"))
    }
    for column in before?.columns ?? [] where after?.column(ofNumber: column.number) == nil {
      let name = after == nil ? column.plainName : Self.passingName(of: column.number)
      columns.append(column.loosened(as: column.storage.columnType, named: name))
    }
    loose = Table(
      loosening: table, columns: columns,
      named: isReplacing ? "wb_new\(table.id)" : (before ?? table).plainName)
  }

  /// The temporary name of a column while another column may get its former name.
  static func passingName(of number: Int) -> String { "wb_old\(number)" }
}

extension TableColumn {
  fileprivate func loosened(as type: String, named name: String? = nil) -> TableColumn {
    TableColumn(
      number: number,
      .loose(
        Loose(
          name: name ?? plainName, historyName: historyName, storage: storage, type: type)))
  }
}

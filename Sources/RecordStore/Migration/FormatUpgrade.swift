internal import Records

/// Brings a file to the present format, in the transaction in which something is first written.
struct FormatUpgrade: Part {
  let catalog: Catalog

  /// Upgrades the file if it has a former format; its triggers have to be made anew after that.
  static func run(on catalog: Catalog) throws(StoreError) {
    if catalog.isOlder { try FormatUpgrade(catalog: catalog).upgrade() }
  }

  private func upgrade() throws(StoreError) {
    if catalog.format == 1 {
      for type in types { try nameUniqueIndexes(of: table(type.name)) }
    }
    if catalog.format < 4 {
      try engine.execute(Schema.foreignView.sql)
    }
    if catalog.format < 6 { try stateOwners() }
    if catalog.format < 8 {
      try engine.execute("DROP VIEW IF EXISTS history")
      for object in Schema.sourceObjects { try engine.execute(object.sql) }
    }
    try catalog.markFile()
  }

  /// Says of every list of records that there is or was that it owns them.
  private func stateOwners() throws(StoreError) {
    let rows = try engine.rows("SELECT seq, old, new FROM wb_def WHERE object GLOB 'prop:*'")
    for row in rows {
      let old = try row[1].text.map { text throws(StoreError) in try catalog.current(text) }
      let new = try row[2].text.map { text throws(StoreError) in try catalog.current(text) }
      guard old != row[1].text || new != row[2].text else { continue }
      try engine.run(
        "UPDATE wb_def SET old = ?1, new = ?2 WHERE seq = ?3", SQLValue(old), SQLValue(new), row[0])
    }
  }

  /// Turns what keeps properties of a table unique into indexes with names, for SQLite drops no
  /// `UNIQUE` of a column; the indexes themselves, and defaults, stay as they are.
  private func nameUniqueIndexes(of table: Table) throws(StoreError) {
    let unique = table.columns.filter(\.isUnique)
    guard !unique.isEmpty, table.damage == nil else { return }
    let computed = try catalog.computedColumns(of: table)
    let sql = try engine.value(
      "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?1", .text(table.type.name))
    // A table that another program has changed keeps what it has, and gets the indexes besides.
    guard let sql = sql.text,
      computed.restated(sql).description == table.description(computed, format: 1)
    else { return }
    var renamed: [(old: String, new: SchemaObject)] = []
    for (number, column) in unique.enumerated() {
      guard let index = column.index(on: table.name) else { continue }
      try engine.execute("DROP INDEX IF EXISTS \(index.name)")
      renamed.append(("sqlite_autoindex_\(table.type.name)_\(number + 1)", index))
    }
    try engine.execute("PRAGMA writable_schema = ON")
    defer { try? engine.execute("PRAGMA writable_schema = RESET") }
    try engine.run(
      "UPDATE sqlite_schema SET sql = ?1 WHERE type = 'table' AND name = ?2",
      .text(table.description(computed, format: 4)), .text(table.type.name))
    for (old, new) in renamed {
      try engine.run(
        "UPDATE sqlite_schema SET name = ?1, sql = ?2 WHERE type = 'index' AND name = ?3",
        .text(new.name), .text(new.sql), .text(old))
    }
    try engine.execute(
      """
      PRAGMA writable_schema = RESET;
      PRAGMA schema_version = \(try database.schemaVersion() + 1)
      """)
    let verdict = try engine.value("PRAGMA integrity_check(\(table.name))")
    guard verdict == .text("ok") else {
      throw StoreError(
        .engine, "\(location) cannot be brought to the present format: \(verdict.text ?? "damaged")"
      )
    }
  }
}

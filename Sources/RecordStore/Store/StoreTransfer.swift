package import SQLEngine
internal import Values

package struct StoreTransfer {
  package enum Place {
    case file(String)
    case cluster(name: String, any EngineSource)
  }

  /// Maximum number of statements sent without waiting for replies.
  private static let mostPosted = 50

  private let source: Connection
  private let target: Connection
  private let progress: (Int, Int) -> Void

  /// Copies a store to a file, or to a cluster in one transaction; returns the number of the
  /// store's transactions with changes.
  ///
  /// - Parameters:
  ///   - replaces: Whether to replace a target file that is not a database.
  ///   - progress: Called with the copied and total number of rows while a cluster is filled.
  /// - Throws: ``StoreError`` if there is no store at the source, if the target file exists and may
  ///   not be replaced, or if the target cluster already has a store.
  package static func copy(
    from source: Place, to target: Place, replaces: Bool = false,
    progress: @escaping (Int, Int) -> Void = { _, _ in }
  ) throws(StoreError) -> Int {
    let former = try open(source, isReadOnly: true)
    defer { former.close() }
    try former.checkOwner()
    guard try !former.isEmpty() else {
      throw StoreError(.unopenable, .place("\(former.location)", .empty))
    }
    if case .file(let path) = target {
      let store: String? = if case .file(let path) = source { path } else { nil }
      try FileDraft.writeDatabase(
        to: path, replaces: replaces, beside: store, isPrivate: store == nil
      ) {
        (draft) throws(StoreError) in
        try former.connection.copy(to: draft)
        let copy = try Connection(
          to: .file(draft), busyTimeout: former.options.busyTimeout, by: SQLiteSource())
        defer { copy.close() }
        try FileStamp.renew(on: copy)
      }
    } else {
      let next = try open(target, isReadOnly: false)
      defer { next.close() }
      try next.checkOwner()
      let transfer = StoreTransfer(
        source: former.connection, target: next.connection, progress: progress)
      let run = { () throws(StoreError) in try transfer.run(into: next) }
      try former.reading(after: {}, mapError: { $0 }, run)
    }
    return try former.connection.value("SELECT count(*) FROM wb_tx WHERE n > 0").integer ?? 0
  }

  /// False for a store that was opened but never written to.
  private static func hasStore(_ database: Database) throws(StoreError) -> Bool {
    if try database.isEmpty() { return false }
    let used = "SELECT EXISTS (SELECT 1 FROM wb_tx) OR EXISTS (SELECT 1 FROM wb_type)"
    return try database.connection.value(used).integer != 0
  }

  private static func open(_ place: Place, isReadOnly: Bool) throws(StoreError) -> Database {
    var options = Store.Options()
    options.isReadOnly = isReadOnly
    let location: Store.Location
    let engines: any EngineSource
    switch place {
    case .file(let path): (location, engines) = (.file(path), SQLiteSource())
    case .cluster(let name, let given): (location, engines) = (.cluster(name), given)
    }
    do throws(StoreError) {
      return try Database(location, options, engines, clock: { 0 })
    } catch {
      throw Database.openError(error, location, options)
    }
  }

  private func run(into database: Database) throws(StoreError) {
    // A table may refer to one that is copied later.
    try target.execute("PRAGMA foreign_keys = OFF")
    try target.begin()
    do throws(StoreError) {
      guard try !Self.hasStore(database) else {
        throw StoreError(.refused, .place(database.place, .hasStore))
      }
      try removeUnused()
      try make("table")
      if target.abilities.notesSessions { try target.execute(Schema.sessions) }
      try copyRows()
      for kind in ["index", "view", "trigger"] { try make(kind) }
      for name in ["application_id", "user_version"] {
        let number = try source.value("PRAGMA \(name)").integer ?? 0
        try target.execute("PRAGMA \(name) = \(number)")
      }
      // The target has its own schema version.
      try target.run(
        "UPDATE wb_state SET v = ?1 WHERE k = 'schema_version'",
        .integer(try target.schemaVersion()))
      try target.commit()
    } catch {
      try? target.rollback()
      throw error
    }
  }

  /// Removes the objects created by a session that only read.
  private func removeUnused() throws(StoreError) {
    let objects = try target.rows(
      """
      SELECT type, name FROM sqlite_schema WHERE type IN ('view', 'table') AND name NOT LIKE 'sqlite_%'
      ORDER BY type = 'table'
      """)
    for object in objects {
      guard let type = object[0].text, let name = object[1].text else { continue }
      try target.execute("DROP \(type) \(name.asSQLName)")
    }
  }

  private func make(_ kind: String) throws(StoreError) {
    let texts = try source.rows(
      """
      SELECT sql FROM sqlite_schema
      WHERE type = ?1 AND sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND name <> 'wb_client'
      ORDER BY rowid
      """, [.text(kind)])
    for row in texts { if let sql = row[0].text { try target.execute(sql) } }
  }

  private func copyRows() throws(StoreError) {
    let names = try source.rows(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'wb_client'
        AND (name NOT LIKE 'sqlite_%' OR name = 'sqlite_sequence') ORDER BY rowid
      """
    ).compactMap { $0[0].text }
    var total = 0
    for name in names {
      total += try source.value("SELECT count(*) FROM \(name.asSQLName)").integer ?? 0
    }
    var done = 0
    for name in names {
      // SQLite adds rows to this table as soon as other tables have rows.
      if name == "sqlite_sequence" { try target.execute("DELETE FROM sqlite_sequence") }
      try copyRows(of: name) {
        done += $0
        progress(done, total)
      }
    }
  }

  private func copyRows(of name: String, _ note: (Int) -> Void) throws(StoreError) {
    // Generated columns cannot be inserted.
    let columns = try source.rows(
      "SELECT name FROM pragma_table_xinfo(?1) WHERE hidden = 0 ORDER BY cid", [.text(name)]
    ).compactMap { $0[0].text?.asSQLName }
    let list = columns.joined(separator: ", ")
    let rowsAtOnce = max(1, min(250, target.abilities.parameters / columns.count))
    let row = "(" + columns.map { _ in "?" }.joined(separator: ", ") + ")"
    func insertion(of count: Int) -> String {
      let rows = repeatElement(row, count: count).joined(separator: ", ")
      return "INSERT INTO \(name.asSQLName)(\(list)) VALUES \(rows)"
    }
    let reading = try source.prepare("SELECT \(list) FROM \(name.asSQLName)")
    defer { reading.reset() }
    let many = try target.statement(insertion(of: rowsAtOnce))
    var values: [SQLValue] = []
    var posted = 0
    while try reading.step() {
      values += columns.indices.map(reading.column)
      guard values.count == rowsAtOnce * columns.count else { continue }
      try many.bind(values)
      posted += 1
      if posted % Self.mostPosted == 0 { try many.run() } else { try many.post() }
      values.removeAll(keepingCapacity: true)
      note(rowsAtOnce)
    }
    let rest = values.count / columns.count
    guard rest > 0 else { return }
    try target.prepare(insertion(of: rest)).run(values)
    note(rest)
  }
}

internal import Records

extension Catalog {
  struct PresentColumn {
    var name: String
    var definition: String
    var isComputed: Bool
  }

  func presentColumns(of table: Table) throws(StoreError) -> [PresentColumn] {
    let types = ["INT", "INTEGER", "REAL", "TEXT", "BLOB"]
    let rows = try engine.rows(
      "SELECT name, type, \"notnull\", dflt_value, hidden FROM pragma_table_xinfo(?1) ORDER BY cid",
      [.text(table.plainName)])
    return rows.compactMap { row in
      guard let name = row[0].text, name != "id" else { return nil }
      let type = row[1].text.map { $0.uppercased() } ?? ""
      var parts = [name.asSQLName, types.contains(type) ? type : "ANY"]
      if row[2] == .integer(1) { parts.append("NOT NULL") }
      if let value = row[3].text { parts.append("DEFAULT (\(value))") }
      return PresentColumn(
        name: name, definition: parts.joined(separator: " "), isComputed: row[4] != .integer(0))
    }
  }

  /// Whether the SQL describes the table; ignores the different white space of columns added later.
  ///
  /// A table created before format 5 keeps its former defaults and the SQL of its computed columns
  /// until its type is altered.
  func isDescription(_ sql: String, of table: Table) throws(StoreError) -> Bool {
    if try isDescription(sql, of: table, hasFormerDefaults: false) { return true }
    return try isDescription(sql, of: table, hasFormerDefaults: true)
  }

  private func isDescription(
    _ sql: String, of table: Table, hasFormerDefaults: Bool
  ) throws(StoreError) -> Bool {
    let computed = try catalog.computedColumns(of: table)
    var parts = ["id INTEGER PRIMARY KEY AUTOINCREMENT"]
    for present in try presentColumns(of: table) {
      let column = table.columns.first { $0.plainName == present.name }
      guard
        let definition = column?.definition(hasFormerDefault: hasFormerDefaults)
          ?? computed[present.name]?.definition
      else { return false }
      parts.append(definition)
    }
    guard parts.count == 1 + table.columns.count + computed.columns.count else { return false }
    let wanted = "CREATE TABLE \(table.name)(\(parts.joined(separator: ", "))) STRICT"
    func joined(_ text: String) -> String {
      text.replacing(",\n  ", with: ", ").replacing("(\n  ", with: "(")
    }
    return joined(computed.restated(sql).description) == joined(wanted)
  }
}

struct SchemaObject: Hashable {
  /// The kind, as in `sqlite_schema`: `table`, `view`, `index` or `trigger`.
  var kind: String
  var name: String
  var sql: String

  /// Parses the kind and the name from a command such as `CREATE UNIQUE INDEX wb_prop2 ON …`.
  ///
  /// - Precondition: The name is not quoted.
  init(_ sql: String) {
    // Splits bytes, not characters, to save time: each type has many triggers.
    let words = sql.utf8.split(maxSplits: 4) { " (\n".utf8.contains($0) }.map { Substring($0) }
    let place = words[1] == "UNIQUE" ? 2 : 1
    kind = words[place].lowercased()
    name = String(words[place + 1])
    self.sql = sql
  }
}

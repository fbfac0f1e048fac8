/// A table, view, index or trigger of a store, with the command that makes it.
struct SchemaObject: Hashable {
  /// What it is, as `sqlite_schema` says it: `table`, `view`, `index` or `trigger`.
  var kind: String
  var name: String
  /// The command, as SQLite keeps it.
  var sql: String

  /// Takes the kind and the name from a command such as `CREATE UNIQUE INDEX wb_prop2 ON …`.
  ///
  /// - Precondition: The name is not quoted.
  init(_ sql: String) {
    // By bytes, for the triggers of each type that is defined are such commands.
    let words = sql.utf8.split(maxSplits: 4) { " (\n".utf8.contains($0) }.map { Substring($0) }
    let place = words[1] == "UNIQUE" ? 2 : 1
    kind = words[place].lowercased()
    name = String(words[place + 1])
    self.sql = sql
  }
}

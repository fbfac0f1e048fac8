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
    let words = sql.prefix(200).split { $0 == " " || $0 == "(" || $0 == "\n" }
    let place = words[1] == "UNIQUE" ? 2 : 1
    kind = words[place].lowercased()
    name = String(words[place + 1])
    self.sql = sql
  }
}

internal import CSQLite
package import Values

/// Prepares connections that a library opens.
package enum SQLiteExtension {
  /// Registers functions and disables double-quoted string literals on a connection.
  ///
  /// - Parameter connection: a `sqlite3 *`.
  package static func prepare(
    _ connection: OpaquePointer, with functions: [SQLFunction]
  ) throws(EngineError) {
    csqlite_disable_double_quoted_texts(connection)
    for function in functions { try SQLiteFunction.add(function, to: connection) }
  }
}

internal import CSQLite
package import Values

/// What every connection of the process gets, those that a library opens among them.
package enum SQLiteExtension {
  /// Registers functions on a connection that somebody else has opened, on which a name in double
  /// quotation marks is then never taken for a text.
  ///
  /// - Parameter connection: A `sqlite3 *`.
  package static func prepare(
    _ connection: OpaquePointer, with functions: [SQLFunction]
  ) throws(EngineError) {
    csqlite_disable_double_quoted_texts(connection)
    for function in functions { try SQLiteFunction.add(function, to: connection) }
  }
}

public import Records
internal import SQLEngine

/// Reads the rows of a table or view of any SQLite database, which need not be a store.
public final class DatabaseTable {
  /// The names of the columns.
  public let columns: [String]

  private let connection: Connection
  private let statement: PreparedStatement

  /// Opens a database and finds the table.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/unopenable`` if the file is not an
  ///   SQLite database or cannot be read, and of ``StoreError/Kind/name`` if the table does not
  ///   exist.
  public init(_ name: String, in path: String) throws(StoreError) {
    let tables: [String]
    do throws(StoreError) {
      connection = try Connection(
        to: StoreFile(path).place(), isReadOnly: true, busyTimeout: 5_000, by: SQLiteSource())
      tables = try connection.rows(
        """
        SELECT name FROM sqlite_schema
        WHERE type IN ('table', 'view') AND name NOT GLOB 'sqlite_*' ORDER BY name
        """
      ).compactMap { $0[0].text }
    } catch {
      throw StoreError(.unopenable, .unread(path: path, why: error.message))
    }
    guard tables.contains(name) else {
      throw StoreError(
        .name, .noTable(name, path: path), candidates: tables.filter { !$0.hasPrefix("wb_") })
    }
    statement = try connection.prepare("SELECT * FROM \(name.asSQLName)")
    columns = statement.columnNames
  }

  /// Returns the values of the next row; nil after the last row.
  public func next() throws(StoreError) -> [SQLValue]? {
    guard try statement.step() else { return nil }
    return columns.indices.map(statement.column)
  }
}

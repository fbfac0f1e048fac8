/// A statement prepared on first use and then kept, because looking one up by its text costs as
/// much as running it.
final class KeptStatement {
  private var statement: PreparedStatement?

  /// Prepares `sql` if there is no kept statement.
  func prepared(
    by engine: Connection, _ sql: @autoclosure () throws(StoreError) -> String
  ) throws(StoreError) -> PreparedStatement {
    if let statement { return statement }
    let new = try engine.prepare(try sql())
    statement = new
    return new
  }

  func forget() { statement = nil }
}

/// A statement that is prepared when it is first needed and kept from then on, for looking one up by
/// its text costs as much as running it.
final class KeptStatement {
  private var statement: Statement?

  /// The statement, prepared from `sql` where that has not been done.
  func prepared(
    by engine: Connection, _ sql: @autoclosure () throws(StoreError) -> String
  ) throws(StoreError) -> Statement {
    if let statement { return statement }
    let new = try engine.prepare(try sql())
    statement = new
    return new
  }

  /// Prepares it again when it is needed next.
  func forget() { statement = nil }
}

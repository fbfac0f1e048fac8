extension Store {
  /// Runs one statement of SQL that reads, on every table there is.
  ///
  /// The values come as they are stored: booleans as whole numbers, and Decimals of more than 15
  /// digits as texts.
  ///
  /// - Parameters:
  ///   - columns: Is told the names of the columns, before the first row.
  ///   - row: Takes one row after the other; an error of it ends the reading.
  /// - Throws: ``StoreError`` if the text is not one statement that begins with SELECT, WITH, VALUES
  ///   or EXPLAIN and changes nothing.
  public func sql(
    _ text: String, columns: ([String]) throws -> Void, row: ([SQLValue]) throws -> Void
  ) throws {
    try checkOpen()
    let guarded = try SQLText(text)
    let limits = try expressions.limits(of: engine, clock: clock)
    let statement = try prepare(guarded, limits)
    guard statement.isReadOnly else {
      throw StoreError(.expression, "the statement would change something; sql only reads")
    }
    try statement.bind([])
    defer { statement.reset() }
    let names = statement.columnNames
    try columns(names)
    while try limits.apply({ () throws(StoreError) in try statement.step() }) {
      try row(names.indices.map(statement.column))
    }
  }

  private func prepare(
    _ text: SQLText, _ limits: ExpressionLimits
  ) throws(StoreError) -> any EngineStatement {
    do {
      return try engine.prepare(text.text)
    } catch {
      guard error.kind == .expression, let offset = limits.errorOffset else { throw error }
      throw StoreError(.expression, error.message + text.place(offset))
    }
  }
}

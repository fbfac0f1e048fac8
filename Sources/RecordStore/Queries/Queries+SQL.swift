package import Expressions
internal import Records
package import Values

extension Queries {
  /// Runs a reading SQL statement, which may use all tables.
  ///
  /// Values are returned as stored: booleans as integers, and decimals and percentages of more than
  /// 15 digits as texts.
  ///
  /// - Throws: ``StoreError`` if the text is not a single valid statement that begins with SELECT,
  ///   WITH, VALUES or EXPLAIN, if the statement has parameters, or if it changes something or uses
  ///   a function or pragma that could.
  public func sql(_ text: String) throws(StoreError) -> RowCursor {
    try catalog.database.checkOpen()
    let guarded = try SQLText(text)
    try past?.loadAll()
    let limits = try limits()
    let statement = try prepare(guarded)
    guard statement.isReadOnly else { throw StoreError(.expression, .fact(.sqlWrites)) }
    try statement.bind([])
    return RowCursor(Cursor(statement, limits), catalog)
  }

  private func prepare(_ text: SQLText) throws(StoreError) -> PreparedStatement {
    do {
      return try engine.prepare(text.text)
    } catch {
      // SQLite reports no position for a missing table.
      if past != nil, error.offset == nil, let place = text.place(of: "history") {
        throw StoreError(.refused, .noHistory(at: text.place(place)))
      }
      guard error.kind == .expression, let offset = error.offset else { throw error }
      throw StoreError(.expression, .sql(error.reason, at: text.place(offset)), code: error.code)
    }
  }
}

extension Queries {
  /// - Parameter place: The number of tokens before the cursor.
  package func expectations(
    at place: Int, in tokens: [ExpressionToken], for type: String?,
    asking session: (any ExpressionSession)? = nil, isComputation: Bool = false
  ) -> ExpressionExpectations {
    ExpressionExpectations(
      at: place, in: tokens, for: types.first { $0.name == type }, catalog.schema,
      asking: session, isPortable: isComputation)
  }

  /// Returns the possible continuations of an SQL statement being typed; nil inside quotes, where
  /// anything is possible.
  ///
  /// - Parameters:
  ///   - start: The statement up to the cursor.
  ///   - rest: The statement after the cursor.
  public func expectations(
    inSQL start: String, before rest: String
  ) -> ExpressionExpectations? {
    guard let written = SQLText.tokens(of: start) else { return nil }
    let tokens = Array(
      written.drop { ["explain", "query", "plan"].contains($0.name?.asciiLowercased) })
    guard !tokens.isEmpty else {
      var expectations = ExpressionExpectations()
      expectations.words =
        [
          ["select", "values", "with", "explain"], ["select", "values", "with", "query"], ["plan"],
          ["select", "values", "with"],
        ][min(written.count, 3)]
      return expectations
    }
    // The statement is analyzed as a subselect.
    let subselect = [.symbol("(")] + tokens + (SQLText.tokens(of: rest) ?? []) + [.symbol(")")]
    let place = tokens.count + 1
    let columns = (try? sql("SELECT * FROM history LIMIT 0").columns) ?? []
    return ExpressionExpectations(
      at: place, in: subselect, for: nil, catalog.schema, isPortable: false,
      tables: ["history": columns])
  }
}

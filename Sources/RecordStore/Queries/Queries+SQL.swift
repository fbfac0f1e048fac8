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

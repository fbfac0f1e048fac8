public import Records
internal import SQLEngine

extension Store {
  /// Returns a read-only store that shows the types, records and computed values after a
  /// transaction.
  ///
  /// Data is loaded from the history on first use: one record at a time, or all records of a type
  /// for a query.
  ///
  /// - Complexity: O(1) until something is read; then O(*p* log *n*) in the changes for a record of
  ///   *p* properties, and O(*n*) for a type.
  /// - Parameter former: A store that this method returned earlier. If it shows the same state and
  ///   nothing was written since, it is returned again with its loaded data.
  public func past(at transaction: Int, reusing former: Store? = nil) throws(StoreError) -> Store {
    let view = try Snapshot.view(of: history, at: transaction, reusing: former?.queries.past)
    if let former, former.queries.past === view { return former }
    return Store(view, of: self)
  }

  /// Whether this store shows a past state and has loaded too many records to be cached.
  package var holdsManyPastRecords: Bool { queries.past?.isLarge ?? false }

  /// Checks that the file is intact and that the history is consistent with itself and the records.
  ///
  /// - Returns: The problems found; empty if there are no problems.
  /// - Complexity: O(*n* log *n*) in the length of the history.
  public func check() throws(StoreError) -> [IntegrityIssue] {
    try schema.database.checkOpen()
    guard schema.engine.abilities.needsShortSteps, !journal.isInTransaction else {
      return try audit.check()
    }
    let copy = try copyInMemory()
    defer { copy.close() }
    return try copy.audit.check()
  }

  func copyInMemory() throws(StoreError) -> Store {
    try journal.endGroup()
    let database = schema.database
    var options = database.options
    options.isTrial = true
    let copy = try Store(
      location, options: options, definitions: schema.definitions, actor: journal.actor,
      clock: database.clock, engines: database.engines)
    (copy.isInterrupted, copy.progress) = (isInterrupted, progress)
    (copy.zoneOffset, copy.fieldText, copy.schema.misfits) = (
      zoneOffset, fieldText, schema.misfits
    )
    return copy
  }

  /// Returns the functions called by SQL compiled from expressions, for an engine that runs
  /// elsewhere.
  ///
  /// - Parameters:
  ///   - definitions: Parses property kinds.
  ///   - show: Formats a value as a field does; the property is nil for values of expressions.
  package static func functions(
    reading definitions: any DefinitionReader, showing show: @escaping (Value, Property?) -> String
  ) -> [SQLFunction] {
    let texts = FieldTexts(definitions, showing: show)
    return SQLFunctions.all(showing: texts.text)
  }
}

extension UndoEngine {
  /// Returns the effect of restoring records, with the items of their lists, to a past state;
  /// writes nothing.
  ///
  /// If a type was altered since, its past values are converted to the current definition.
  ///
  /// - Parameter state: A store that ``Store/past(at:reusing:)`` of this store returned.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if a record did not exist, and
  ///   of ``StoreError/Kind/refused`` if its type was dropped since, or a value does not fit the
  ///   current type.
  public func restoration(
    of ids: [RecordID], from state: Store
  ) throws(StoreError) -> [Restoration] {
    try restoration(of: ids, from: state.queries.view)
  }
}

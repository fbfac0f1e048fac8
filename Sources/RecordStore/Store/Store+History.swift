public import Records
internal import SQLEngine

/// The history: what was done, by whom, how to go back, and whether the file is whole.
extension Store {
  /// A store that shows what there was after a transaction: the types, the records and what is
  /// computed from them, as they were then.
  ///
  /// It can be read like any other, and not written. What is asked for is taken from the history of
  /// this store when it is first needed: one record by itself, all of a type for a query.
  ///
  /// - Complexity: O(1) until something is read; then O(*p* log *n*) in the changes for a record of
  ///   *p* properties, and O(*n*) for a type.
  ///
  /// - Parameter former: a store that this has returned before. It is returned again, with all it
  ///   has read, if it shows the same state and nothing was written since.
  public func past(at transaction: Int, reusing former: Store? = nil) throws(StoreError) -> Store {
    let view = try PastView.view(of: history, at: transaction, reusing: former?.queries.past)
    if let former, former.queries.past === view { return former }
    return Store(view, of: self)
  }

  /// Whether this shows a past state and holds so many of its records that it had better not be
  /// kept for later.
  public var holdsManyPastRecords: Bool { queries.past?.isLarge ?? false }

  /// Looks whether the file is whole, and the history agrees with itself and with the records.
  ///
  /// - Returns: What is wrong; nothing if all is well.
  /// - Complexity: O(*n* log *n*) in the length of the history.
  public func check() throws(StoreError) -> [Finding] {
    guard schema.engine.abilities.needsShortSteps, !journal.isInTransaction else {
      return try audit.check()
    }
    let copy = try copyInMemory()
    defer { copy.close() }
    return try copy.audit.check()
  }

}

extension Store {
  /// A copy in memory, which is as the store was at one moment.
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

  /// The functions that the engine of a store calls for expressions, for an engine that runs
  /// elsewhere.
  ///
  /// - Parameters:
  ///   - definitions: Reads the kinds of values.
  ///   - show: How a field shows a value, which can be of a property.
  package static func functions(
    reading definitions: any DefinitionReader, showing show: @escaping (Value, Property?) -> String
  ) -> [SQLFunction] {
    let texts = FieldTexts(definitions, showing: show)
    return SQLFunctions.all(showing: texts.text)
  }
}

extension UndoEngine {
  /// What restoring records to a past state would come to, the items of their lists included.
  ///
  /// Nothing is written. A record of a type that has been altered since has in ``Restoration/past``
  /// the values that it had in the form that they have today.
  ///
  /// - Parameter state: What ``Store/past(at:reusing:)`` of this store has returned.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if there was no such record, and
  ///   of ``StoreError/Kind/refused`` if a value does not fit the type of today.
  public func restoration(
    of ids: [RecordID], from state: Store
  ) throws(StoreError) -> [Restoration] {
    try restoration(of: ids, from: state.queries.view)
  }
}

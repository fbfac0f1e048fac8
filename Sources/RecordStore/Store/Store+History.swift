public import Records
internal import SQLEngine

/// The history: what was done, by whom, how to go back, and whether the file is whole.
extension Store {
  /// The newest transactions, newest first; all of them without a limit.
  ///
  /// Those that changed nothing are left out, and so is the one that is open.
  public func log(limit: Int?) throws(StoreError) -> [LogEntry] {
    try history.log(of: nil, HistoryRange(limit: limit))
  }

  /// The transactions of a range that changed a record, a property, records of a type or its
  /// definition, newest first; without a subject all of them.
  public func log(
    of subject: HistorySubject?, _ range: HistoryRange
  ) throws(StoreError) -> [LogEntry] { try history.log(of: subject, range) }

  /// What the log says of a transaction; nil if there is none.
  public func entry(of transaction: Int) throws(StoreError) -> TransactionEntry? {
    try history.entry(of: transaction).map { entry in
      TransactionEntry(
        entry.kind, command: entry.command, source: entry.source, reason: entry.reason)
    }
  }

  /// The command that an undo or a revert has taken back, or a redo brought again, by its number; nil
  /// where a transaction did neither.
  public func transactionTakenBack(by transaction: Int) throws(StoreError) -> Int? {
    try history.transactionTakenBack(by: transaction)
  }

  /// The changes of a record, a property or all records of a type, oldest first.
  ///
  /// A record that never was has none.
  ///
  /// - Complexity: O(*n*) in the changes of a record or property, and in all changes for a type.
  public func history(
    of subject: HistorySubject, _ range: HistoryRange = HistoryRange()
  ) throws(StoreError) -> [HistoryEntry] { try history.history(of: subject, range) }

  /// What happened to a list of a record, by the number of the last of the changes that did it; without
  /// the places for the inverse of another list, nil for that of a reference.
  ///
  /// - Complexity: O(*n*) in the history.
  public func listChanges(
    of id: RecordID, _ list: String
  ) throws(StoreError) -> [Int: RecordListChange]? {
    try history.listChanges(of: id, list)
  }

  /// What changes of one record did to a list, if the record is a reference of one, without the
  /// places; nil for another record.
  public func listChange(of changes: [HistoryEntry]) throws(StoreError) -> RecordListChange? {
    try history.listChange(of: changes)
  }

  /// Who gave each property of a record its value, in the order of the properties.
  ///
  /// - Complexity: O(*p* log *n*) in the changes for *p* properties, and O(*n*) for a list of
  ///   records.
  public func blame(_ id: RecordID) throws(StoreError) -> [Blame] { try history.blame(id) }

  /// The changes that have led to the value of a property, oldest first.
  ///
  /// They go back to the command that set it. What an undo has brought back was set before the
  /// command that it undid, and all three are among them; of a computed property they are the
  /// changes of what it is computed from, and of a list of records all there were.
  public func causes(of property: String, of id: RecordID) throws(StoreError) -> [Cause] {
    try history.causes(of: property, of: id)
  }

  /// The records of a type whose property has another value than at a mark, in the order in which
  /// they were first changed; those that were created or deleted since are not among them.
  ///
  /// - Complexity: O(*n*) in the changes since the mark.
  public func changedValues(
    of property: String, in type: String, since mark: ChangeMark
  ) throws(StoreError) -> [ChangedValue] {
    try history.changedValues(of: property, in: type, after: mark.last)
  }

  /// The transactions that were tried, the oldest first; none unless the store is open for a trial.
  public func triedTransactions() throws(StoreError) -> [LogEntry] {
    try history.triedTransactions()
  }

  /// Goes through the changes of a transaction in their order, whatever the types of the records.
  ///
  /// Changes of types and properties that are there no more are left out.
  public func eachChange(
    of transaction: Int, limit: Int? = nil, _ body: (HistoryEntry) -> Void
  ) throws(StoreError) { try history.eachChange(of: transaction, limit: limit, body) }

  /// What differs between the states after two transactions, record by record: those that were
  /// created and deleted, and the properties that have other values.
  ///
  /// Each entry is the last change that led to the difference, with the values of both states. From
  /// a later state to an earlier one the entries say what it would take to get there.
  ///
  /// - Parameter end: nil for the present, what is not committed yet included.
  /// - Complexity: O(*n* log *n*) in the changes between the two.
  public func differences(
    from start: Int, to end: Int?
  ) throws(StoreError) -> [HistoryEntry] { try history.differences(from: start, to: end) }

  /// The transactions whose work is in force, the oldest first, as if the history had been only that
  /// from one transaction through another.
  ///
  /// An undo or a redo is among them only where the command it is about came before the first, or
  /// where something that is in force and has to do with the same records was done in between: it
  /// then is a change like any other.
  ///
  /// - Parameter types: what the types were in this history.
  public func transactionsInForce(
    from first: Int = 0, through last: Int = .max, with types: TypeHistory
  ) throws(StoreError) -> [LogEntry] {
    try history.transactionsInForce(from: first, through: last, with: types)
  }

  /// The number of the transaction after which a state is wanted: the one named, or the last that
  /// was not after a time.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if there is no such transaction,
  ///   and ``StoreError/Kind/refused`` for a time that is still to come.
  public func transaction(at moment: HistoryMoment) throws(StoreError) -> Int {
    try history.transaction(at: moment)
  }

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

  /// The types that there were, as a reader of the whole history needs them.
  ///
  /// - Complexity: O(*n*) in what was ever defined.
  public func typeHistory() throws(StoreError) -> TypeHistory { try TypeHistory(of: history) }

  /// Takes back the newest commands of this store that are not taken back yet, as new transactions.
  ///
  /// All of them, or nothing if one cannot be.
  ///
  /// - Returns: What was taken back, newest first.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if there are not so many, one
  ///   is another actor's, or a later change is in the way, which it names.
  public func undo(_ count: Int, entry: TransactionEntry) throws(StoreError) -> [LogEntry] {
    try reversal.undo(count, entry: entry)
  }

  /// Takes back everything after a transaction, whoever did it.
  ///
  /// - Returns: What was taken back, newest first, and with it commands that had been undone since and
  ///   were done again, which are no longer ``LogEntry/isUndone``.
  public func undo(
    to transaction: Int, entry: TransactionEntry
  ) throws(StoreError) -> [LogEntry] { try reversal.undo(to: transaction, entry: entry) }

  /// Brings the commands back that were undone last, as new transactions.
  ///
  /// Possible until something else changes the store. All of them, or nothing if one cannot be.
  ///
  /// - Returns: The commands that were brought back, in the order they are done again.
  public func redo(_ count: Int, entry: TransactionEntry) throws(StoreError) -> [LogEntry] {
    try reversal.redo(count, entry: entry)
  }

  /// Takes one transaction back, whoever made it and whatever came after it, as a new transaction: an
  /// edit, which is undone like any other.
  ///
  /// One that takes another back is itself taken back by doing the other again. If nothing is left to
  /// take back, there is no new transaction.
  ///
  /// - Returns: The command that was taken back, or brought back.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if there is no such transaction,
  ///   and of ``StoreError/Kind/refused`` if it is undone already, or a later change is in the way,
  ///   which it names.
  public func revert(_ transaction: Int, entry: TransactionEntry) throws(StoreError) -> LogEntry {
    try reversal.revert(transaction, entry: entry)
  }

  /// What restoring records to a past state would come to, the items of their lists included.
  ///
  /// Nothing is written. A record of a type that has been altered since has in ``Restoration/past``
  /// the values that it had in the form that they have today.
  ///
  /// - Parameter state: what ``past(at:reusing:)`` of this store has returned.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if there was no such record, and
  ///   of ``StoreError/Kind/refused`` if a value does not fit the type of today.
  public func restoration(
    of ids: [RecordID], from state: Store
  ) throws(StoreError) -> [Restoration] {
    try reversal.restoration(of: ids, from: state.queries.view)
  }

  /// Whether a record was of a type that was dropped; false for one of a type that there is.
  ///
  /// - Complexity: O(*n*) in the history for a record that is gone.
  public func wasOfDroppedType(_ id: RecordID) throws(StoreError) -> Bool {
    try catalog.inOneState { () throws(StoreError) in try history.droppedType(of: id) != nil }
  }

  /// Erases the values that a property of a record has and ever had, or those of all its properties
  /// and the record with them.
  ///
  /// A property gets nil, or its default where it must have a value. A record is deleted, and what is
  /// and was in its lists goes with it; it may have been deleted before, also with its type. In the
  /// history the values are empty from then on, and the transactions in which they were set lose the
  /// text of their command and their reason, as do all others that mention them, however they are set
  /// out; texts and numbers of less than four characters are not looked for. Former definitions that mention
  /// them get another value in their place, or no default. That something was erased, by whom and why, is a
  /// transaction of the kind ``TransactionKind/erase``. Then the file is rewritten, so that the values
  /// are not among its bytes any more.
  ///
  /// - Parameters:
  ///   - property: The name of a property; nil for all of the record.
  ///   - entry: Who does it and why; its kind is ``TransactionKind/erase``.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` inside a transaction, for a
  ///   key, for what must have a value and has no default, and where the reason or a definition in
  ///   force mentions a value; of the kind
  ///   ``StoreError/Kind/name`` if there never was such a record or property.
  /// - Complexity: O(*n*) in the history and the size of the file.
  public func erase(
    _ id: RecordID, _ property: String?, _ entry: TransactionEntry
  ) throws(StoreError) -> Erasure { try reversal.erase(id, property, entry) }

  /// Replaces the history up to a transaction by one transaction that creates what then was.
  ///
  /// It keeps the number and the time of the transaction that it replaces, and its kind is
  /// ``TransactionKind/compact``. Records and later transactions keep their numbers, and numbers
  /// that were given are not given again. States before it can no longer be read, and it and what
  /// came before it can no longer be undone. Then the file is rewritten, which makes it smaller.
  ///
  /// - Parameters:
  ///   - number: The transaction with which the history is to begin.
  ///   - entry: Who does it and why; its kind is ``TransactionKind/compact``.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` inside a transaction, and if
  ///   the history begins there already; of the kind ``StoreError/Kind/name`` if there is no such
  ///   transaction.
  /// - Complexity: O(*n* log *n*) in the history, and O(*n*) in the size of the file.
  public func compact(
    before number: Int, _ entry: TransactionEntry
  ) throws(StoreError) -> Compaction { try reversal.compact(before: number, entry) }

  /// Looks whether the file is whole, and the history agrees with itself and with the records.
  ///
  /// - Returns: What is wrong; nothing if all is well.
  /// - Complexity: O(*n* log *n*) in the length of the history.
  public func check() throws(StoreError) -> [Finding] {
    guard catalog.engine.abilities.needsShortSteps, !isInTransaction else {
      return try audit.check()
    }
    let copy = try copyInMemory()
    defer { copy.close() }
    return try copy.audit.check()
  }

  /// Mends what can be mended: lost tables and views that hold nothing which is not elsewhere,
  /// triggers and indexes that another program has changed, changes that nothing recorded, damaged
  /// indexes, the index of the history, the counts of the transactions, and the numbers that were
  /// given.
  ///
  /// What was done is a transaction of the kind ``TransactionKind/gap``, which has the changes that
  /// nothing recorded and says the rest in its reason. Each step is done wholly or not at all, and
  /// one that fails does not undo the others. What cannot be mended is left as it is.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` inside a transaction; nothing
  ///   is changed then.
  /// - Complexity: O(*n* log *n*) in the length of the history.
  public func repair(_ entry: TransactionEntry) throws(StoreError) -> Repair {
    try audit.repair(entry)
  }

  /// The values of a record that its history does not end with, in the words of ``check()``; none
  /// if there is no such record.
  ///
  /// - Complexity: O(*p* log *n*) in the changes for *p* properties.
  public func unrecordedChanges(of id: RecordID) throws(StoreError) -> [Finding] {
    try audit.unrecordedChanges(of: id)
  }

  /// Everything in the records that their histories do not end with, in the words of ``check()``.
  ///
  /// - Complexity: O(*n* log *n*) in the length of the history.
  public func unrecordedChanges() throws(StoreError) -> [Finding] { try audit.unrecordedChanges() }
}

extension Store {
  /// A copy in memory, which is as the store was at one moment.
  func copyInMemory() throws(StoreError) -> Store {
    try endGroup()
    let database = catalog.database
    var options = database.options
    options.isTrial = true
    let copy = try Store(
      location, options: options, definitions: catalog.definitions, actor: actor,
      clock: database.clock, engines: database.engines)
    (copy.isInterrupted, copy.progress) = (isInterrupted, progress)
    (copy.zoneOffset, copy.fieldText, copy.misfits) = (zoneOffset, fieldText, misfits)
    return copy
  }

  /// The functions that the engine of a store calls for expressions, for an engine that runs elsewhere.
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

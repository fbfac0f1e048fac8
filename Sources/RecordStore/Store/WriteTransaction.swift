public import Expressions
public import Records
internal import SQLEngine

/// An open transaction, which is needed to change records and definitions.
///
/// ``Store/write(_:ifCurrent:_:)`` passes one to its closure, and checks the rules after it.
/// ``OpenTransaction/write`` stays open; ``OpenTransaction/commit(reason:)`` checks the rules.
public struct WriteTransaction: ~Copyable {
  private let store: Store

  init(of store: Store) { self.store = store }

  private var transaction: Transaction {
    get throws(StoreError) { try store.journal.current() }
  }

  /// Reads records with the changes of the transaction so far.
  public var queries: Queries { store.queries }

  private func migration() throws(StoreError) -> Migration {
    Migration(journal: store.journal, rows: store.rows, transaction: try transaction)
  }

  /// Creates a record from validated values, one for each property of the type, and returns its
  /// number.
  ///
  /// Values of computed properties, owned lists and inverse lists are ignored. A property that must
  /// have a value, and has a calculated default, can be nil.
  ///
  /// - Parameters:
  ///   - omitted: The properties that get their calculated default, if they are nil.
  ///   - place: The list to insert the record into, or nil.
  ///   - number: The number of the record; nil for the next one.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/conflict`` if a value must be unique
  ///   and another record has it, or if the number is or was in use; of ``StoreError/Kind/name`` if
  ///   the type, the list or its owner does not exist, or a value refers to a missing record; of
  ///   ``StoreError/Kind/rule`` if a default or a computed value is invalid.
  public func create(
    _ type: String, _ values: [Value?], omitting omitted: Set<String> = [],
    in place: Store.ListPlace? = nil, number: Int? = nil
  ) throws(StoreError) -> Int {
    try store.rows.create(
      type, values, omitting: omitted, in: place, number: number, in: transaction)
  }

  /// Creates as many records as ``expectMany(of:)`` has returned, from validated values.
  ///
  /// - Parameters:
  ///   - rows: A value for each property of the type, for each record.
  ///   - sources: The origin of each record.
  /// - Returns: The numbers of the records before the first rejected one;
  ///   ``create(_:_:omitting:in:number:)`` throws the error for the rejected record.
  package func create(
    _ type: String, many rows: [[Value?]], from sources: [String]
  ) throws(StoreError) -> [Int] {
    let transaction = try transaction
    let made = try store.rows.create(type, many: rows, in: transaction)
    try store.journal.note(sources, from: made.map(\.change), of: transaction)
    return made.map(\.record)
  }

  /// Updates properties of a record with validated values; skips properties that already have the
  /// value.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if the record or a property does
  ///   not exist, or a value refers to a missing record; of ``StoreError/Kind/conflict`` if a value
  ///   must be unique and another record has it; of ``StoreError/Kind/rule`` if a property cannot
  ///   be set, or a computed value becomes invalid.
  public func update(_ id: RecordID, _ values: [String: Value?]) throws(StoreError) {
    try store.rows.update(id, values, in: transaction)
  }

  /// Updates properties of the first records, or of the first one, with validated values; the records
  /// exist, and the values differ from their own. An error that concerns the whole transaction may be
  /// thrown later.
  ///
  /// - Returns: The number of updated records.
  package func updateLater(
    _ changes: some Collection<(id: RecordID, values: [String: Value?])>
  ) throws(StoreError) -> Int {
    try store.rows.updateLater(changes, in: transaction)
  }

  /// Updates a property of a record with a validated value.
  ///
  /// - Throws: The errors of ``update(_:_:)``.
  public func update(
    _ id: RecordID, _ property: String, to value: Value?
  ) throws(StoreError) { try store.rows.update(id, property, to: value, in: transaction) }

  /// Deletes a record, and the records that are deleted with it.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if the record does not exist,
  ///   and of ``StoreError/Kind/refused`` if a remaining record refers to a deleted record; the
  ///   message names the first reference.
  public func delete(_ id: RecordID) throws(StoreError) {
    try store.rows.delete(id, in: transaction)
  }

  /// Deletes records, which may refer to each other, with the records that their lists own and the
  /// records that refer to them with `on delete cascade`.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if a remaining record refers
  ///   to one of them.
  public func delete(_ ids: [RecordID]) throws(StoreError) {
    try store.rows.delete(ids, in: transaction)
  }

  /// Recreates a deleted record with validated values.
  ///
  /// - Parameter omitted: The properties that get their calculated default, if they are nil.
  /// - Throws: The errors of ``create(_:_:omitting:in:number:)``; also an error if the record exists
  ///   or never existed.
  package func recreate(
    _ id: RecordID, _ values: [Value?], omitting omitted: Set<String> = []
  ) throws(StoreError) {
    try store.rows.recreate(id, values, omitting: omitted, in: transaction)
  }

  /// Creates or updates records that may refer to records that do not exist yet.
  ///
  /// - Parameter body: Must create all missing records; its argument is the next free record number
  ///   of the type.
  package func withoutReferenceChecks(
    of type: String, _ body: (Int) throws(StoreError) -> Void
  ) throws(StoreError) {
    _ = try transaction
    try store.rows.withoutReferenceChecks(of: type, body)
  }

  /// Inserts a record into a list; if the list owns its records, the record must have no owner, or
  /// be in another list of the same owner.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/conflict`` if a list of references
  ///   already contains the record; of ``StoreError/Kind/refused`` if the list owns its records,
  ///   and the record is already in the list, belongs to another owner, or owns the list directly
  ///   or indirectly; of ``StoreError/Kind/name`` if the record, the list or its owner
  ///   does not exist.
  public func insert(_ item: RecordID, in place: Store.ListPlace) throws(StoreError) {
    try store.rows.insert(item, in: place, in: transaction)
  }

  /// Moves an item within its list, usually by changing one row.
  ///
  /// - Parameter index: The new position, counted from 0.
  public func move(_ place: Store.ListPlace, to index: Int) throws(StoreError) {
    try store.rows.move(place, to: index, in: transaction)
  }

  /// Orders the items of a list, by changing as few rows as possible.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if these are not the records
  ///   of the list, and of ``StoreError/Kind/conflict`` if a record is given twice.
  public func reorder(
    _ list: Store.ListPlace, as records: [RecordID]
  ) throws(StoreError) {
    try store.rows.reorder(list, as: records, in: transaction)
  }

  /// Removes an item from its list; deletes the record if the list owns its records.
  public func remove(_ place: Store.ListPlace) throws(StoreError) {
    try store.rows.remove(place, in: transaction)
  }

  /// Defines a type; does nothing if the same type exists.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if there is a different type
  ///   of the same name, ignoring case (the message names the first difference), if another name in
  ///   the definition is taken, or if no record could ever be created. If an expression is invalid,
  ///   the error has the position of the invalid token.
  public func define(_ type: RecordType) throws(StoreError) { try migration().define(type) }

  /// Changes the definition of a type, and converts the values of its records; returns the number
  /// of changed values, without those of dropped properties.
  ///
  /// Rules, computed properties and indexes follow a renamed property. Nothing changes unless the
  /// values of all records can be converted.
  ///
  /// - Parameter zoneOffset: Returns the offset of the user's time zone from UTC at a time, both in
  ///   milliseconds, for texts without a zone that become dates and times; nil if each text must
  ///   include its zone.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/rule`` if values cannot be converted,
  ///   with the first such value in the message; of ``StoreError/Kind/name`` if the type or a
  ///   property does not exist; of ``StoreError/Kind/refused`` if a definition reads a dropped
  ///   property. The ``StoreError/property`` is the property of the failing step.
  public func alter(
    _ type: String, _ steps: [Alteration], at present: Present?,
    zoneOffset: ((Int) -> Int)? = nil
  ) throws(StoreError) -> Int {
    try migration().alter(type, steps, at: present, zoneOffset: zoneOffset)
  }

  /// Drops a type with its records, the items of their lists, its rules and indexes, and returns
  /// the number of deleted records; the history keeps them.
  ///
  /// - Parameter kept: The definitions that show records of the type, which are dropped too.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if another type refers to it,
  ///   a formula or a rule of another type reads it, another definition needs it, or a remaining
  ///   record refers to one of the deleted records.
  public func dropType(_ name: String, with kept: [KeptDefinition] = []) throws(StoreError) -> Int {
    try migration().dropType(name, with: kept)
  }

  /// Adds a rule, or replaces the rule of the same name; does nothing if the same rule exists.
  ///
  /// Later transactions cannot commit a new or changed record that breaks the rule. If the
  /// condition is NULL, the rule is not broken.
  ///
  /// - Parameter condition: The condition of the rule as tokens; the reader of definitions must
  ///   produce the same tokens from the text of the rule.
  /// - Throws: ``StoreError`` with the position of the invalid token, or of the kind
  ///   ``StoreError/Kind/rule`` if existing records break the rule; the message names the first
  ///   ten. Records that break a rule of severity `warn` are only added to ``Journal/warnings``.
  public func define(_ rule: Rule, condition: RecordExpression) throws(StoreError) {
    try migration().define(rule, condition: condition)
  }

  /// Drops a rule.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if the type does not exist or
  ///   has no rule of this name.
  public func dropRule(_ name: String, of type: String) throws(StoreError) {
    try migration().dropRule(name, of: type)
  }

  /// Adds an index for a property; does nothing if the index exists.
  ///
  /// - Complexity: O(*n* log *n*) in the number of records.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if the property already has
  ///   an index for another reason, or no comparison of its values can use one; of
  ///   ``StoreError/Kind/name`` if the type or the property does not exist.
  public func addIndex(of property: String, in type: String) throws(StoreError) {
    try migration().addIndex(of: property, in: type)
  }

  /// Drops an index that ``addIndex(of:in:)`` added.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if the property does not exist
  ///   or has no such index.
  public func dropIndex(of property: String, in type: String) throws(StoreError) {
    try migration().dropIndex(of: property, in: type)
  }

  /// Adds or replaces a definition that the store keeps but does not read.
  package func keep(
    _ kind: KeptDefinition.Kind, _ text: String, replacing number: Int? = nil
  ) throws(StoreError) { try migration().keep(kind, text, replacing: number) }

  package func forget(_ kind: KeptDefinition.Kind, _ number: Int) throws(StoreError) {
    try migration().forget(kind, number)
  }

  /// Restores records to their values after a transaction; recreates deleted records with their
  /// numbers.
  ///
  /// - Throws: The errors of ``UndoEngine/restoration(of:from:)`` and ``restore(_:from:)``; also of
  ///   the kind ``StoreError/Kind/name`` if there was no transaction of this number.
  public func restore(_ ids: [RecordID], to number: Int) throws(StoreError) {
    try store.undoEngine.restore(ids, to: number, in: transaction)
  }

  /// Applies the result of ``UndoEngine/restoration(of:from:)``; there must be no writes in
  /// between.
  ///
  /// Records in owned lists are restored with their owner; records added to these lists later are
  /// deleted.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if a restored record refers
  ///   to a record that no longer exists, or a remaining record refers to an item to be deleted; of
  ///   ``StoreError/Kind/conflict`` if a value must be unique and another record has it.
  public func restore(_ plan: [Restoration], from state: Store) throws(StoreError) {
    try store.undoEngine.restore(plan, from: state.queries.view, in: transaction)
  }

  /// Sets the origin of the following changes, as `FILE:LINE`, if it differs from the origin in the
  /// transaction's entry.
  package func note(source: String) throws(StoreError) { try store.journal.note(source: source) }

  /// The number of new records from which on ``expectMany(of:)`` saves time.
  package var leastMany: Int { store.schema.engine.abilities.postpones ? 50 : 1_000 }

  /// Prepares for many new records of a type, until the open transaction ends.
  ///
  /// Each record is then created in less than half of the time. The preparation takes some
  /// milliseconds, and other programs must read the schema again. Inside a part of a transaction it
  /// does nothing.
  ///
  /// - Returns: The number of records that ``create(_:many:from:)`` creates at once; 0 if they must
  ///   be created one by one.
  package func expectMany(of type: String) throws(StoreError) -> Int {
    let table = try store.rows.table(type)
    let transaction = try transaction
    // Called so that SQLite assigns the following numbers, if it can.
    _ = try store.rows.freeNumber(in: table)
    return try transaction.expectMany(of: table)
  }

  /// Sets the reason of the open transaction.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if it already has a different
  ///   reason.
  public func give(reason: String) throws(StoreError) {
    try checkTakes(reason: reason)
    try transaction.give(reason: reason)
  }

  package func checkTakes(reason: String) throws(StoreError) {
    guard try [nil, reason].contains(transaction.reason) else {
      throw StoreError(.refused, .fact(.hasReason))
    }
  }

  /// Sets the command text that the log shows for the open transaction.
  package func amend(command: String) throws(StoreError) {
    try transaction.give(command: command)
  }
}

/// A transaction that stays open until it is committed or rolled back; discarding it rolls it back.
public struct OpenTransaction: ~Copyable {
  /// Changes records and definitions.
  public let write: WriteTransaction
  private let store: Store
  private let transaction: Transaction?

  init(of store: Store) {
    write = WriteTransaction(of: store)
    (self.store, transaction) = (store, store.journal.open)
  }

  /// Commits the changes, unless they break a rule.
  ///
  /// If the commit fails, the transaction stays open and can be corrected or rolled back.
  ///
  /// - Parameter reason: Replaces the reason given to ``Store/begin(_:)``.
  /// - Returns: The number of the transaction; nil if it changed nothing.
  @discardableResult
  public func commit(reason: String? = nil) throws(StoreError) -> Int? {
    try checkIsOpen()
    return try store.journal.commit(reason: reason)
  }

  /// Rolls back the transaction.
  public consuming func rollback() throws(StoreError) {
    try checkIsOpen()
    try store.journal.rollback()
  }

  private var isOpen: Bool { transaction != nil && store.journal.open === transaction }

  private func checkIsOpen() throws(StoreError) {
    guard isOpen else { throw StoreError(.refused, .fact(.transactionEnded)) }
  }

  deinit {
    if isOpen { try? store.journal.rollback() }
  }
}

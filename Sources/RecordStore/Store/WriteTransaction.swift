public import Expressions
public import Records

/// A transaction that is open: only by it are records and definitions changed.
///
/// ``Store/write(_:ifCurrent:_:)`` lends one to its closure, and ``Store/begin(_:)`` hands one out
/// that stays open. Changes that break a rule are found when the transaction ends.
public struct WriteTransaction: ~Copyable {
  private let store: Store

  init(of store: Store) { self.store = store }

  /// Throws if an error has ended the transaction.
  private var transaction: Transaction {
    get throws(StoreError) { try store.journal.current() }
  }

  private func migration() throws(StoreError) -> Migration {
    Migration(journal: store.journal, rows: store.rows, transaction: try transaction)
  }

  // MARK: Records

  /// Makes a record of values that were validated, one for each property of the type.
  ///
  /// Computed properties and lists of records have no value here.
  ///
  /// - Parameters:
  ///   - place: The list that the record is put into; nil for none.
  ///   - number: The number of the record; nil for the next one.
  /// - Returns: The number of the record.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/conflict`` if another record has a
  ///   value that must be unique or has or had the number, and of ``StoreError/Kind/name`` if a
  ///   value refers to a missing record or there is no such owner or list.
  public func create(
    _ type: String, _ values: [Value?], in place: Store.ListPlace? = nil, number: Int? = nil
  ) throws(StoreError) -> Int {
    try store.rows.create(type, values, in: place, number: number, in: transaction)
  }

  /// Makes records of values that were validated, as many as ``expectMany(of:)`` has said.
  ///
  /// - Parameters:
  ///   - rows: A value for each property of the type, for each record.
  ///   - sources: Where each is from.
  /// - Returns: The numbers of the records up to the first that is refused; ``create(_:_:)`` says
  ///   what is wrong with that.
  public func create(
    _ type: String, many rows: [[Value?]], from sources: [String]
  ) throws(StoreError) -> [Int] {
    let transaction = try transaction
    let made = try store.rows.create(type, many: rows, in: transaction)
    try store.journal.note(sources, from: made.map(\.change), of: transaction)
    return made.map(\.record)
  }

  /// Gives some properties of a record other values, which were validated.
  ///
  /// Properties that have the value already are left alone.
  ///
  /// - Throws: ``StoreError`` if there is no such record or property, or of the kind
  ///   ``StoreError/Kind/conflict`` if another record has a value that must be unique.
  public func update(_ id: RecordID, _ values: [String: Value?]) throws(StoreError) {
    try store.rows.update(id, values, in: transaction)
  }

  /// Gives a property of a record another value, which was validated.
  ///
  /// - Throws: ``StoreError`` as ``update(_:_:)`` does.
  public func update(
    _ id: RecordID, _ property: String, to value: Value?
  ) throws(StoreError) { try store.rows.update(id, property, to: value, in: transaction) }

  /// Deletes a record, and the records that are deleted with it.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if a record refers to one of
  ///   them that is not deleted too; it names the first.
  public func delete(_ id: RecordID) throws(StoreError) {
    try store.rows.delete(id, in: transaction)
  }

  /// Deletes records, which may refer to each other, and those that their
  /// deletion deletes: items of their lists, and what refers to them with `on delete cascade`.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if a record that stays refers
  ///   to one of them.
  public func delete(_ ids: [RecordID]) throws(StoreError) {
    try store.rows.delete(ids, in: transaction)
  }

  /// Makes a record that was deleted again, with values that were validated.
  ///
  /// - Throws: ``StoreError`` as ``create(_:_:)`` does, and if the record exists or never did.
  public func recreate(_ id: RecordID, _ values: [Value?]) throws(StoreError) {
    try store.rows.recreate(id, values, in: transaction)
  }

  /// Makes or changes records that may refer to others which are not there yet.
  ///
  /// - Parameter body: Leaves none of them out; it is given the next number that a record of the
  ///   type would get.
  public func withoutReferenceChecks(
    of type: String, _ body: (Int) throws(StoreError) -> Void
  ) throws(StoreError) {
    _ = try transaction
    try store.rows.withoutReferenceChecks(of: type, body)
  }

  /// Puts a record that is in no list, or in another one of the same owner, into a list.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if it is in the list already,
  ///   or in one of another owner, for an item has one owner.
  public func insert(_ item: RecordID, in place: Store.ListPlace) throws(StoreError) {
    try store.rows.insert(item, in: place, in: transaction)
  }

  /// Moves an item to another place of its list,; one change, as a rule.
  ///
  /// - Parameter index: its place afterwards, counted from 0.
  public func move(_ place: Store.ListPlace, to index: Int) throws(StoreError) {
    try store.rows.move(place, to: index, in: transaction)
  }

  /// Takes an item out of its list, which deletes it.
  public func remove(_ place: Store.ListPlace) throws(StoreError) {
    try store.rows.remove(place, in: transaction)
  }

  /// Adds a type,; does nothing if it is there as it is.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if there is a different one
  ///   of that name, in any case; it names the first difference.
  public func define(_ type: RecordType) throws(StoreError) { try migration().define(type) }

  /// Changes the definition of a type, and the values of its records with it.
  ///
  /// Rules, computed properties and indexes follow a property that is renamed. Nothing changes
  /// unless all records fit.
  ///
  /// - Parameter zoneOffset: How far the user's time, in which a text without a zone is read as a
  ///   moment, is ahead of UTC at a moment, both in milliseconds; nil where each has to say its
  ///   zone.
  /// - Returns: How many values were changed, without those of properties that were dropped.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/rule`` if values do not fit, which
  ///   names the first of them; of ``StoreError/Kind/refused`` if something reads a property that
  ///   is to be dropped. The ``StoreError/property`` is that of the step to blame.
  public func alter(
    _ type: String, _ steps: [Alteration], at present: Present?,
    zoneOffset: ((Int) -> Int)? = nil
  ) throws(StoreError) -> Int {
    try migration().alter(type, steps, at: present, zoneOffset: zoneOffset)
  }

  /// Drops a type with its records, rules and indexes,; the history keeps all
  /// of it.
  ///
  /// What was in lists of the records is deleted too.
  ///
  /// - Parameter kept: The definitions that show its records, which go with it.
  /// - Returns: How many records were deleted.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if another type refers to it,
  ///   a rule of another one reads it, or a record that stays refers to one that would go.
  public func dropType(_ name: String, with kept: [KeptDefinition] = []) throws(StoreError) -> Int {
    try migration().dropType(name, with: kept)
  }

  /// Adds a rule, or puts it in place of the one of its name; does nothing if
  /// it is there as it is.
  ///
  /// From then on no transaction can leave a record that it made or changed breaking the rule. What
  /// comes to nothing, as SQL has it, does not break it.
  ///
  /// - Parameter condition: The condition of the rule as tokens, which the reader of definitions
  ///   has to make of its text again.
  /// - Throws: ``StoreError`` with the place of the token that is to blame, and of the kind
  ///   ``StoreError/Kind/rule`` if records break it, the first ten of which it names. Records that
  ///   break a rule of severity `warn` are only among ``Journal/warnings``.
  public func define(_ rule: Rule, condition: RecordExpression) throws(StoreError) {
    try migration().define(rule, condition: condition)
  }

  /// Takes a rule away.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if the type has no such rule.
  public func dropRule(_ name: String, of type: String) throws(StoreError) {
    try migration().dropRule(name, of: type)
  }

  /// Makes an index of a property,; does nothing if it was given one.
  ///
  /// The cost is that of sorting the values of all records once, and of keeping them sorted at each
  /// change.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if an index would be of no
  ///   use, because there is one already or because no comparison of such values can use it.
  public func addIndex(of property: String, in type: String) throws(StoreError) {
    try migration().addIndex(of: property, in: type)
  }

  /// Takes an index away that was made by ``addIndex(of:in:)``.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if the property has none.
  public func dropIndex(of property: String, in type: String) throws(StoreError) {
    try migration().dropIndex(of: property, in: type)
  }

  /// Adds a definition that only the file's programs read, or puts it in the
  /// place of another one.
  ///
  /// - Parameters:
  ///   - text: The command that defines it.
  ///   - number: The number of the definition that it is to replace.
  public func keep(
    _ kind: KeptDefinition.Kind, _ text: String, replacing number: Int? = nil
  ) throws(StoreError) { try migration().keep(kind, text, replacing: number) }

  /// Takes such a definition away.
  public func forget(_ kind: KeptDefinition.Kind, _ number: Int) throws(StoreError) {
    try migration().forget(kind, number)
  }

  // MARK: Past states

  /// Gives records the values that they had after a transaction; those that
  /// were deleted since are made again, with their numbers.
  ///
  /// - Throws: ``StoreError`` as ``UndoEngine/restoration(of:from:)`` and ``restore(_:from:)`` do,
  ///   and of the kind ``StoreError/Kind/name`` if there was no such transaction.
  public func restore(_ ids: [RecordID], to number: Int) throws(StoreError) {
    try store.undoEngine.restore(ids, to: number, in: transaction)
  }

  /// Carries out what ``UndoEngine/restoration(of:from:)`` has come to; nobody may have
  /// written since.
  ///
  /// The items of a record's lists belong to it: they are restored too, and those that have come
  /// since are deleted.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if a record that one of them
  ///   referred to no longer exists, or one that stays refers to an item to be deleted, and of
  ///   ``StoreError/Kind/conflict`` if another one has a value that must be unique.
  public func restore(_ plan: [Restoration], from state: Store) throws(StoreError) {
    try store.undoEngine.restore(plan, from: state.queries.view, in: transaction)
  }

  // MARK: The entry of the log

  /// Notes where the changes are from that the open transaction makes from now on, as `FILE:LINE`,
  /// where that is not what its entry says.
  public func note(source: String) throws(StoreError) { try store.journal.note(source: source) }

  /// Gets ready for many new records of a type, until the transaction that is open ends.
  ///
  /// Each is then made in less than half of the time. That costs some milliseconds first, and other
  /// programs read the definitions of the file again, so it pays from some hundred records on. It
  /// changes nothing else, and does nothing inside a part of a transaction.
  ///
  /// - Returns: How many records ``create(_:many:from:)`` makes at once; 0 where they have to be
  ///   made one by one.
  public func expectMany(of type: String) throws(StoreError) -> Int {
    let table = try store.rows.table(type)
    let transaction = try transaction
    // From then on SQLite gives the numbers, if it can.
    _ = try store.rows.freeNumber(in: table)
    return try transaction.expectMany(of: table)
  }

  /// Says why the transaction that is open is made, if that was not said yet.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if it was, in other words.
  public func give(reason: String) throws(StoreError) {
    try checkTakes(reason: reason)
    try transaction.give(reason: reason)
  }

  /// Throws if the transaction that is open has another reason already.
  public func checkTakes(reason: String) throws(StoreError) {
    guard try [nil, reason].contains(transaction.reason) else {
      throw StoreError(.refused, "the transaction that is open has a reason already")
    }
  }

  /// Says what the log is to have as the command of the transaction that is open.
  public func amend(command: String) throws(StoreError) {
    try transaction.give(command: command)
  }
}

public import Records
package import SQLEngine

/// Typed records in one SQLite file, with the history of every change.
///
/// Only one thread can use a store at a time; the compiler rejects code that shares it. Use an
/// ``AsyncStore`` for many tasks. Several programs, and several stores of one program, can open the
/// same file. To write, a store waits until no other store writes.
public final class Store {
  /// The location of a store's records.
  public enum Location: Hashable, Sendable, CustomStringConvertible {
    /// In memory: the records are lost when the store is closed.
    case memory
    /// The path of a file.
    case file(String)
    /// In the cluster of this name.
    case cluster(String)

    /// The location in messages: the path of a file, `cluster:` and the name of a cluster, or
    /// `the database in memory`.
    public var description: String {
      switch self {
      case .memory: "the database in memory"
      case .file(let path): path
      case .cluster(let name): "cluster:" + name
      }
    }
  }

  /// The options for opening a store.
  public struct Options: Hashable, Sendable {
    /// Whether the store is read-only; the file must then exist.
    public var isReadOnly = false
    /// Whether a missing file is created, unless the store is read-only.
    public var createsFile = true
    /// How long to wait for another program that writes, in milliseconds.
    public var busyTimeout = 5_000
    /// Whether each commit waits for the disk, so that a power failure loses no commit.
    public var isDurable = false
    /// Whether the store is for a trial: changes are never saved, and from the first change until
    /// the store is closed, other programs cannot write to the file. A missing file is not created.
    public var isTrial = false
    /// The name of the file in messages; nil for its path.
    package var fileName: String?

    /// Creates options for reading and writing, with a timeout of five seconds.
    public init() {}

    func name(of location: Location) -> String {
      if case .file = location, let fileName { fileName } else { "\(location)" }
    }
  }

  /// A position in a list of records.
  public struct ListPlace: Hashable, Sendable {
    /// The owner of the list.
    public var owner: RecordID
    /// The name of the list property.
    public var list: String
    /// The position, counted from 0; nil for the last item, or for the position after it if an item
    /// is inserted.
    public var index: Int?

    /// Creates a position; without an index, at the end of the list.
    public init(_ owner: RecordID, _ list: String, at index: Int? = nil) {
      self.owner = owner
      self.list = list
      self.index = index
    }
  }

  /// A reference to a type that is not defined.
  public struct MissingType: Hashable, Sendable {
    /// The type that has the property.
    public var type: String
    /// The property that refers to the missing type.
    public var property: String
    /// The name of the missing type.
    public var missing: String
  }

  /// The types with their rules and indexes, and the other definitions in the file.
  public let schema: Catalog
  /// Manages the open transaction, groups of transactions, and the transactions of other programs.
  public let journal: Journal
  /// Reads past changes by record, property, time and transaction.
  public let history: History
  /// Finds the owner, the dependents and the duplicates of a record.
  public let rows: Rows
  /// Reads records and evaluates expressions.
  public let queries: Queries
  /// Performs undo, redo, revert, restore, erase and compact.
  public let undoEngine: UndoEngine
  /// Checks and repairs the file.
  public let audit: Audit

  /// The location of the store.
  public var location: Location { schema.database.location }
  /// The problems found when the file was opened or after another program changed it, without
  /// reading records. ``check()`` finds all other problems.
  public var notices: [IntegrityIssue] { schema.notices + schema.damagedDefinitions }
  /// Polled while the store works; returning true stops the current call with
  /// ``StoreError/Kind/interrupted`` and rolls back its changes.
  ///
  /// The closure must return true only once for each interruption, because the rollback polls it
  /// too. It may read a flag that a signal handler or another thread sets.
  public var isInterrupted: () -> Bool {
    get { schema.database.connection.isInterrupted }
    set { schema.database.connection.isInterrupted = newValue }
  }

  /// Calls the closure with the user of another program that blocks this one, and the time since
  /// that program began to write, in seconds, once both have lasted for two seconds; only on a
  /// cluster.
  package func noteWaits(by body: @escaping (_ holder: String, _ seconds: Int) -> Void) {
    schema.database.connection.writer.noteWait = { body($0.name, $0.time / 1000) }
  }

  /// Called with the completed and total number of steps of a long operation: the changes of an
  /// undo, redo or revert, and the parts of ``check()``.
  public var progress: (Int, Int) -> Void {
    get { schema.database.progress }
    set { schema.database.progress = newValue }
  }

  /// Returns the offset of the user's time zone from UTC at a time, both in milliseconds; 0 by
  /// default. Rules and calculated defaults that read `today` use it.
  public var zoneOffset: (Int) -> Int {
    get { schema.database.zoneOffset }
    set { schema.database.zoneOffset = newValue }
  }

  package var fieldText: (Value, Property?) -> String {
    get { schema.database.fieldText }
    set { schema.database.fieldText = newValue }
  }

  /// Opens a store; creates the file if it does not exist.
  ///
  /// - Parameters:
  ///   - definitions: Parses the definitions in the file.
  ///   - actor: The author of changes.
  ///   - clock: Returns the time in milliseconds since 1970.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/unopenable`` if the file is not a store
  ///   or has a newer version, and of another kind if it cannot be written or another program has
  ///   locked it. A file that is not a store is left unchanged.
  public convenience init(
    _ location: Location, options: Options = Options(), definitions: any DefinitionReader,
    actor: String, clock: @escaping () -> Int
  ) throws(StoreError) {
    try self.init(
      location, options: options, definitions: definitions, actor: actor, clock: clock,
      engines: SQLiteSource())
  }

  package convenience init(
    _ location: Location, options: Options = Options(), definitions: any DefinitionReader,
    actor: String, clock: @escaping () -> Int, engines: any EngineSource,
    isInterrupted: @escaping () -> Bool = { false }
  ) throws(StoreError) {
    let catalog = Catalog(try Database(location, options, engines, clock: clock), definitions)
    catalog.database.connection.isInterrupted = isInterrupted
    self.init(catalog, Queries(catalog), actor: actor)
    do {
      try journal.prepare()
    } catch {
      close()
      throw Database.openError(error, location, options)
    }
  }

  convenience init(_ view: Snapshot, of store: Store) {
    self.init(view.catalog, Queries(view.catalog, of: view), actor: store.journal.actor)
  }

  private init(_ catalog: Catalog, _ queries: Queries, actor: String) {
    (schema, self.queries) = (catalog, queries)
    journal = Journal(catalog, actor: actor)
    history = History(catalog, journal)
    rows = Rows(catalog, hasExisted: history.hasExisted)
    undoEngine = UndoEngine(journal, history, rows)
    audit = Audit(journal, history, rows)
  }

  deinit { journal.settle() }

  /// Rolls back an open transaction, commits the transactions awaiting ``Journal/endGroup()``, and
  /// closes the connection. Closing again does nothing.
  public func close() { journal.close() }

  /// Returns the records of a type that meet a condition, as
  /// ``Queries/list(_:where:orderedBy:limit:)`` does.
  public func list(
    _ type: String, where condition: RecordCondition? = nil, orderedBy order: String? = nil,
    limit: Int? = nil
  ) throws(StoreError) -> [TypedRecord] {
    try queries.list(type, where: condition, orderedBy: order, limit: limit)
  }

  /// Runs a closure as a transaction, or as a part of the open transaction.
  ///
  /// If the closure throws, its changes are rolled back. The log gets one entry; within an open
  /// transaction, the command is added to the entry of that transaction. A transaction without
  /// changes is not logged.
  ///
  /// - Parameters:
  ///   - isCurrent: Whether the closure relies on values read since ``Journal/refresh()``.
  ///   - mapError: Converts an error of the store into the caller's error type.
  /// - Throws: The error of the closure, or the result of `mapError` for a ``StoreError``. If
  ///   `isCurrent` is true and another program has written since ``Journal/refresh()``, the kind is
  ///   ``StoreError/Kind/overtaken`` and the closure is not called.
  public func write<Result, Failure: Error>(
    _ entry: TransactionEntry, ifCurrent isCurrent: Bool = false,
    mapError: (StoreError) -> Failure,
    _ body: (borrowing WriteTransaction) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try journal.transaction(entry, ifCurrent: isCurrent, mapError: mapError) {
      () throws(Failure) in try body(WriteTransaction(of: self))
    }
  }

  /// Runs a closure as a transaction, or as a part of the open transaction, and throws the errors
  /// of both the closure and the store.
  public func write<Result>(
    _ entry: TransactionEntry, ifCurrent isCurrent: Bool = false,
    _ body: (borrowing WriteTransaction) throws -> Result
  ) throws -> Result {
    try write(entry, ifCurrent: isCurrent, mapError: { $0 as any Error }, body)
  }

  /// Makes one change as a transaction, or as a part of the open transaction.
  ///
  /// Behaves like ``write(_:ifCurrent:_:)`` for a closure that creates or updates one record and
  /// changes nothing else, but saves 10 % of the time, because one statement needs no savepoint.
  ///
  /// - Throws: The error of the closure or of the store. If `isCurrent` is true and another program
  ///   has written since ``Journal/refresh()``, the kind is ``StoreError/Kind/overtaken`` and the
  ///   closure is not called.
  public func writeOne(
    _ entry: TransactionEntry, ifCurrent isCurrent: Bool = false,
    _ body: (borrowing WriteTransaction) throws(StoreError) -> Void
  ) throws(StoreError) {
    try journal.change(entry, ifCurrent: isCurrent) { () throws(StoreError) in
      try body(WriteTransaction(of: self))
    }
  }

  /// Opens a transaction that lasts until it is committed or rolled back.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if a transaction is already
  ///   open, of ``StoreError/Kind/readOnly`` if the store is read-only, and of
  ///   ``StoreError/Kind/busy`` if another program keeps the file locked for longer than the
  ///   timeout.
  public func begin(_ entry: TransactionEntry) throws(StoreError) -> OpenTransaction {
    try journal.begin(entry)
    return OpenTransaction(of: self)
  }
}

extension Journal: JournalState {}

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

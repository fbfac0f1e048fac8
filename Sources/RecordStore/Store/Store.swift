internal import Expressions
public import Records
package import SQLEngine

/// Typed records in one SQLite file, with the history of every change that anybody made.
///
/// A store is confined to the thread that made it. Several programs may have the file open; each
/// waits while another writes.
public final class Store {
  /// Where a store keeps its records.
  public enum Location: Hashable, Sendable, CustomStringConvertible {
    /// Nowhere: they are lost when the store is closed.
    case memory
    /// In the file at a path.
    case file(String)
    /// On several machines, called by this name.
    case cluster(String)

    /// The location as a message names it: the path of a file, or the name of a cluster.
    public var description: String {
      switch self {
      case .memory: "the store in memory"
      case .file(let path): path
      case .cluster(let name): "cluster:" + name
      }
    }
  }

  /// How a store is opened.
  public struct Options: Hashable, Sendable {
    /// Whether nothing may be written; the file then has to be there.
    public var isReadOnly = false
    /// How long to wait for another program that writes, in milliseconds.
    public var busyTimeout = 5_000
    /// Whether a power cut must not cost the newest transactions; each then waits for the disk.
    public var isDurable = false
    /// Whether all that is done is only tried: the file stays as it is, and while the store is open
    /// nobody else can write to it. A file that is not there is not made.
    public var isTrial = false

    /// The options for reading and writing, which wait five seconds for another program.
    public init() {}
  }

  /// A place in a list of records.
  public struct ListPlace: Hashable, Sendable {
    /// The record that has the list.
    public var owner: RecordID
    /// The property that is the list.
    public var list: String
    /// Counts from 0; nil for the place after the last item.
    public var index: Int?

    /// Makes a place: the one after the last item if no index is given.
    public init(_ owner: RecordID, _ list: String, at index: Int? = nil) {
      self.owner = owner
      self.list = list
      self.index = index
    }
  }

  /// A type that a property refers to and that is not defined.
  public struct MissingType: Hashable, Sendable {
    /// The type that has the property.
    public var type: String
    /// The property.
    public var property: String
    /// The name of the type that is missing.
    public var missing: String
  }

  /// The types, with their rules and indexes, and the definitions that the file keeps.
  public let schema: Catalog
  /// The transactions: the open one, groups of them, and those of other programs.
  public let journal: Journal
  /// The changes that there were, by record, property, time and transaction.
  public let history: History
  /// The records as rows: their owners, and unique values.
  public let rows: Rows
  /// The records, and expressions about them.
  public let queries: Queries
  /// Undo, redo, revert, restore, erase and compact.
  public let undoEngine: UndoEngine
  /// Checks and repairs the file.
  public let audit: Audit

  /// Where the records are.
  public var location: Location { schema.database.location }
  /// What was found wrong with the file when it was opened, or changed by another program.
  ///
  /// Only what shows without reading the records; ``check()`` finds the rest.
  public var notices: [Finding] { schema.notices + schema.damagedDefinitions }
  /// Asked again and again while the store works: true stops it with
  /// ``StoreError/Kind/interrupted``, and nothing is left of the call that was stopped.
  ///
  /// It has to say so once for each interruption, for what is rolled back asks as well. A signal
  /// handler or another thread may have set what it looks at.
  public var isInterrupted: () -> Bool {
    get { schema.database.connection.isInterrupted }
    set { schema.database.connection.isInterrupted = newValue }
  }

  /// Told how many steps are done of what takes long, and how many there are: the changes of an
  /// undo, a redo or a revert, and the parts that ``check()`` looks at.
  public var progress: (Int, Int) -> Void {
    get { schema.database.progress }
    set { schema.database.progress = newValue }
  }

  /// How far the user's time is ahead of UTC at a moment, both in milliseconds; none unless it is
  /// set. Rules that read `today` ask for it.
  public var zoneOffset: (Int) -> Int {
    get { schema.database.zoneOffset }
    set { schema.database.zoneOffset = newValue }
  }

  /// How a field shows a value, for `text()` in expressions; as a description unless it is set.
  package var fieldText: (Value, Property?) -> String {
    get { schema.database.fieldText }
    set { schema.database.fieldText = newValue }
  }

  /// Opens the store of a file, which is made if it is not there.
  ///
  /// - Parameters:
  ///   - definitions: Reads the properties back that the store has.
  ///   - actor: Who does what is done.
  ///   - clock: The time, in milliseconds since 1970.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/unopenable`` if the file is not a store
  ///   or of a newer version, and of another if it cannot be written or is held by another program.
  ///   A file that is not a store is not touched.
  public convenience init(
    _ location: Location, options: Options = Options(), definitions: any DefinitionReader,
    actor: String, clock: @escaping () -> Int
  ) throws(StoreError) {
    try self.init(
      location, options: options, definitions: definitions, actor: actor, clock: clock,
      engines: SQLiteSource())
  }

  /// Opens the store of a file with an engine of another kind.
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

  /// Shows a past state of a store, which cannot be written.
  convenience init(_ view: PastView, of store: Store) {
    self.init(view.catalog, Queries(view.catalog, of: view), actor: store.journal.actor)
  }

  private init(_ catalog: Catalog, _ queries: Queries, actor: String) {
    (schema, self.queries) = (catalog, queries)
    journal = Journal(catalog, actor: actor)
    history = History(catalog, journal)
    rows = Rows(catalog, hasExisted: history.hasExisted)
    undoEngine = UndoEngine(journal, history, rows)
    audit = Audit(journal, history)
  }

  deinit { journal.settle() }

  /// Rolls an open transaction back, commits those awaiting ``Journal/endGroup()``, and ends the
  /// connection; does nothing the second time.
  public func close() { journal.close() }
}

extension Store {
  /// Runs a closure as a transaction, or as a part of the one that is open.
  ///
  /// All of it is done, or nothing if the closure throws. It is one entry of the log, or a line of
  /// the entry of the transaction that ``begin(_:)`` opened. A transaction that changes nothing is
  /// not logged.
  ///
  /// - Parameters:
  ///   - isCurrent: Whether the closure relies on values read since ``Journal/refresh()``.
  ///   - mapError: Turns an error of the store into the caller's.
  /// - Throws: The error of the closure, or the one that `mapError` makes of a ``StoreError``. If
  ///   `isCurrent` is true and another program has written since ``Journal/refresh()``, its kind is
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

  /// Runs a closure as a transaction, or as a part of the one that is open, and throws the errors
  /// of both the closure and the store.
  public func write<Result>(
    _ entry: TransactionEntry, ifCurrent isCurrent: Bool = false,
    _ body: (borrowing WriteTransaction) throws -> Result
  ) throws -> Result {
    try write(entry, ifCurrent: isCurrent, mapError: { $0 as any Error }, body)
  }

  /// Makes one change as a transaction, or as a part of the one that is open.
  ///
  /// It does the same as ``write(_:ifCurrent:_:)`` for a closure that creates or updates one record
  /// and changes nothing else. As that is one statement, no savepoint is needed, which saves a
  /// tenth of the time.
  ///
  /// - Throws: The error of the closure. If `isCurrent` is true and another program has written
  ///   since ``Journal/refresh()``, the kind is ``StoreError/Kind/overtaken`` and the closure is
  ///   not called.
  public func writeOne(
    _ entry: TransactionEntry, ifCurrent isCurrent: Bool = false,
    _ body: (borrowing WriteTransaction) throws(StoreError) -> Void
  ) throws(StoreError) {
    try journal.change(entry, ifCurrent: isCurrent) { () throws(StoreError) in
      try body(WriteTransaction(of: self))
    }
  }

  /// Opens a transaction that goes on until it is committed or rolled back.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/busy`` if another program writes for
  ///   longer than the time to wait.
  public func begin(_ entry: TransactionEntry) throws(StoreError) -> OpenTransaction {
    try journal.begin(entry)
    return OpenTransaction(of: self)
  }
}

/// What the history asks a journal is all that it knows of it.
extension Journal: JournalState {}

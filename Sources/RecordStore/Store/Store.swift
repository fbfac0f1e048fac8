public import Expressions
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

  let catalog: Catalog
  let journal: Journal
  let history: History
  let rows: Rows
  let queries: Queries
  let reversal: Reversal
  let audit: Audit

  /// Where the records are.
  public var location: Location { catalog.database.location }
  /// Who does what is done from now on.
  public var actor: String {
    get { journal.actor }
    set { journal.actor = newValue }
  }
  /// The types in the order they were defined.
  public var types: [RecordType] { catalog.types }
  /// How often ``types`` were read; while it is the same, they are.
  package var typesRevision: Int { catalog.typesRevision }
  /// How often they were read, but for the times when one was added after the others; while it is the
  /// same, those that there were are as they were.
  package var alterations: Int { catalog.alterations }
  /// What the file keeps for the programs that show its records, in the order it was defined.
  public var keptDefinitions: [KeptDefinition] { catalog.keptDefinitions }
  /// Counts how often ``keptDefinitions`` have changed.
  package var definitionsRevision: Int { catalog.definitionsRevision }
  /// What was found wrong with the file when it was opened, or changed by another program.
  ///
  /// Only what shows without reading the records; ``check()`` finds the rest.
  public var notices: [Finding] { catalog.notices + catalog.damagedDefinitions }
  /// What rules of severity `warn` say against the last transaction that went through, or the last
  /// part of the one that is open: the errors that it would have ended with.
  public var warnings: [StoreError] { journal.warnings }

  /// Asked again and again while the store works: true stops it with
  /// ``StoreError/Kind/interrupted``, and nothing is left of the call that was stopped.
  ///
  /// It has to say so once for each interruption, for what is rolled back asks as well. A signal
  /// handler or another thread may have set what it looks at.
  public var isInterrupted: () -> Bool {
    get { catalog.database.connection.isInterrupted }
    set { catalog.database.connection.isInterrupted = newValue }
  }

  /// Told how many steps are done of what takes long, and how many there are: the changes of an undo,
  /// a redo or a revert, and the parts that ``check()`` looks at.
  public var progress: (Int, Int) -> Void {
    get { catalog.database.progress }
    set { catalog.database.progress = newValue }
  }

  /// How far the user's time is ahead of UTC at a moment, both in milliseconds; none unless it is
  /// set. Rules that read `today` ask for it.
  public var zoneOffset: (Int) -> Int {
    get { catalog.database.zoneOffset }
    set { catalog.database.zoneOffset = newValue }
  }

  /// How a field shows a value, for `text()` in expressions; as a description unless it is set.
  package var fieldText: (Value, Property?) -> String {
    get { catalog.database.fieldText }
    set { catalog.database.fieldText = newValue }
  }

  /// Which of ``keptDefinitions`` do not fit the ``types``; asked while a transaction that changed
  /// definitions is undone.
  public var misfits: ([KeptDefinition]) -> [KeptMisfit] {
    get { catalog.misfits }
    set { catalog.misfits = newValue }
  }

  /// Whether transactions are committed together, by ``endGroup()``; those that ``begin(_:)`` opens
  /// are not.
  ///
  /// Other programs see nothing of them until then, and cannot write.
  public var groupsTransactions: Bool {
    get { journal.groups.isWanted }
    set { journal.groups.isWanted = newValue }
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
    actor: String, clock: @escaping () -> Int, engines: any EngineSource
  ) throws(StoreError) {
    let catalog = Catalog(try Database(location, options, engines, clock: clock), definitions)
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
    self.init(view.catalog, Queries(view.catalog, of: view), actor: store.actor)
  }

  private init(_ catalog: Catalog, _ queries: Queries, actor: String) {
    (self.catalog, self.queries) = (catalog, queries)
    journal = Journal(catalog, actor: actor)
    history = History(catalog, journal)
    rows = Rows(catalog, hasExisted: history.hasExisted)
    reversal = Reversal(journal, history, rows)
    audit = Audit(journal, history)
  }

  deinit {
    close()
  }

  /// Rolls an open transaction back, commits those awaiting ``endGroup()``, and ends the connection;
  /// does nothing the second time.
  public func close() { journal.close() }

  /// The type of this name; upper and lower case differ.
  public func type(named name: String) -> RecordType? {
    catalog.knownTable(name).flatMap { $0.references == nil ? $0.type : nil }
  }

  /// Whether there is a type of this name.
  public func hasType(named name: String) -> Bool { catalog.knownTable(name) != nil }

  /// The numbers of the properties of a type by their names, which tell a property from others
  /// however it is called; none if there is no such type.
  public func propertyNumbers(of type: String) -> [String: Int] {
    catalog.propertyNumbers(of: type)
  }

  /// The types by whose records the lists of records of a type change, by the names of these types.
  package var listSources: [String: Set<String>] { catalog.listSources }

  /// The numbers of the properties of a type in their order; none if there is no such type.
  package func orderedNumbers(of type: String) -> [Int] { catalog.tables[type]?.properties ?? [] }

  /// Takes over what another program has committed, and says whether one has since the last call.
  ///
  /// ``types`` are read anew where they may have changed. A file that was removed or replaced is
  /// among the ``notices`` from then on.
  @discardableResult
  public func refresh() throws(StoreError) -> Bool { try journal.refresh() }

  /// Whether another program has changed types, which ``refresh()`` is to take over.
  public func hasChangedTypes() throws(StoreError) -> Bool { try journal.hasChangedTypes() }

  /// Reads one state of the file, whatever other programs write meanwhile, by what throws errors of
  /// the caller's.
  ///
  /// ``types`` are read anew where another program has changed them since ``refresh()``.
  public func inOneState<Result, Failure: Error>(
    mapError: (StoreError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try catalog.inOneState(mapError: mapError, body) }

  /// Whether there is a property that is masked, or ever was one.
  public var hasMasked: Bool { !catalog.maskedNames.isEmpty }

  /// Whether a property of this name is masked, or ever was, also of a type that was dropped.
  public func wasMasked(_ property: String, of type: String) -> Bool {
    catalog.wasMasked(property, of: type)
  }

}

extension Store {
  /// Takes what was committed from the write-ahead log into the file itself, as far as other
  /// programs let it; it waits for none of them, and does nothing while a transaction is open.
  ///
  /// - Returns: Whether the file holds all that was committed.
  public func checkpoint() throws(StoreError) -> Bool { try journal.checkpoint() }

  /// Keeps the records of a store in memory, and their history, in a file; the store goes on in it.
  ///
  /// Nothing is left of the file if that fails, and the store stays in memory.
  ///
  /// - Parameter replacing: Whether it takes the place of a file that is no database.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if the store has a file, a
  ///   transaction is open, or there is a file of the name, and of the kind
  ///   ``StoreError/Kind/unopenable`` if the file cannot be made.
  public func save(to path: String, replacing: Bool = false) throws(StoreError) {
    try journal.save(to: path, replacing: replacing)
  }

  /// Writes an exact copy of the store with its history to a file, while other programs use it.
  ///
  /// The copy is of one moment. Nothing is left of the file if that fails.
  ///
  /// - Parameter replacing: Whether it takes the place of a file that is no database.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if a transaction is open or
  ///   there is a file of the name, and of the kind ``StoreError/Kind/unopenable`` if the file cannot
  ///   be made.
  public func backup(to path: String, replacing: Bool = false) throws(StoreError) {
    try journal.backup(to: path, replacing: replacing)
  }

  /// What has changed since a mark, which is moved on: the properties, those among them that are
  /// computed from others that have, and for each type that has
  /// other records than before a reference without a property.
  ///
  /// - Returns: nil if it cannot be told, for an error has ended a transaction.
  /// - Complexity: O(*n*) in the changes since the mark.
  public func changes(
    since mark: inout ChangeMark
  ) throws(StoreError) -> Set<PropertyReference>? { try journal.changes(since: &mark) }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { journal.open != nil }

  /// The number of the transaction that is open; nil if none is.
  public var openTransaction: Int? { journal.open?.number }

  /// Runs a closure as a transaction, or as a part of the one that is open.
  ///
  /// All of it is done, or nothing if the closure throws. It is one entry of the log, or a line of
  /// the entry of the transaction that ``begin(_:)`` opened. A transaction that changes nothing is
  /// not logged.
  ///
  /// - Parameters:
  ///   - isCurrent: Whether the closure relies on values read since ``refresh()``.
  ///   - mapError: Turns an error of the store into the caller's.
  /// - Throws: The error of the closure, or the one that `mapError` makes of a ``StoreError``. If
  ///   `isCurrent` is true and another program has written since ``refresh()``, its kind is
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

  /// Runs a closure as a transaction, or as a part of the one that is open, and throws the errors of
  /// both the closure and the store.
  public func write<Result>(
    _ entry: TransactionEntry, ifCurrent isCurrent: Bool = false,
    _ body: (borrowing WriteTransaction) throws -> Result
  ) throws -> Result {
    try write(entry, ifCurrent: isCurrent, mapError: { $0 as any Error }, body)
  }

  /// Makes one change as a transaction, or as a part of the one that is open.
  ///
  /// It does the same as ``write(_:ifCurrent:_:)`` for a closure that creates or updates one record
  /// and changes nothing else. As that is one statement, no savepoint is needed, which saves a tenth
  /// of the time.
  ///
  /// - Throws: The error of the closure. If `isCurrent` is true and another program has written since
  ///   ``refresh()``, the kind is ``StoreError/Kind/overtaken`` and the closure is not called.
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

  /// Whether there are transactions that the file does not have yet.
  public var isGroupOpen: Bool { journal.groups.isOpen }

  /// Commits the transactions that have waited for it; while one of them is open, it does nothing.
  ///
  /// - Throws: ``StoreError`` if that fails: then none of them has happened, and
  ///   ``takeLostTransactions()`` tells how many they were.
  public func endGroup() throws(StoreError) { try journal.endGroup() }

  /// How many transactions of a group were lost with an error since this was last asked.
  public func takeLostTransactions() -> Int { journal.groups.takeLost() }

  /// The place that the changes have come to, those of the open transaction and of other programs
  /// among them.
  public func mark() throws(StoreError) -> ChangeMark { try journal.mark() }

  /// Checks the expressions of the computed properties of a type that is not defined yet.
  ///
  /// - Throws: ``StoreError`` with the property, and the place of the token that is to blame.
  public func checkComputations(of type: RecordType) throws(StoreError) {
    try catalog.checkComputations(of: type)
  }

  /// What a computed property of a type reads as a moment, by the places of the tokens.
  ///
  /// - Throws: ``StoreError`` with the place of the token that is to blame.
  public func moments(
    inComputation expression: RecordExpression, of type: RecordType
  ) throws(StoreError) -> [Int: Value] { try catalog.moments(inComputation: expression, of: type) }

  /// The values of a record with those that are computed calculated from the others; one that
  /// cannot be calculated is nil.
  ///
  /// Nothing is read of the record, which need not be there: what an editing has not stored yet is
  /// calculated with as it is.
  public func computed(_ values: [Value?], of id: RecordID) throws(StoreError) -> [Value?] {
    try catalog.computed(values, of: id)
  }

  /// Those of some records, given by their numbers, that break a rule of severity `warn` of their
  /// type.
  ///
  /// No other record is looked at, except by a rule that reads others.
  public func recordsWarned(
    of type: String, among candidates: [Int]
  ) throws(StoreError) -> Set<Int> { try catalog.recordsWarned(of: type, among: candidates) }
}

/// What the history asks a journal is all that it knows of it.
extension Journal: JournalState {}

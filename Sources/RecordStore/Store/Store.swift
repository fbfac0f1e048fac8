internal import Foundation
public import Records
package import SQLEngine

/// Typed records in one SQLite file, with the history of every change that anybody made.
///
/// A store is confined to the thread that made it. Several programs may have the file open; each
/// waits while another writes.
public final class Store {
  /// Where a store keeps its records.
  public enum Location: Hashable, Sendable {
    /// Nowhere: they are lost when the store is closed.
    case memory
    case file(String)
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

  /// Where the records are.
  public private(set) var location: Location
  let options: Options
  /// Who does what is done from now on.
  public var actor: String
  /// The types in the order they were defined.
  public private(set) var types: [RecordType] = []
  /// How often ``types`` were read; while it is the same, they are.
  package private(set) var typesRevision = 0
  /// What the file keeps for the programs that show its records, in the order it was defined.
  public internal(set) var keptDefinitions: [KeptDefinition] = []
  /// What was found wrong with the file when it was opened, or changed by another program.
  ///
  /// Only what shows without reading the records; ``check()`` finds the rest.
  public internal(set) var notices: [Finding] = []

  /// What rules of severity `warn` say against the last transaction that went through, or the last
  /// part of the one that is open: the errors that it would have ended with.
  public internal(set) var warnings: [StoreError] = []

  /// Asked again and again while the store works: true stops it with
  /// ``StoreError/Kind/interrupted``, and nothing is left of the call that was stopped.
  ///
  /// It has to say so once for each interruption, for what is rolled back asks as well. A signal
  /// handler or another thread may have set what it looks at.
  public var isInterrupted: () -> Bool {
    get { connection.isInterrupted }
    set { connection.isInterrupted = newValue }
  }

  /// Which of ``keptDefinitions`` do not fit the ``types``; asked while a transaction that changed
  /// definitions is taken back.
  public var misfits: ([KeptDefinition]) -> [KeptMisfit] = { _ in [] }

  /// The connection to the database; for records it is ``engine``.
  private(set) var connection: Connection
  /// The connection when it has read all triggers.
  var engine: Connection {
    definitionsInARow = 0
    if hasUnreadTriggers { readTriggers() }
    return connection
  }

  /// Whether there are triggers in the schema that the connection has not read.
  var hasUnreadTriggers = false
  /// How many types were defined since ``engine`` was asked for.
  var definitionsInARow = 0
  let engines: any EngineSource
  let expressions: ExpressionCompiler
  let definitions: any DefinitionReader
  let clock: () -> Int
  /// Where the records are taken from, if the store shows a past state of another one.
  let past: PastSource?
  private(set) var tables: [String: Table] = [:] { didSet { (lastTable, hasRules) = (nil, nil) } }
  /// The table that was asked for last, which is mostly the one that is asked for next.
  private var lastTable: Table?
  private(set) var isClosed = false
  /// The transaction that is open, as long as it is.
  var open: OpenTransaction?
  /// Whether transactions wait for ``endGroup()`` to be committed together; those that
  /// ``begin(_:)`` opens do not.
  ///
  /// Other programs see nothing of them until then, and cannot write.
  public var groupsTransactions = false
  /// Those that wait; nil if there are none.
  var group: TransactionGroup?
  /// How many were lost with an error.
  var lostTransactions = 0
  /// What was taken back of what a ``ChangeMark`` had seen, the oldest first.
  var takenBack: [TakenBack] = []
  /// Whether any type has rules; nil until somebody asks.
  var hasRules: Bool?
  /// Up to where the history is in the index, as far as this store knows.
  var indexed: Int?
  /// What is not in it, as far as somebody has asked.
  var tail: ChangeTail?
  /// The names of the properties that are masked or ever were; nil until somebody asks.
  var maskedNames: [String: Set<String>]?
  /// The `schema_version` of what ``types`` were read from.
  var schemaVersion = 0
  /// What the values of properties were before their definitions changed; nil until somebody asks.
  var formerColumns: [Int: [FormerColumn]]?
  /// Whether a definition was changed and the triggers that belong to it are not noted yet.
  var isSchemaNew = false
  /// The `data_version` when ``refresh()`` last looked.
  var dataVersion = 0
  /// The number of the file's format, and whether the file itself says so.
  var format = Schema.version
  var isMarked = true
  /// Which file it was that was opened.
  var identity: StoreFile.Identity?
  /// Whether this store has written something.
  var hasWritten = false
  /// The statements of every transaction.
  ///
  /// Kept here because looking a statement up by its text costs as much as running it.
  struct TransactionStatements {
    var lastChange: Statement?
    var opening: Statement?
  }

  var statements = TransactionStatements()

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
  package init(
    _ location: Location, options: Options = Options(), definitions: any DefinitionReader,
    actor: String, clock: @escaping () -> Int, engines: any EngineSource
  ) throws(StoreError) {
    self.location = location
    self.options = options
    self.definitions = definitions
    self.actor = actor
    self.clock = clock
    self.engines = engines
    past = nil
    expressions = ExpressionCompiler(engines)
    connection = try Self.openEngine(location, options, engines)
    do {
      try prepareFile()
    } catch {
      close()
      throw Self.openError(error, location, options)
    }
  }

  /// Opens a store in memory that shows a past state of another one and cannot be written.
  init(_ source: PastSource) throws(StoreError) {
    let origin = source.origin
    (location, options, definitions) = (origin.location, origin.options, origin.definitions)
    (actor, clock, engines) = (origin.actor, origin.clock, origin.engines)
    past = source
    expressions = ExpressionCompiler(engines)
    connection = try Connection(to: .memory, busyTimeout: options.busyTimeout, by: engines)
    connection.isInterrupted = origin.engine.isInterrupted
    do {
      try makePast(source)
    } catch {
      close()
      throw error
    }
  }

  deinit {
    close()
  }

  /// Rolls an open transaction back, commits those that wait for it, and ends the connection; does
  /// nothing the second time.
  public func close() {
    guard !isClosed else { return }
    if open == nil { try? endGroup() }
    if open != nil { try? rollback() } else if !options.isTrial { indexWhenClosing() }
    if options.isTrial, engine.isInTransaction { try? engine.rollback() }
    isClosed = true
    tables.removeAll()
    statements = TransactionStatements()
    engine.close()
  }

  /// The type of this name; upper and lower case differ.
  public func type(named name: String) -> RecordType? { knownTable(name)?.type }

  /// Whether there is a type of this name.
  public func hasType(named name: String) -> Bool { knownTable(name) != nil }

  /// The numbers of the properties of a type by their names, which tell a property from others
  /// however it is called; none if there is no such type.
  public func propertyNumbers(of type: String) -> [String: Int] {
    guard let table = tables[type] else { return [:] }
    return Dictionary(
      zip(table.type.properties.map(\.name), table.properties),
      uniquingKeysWith: { first, _ in first })
  }

  /// The numbers of the properties of a type in their order; none if there is no such type.
  package func orderedNumbers(of type: String) -> [Int] { tables[type]?.properties ?? [] }

  /// Takes over what another program has committed, and says whether one has since the last call.
  ///
  /// ``types`` are read anew where they may have changed. A file that was removed or replaced is
  /// among the ``notices`` from then on.
  @discardableResult
  public func refresh() throws(StoreError) -> Bool {
    // Nobody can have written meanwhile.
    if group != nil { return false }
    // What an open transaction writes is checked before it is committed.
    let isNewlyLost = open == nil && noteLoss()
    do {
      guard try currentDataVersion() != dataVersion else { return isNewlyLost }
    } catch {
      // What is left of a lost file may be no database.
      try checkFile()
      throw error
    }
    try inOneState { () throws(StoreError) in
      dataVersion = try currentDataVersion()
      for table in tables.values { table.hasSafeNumbers = false }
    }
    return true
  }

  /// Whether another program has changed types, which ``refresh()`` is to take over.
  public func hasChangedTypes() throws(StoreError) -> Bool {
    guard group == nil, open == nil else { return false }
    return try currentSchemaVersion() != schemaVersion
  }

  /// Notes that the file is lost, and says whether it was not known yet.
  private func noteLoss() -> Bool {
    do {
      try checkFile()
      return false
    } catch {
      let notice = Finding(error.message)
      guard !notices.contains(notice) else { return false }
      notices.append(notice)
      return true
    }
  }

  /// Checks that the file at the path is still the one that was opened.
  func checkFile() throws(StoreError) {
    guard let identity, case .file(let path) = location, StoreFile(path).identity != identity else {
      return
    }
    throw StoreError(
      .lost,
      "\(path) was removed, replaced or emptied by another program while it was open; nothing more "
        + "is written to it")
  }

  /// Takes another connection; the definitions are to be read from it next.
  func move(to next: Connection, in place: Location) {
    next.isInterrupted = connection.isInterrupted
    (connection, location) = (next, place)
    hasUnreadTriggers = false
    expressions.forgetLimits()
    (indexed, identity, tail) = (nil, nil, nil)
    statements = TransactionStatements()
    tables.removeAll()
  }

  func setTables(_ list: [Table]) {
    (formerColumns, maskedNames) = (nil, nil)
    types = list.map(\.type)
    typesRevision += 1
    tables = Dictionary(
      list.map { ($0.type.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The table of a type whose records can be changed, inside a transaction.
  func writableTable(_ type: String) throws(StoreError) -> Table {
    try checkAlive()
    let table = try table(type)
    try table.checkIsWhole()
    return table
  }

  private func knownTable(_ type: String) -> Table? {
    if let lastTable, lastTable.type.name == type { return lastTable }
    let table = tables[type]
    lastTable = table
    return table
  }

  /// The table of a type.
  func table(_ type: String) throws(StoreError) -> Table {
    guard let table = knownTable(type) else {
      throw StoreError(.name, "there is no type \(type.asName)", candidates: types.map(\.name))
    }
    return table
  }
}

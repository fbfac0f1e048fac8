internal import SQLEngine
internal import Values

/// An engine, with information about the parts of the schema that its connection has not read yet.
private final class OpenEngine {
  var engine: any Engine
  /// The number of types that were defined in succession.
  var definitions = 0
  var hasUnreadTriggers = false
  /// The limits for statements that have no limits of their own.
  var standingLimits: EngineLimits?
  var ignoredLog: String?

  init(_ engine: any Engine) { self.engine = engine }

  func readTriggers() {
    definitions = 0
    guard hasUnreadTriggers else { return }
    hasUnreadTriggers = false
    do {
      try engine.execute("PRAGMA writable_schema = RESET")
    } catch {
      // Writes must fail, because without the triggers no change would be recorded; the rollback
      // removes the new tables with their triggers.
      try? engine.rollback()
    }
  }
}

func converted<Result>(
  _ call: @autoclosure () throws(EngineError) -> Result
) throws(StoreError) -> Result {
  do { return try call() } catch { throw StoreError(error) }
}

final class Connection {
  /// Maximum time of one step in milliseconds, because a crafted file could be read endlessly; more
  /// for a large database.
  private static let longestStep = 30_000
  private static let bytesOfMillisecond = 10_000

  private let open: OpenEngine
  /// Whether statements may need triggers that were added to the schema.
  private let needsTriggers: Bool

  private var engine: any Engine {
    if needsTriggers, open.definitions > 0 { open.readTriggers() }
    return open.engine
  }

  init(
    to place: EnginePlace, isReadOnly: Bool = false, busyTimeout milliseconds: Int,
    by engines: any EngineSource
  ) throws(StoreError) {
    open = OpenEngine(
      try converted(engines.open(place, isReadOnly: isReadOnly, busyTimeout: milliseconds)))
    needsTriggers = false
  }

  /// The name of the log beside the file, if SQLite ignored this log when it opened the file.
  var ignoredLog: String? {
    get { open.ignoredLog }
    set { open.ignoredLog = newValue }
  }

  private init(_ open: OpenEngine) { (self.open, needsTriggers) = (open, true) }

  /// The same connection, for statements that may need triggers: it first reads triggers that were
  /// added to the schema.
  func readingTriggers() -> Connection { Connection(open) }

  /// Whether so many types were defined in succession that further triggers are added to the schema
  /// table without CREATE TRIGGER.
  var isDefiningMany: Bool { open.definitions >= Self.mostCreated }

  /// Maximum number of successive type definitions that use CREATE TRIGGER.
  private static let mostCreated = 16

  func noteDefinition() { open.definitions += 1 }

  /// Triggers added to the schema table must be read before records change.
  func noteAddedTriggers() { open.hasUnreadTriggers = true }

  func exchangeEngines(with other: Connection) {
    (open.definitions, open.hasUnreadTriggers) = (0, false)
    swap(&open.engine, &other.open.engine)
  }

  func statement(_ sql: String) throws(StoreError) -> PreparedStatement {
    PreparedStatement(try converted(engine.statement(sql)))
  }

  func prepare(_ sql: String) throws(StoreError) -> PreparedStatement {
    PreparedStatement(try converted(engine.prepare(sql)))
  }

  func execute(_ sql: String) throws(StoreError) { try converted(engine.execute(sql)) }

  func run(_ sql: String, _ values: SQLValue...) throws(StoreError) {
    try statement(sql).run(values)
  }

  /// Errors may be reported later.
  func post(_ sql: String, _ values: SQLValue...) throws(StoreError) {
    let statement = try statement(sql)
    try statement.bind(values)
    try statement.post()
  }

  func value(_ sql: String, _ values: SQLValue...) throws(StoreError) -> SQLValue {
    let statement = try statement(sql)
    try statement.bind(values)
    guard try statement.step() else { return .null }
    defer { statement.reset() }
    return statement.column(0)
  }

  /// - Parameter isKept: Whether to keep the compiled statement. The text must then be one of few.
  func rows(
    _ sql: String, _ values: [SQLValue] = [], isKept: Bool = false
  ) throws(StoreError) -> [[SQLValue]] {
    let statement = try isKept ? self.statement(sql) : prepare(sql)
    try statement.bind(values)
    var rows: [[SQLValue]] = []
    while try statement.step() {
      rows.append(statement.columnNames.indices.map(statement.column))
    }
    return rows
  }

  /// - Parameter questions: The first queries, sent in the same round trip.
  func begin(expecting questions: [EngineQuestion] = []) throws(StoreError) {
    try converted(engine.begin(expecting: questions))
  }

  func beginReading(expecting questions: [EngineQuestion]) throws(StoreError) {
    try converted(engine.beginReading(expecting: questions))
  }

  func commit() throws(StoreError) { try converted(engine.commit()) }
  func rollback() throws(StoreError) { try converted(engine.rollback()) }
  func rollbackToBeginning() throws(StoreError) { try converted(engine.rollbackToBeginning()) }
  func savepoint() throws(StoreError) { try converted(engine.savepoint()) }
  func release() throws(StoreError) { try converted(engine.release()) }
  func rollbackToSavepoint() throws(StoreError) { try converted(engine.rollbackToSavepoint()) }
  func schemaVersion() throws(StoreError) -> Int { try converted(engine.schemaVersion()) }
  func dataVersion() throws(StoreError) -> Int { try converted(engine.dataVersion()) }
  func copy(to path: String) throws(StoreError) { try converted(engine.copy(to: path)) }
  func rewrite() throws(StoreError) -> EngineRewriting { try converted(engine.rewrite()) }
  func checkpoint() throws(StoreError) -> Bool { try converted(engine.checkpoint()) }

  var abilities: EngineAbilities { open.engine.abilities }

  /// Maximum number of rows in one answer; nil if there is no limit.
  var rowsOfPage: Int? { abilities.rowsOfPage }

  func register(_ functions: [SQLFunction]) throws(StoreError) {
    try converted(engine.register(functions))
  }

  var writer: EngineWriter {
    get { open.engine.writer }
    set { open.engine.writer = newValue }
  }

  var isInterrupted: () -> Bool {
    get { open.engine.isInterrupted }
    set { open.engine.isInterrupted = newValue }
  }

  var limits: EngineLimits? {
    get { engine.limits }
    set { engine.limits = newValue ?? open.standingLimits }
  }

  /// - Parameter size: The size of the database in bytes.
  func limitSteps(by clock: @escaping () -> Int, size: Int) {
    let longest = Self.longestStep + size / Self.bytesOfMillisecond
    var deadline = 0
    open.standingLimits = EngineLimits(length: .max) { isNewStep in
      let now = clock()
      if isNewStep { deadline = now + longest }
      return now > deadline
    }
    engine.limits = open.standingLimits
  }

  var usedMemory: Int { engine.usedMemory }
  var peakMemory: Int { engine.peakMemory }
  func forgetPeakMemory() { engine.forgetPeakMemory() }
  var lastInsertedID: Int { engine.lastInsertedID }
  var changedRows: Int { engine.changedRows }
  var allChangedRows: Int { engine.allChangedRows }
  var isInTransaction: Bool { engine.isInTransaction }
  var isReadOnly: Bool { engine.isReadOnly }
  func keepLog() { engine.keepLog() }
  func close() { engine.close() }
}

struct PreparedStatement {
  private let base: any EngineStatement

  fileprivate init(_ base: any EngineStatement) { self.base = base }

  var columnNames: [String] { base.columnNames }
  var isReadOnly: Bool { base.isReadOnly }
  func origin(of column: Int) -> (table: String, column: String)? { base.origin(of: column) }
  var fullScanSteps: Int? { base.fullScanSteps }
  func column(_ index: Int) -> SQLValue { base.column(index) }
  func reset() { base.reset() }

  func step() throws(StoreError) -> Bool { try converted(base.step()) }

  func bind(_ value: SQLValue, at place: Int) throws(StoreError) {
    try converted(base.bind(value, at: place))
  }

  func bind(_ values: [SQLValue]) throws(StoreError) {
    reset()
    var place = 1
    for value in values {
      try bind(value, at: place)
      place += 1
    }
  }

  func run(_ values: [SQLValue]) throws(StoreError) {
    try bind(values)
    try run()
  }

  func post() throws(StoreError) { try converted(base.post()) }

  func run() throws(StoreError) {
    while try step() {}
  }
}

/// A statement prepared on first use and then kept, because a lookup by text costs as much as
/// running the statement.
final class KeptStatement {
  private var statement: PreparedStatement?

  func prepared(
    by engine: Connection, _ sql: @autoclosure () throws(StoreError) -> String
  ) throws(StoreError) -> PreparedStatement {
    if let statement { return statement }
    let new = try engine.prepare(try sql())
    statement = new
    return new
  }

  func forget() { statement = nil }
}

/// Reads rows in pages if the engine requires it: each page starts after the key of the previous
/// page's last row. The key is the first column.
struct KeyPages {
  /// Maximum number of rows in a page; nil to read all rows at once.
  let size: Int?
  /// Index of the keyset-cursor parameter.
  private let key: Int
  /// The number of rows read in the current page; `last` is the first column of the last row read.
  private var rows = 0
  private var last = SQLValue.null

  init(size: Int?, key: Int) { (self.size, self.key) = (size, key) }

  mutating func step(_ statement: PreparedStatement) throws(StoreError) -> Bool {
    if try !statement.step() {
      guard let size, rows == size else { return false }
      rows = 0
      try statement.bind(last, at: key)
      guard try statement.step() else { return false }
    }
    if size != nil { (rows, last) = (rows + 1, statement.column(0)) }
    return true
  }
}

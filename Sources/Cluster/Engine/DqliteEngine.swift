internal import SQLEngine
internal import Values

/// The engine of a session whose database is on a cluster of dqlite nodes.
///
/// A **mirror**, an empty database in memory with the same schema, compiles every statement.
/// Statements that read or write records are sent to the leader; posted ones are sent with the next
/// request, to save round trips.
final class DqliteEngine: Engine {
  private let place: ClusterPlace
  private let settings = ConnectionSettings()
  private let mirror: SchemaMirror
  private let exchange: ClientConnection
  let isReadOnly: Bool
  private var kept: [String: DqliteStatement] = [:]
  private var keptFor = 0
  private var isClosed = false

  init(
    _ place: ClusterPlace, isReadOnly: Bool, busyTimeout milliseconds: Int,
    counting trips: TripCounter?
  ) throws(EngineError) {
    (self.place, self.isReadOnly) = (place, isReadOnly)
    mirror = try SchemaMirror()
    try mirror.register([NodeFunctions.time])
    let link = ClusterLink(to: place, counting: trips) { [settings] in settings.requests }
    exchange = ClientConnection(place, link, mirror, isReadOnly: isReadOnly, patience: milliseconds)
    try exchange.connect()
  }

  deinit { close() }

  // Each node manages its own log.
  func keepLog() {}

  func close() {
    guard !isClosed else { return }
    isClosed = true
    kept.removeAll()
    exchange.close()
  }

  private func checkOpen() throws(EngineError) {
    if isClosed { throw EngineError(.closed, "the connection is closed") }
  }

  func statement(_ sql: String) throws(EngineError) -> any EngineStatement {
    if keptFor != mirror.makings {
      kept.removeAll()
      keptFor = mirror.makings
    }
    if let statement = kept[sql] { return statement }
    let statement = try compiled(sql, isKept: true)
    kept[sql] = statement
    return statement
  }

  func prepare(_ sql: String) throws(EngineError) -> any EngineStatement {
    try compiled(sql, isKept: false)
  }

  private func compiled(_ sql: String, isKept: Bool) throws(EngineError) -> DqliteStatement {
    try checkOpen()
    if exchange.mayHaveOtherSchema { _ = try exchange.followSchema() }
    do {
      return try made(sql, isKept: isKept)
    } catch {
      // Another session may have changed the schema.
      guard error.kind == .statement, try exchange.followSchema() else { throw error }
      return try made(sql, isKept: isKept)
    }
  }

  private func made(_ sql: String, isKept: Bool) throws(EngineError) -> DqliteStatement {
    let statement = try DqliteStatement(
      sql, try mirror.compile(sql), self, isKept: isKept, isOdd: mirror.hasOddColumns(),
      makings: mirror.makings)
    guard statement.canBeAnswered else {
      throw EngineError(.failure, "a node cannot send more than 480 columns")
    }
    return statement
  }

  func execute(_ sql: String) throws(EngineError) {
    try checkOpen()
    switch sql {
    case "BEGIN": return try beginReading(expecting: [])
    case "ROLLBACK": return try rollback()
    default: break
    }
    var batch: [String] = []
    var isExpected = true
    for part in SQLScript.statements(sql) {
      let statement = try compiled(part, isKept: false)
      if !statement.kind.isExpected { isExpected = false }
      if let text = try prepareToSend(statement) {
        batch.append(text)
      } else {
        while try statement.step() {}
      }
    }
    if isExpected, !batch.isEmpty,
      try exchange.post(DqliteStatement.Call(batch.joined(separator: ";\n")))
    {
      return
    }
    try run(batch)
  }

  /// Applies a definition or a setting to the mirror, and returns the SQL for the batch; nil if the
  /// caller must run the statement by itself.
  private func prepareToSend(_ statement: DqliteStatement) throws(EngineError) -> String? {
    switch statement.kind {
    case .reading, .local, .ignored, .patience: return nil
    case .writing: return statement.sql
    case .setting("secure_delete"): return nil
    case .defining, .triggering, .setting:
      try follow(statement)
      return statement.sql
    }
  }

  private func follow(_ statement: DqliteStatement) throws(EngineError) {
    if case .setting(let name) = statement.kind {
      settings.note(name, statement.sql)
      exchange.noteDefinition(changesSchema: name == "schema_version")
    } else {
      exchange.noteDefinition(changesSchema: true)
      mirror.noteDefinition()
    }
    try statement.runOnMirror()
  }

  private func run(_ batch: [String], _ values: [SQLValue] = []) throws(EngineError) {
    guard !batch.isEmpty else { return }
    do {
      _ = try exchange.ask({ [.execute(batch.joined(separator: ";\n"), values)] }, writes: true)
    } catch {
      // The mirror may have executed statements that the leader has not.
      mirror.doubt()
      throw error
    }
  }

  func run(_ statement: DqliteStatement) throws(EngineError) -> [[SQLValue]] {
    try checkOpen()
    switch statement.kind {
    case .local: return []
    case .ignored: return try statement.rowsOfMirror()
    case .patience(let milliseconds):
      exchange.patience = milliseconds
      return []
    case .defining, .triggering, .setting:
      try follow(statement)
      if case .setting("secure_delete") = statement.kind {
        _ = try exchange.ask(
          { [ConnectionSettings.request("secure_delete", statement.sql)] }, writes: true)
      } else {
        try run([statement.sql], statement.values)
      }
      return []
    case .reading:
      let rows: [[SQLValue]]
      do { rows = try exchange.read(statement) } catch { throw overtaken(error, statement) }
      try checkLengths(of: rows)
      return rows
    case .writing:
      do { try exchange.write(statement) } catch { throw overtaken(error, statement) }
      return []
    }
  }

  /// The mirror has compiled the statement, so the leader rejects it only if another session has
  /// changed the schema.
  private func overtaken(_ error: EngineError, _ statement: DqliteStatement) -> EngineError {
    guard error.kind == .statement else { return error }
    _ = try? exchange.followSchema()
    guard mirror.makings != statement.makings else { return error }
    return EngineError(
      .overtaken, "another program has changed the types of \(place.name) in the meantime")
  }

  private func checkLengths(of rows: [[SQLValue]]) throws(EngineError) {
    guard let length = limits?.length, length < .max else { return }
    for row in rows {
      for case .text(let text) in row where text.utf8.count > length {
        throw EngineError(.tooLong, "string or blob too big", code: 18)
      }
    }
  }

  func post(_ statement: DqliteStatement) throws(EngineError) {
    try checkOpen()
    if try !exchange.post(statement.call) { _ = try run(statement) }
  }

  func begin(expecting questions: [EngineQuestion]) throws(EngineError) {
    try checkOpen()
    try exchange.begin(expecting: questions)
  }

  func beginReading(expecting questions: [EngineQuestion]) throws(EngineError) {
    try checkOpen()
    exchange.beginReading(expecting: questions)
  }

  func commit() throws(EngineError) { try exchange.commit() }
  func rollback() throws(EngineError) { try exchange.rollback() }
  func rollbackToBeginning() throws(EngineError) { try exchange.rollbackToBeginning() }
  func savepoint() throws(EngineError) { try exchange.control("SAVEPOINT command") }
  func release() throws(EngineError) { try exchange.control(ClientConnection.release) }
  func rollbackToSavepoint() throws(EngineError) {
    try exchange.control("ROLLBACK TO command", forgets: true)
    try exchange.control(ClientConnection.release)
  }

  var isInTransaction: Bool { exchange.isInTransaction }
  func schemaVersion() throws(EngineError) -> Int {
    try checkOpen()
    return try exchange.schemaVersion()
  }
  func dataVersion() throws(EngineError) -> Int {
    try checkOpen()
    return try exchange.dataVersion()
  }
  var lastInsertedID: Int { exchange.lastInsertedID }
  var changedRows: Int { exchange.changedRows }
  var allChangedRows: Int { exchange.allChangedRows }

  func register(_ functions: [SQLFunction]) throws(EngineError) {
    try checkOpen()
    try mirror.register(functions)
  }

  var writer: EngineWriter {
    get { exchange.writer }
    set { exchange.writer = newValue }
  }

  var isInterrupted: () -> Bool = { false } {
    didSet { (mirror.isInterrupted, exchange.isInterrupted) = (isInterrupted, isInterrupted) }
  }
  var limits: EngineLimits? {
    get { mirror.limits }
    set { mirror.limits = newValue }
  }
  var usedMemory: Int { mirror.usedMemory }
  var peakMemory: Int { mirror.peakMemory }
  func forgetPeakMemory() { mirror.forgetPeakMemory() }

  /// The key in `wb_state` of the time of the last backup.
  static let backup = "backup"

  func copy(to path: String) throws(EngineError) {
    try ClusterCopy.write(image(), to: path)
    guard !isReadOnly, !isInTransaction, mirror.hasTable("wb_state") else { return }
    let note = """
      INSERT INTO wb_state VALUES('\(Self.backup)', \(NodeFunctions.clock)()) \
      ON CONFLICT(k) DO UPDATE SET v = excluded.v
      """
    do {
      try begin(expecting: [])
      _ = try exchange.ask({ [.execute(note)] }, writes: true)
      try commit()
    } catch {
      // The backup is complete, even if nobody can note it.
      try? rollback()
    }
  }

  func image() throws(EngineError) -> [UInt8] {
    let answer = try exchange.ask { [.dump(place.database)] }.last
    guard case .files(let files) = answer, let file = files.first else {
      throw EngineError(.failure, "the node sent no copy")
    }
    return DatabaseImage(file: file.bytes, log: files.dropFirst().first?.bytes ?? []).bytes
  }

  func rewrite() throws(EngineError) -> EngineRewriting { .keptInLogs }
  func checkpoint() throws(EngineError) -> Bool { true }

  var abilities: EngineAbilities {
    var abilities = EngineAbilities()
    abilities.parameters = DqliteStatement.mostValues
    abilities.postpones = true
    abilities.needsShortSteps = true
    abilities.rowsOfPage = place.rowsOfPage
    abilities.notesSessions = true
    // Without FROM, the mirror would answer.
    abilities.clock = EngineQuestion("SELECT \(NodeFunctions.clock)() FROM (SELECT 1)")
    return abilities
  }
}

final class ConnectionSettings {
  private static let lasting: Set = ["foreign_keys", "recursive_triggers", "secure_delete"]

  private var texts: [String: String] = ["foreign_keys": "PRAGMA foreign_keys = ON"]

  func note(_ name: String, _ sql: String) {
    if Self.lasting.contains(name) { texts[name] = sql }
  }

  var requests: [WireRequest] {
    texts.sorted { $0.key < $1.key }.map { Self.request($0.key, $0.value) }
  }

  static func request(_ name: String, _ sql: String, _ values: [SQLValue] = []) -> WireRequest {
    // This pragma returns a row, and nodes refuse to execute statements that return rows.
    name == "secure_delete" ? .query(sql, values) : .execute(sql, values)
  }
}

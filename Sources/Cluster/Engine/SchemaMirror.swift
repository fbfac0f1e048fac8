internal import SQLEngine
internal import Values

/// An empty database in memory that has the schema of a cluster, on which statements are compiled.
final class SchemaMirror {
  /// Asks for the objects that the schema has, those first that others need.
  static let objects = """
    SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' \
    ORDER BY type = 'trigger', type = 'index', type = 'view', rowid
    """

  private var engine: any Engine
  private var functions: [SQLFunction] = []
  /// The version of the schema that it has; nil where that is not known.
  private(set) var version: Int?
  private var tables: [String: Bool] = [:]
  /// Whether a table has columns that were declared to be dates or truth values; nil where nobody has
  /// asked.
  private var oddColumns: Bool?
  /// How often it was made.
  private(set) var makings = 0

  init() throws(EngineError) { engine = try Self.open() }

  private static func open() throws(EngineError) -> any Engine {
    try SQLiteSource().open(.memory, isReadOnly: false, busyTimeout: 0)
  }

  /// Makes it anew, with the rows of ``objects``.
  func make(_ objects: [[SQLValue]], version: Int) throws(EngineError) {
    let next = try Self.open()
    try next.register(functions)
    (next.isInterrupted, next.limits) = (engine.isInterrupted, engine.limits)
    let isInTransaction = engine.isInTransaction
    try next.begin(expecting: [])
    for object in objects {
      // What does not compile here does not there, and no statement of ours needs it.
      if let sql = object.last?.text { try? next.execute(sql) }
    }
    try next.commit()
    if isInTransaction { try next.begin(expecting: []) }
    engine = next
    oddColumns = nil
    makings += 1
    tables.removeAll()
    self.version = version
  }

  /// Notes that it gets another definition.
  func noteDefinition() { oddColumns = nil }

  /// Whether a table has columns that were declared to be dates or truth values: a node ends itself
  /// where such a column has another value.
  func hasOddColumns() throws(EngineError) -> Bool {
    if let oddColumns { return oddColumns }
    let statement = try engine.prepare(
      """
      SELECT 1 FROM pragma_table_list AS t, pragma_table_xinfo(t.name) AS c
      WHERE t.schema = 'main' AND upper(c.type) IN ('DATE', 'DATETIME', 'TIMESTAMP', 'BOOLEAN')
      """)
    defer { statement.reset() }
    let has = try statement.step()
    oddColumns = has
    return has
  }

  /// Notes that it may not have the schema any more.
  func doubt() { version = nil }
  var isDoubtful: Bool { version == nil }

  /// Whether there is a table of the name.
  func hasTable(_ name: String) -> Bool {
    if let known = tables[name] { return known }
    let has = (try? engine.prepare("SELECT 1 FROM \(name.asSQLName)")) != nil
    if has { tables[name] = true }
    return has
  }

  func compile(_ sql: String) throws(EngineError) -> any EngineStatement {
    try engine.prepare(sql)
  }

  /// Runs a statement that begins or ends a part of a transaction.
  func follow(_ sql: String) {
    // It can have been made anew within the part.
    do { try engine.execute(sql) } catch { doubt() }
  }

  func begin() throws(EngineError) { try engine.begin(expecting: []) }

  /// Ends the transaction.
  ///
  /// - Parameter version: The version of the schema, where the transaction has changed it.
  func commit(at version: Int?) throws(EngineError) {
    try engine.commit()
    if let version, !isDoubtful { self.version = version }
  }

  func rollback() {
    // It holds nothing but definitions.
    do { try engine.rollback() } catch { doubt() }
    tables.removeAll()
    oddColumns = nil
  }

  func register(_ functions: [SQLFunction]) throws(EngineError) {
    self.functions += functions
    try engine.register(functions)
  }

  var isInterrupted: () -> Bool {
    get { engine.isInterrupted }
    set { engine.isInterrupted = newValue }
  }
  var limits: EngineLimits? {
    get { engine.limits }
    set { engine.limits = newValue }
  }
  var usedMemory: Int { engine.usedMemory }
  var peakMemory: Int { engine.peakMemory }
  func forgetPeakMemory() { engine.forgetPeakMemory() }
}

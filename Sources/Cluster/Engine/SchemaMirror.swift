internal import SQLEngine
internal import Values

/// An empty database with the cluster's schema, used to compile statements.
final class SchemaMirror {
  /// Returns each object after the objects that it depends on.
  static let objects = """
    SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' \
    ORDER BY type = 'trigger', type = 'index', type = 'view', rowid
    """

  private var engine: any Engine
  private var functions: [SQLFunction] = []
  private(set) var version: Int?
  private var tables: [String: Bool] = [:]
  private var oddColumns: Bool?
  private(set) var makings = 0

  init() throws(EngineError) { engine = try Self.open() }

  private static func open() throws(EngineError) -> any Engine {
    try SQLiteSource().open(.memory, isReadOnly: false, busyTimeout: 0)
  }

  func make(_ objects: [[SQLValue]], version: Int) throws(EngineError) {
    let next = try Self.open()
    try next.register(functions)
    (next.isInterrupted, next.limits) = (engine.isInterrupted, engine.limits)
    let isInTransaction = engine.isInTransaction
    try next.begin(expecting: [])
    for object in objects {
      // An object that does not compile here is unusable on the cluster too, and is not one of the
      // store's.
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

  func noteDefinition() { oddColumns = nil }

  /// Whether any table has columns declared as dates or booleans; other values in them crash a node.
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

  func doubt() { version = nil }
  var isDoubtful: Bool { version == nil }

  func hasTable(_ name: String) -> Bool {
    if let known = tables[name] { return known }
    let has = (try? engine.prepare("SELECT 1 FROM \(name.asSQLName)")) != nil
    if has { tables[name] = true }
    return has
  }

  func compile(_ sql: String) throws(EngineError) -> any EngineStatement {
    try engine.prepare(sql)
  }

  func follow(_ sql: String) {
    // Fails if the mirror was rebuilt since the savepoint.
    do { try engine.execute(sql) } catch { doubt() }
  }

  func begin() throws(EngineError) { try engine.begin(expecting: []) }

  func commit(at version: Int?) throws(EngineError) {
    try engine.commit()
    if let version, !isDoubtful { self.version = version }
  }

  func rollback() {
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

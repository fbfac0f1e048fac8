package import Values

/// The database engine that the store requires; it must understand SQLite's SQL.
package protocol Engine: AnyObject {
  func statement(_ sql: String) throws(EngineError) -> any EngineStatement
  func prepare(_ sql: String) throws(EngineError) -> any EngineStatement
  func execute(_ sql: String) throws(EngineError)

  /// Begins a write transaction, which locks out other writers.
  ///
  /// - Parameter questions: The likely first queries, a hint for engines that batch requests.
  func begin(expecting questions: [EngineQuestion]) throws(EngineError)
  func beginReading(expecting questions: [EngineQuestion]) throws(EngineError)
  func commit() throws(EngineError)
  func rollback() throws(EngineError)
  /// Rolls back a transaction that will be begun again at once; if nothing was written, an engine may
  /// keep the lock until then.
  func rollbackToBeginning() throws(EngineError)
  func savepoint() throws(EngineError)
  func release() throws(EngineError)
  func rollbackToSavepoint() throws(EngineError)

  func schemaVersion() throws(EngineError) -> Int
  /// Returns a number that changes when another connection commits.
  func dataVersion() throws(EngineError) -> Int

  /// Copies the database to a file, which must be empty or missing.
  func copy(to path: String) throws(EngineError)
  /// Rewrites the database without its deleted data.
  func rewrite() throws(EngineError) -> EngineRewriting
  /// Moves as much as possible from the log into the file without waiting; returns whether all was
  /// moved.
  func checkpoint() throws(EngineError) -> Bool

  var abilities: EngineAbilities { get }

  func register(_ functions: [SQLFunction]) throws(EngineError)

  /// The user of this connection. An engine that knows who else writes tells others the name.
  var writer: EngineWriter { get set }

  /// Polled while a statement runs; true stops the statement. This can roll back the transaction, see
  /// ``isInTransaction``.
  var isInterrupted: () -> Bool { get set }
  var limits: EngineLimits? { get set }
  /// Memory used in bytes; for the whole process if the engine does not know its own share.
  var usedMemory: Int { get }
  var peakMemory: Int { get }
  func forgetPeakMemory()

  var lastInsertedID: Int { get }
  /// Number of rows changed by the last statement, without rows changed by triggers.
  var changedRows: Int { get }
  /// Number of rows changed since the engine was created, including rows changed by triggers.
  var allChangedRows: Int { get }
  /// Whether a transaction is open; some errors end the transaction.
  var isInTransaction: Bool { get }
  var isReadOnly: Bool { get }
  func keepLog()
  func close()
}

package struct EngineWriter {
  package var name = ""
  /// Called once for each wait of more than two seconds for a transaction that has lasted as long.
  package var noteWait: (EngineHolder) -> Void = { _ in }

  package init() {}
}

/// Another connection that has the database locked.
package struct EngineHolder: Hashable, Sendable {
  package var name: String
  /// How long it has had the lock, in milliseconds.
  package var time: Int

  package init(name: String, time: Int) { (self.name, self.time) = (name, time) }
}

package protocol EngineStatement: AnyObject {
  var columnNames: [String] { get }
  var isReadOnly: Bool { get }
  func origin(of column: Int) -> (table: String, column: String)?
  /// Binds a parameter, counted from 1; parameters keep their values between executions.
  func bind(_ value: SQLValue, at place: Int) throws(EngineError)
  /// Advances to the next row; after the last row, resets the statement and returns false.
  func step() throws(EngineError) -> Bool
  /// Runs a statement without waiting for its result. An engine may postpone it until the next
  /// awaited statement or the commit, and report its errors then. After an error, the transaction
  /// must be rolled back.
  func post() throws(EngineError)
  func column(_ index: Int) -> SQLValue
  /// Number of rows visited by full table scans since the statement was prepared; nil if unknown.
  var fullScanSteps: Int? { get }
  func reset()
}

package struct EngineQuestion: Hashable {
  package var sql: String
  package var values: [SQLValue]
  /// Whether to repeat the query after each change; ignored by ==.
  package var isRepeated = false

  package static func == (one: EngineQuestion, other: EngineQuestion) -> Bool {
    one.sql == other.sql && one.values == other.values
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(sql) }

  package init(_ sql: String, _ values: [SQLValue] = [], isRepeated: Bool = false) {
    (self.sql, self.values, self.isRepeated) = (sql, values, isRepeated)
  }
}

package struct EngineAbilities: Hashable, Sendable {
  package var parameters = 32_766
  package var postpones = false
  /// Whether large changes must be split into short statements.
  package var needsShortSteps = false
  /// Number of rows to read at a time; nil if rows are streamed.
  package var rowsOfPage: Int?
  /// Whether `wb_client` records the last committed transaction of each session.
  package var notesSessions = false
  /// Asks for the time of the machine that stores changes, in milliseconds since 1970; nil if it is
  /// the machine of the program.
  package var clock: EngineQuestion?

  package init() {}
}

package enum EngineRewriting: Hashable, Sendable {
  case done
  case heldByReader
  /// Nothing was rewritten; the logs of a cluster's nodes retain deleted data until snapshots replace
  /// them.
  case keptInLogs
}

package struct EngineLimits {
  /// Maximum size in bytes of a text, blob or row, so that a malicious file cannot exhaust memory.
  package static let longestText = 100_000_000

  /// Maximum size in bytes of a text, blob or row.
  package var length: Int
  /// Polled while a statement runs; true stops the statement.
  package var isExceeded: (_ isNewStep: Bool) -> Bool

  package init(length: Int, isExceeded: @escaping (_ isNewStep: Bool) -> Bool) {
    (self.length, self.isExceeded) = (length, isExceeded)
  }
}

package enum EnginePlace {
  case memory
  case file(String)
  /// A file that the engine treats as unchangeable: it takes no locks and ignores the log.
  case frozenFile(String)
  case image([UInt8])
  case cluster(String)
  case copyOfCluster(String)
}

package protocol EngineSource {
  /// Opens a database; creates a missing file unless `isReadOnly`. Foreign keys are enforced, and
  /// double-quoted names are never string literals.
  func open(
    _ place: EnginePlace, isReadOnly: Bool, busyTimeout milliseconds: Int
  ) throws(EngineError) -> any Engine

  /// - Parameter isAllowed: Called for each operation when a statement is compiled; false makes
  ///   compiling fail.
  func mirror(
    with functions: [SQLFunction], isAllowed: @escaping (EngineAccess) -> Bool
  ) throws(EngineError) -> any EngineMirror
}

package protocol EngineMirror: AnyObject {
  func execute(_ sql: String) throws(EngineError)
  /// Compiles a statement; returns whether it is read-only.
  func compile(_ sql: String) throws(EngineError) -> Bool
}

package enum EngineAccess {
  case select
  /// Reading a column; `column` is empty if only rows are counted, and `through` is the view or
  /// trigger.
  case read(table: String, column: String, through: String?)
  case function(String)
  /// Any other operation: writes, definitions, ATTACH, transactions.
  case other
}

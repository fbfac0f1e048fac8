package import Values

/// The requirements of the store on a database engine that speaks SQLite's SQL.
///
/// This protocol and ``EngineSource``, which creates engines, allow other engines to be used.
/// Requests and results are values; all else that the store does is SQL. There are two engines,
/// SQLite and cluster; the store's tests run on both.
package protocol Engine: AnyObject {
  /// Prepares a statement and caches it, so that the same text is compiled once.
  func statement(_ sql: String) throws(EngineError) -> any EngineStatement
  /// Prepares a statement for a single use.
  ///
  /// - Throws: ``EngineError``, with its ``EngineError/offset`` if the text is not valid SQL.
  func prepare(_ sql: String) throws(EngineError) -> any EngineStatement
  /// Runs statements that return no rows, separated by semicolons.
  func execute(_ sql: String) throws(EngineError)

  /// Begins a transaction in which no other connection can write.
  ///
  /// - Parameter questions: the likely first queries, which an engine may send together with the
  ///   beginning; purely a hint.
  func begin(expecting questions: [EngineQuestion]) throws(EngineError)
  /// Begins a read transaction with a consistent snapshot; `questions` are the likely first
  /// queries.
  func beginReading(expecting questions: [EngineQuestion]) throws(EngineError)
  func commit() throws(EngineError)
  func rollback() throws(EngineError)
  func savepoint() throws(EngineError)
  func release() throws(EngineError)
  func rollbackToSavepoint() throws(EngineError)

  /// Changes with the schema.
  func schemaVersion() throws(EngineError) -> Int
  /// Changes when another connection commits.
  func dataVersion() throws(EngineError) -> Int

  /// Writes a consistent copy to a file that is empty or missing.
  func copy(to path: String) throws(EngineError)
  /// Rewrites the database, so that deleted data is gone from its bytes.
  func rewrite() throws(EngineError) -> EngineRewriting
  /// Moves committed data from the log into the file, as far as possible without waiting.
  ///
  /// - Returns: whether the file is complete.
  func checkpoint() throws(EngineError) -> Bool

  var abilities: EngineAbilities { get }

  /// Makes functions available to statements prepared from now on.
  func register(_ functions: [SQLFunction]) throws(EngineError)

  /// Polled while a statement runs; true stops it and leaves the transaction open.
  var isInterrupted: () -> Bool { get set }
  var limits: EngineLimits? { get set }
  /// In bytes; for the whole process if the engine cannot tell its own share.
  var usedMemory: Int { get }
  /// The maximum of ``usedMemory`` since ``forgetPeakMemory()``.
  var peakMemory: Int { get }
  func forgetPeakMemory()

  var lastInsertedID: Int { get }
  /// Number of rows affected by the last INSERT, UPDATE or DELETE, without triggers.
  var changedRows: Int { get }
  /// Number of rows inserted, updated and deleted since the engine was created, including triggers.
  var allChangedRows: Int { get }
  /// Some errors end the transaction.
  var isInTransaction: Bool { get }
  var isReadOnly: Bool { get }
  /// Leaves the log beside the file when the connection is closed.
  func keepLog()
  func close()
}

package protocol EngineStatement: AnyObject {
  var columnNames: [String] { get }
  var isReadOnly: Bool { get }
  /// The table column that a result column shows unchanged; nil for expressions.
  func origin(of column: Int) -> (table: String, column: String)?
  /// Sets the parameter at an index, counted from 1; others keep their values. The statement must
  /// not be between steps.
  func bind(_ value: SQLValue, at place: Int) throws(EngineError)
  /// Advances to the next row; false after the last row, when the statement is reset.
  func step() throws(EngineError) -> Bool
  /// Runs a statement without an awaited result. The engine may postpone it until the next awaited
  /// statement or the commit; errors may be reported then, and the transaction must be rolled back.
  func post() throws(EngineError)
  func column(_ index: Int) -> SQLValue
  /// Number of rows visited by full table scans since the statement was prepared; nil if unknown.
  var fullScanSteps: Int? { get }
  /// Ends a query before its last row.
  func reset()
}

package struct EngineQuestion: Hashable {
  package var sql: String
  package var values: [SQLValue]
  /// Whether to repeat the query after each change; irrelevant for equality.
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
  /// Whether posted statements are run later, so that their effects are not known at once.
  package var postpones = false
  /// Whether statements must be short, so that large amounts are better processed in parts.
  package var needsShortSteps = false
  /// Number of rows to read at a time; nil if rows are streamed.
  package var rowsOfPage: Int?
  /// Whether each session has a row in `wb_client` that tells which transaction was committed.
  package var notesSessions = false

  /// SQLite's capabilities.
  package init() {}
}

package enum EngineRewriting: Hashable, Sendable {
  case done
  case heldByReader
  /// Deleted data remains in the logs of other machines for a while.
  case keptInLogs
}

package struct EngineLimits {
  /// Maximum size of a text, blob or row in bytes, so that a malicious file cannot exhaust memory.
  package static let longestText = 100_000_000

  /// Maximum size of a text or blob in bytes.
  package var length: Int
  /// Polled while a statement runs, with whether this is the first call in a step; true
  /// stops the statement.
  package var isExceeded: (_ isNewStep: Bool) -> Bool

  package init(length: Int, isExceeded: @escaping (_ isNewStep: Bool) -> Bool) {
    (self.length, self.isExceeded) = (length, isExceeded)
  }
}

package enum EnginePlace {
  case memory
  case file(String)
  /// A read-only file that no process can change, in a folder where no file can be created.
  case frozenFile(String)
  case image([UInt8])
  case cluster(String)
  case copyOfCluster(String)
}

package protocol EngineSource {
  /// Connects to a database; creates a missing file unless `isReadOnly`.
  ///
  /// Foreign keys are enforced, and double-quoted names are never treated as string literals.
  ///
  /// - Parameter milliseconds: how long to wait for another writer.
  func open(
    _ place: EnginePlace, isReadOnly: Bool, busyTimeout milliseconds: Int
  ) throws(EngineError) -> any Engine

  /// Creates an empty database for compiling statements.
  ///
  /// - Parameter isAllowed: called for each operation of a statement when it is compiled; if it
  ///   returns false, compiling fails.
  func mirror(
    with functions: [SQLFunction], isAllowed: @escaping (EngineAccess) -> Bool
  ) throws(EngineError) -> any EngineMirror
}

package protocol EngineMirror: AnyObject {
  /// Runs statements that create the tables, separated by semicolons.
  func execute(_ sql: String) throws(EngineError)
  /// Compiles a statement, and returns whether it leaves the database unchanged.
  ///
  /// - Throws: ``EngineError``, with its ``EngineError/offset`` if the text is not valid SQL.
  func compile(_ sql: String) throws(EngineError) -> Bool
}

package enum EngineAccess {
  case select
  /// Reads a column; its name is empty if only the rows matter. `through` is the view or trigger,
  /// if any.
  case read(table: String, column: String, through: String?)
  case function(String)
  /// Anything else: writes, definitions, ATTACH, transactions.
  case other
}

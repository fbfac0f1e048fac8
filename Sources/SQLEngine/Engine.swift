package import Values

/// What the store asks of a database engine that speaks SQLite's SQL.
///
/// This is the seam at which another engine can be put in, with ``EngineSource``, which makes them.
/// What is asked and answered are values; everything the store does beyond it is SQL. The other engine
/// is that of a cluster, and the tests of the store run on it too.
package protocol Engine: AnyObject {
  /// Prepares one statement and keeps it, so that the same text is compiled once.
  func statement(_ sql: String) throws(EngineError) -> any EngineStatement
  /// Prepares one statement that is used once.
  ///
  /// - Throws: ``EngineError``, with its ``EngineError/offset`` where the text is not SQL.
  func prepare(_ sql: String) throws(EngineError) -> any EngineStatement
  /// Runs statements that return nothing, separated by semicolons.
  func execute(_ sql: String) throws(EngineError)

  /// Begins a transaction in which nobody else can write.
  ///
  /// - Parameter questions: What will be asked first in it, for an engine that can ask for all of it
  ///   at once; nothing has to come of them.
  func begin(expecting questions: [EngineQuestion]) throws(EngineError)
  /// Begins a transaction that reads one state, with what will be asked first in it.
  func beginReading(expecting questions: [EngineQuestion]) throws(EngineError)
  func commit() throws(EngineError)
  func rollback() throws(EngineError)
  func savepoint() throws(EngineError)
  func release() throws(EngineError)
  func rollbackToSavepoint() throws(EngineError)

  /// The number that changes with the schema.
  func schemaVersion() throws(EngineError) -> Int
  /// The number that changes when another connection commits.
  func dataVersion() throws(EngineError) -> Int

  /// Writes a copy of the database, as it was at one moment, to a file that is empty or not there.
  func copy(to path: String) throws(EngineError)
  /// Writes the database anew, so that its bytes have nothing of what was deleted.
  func rewrite() throws(EngineError) -> EngineRewriting
  /// Takes what was committed into the file itself, as far as other programs let it, without waiting.
  ///
  /// - Returns: Whether the file has all of it.
  func checkpoint() throws(EngineError) -> Bool

  /// What the engine can do.
  var abilities: EngineAbilities { get }

  /// Gives the statements that are prepared from now on further functions.
  func register(_ functions: [SQLFunction]) throws(EngineError)

  /// Asked again and again while a statement runs; true stops it, and leaves the transaction open.
  var isInterrupted: () -> Bool { get set }
  /// What the statements that run from now on may take; nil for no limits but the engine's own.
  var limits: EngineLimits? { get set }
  /// How many bytes of memory the engine uses; where it cannot tell, those of all of the process's.
  var usedMemory: Int { get }
  /// The most that ``usedMemory`` has been since ``forgetPeakMemory()``.
  var peakMemory: Int { get }
  func forgetPeakMemory()

  var lastInsertedID: Int { get }
  /// How many rows the last INSERT, UPDATE or DELETE concerned, those of triggers apart.
  var changedRows: Int { get }
  /// How many rows have been inserted, updated and deleted since the engine was made, those of
  /// triggers among them.
  var allChangedRows: Int { get }
  /// Whether a transaction is open; some errors end one.
  var isInTransaction: Bool { get }
  /// Whether nothing can be written.
  var isReadOnly: Bool { get }
  /// Leaves what is in the log of a file there when the connection ends.
  func keepLog()
  /// Ends the connection; whatever is asked for afterwards is refused.
  func close()
}

/// A prepared statement of an ``Engine``.
package protocol EngineStatement: AnyObject {
  var columnNames: [String] { get }
  /// Whether the statement leaves the database as it is.
  var isReadOnly: Bool { get }
  /// The column of a table that a column of the result shows as it is; nil for what is calculated.
  func origin(of column: Int) -> (table: String, column: String)?
  /// Gives the parameter at a place, counted from 1, a value; others keep theirs. The statement must
  /// not be in the middle of a reading.
  func bind(_ value: SQLValue, at place: Int) throws(EngineError)
  /// Goes on to the next row; false after the last, and the statement is then reset.
  func step() throws(EngineError) -> Bool
  /// Runs a statement of which nobody asks what becomes of it: an engine may do so with the next that
  /// somebody does ask about, or with the commit, and tell an error then. It leaves nothing of the
  /// transaction but to be rolled back.
  func post() throws(EngineError)
  func column(_ index: Int) -> SQLValue
  /// How many rows the statement has stepped over since it was prepared, in scans of whole tables;
  /// nil if the engine does not count them.
  var fullScanSteps: Int? { get }
  /// Ends a reading that did not reach the last row.
  func reset()
}

/// A statement that reads, with the values of its parameters.
package struct EngineQuestion: Hashable {
  /// The statement.
  package var sql: String
  /// The values of its parameters, from the first on.
  package var values: [SQLValue]
  /// Whether it is asked anew after each change; it is the same question.
  package var isRepeated = false

  /// Whether both ask the same.
  package static func == (one: EngineQuestion, other: EngineQuestion) -> Bool {
    one.sql == other.sql && one.values == other.values
  }

  /// Feeds what is asked to a hasher.
  package func hash(into hasher: inout Hasher) { hasher.combine(sql) }

  /// A question with the values of its parameters, from the first on.
  package init(_ sql: String, _ values: [SQLValue] = [], isRepeated: Bool = false) {
    (self.sql, self.values, self.isRepeated) = (sql, values, isRepeated)
  }
}

/// What an engine can do.
package struct EngineAbilities: Hashable, Sendable {
  /// How many parameters a statement can have.
  package var parameters = 32_766
  /// Whether a statement of which nobody asks what became of it is run later, so that nothing is
  /// known of it.
  package var postpones = false
  /// Whether no statement may run for long, so that what is much is better done in parts.
  package var needsShortSteps = false
  /// How many rows of a long reading are asked for at a time; nil where they come one by one.
  package var rowsOfPage: Int?
  /// Whether each session has a row of `wb_client`, by which it finds out what was committed.
  package var notesSessions = false

  /// What SQLite can do.
  package init() {}
}

/// What became of a database that was to be written anew.
package enum EngineRewriting: Hashable, Sendable {
  /// Nothing is left of what was deleted.
  case done
  /// Somebody reads what was before, which therefore is still there.
  case heldByReader
  /// It is left in the logs of other machines, for a while.
  case keptInLogs
}

/// What a statement may take while it runs.
package struct EngineLimits {
  /// The most bytes that any text, blob or row can have, so that a file that another program has
  /// prepared takes no more memory than there is.
  package static let longestText = 100_000_000

  /// The most bytes that a text or blob can have.
  package var length: Int
  /// Asked again and again while a statement that only reads runs, with whether it is the first time
  /// in a step; true stops the statement.
  package var isExceeded: (_ isNewStep: Bool) -> Bool

  /// Limits the length of texts and what a statement may take otherwise.
  package init(length: Int, isExceeded: @escaping (_ isNewStep: Bool) -> Bool) {
    self.length = length
    self.isExceeded = isExceeded
  }
}

/// Where the database of an ``Engine`` is.
package enum EnginePlace {
  case memory
  case file(String)
  /// A file that nobody can write while it is open, and beside which nothing can be made.
  case frozenFile(String)
  /// In memory, and in the beginning as the bytes of a file have it.
  case image([UInt8])
  /// A cluster, by what it is called.
  case cluster(String)
  /// A copy, in memory, of what a cluster has now.
  case copyOfCluster(String)
}

/// Makes engines of one kind.
package protocol EngineSource {
  /// Connects to a database; a file that is not there is made, unless it is only to be read.
  ///
  /// Foreign keys are on, and a name in double quotation marks is never taken for a text.
  ///
  /// - Parameter milliseconds: How long to wait for another program that writes.
  func open(
    _ place: EnginePlace, isReadOnly: Bool, busyTimeout milliseconds: Int
  ) throws(EngineError) -> any Engine

  /// Makes an empty database to compile statements on.
  ///
  /// - Parameter isAllowed: Asked for each thing that a statement would do when it is compiled; it
  ///   does not compile where the answer is false.
  func mirror(
    with functions: [SQLFunction], isAllowed: @escaping (EngineAccess) -> Bool
  ) throws(EngineError) -> any EngineMirror
}

/// An empty database in memory on which statements are compiled and not run.
package protocol EngineMirror: AnyObject {
  /// Runs statements that make the tables, separated by semicolons.
  func execute(_ sql: String) throws(EngineError)
  /// Compiles one statement, and says whether it would leave the database as it is.
  ///
  /// - Throws: ``EngineError``, with its ``EngineError/offset`` where the text is not SQL.
  func compile(_ sql: String) throws(EngineError) -> Bool
}

/// What a statement would do, which an ``EngineMirror`` finds when it compiles it.
package enum EngineAccess {
  /// Selects rows, perhaps by recursion.
  case select
  /// Reads a column; one without a name where only the rows matter. The view or trigger through
  /// which it is read is named where there is one.
  case read(table: String, column: String, through: String?)
  case function(String)
  /// Anything else: writes, defines, attaches, begins and ends transactions.
  case other
}

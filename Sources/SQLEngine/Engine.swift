package import Values

/// What the store asks of a database engine that speaks SQLite's SQL.
///
/// This is the seam at which another engine can be put in, with ``EngineSource``, which makes them.
/// What is asked and answered are values; everything the store does beyond it is SQL. The tests of the
/// store have a second engine, which behaves as one at the other end of a wire, and run on it too.
package protocol Engine: AnyObject {
  /// Prepares one statement and keeps it, so that the same text is compiled once.
  func statement(_ sql: String) throws(EngineError) -> any EngineStatement
  /// Prepares one statement that is used once.
  ///
  /// - Throws: ``EngineError``, with its ``EngineError/offset`` where the text is not SQL.
  func prepare(_ sql: String) throws(EngineError) -> any EngineStatement
  /// Runs statements that return nothing, separated by semicolons.
  func execute(_ sql: String) throws(EngineError)

  func begin() throws(EngineError)
  func commit() throws(EngineError)
  func rollback() throws(EngineError)
  func savepoint() throws(EngineError)
  func release() throws(EngineError)
  func rollbackToSavepoint() throws(EngineError)

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
  func column(_ index: Int) -> SQLValue
  /// How many rows the statement has stepped over since it was prepared, in scans of whole tables;
  /// nil if the engine does not count them.
  var fullScanSteps: Int? { get }
  /// Ends a reading that did not reach the last row.
  func reset()
}

/// What a statement may take while it runs.
package struct EngineLimits {
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

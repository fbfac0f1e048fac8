/// What the store asks of a database engine that speaks SQLite's SQL.
///
/// This is the seam at which another engine can be put in: only the files that implement it
/// import one. Everything the store does beyond it is SQL.
protocol Engine: AnyObject {
  /// Prepares one statement and keeps it, so that the same text is compiled once.
  func statement(_ sql: String) throws(StoreError) -> any EngineStatement
  /// Prepares one statement that is used once.
  func prepare(_ sql: String) throws(StoreError) -> any EngineStatement
  /// Runs statements that return nothing, separated by semicolons.
  func execute(_ sql: String) throws(StoreError)

  func begin() throws(StoreError)
  func commit() throws(StoreError)
  func rollback() throws(StoreError)
  func savepoint() throws(StoreError)
  func release() throws(StoreError)
  func rollbackToSavepoint() throws(StoreError)

  /// Asked again and again while a statement runs; true stops it, and leaves the transaction open.
  var isInterrupted: () -> Bool { get set }
  var lastInsertedID: Int { get }
  /// How many rows the last INSERT, UPDATE or DELETE concerned, those of triggers apart.
  var changedRows: Int { get }
  /// Whether a transaction is open; some errors end one.
  var isInTransaction: Bool { get }
  /// Whether nothing can be written.
  var isReadOnly: Bool { get }
  /// Ends the connection; whatever is asked for afterwards is refused.
  func close()
}

/// A prepared statement of an ``Engine``.
protocol EngineStatement: AnyObject {
  var columnNames: [String] { get }
  /// Whether the statement leaves the database as it is.
  var isReadOnly: Bool { get }
  /// Resets the statement and gives its parameters, from the first on, their values.
  func bind(_ values: [SQLValue]) throws(StoreError)
  /// Goes on to the next row; false behind the last, after which the statement is reset.
  func step() throws(StoreError) -> Bool
  func column(_ index: Int) -> SQLValue
  /// Ends a reading that did not reach the last row.
  func reset()
}

extension Engine {
  /// Runs a kept statement to its end.
  func run(_ sql: String, _ values: SQLValue...) throws(StoreError) {
    let statement = try statement(sql)
    try statement.run(values)
  }

  /// The first column of the first row of a kept statement; null without rows.
  func value(_ sql: String, _ values: SQLValue...) throws(StoreError) -> SQLValue {
    let statement = try statement(sql)
    try statement.bind(values)
    guard try statement.step() else { return .null }
    defer { statement.reset() }
    return statement.column(0)
  }

  /// Reads all rows of a statement that is used once.
  func rows(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> [[SQLValue]] {
    let statement = try prepare(sql)
    try statement.bind(values)
    var rows: [[SQLValue]] = []
    while try statement.step() {
      rows.append(statement.columnNames.indices.map(statement.column))
    }
    return rows
  }
}

extension EngineStatement {
  /// Runs the statement to its end.
  func run(_ values: [SQLValue]) throws(StoreError) {
    try bind(values)
    while try step() {}
  }
}

internal import SQLEngine
internal import Values

/// The rows of `wb_tx`, as transactions write them.
final class TransactionRows {
  /// The newest transaction of the file, and the newest change.
  struct Newest {
    var number: Int
    /// When the transaction was opened, in milliseconds since 1970.
    var time: Int
    var change: Int
  }

  private let database: Database
  private let connection: Connection
  // Kept here because looking a statement up by its text costs as much as running it.
  private var newestChange: Statement?
  private var insertion: Statement?

  init(_ database: Database) { (self.database, connection) = (database, database.connection) }

  /// Forgets its statements, which keep a connection from being closed.
  func forget() { (newestChange, insertion) = (nil, nil) }

  /// The number of the newest change; 0 if there is none.
  func lastChange() throws(StoreError) -> Int {
    let statement = try kept(
      &newestChange, "SELECT seq FROM wb_change ORDER BY seq DESC LIMIT 1")
    try statement.bind([])
    guard try statement.step() else { return 0 }
    defer { statement.reset() }
    return try database.checked(statement.column(0).integer ?? 0, in: "wb_change")
  }

  private func kept(
    _ statement: inout Statement?, _ sql: @autoclosure () -> String
  ) throws(StoreError) -> Statement {
    if let statement { return statement }
    let prepared = try connection.prepare(sql())
    statement = prepared
    return prepared
  }

  /// Adds the row of a transaction, which is open until its changes are counted.
  ///
  /// - Returns: When it was opened.
  func add(
    _ entry: TransactionEntry, after newest: Newest, actor: Int, reference: Int?
  ) throws(StoreError) -> Int {
    let now = database.clock()
    let before = newest.time
    // SQLite finds the greatest number, which is at the end of the table, in less time than it makes
    // sure that a given one is new.
    let insertion = try kept(
      &insertion,
      """
      INSERT INTO wb_tx(ts, clock, actor, kind, ref, source, cmd, reason, lo)
      VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """)
    try insertion.bind(.integer(max(now, before)), at: 1)
    try insertion.bind(now < before ? .integer(now) : .null, at: 2)
    try insertion.bind(.integer(actor), at: 3)
    try insertion.bind(.integer(entry.kind.rawValue), at: 4)
    try insertion.bind(SQLValue(reference), at: 5)
    try insertion.bind(SQLValue(entry.source), at: 6)
    try insertion.bind(SQLValue(entry.command), at: 7)
    try insertion.bind(SQLValue(entry.reason), at: 8)
    try insertion.bind(.integer(newest.change + 1), at: 9)
    try insertion.run()
    guard connection.lastInsertedID == newest.number + 1 else {
      try remove(connection.lastInsertedID)
      throw StoreError(.engine, "the transactions of \(database.location) cannot be numbered")
    }
    return max(now, before)
  }

  /// Removes the row of a transaction that has changed nothing.
  func remove(_ number: Int) throws(StoreError) {
    try connection.run("DELETE FROM wb_tx WHERE id = ?1", .integer(number))
  }

  /// The newest transaction and change of the file, after those of other programs were counted.
  func newest() throws(StoreError) -> Newest {
    let statement = try connection.statement(
      """
      SELECT id, ts, n, (SELECT max(seq) FROM wb_change) FROM wb_tx ORDER BY id DESC LIMIT 1
      """)
    try statement.bind([])
    guard try statement.step() else {
      return Newest(number: 0, time: .min, change: try lastChange())
    }
    let newest = Newest(
      number: try database.checked(statement.column(0).integer ?? 0, in: "wb_tx"),
      time: statement.column(1).integer ?? .min,
      change: try database.checked(statement.column(3).integer ?? 0, in: "wb_change"))
    let isCounted = statement.column(2).integer ?? -1 >= 0
    statement.reset()
    if !isCounted { try countForeign() }
    return newest
  }

  /// The number of the newest transaction; 0 if there is none.
  func newestNumber() throws(StoreError) -> Int {
    let newest = try connection.value("SELECT max(id) FROM wb_tx").integer ?? 0
    return try database.checked(newest, in: "wb_tx")
  }

  /// Counts what other programs changed since our last transaction.
  private func countForeign() throws(StoreError) {
    try connection.run(
      """
      UPDATE wb_tx SET n = coalesce((SELECT b.lo FROM wb_tx AS b WHERE b.id > wb_tx.id
          ORDER BY b.id LIMIT 1), (SELECT max(seq) FROM wb_change) + 1, lo) - lo
      WHERE id > coalesce((SELECT id FROM wb_tx WHERE n >= 0 ORDER BY id DESC LIMIT 1), 0)
      """)
    // Our own writes find no victims of theirs.
    try connection.run("DELETE FROM wb_victim")
  }

  /// The number of an actor, which is given one if it has none.
  func number(ofActor name: String) throws(StoreError) -> Int {
    guard name != Schema.otherProgram else {
      throw StoreError(.refused, "\(name) is the name of all other programs; choose another actor")
    }
    let find = "SELECT id FROM wb_text WHERE s = ?1"
    if let known = try connection.value(find, .text(name)).integer { return known }
    try connection.run("INSERT INTO wb_text(s) VALUES(?1)", .text(name))
    return connection.lastInsertedID
  }
}

internal import SQLEngine
internal import Values

/// An open transaction.
///
/// Writing methods require one as an argument; only ``TransactionRows`` creates them, for a
/// ``Journal``.
final class Transaction {
  fileprivate struct Rules {
    /// Types with rules whose records have changed since the last check.
    var unchecked: Set<Int> = []
    var mayBeBroken = false
    var warnings: [StoreError] = []
  }

  struct Part {
    fileprivate let definitions: Int
    fileprivate let rules: Rules
    fileprivate let source: String?
    fileprivate let sourcedFrom: Int
    fileprivate let reason: String?
  }

  let number: Int
  let low: Int
  /// Whether the transaction belongs to a group, which ``Journal/endGroup()`` commits.
  let isShared: Bool
  /// Whether changes of an unknown program were recorded before this transaction.
  let hasMended: Bool
  /// Whether the transaction is a single change, which needs no savepoint.
  let isBare: Bool
  /// The engine's counter of changed rows before the change; nil if the transaction is not bare, or
  /// the engine has no such counter.
  fileprivate let rowsBeforeChange: Int?
  /// In milliseconds since 1970.
  private let time: Int
  fileprivate var entry: TransactionEntry { didSet { isEntryNew = true } }
  /// Whether the entry differs from its stored row.
  fileprivate private(set) var isEntryNew = false
  private(set) var definitions = 0
  /// The origin of the next change, unless another one is set.
  fileprivate(set) var source: String?
  /// The highest number of a change for which an origin was stored.
  fileprivate var sourcedFrom = 0
  fileprivate private(set) var keepsEmpty: Bool
  private var rules = Rules()
  /// Types with rules whose records have changed.
  private var changed: Set<Int> = []
  private var hasChanged = false
  private var openParts = 0
  /// The number of running closures at whose end rules are checked.
  private var postponements = 0
  private(set) var load: RecordLoad?
  fileprivate var last: Int?
  /// The number of changes, if the group must write this number.
  fileprivate(set) var unsealed: Int?
  /// Whether a ``ChangeMark`` was taken during the transaction.
  private(set) var isWatched = false
  private let catalog: Catalog

  fileprivate init(
    _ row: TransactionRows.Newest, low: Int, _ entry: TransactionEntry,
    _ opening: TransactionRows.Opening, rowsBeforeChange: Int?, _ catalog: Catalog
  ) {
    (number, time, self.low) = (row.number, row.time, low)
    (isShared, hasMended) = (opening.isShared, opening.hasMended)
    (isBare, keepsEmpty) = (opening.isBare, opening.keepsEmpty)
    self.rowsBeforeChange = rowsBeforeChange
    (self.entry, self.catalog) = (entry, catalog)
    source = entry.source
  }

  /// Nil until the transaction is sealed.
  var newest: TransactionRows.Newest? {
    last.map { TransactionRows.Newest(number: number, time: time, change: $0) }
  }

  var warnings: [StoreError] { rules.warnings }

  /// Marks the records of a type as changed, and the owners of lists that contain them; with
  /// `andOthers`, the records of all types.
  func noteChange(of table: Table, andOthers: Bool = false) {
    guard catalog.keepsRules else { return }
    rules.mayBeBroken = true
    hasChanged = true
    note(table)
    for link in table.links { note(catalog.tables[link.owner]) }
    if let list = table.references { note(catalog.tables[list.owner]) }
    if andOthers { noteChangeOfAll() }
  }

  private func note(_ table: Table?) {
    guard let table, !table.rules.isEmpty else { return }
    rules.unchecked.insert(table.id)
    changed.insert(table.id)
  }

  func noteChangeOfAll() {
    for table in catalog.tables.values { noteChange(of: table) }
  }

  func noteDefinition() { definitions += 1 }

  func watch() { isWatched = true }

  func warn(_ warning: StoreError) { rules.warnings.append(warning) }

  var reason: String? { entry.reason }

  func give(command: String) { entry.command = command }

  func give(reason: String) { entry.reason = reason }

  func keep(reason: String) {
    keepsEmpty = true
    entry.reason = reason
  }

  func append(_ command: String?) {
    guard let command else { return }
    // Appended in place, because copying the text at each command would slow down long
    // transactions.
    if entry.command?.append("\n" + command) == nil { entry.command = command }
  }

  /// Checks all rules except those that are checked only at the end of a transaction.
  func checkRules(after change: Int) throws(StoreError) {
    guard rules.mayBeBroken, postponements == 0 else { return }
    let warnings = try catalog.checkRules(atEnd: false, after: change, of: rules.unchecked)
    rules = Rules(warnings: rules.warnings + warnings)
  }

  /// Checks all rules at the end of a transaction.
  ///
  /// - Parameter change: The last change before the transaction.
  func checkAllRules(after change: Int) throws(StoreError) {
    try checkRules(after: change)
    guard hasChanged, catalog.keepsRulesAtEnd else { return }
    rules.warnings += try catalog.checkRules(atEnd: true, after: change, of: changed)
  }

  func postponingRules<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    postponements += 1
    defer { postponements -= 1 }
    return try body()
  }

  /// Prepares for many new records of a type, until the transaction ends or another type is
  /// prepared; returns the size of a batch.
  ///
  /// Does nothing and returns 0 if the transaction belongs to a group, or if a part of the
  /// transaction can be rolled back separately.
  func expectMany(of table: Table) throws(StoreError) -> Int {
    guard openParts == 0, !isShared else { return 0 }
    try endLoad()
    load = try RecordLoad(table, of: number, catalog)
    return load?.recordsAtOnce ?? 0
  }

  func endLoad() throws(StoreError) {
    try load?.end()
    load = nil
  }

  /// The rules of the part are checked separately.
  func beginPart() -> Part {
    openParts += 1
    defer { rules = Rules() }
    return Part(
      definitions: definitions, rules: rules, source: source, sourcedFrom: sourcedFrom,
      reason: reason)
  }

  /// Called whether the part is kept or rolled back.
  func end(_ part: Part) {
    openParts -= 1
    let unchecked = postponements > 0 ? rules : Rules()
    rules = part.rules
    rules.unchecked.formUnion(unchecked.unchecked)
    rules.mayBeBroken = rules.mayBeBroken || unchecked.mayBeBroken
  }

  func hasDefinitions(since part: Part) -> Bool { definitions != part.definitions }

  func forgetSources(since part: Part) {
    (source, sourcedFrom) = (part.source, part.sourcedFrom)
    if entry.reason != part.reason { entry.reason = part.reason }
  }

  func forgetDefinitions(since part: Part) { definitions = part.definitions }
}

/// An author with the number in the database.
struct KnownActor {
  let name: String
  let number: Int
}

final class TransactionRows {
  struct Newest {
    var number: Int
    /// In milliseconds since 1970.
    var time: Int
    var change: Int
  }

  struct Opening {
    var reference: Int?
    var keepsEmpty = false
    var isShared = false
    var isBare = false
    var hasMended = false
  }

  private let database: Database
  private let connection: Connection
  // Kept because looking up a statement by its text costs as much as running it.
  private var newestChange: PreparedStatement?
  private var insertion: PreparedStatement?
  private var sourceInsertion: PreparedStatement?
  /// How far this machine's clock may be ahead of ``storingTime``, in milliseconds.
  private static let longestLead = 60_000
  /// The time of the machine that stores the changes; nil after the first transaction was checked.
  private var storingTime: Int?

  init(_ database: Database) { (self.database, connection) = (database, database.connection) }

  /// Open statements would keep a connection from closing.
  func forget() { (newestChange, insertion, sourceInsertion) = (nil, nil, nil) }

  func lastChange() throws(StoreError) -> Int {
    let statement = try kept(&newestChange, Self.newestChangeOfFile)
    try statement.bind([])
    guard try statement.step() else { return 0 }
    defer { statement.reset() }
    return try database.checked(statement.column(0).integer ?? 0, in: "wb_change")
  }

  private func kept(
    _ statement: inout PreparedStatement?, _ sql: @autoclosure () -> String
  ) throws(StoreError) -> PreparedStatement {
    if let statement { return statement }
    let prepared = try connection.prepare(sql())
    statement = prepared
    return prepared
  }

  /// The transaction counts as open until it is sealed.
  func open(
    _ entry: TransactionEntry, after newest: Newest, actor: Int, _ opening: Opening,
    _ catalog: Catalog
  ) throws(StoreError) -> Transaction {
    let time = try add(entry, after: newest, actor: actor, reference: opening.reference)
    let row = Newest(number: newest.number + 1, time: time, change: newest.change)
    let counts = opening.isBare && !connection.abilities.postpones
    return Transaction(
      row, low: newest.change + 1, entry, opening,
      rowsBeforeChange: counts ? connection.allChangedRows : nil, catalog)
  }

  private func add(
    _ entry: TransactionEntry, after newest: Newest, actor: Int, reference: Int?
  ) throws(StoreError) -> Int {
    let now = database.clock()
    guard Instant(milliseconds: now).isInCalendar else { throw StoreError(.refused, .fact(.clock)) }
    if let time = storingTime.take(), now > time &+ Self.longestLead {
      throw StoreError(.refused, .clockAhead(now, leader: time))
    }
    let before = newest.time
    // Finding the maximum number, at the end of the table, is faster for SQLite than verifying that
    // a given number is unused.
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
    try insertion.post()
    guard connection.abilities.postpones || connection.lastInsertedID == newest.number + 1 else {
      try remove(connection.lastInsertedID)
      throw StoreError(.engine, .unnumbered(place: database.place))
    }
    return max(now, before)
  }

  /// Reads the time of the machine that stores the changes. If this machine's clock were ahead, all
  /// later transactions would get its time, because times never decrease.
  func noteClock() throws(StoreError) {
    guard let question = connection.abilities.clock else { return }
    do {
      storingTime = try connection.value(question.sql).integer
    } catch  where connection.isInTransaction {
      // A node of an older version has no clock function.
      storingTime = nil
    }
  }

  /// Records the origin from a change on, unless the change already has a stored origin.
  func note(
    source: String?, from change: Int, of transaction: Transaction
  ) throws(StoreError) {
    guard let source, source != transaction.source else { return }
    try connection.run(
      "INSERT OR IGNORE INTO wb_source(seq, source) VALUES(?1, ?2)", .integer(change),
      .text(source))
    guard change > transaction.sourcedFrom else { return }
    (transaction.source, transaction.sourcedFrom) = (source, change)
  }

  func noteNext(source: String, of transaction: Transaction) throws(StoreError) {
    guard source != transaction.source else { return }
    try put(source, at: lastChange() + 1, of: transaction)
  }

  /// Each origin applies from the change at the same index on.
  func note(
    _ sources: [String], from changes: [Int], of transaction: Transaction
  ) throws(StoreError) {
    for (source, change) in zip(sources, changes) { try put(source, at: change, of: transaction) }
  }

  private func put(
    _ source: String, at change: Int, of transaction: Transaction
  ) throws(StoreError) {
    let insertion = try kept(
      &sourceInsertion, "INSERT OR REPLACE INTO wb_source(seq, source) VALUES(?1, ?2)")
    try insertion.bind(.integer(change), at: 1)
    try insertion.bind(.text(source), at: 2)
    try insertion.post()
    (transaction.source, transaction.sourcedFrom) = (source, change)
  }

  /// Stores the number of changes and the final entry; returns nil if the transaction changed
  /// nothing and its row was removed.
  func seal(_ transaction: Transaction) throws(StoreError) -> Int? {
    let last = try lastChange(of: transaction)
    let changes = last - transaction.low + 1 + transaction.definitions
    transaction.last = last
    if transaction.sourcedFrom > last {
      try connection.run("DELETE FROM wb_source WHERE seq > ?1", .integer(last))
    }
    if changes == 0, !transaction.keepsEmpty {
      try remove(transaction.number)
      return nil
    }
    if transaction.definitions > 0, transaction.entry.kind == .edit {
      transaction.entry.kind = .schema
    }
    guard transaction.isEntryNew else {
      if transaction.isShared, transaction.definitions == 0 {
        transaction.unsealed = changes
        return transaction.number
      }
      try connection.post(
        "UPDATE wb_tx SET n = ?1 WHERE id = ?2", .integer(changes), .integer(transaction.number))
      return transaction.number
    }
    let entry = transaction.entry
    try connection.post(
      "UPDATE wb_tx SET n = ?1, kind = ?2, cmd = ?3, reason = ?4 WHERE id = ?5",
      .integer(changes), .integer(entry.kind.rawValue), SQLValue(entry.command),
      SQLValue(entry.reason), .integer(transaction.number))
    return transaction.number
  }

  /// Returns the last change of the transaction; if the transaction changed nothing, the change
  /// before it.
  private func lastChange(of transaction: Transaction) throws(StoreError) -> Int {
    guard let before = transaction.rowsBeforeChange else { return try lastChange() }
    switch connection.allChangedRows - before {
    case 0: return transaction.low - 1
    // One record row, and one history row inserted by its trigger.
    case 2 where connection.changedRows == 1: return transaction.low
    default: return try lastChange()
    }
  }

  func remove(_ number: Int) throws(StoreError) {
    try connection.run("DELETE FROM wb_tx WHERE id = ?1", .integer(number))
  }

  private static let newestOfFile = """
    SELECT id, ts, n, (SELECT max(seq) FROM wb_change) FROM wb_tx ORDER BY id DESC LIMIT 1
    """
  private static let newestChangeOfFile = "SELECT seq FROM wb_change ORDER BY seq DESC LIMIT 1"
  private static let numberOfActor = "SELECT id FROM wb_text WHERE s = ?1"

  func questions(of actor: String) -> [EngineQuestion] {
    [
      EngineQuestion(Self.newestOfFile), EngineQuestion(Self.numberOfActor, [.text(actor)]),
      EngineQuestion(Self.newestChangeOfFile, isRepeated: true),
    ] + [connection.abilities.clock].compactMap(\.self)
  }

  /// Also stores missing change counts of transactions that other programs wrote.
  func newest() throws(StoreError) -> Newest {
    let statement = try connection.statement(Self.newestOfFile)
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

  func newestNumber() throws(StoreError) -> Int {
    let newest = try connection.value("SELECT max(id) FROM wb_tx").integer ?? 0
    return try database.checked(newest, in: "wb_tx")
  }

  private func countForeign() throws(StoreError) {
    try connection.run(
      """
      UPDATE wb_tx SET n = coalesce((SELECT b.lo FROM wb_tx AS b WHERE b.id > wb_tx.id
          ORDER BY b.id LIMIT 1), (SELECT max(seq) FROM wb_change) + 1, lo) - lo
      WHERE id > coalesce((SELECT id FROM wb_tx WHERE n >= 0 ORDER BY id DESC LIMIT 1), 0)
      """)
    // Rows left by writes of other programs would be mistaken for rows of this store's writes.
    try connection.run("DELETE FROM wb_victim")
  }

  /// Assigns a number to a new actor.
  func number(ofActor name: String) throws(StoreError) -> Int {
    guard name != Schema.otherProgram else { throw StoreError(.refused, .reservedActor(name)) }
    if let known = try connection.value(Self.numberOfActor, .text(name)).integer { return known }
    try connection.run("INSERT INTO wb_text(s) VALUES(?1)", .text(name))
    return connection.lastInsertedID
  }
}

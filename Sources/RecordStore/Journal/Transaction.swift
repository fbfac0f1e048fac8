internal import SQLEngine
internal import Values

/// A transaction that is open.
///
/// What writes takes one, and only ``TransactionRows`` makes them, for a ``Journal``.
final class Transaction {
  /// What rules have to be looked at, and what they have said.
  fileprivate struct Rules {
    /// The types with rules whose records were changed and not looked at since.
    var unchecked: Set<Int> = []
    /// Whether something has changed since the rules of all types were looked at.
    var mayBeBroken = false
    /// What rules that only warn say against what was done.
    var warnings: [StoreError] = []
  }

  /// What a transaction had come to when a part of it began, which can be rolled back alone.
  struct Part {
    fileprivate let definitions: Int
    fileprivate let rules: Rules
    fileprivate let source: String?
    fileprivate let sourcedFrom: Int
    fileprivate let reason: String?
  }

  let number: Int
  /// The number of its first change.
  let low: Int
  /// Whether it is one of a group, to be committed by ``Journal/endGroup()``.
  let isShared: Bool
  /// Whether changes of an unknown program were recorded before it.
  let hasMended: Bool
  /// Whether it is one change, to which nothing is kept to go back.
  let isBare: Bool
  /// How many rows the engine had changed before the one change, where it says that at once.
  fileprivate let rowsBeforeChange: Int?
  /// When it was opened, in milliseconds since 1970.
  private let time: Int
  fileprivate var entry: TransactionEntry { didSet { isEntryNew = true } }
  /// Whether the entry is no longer as its row has it.
  fileprivate private(set) var isEntryNew = false
  /// How many definitions it changed.
  private(set) var definitions = 0
  /// Where the next change is from, unless something else is noted.
  fileprivate(set) var source: String?
  /// The greatest change that a source is noted from.
  fileprivate var sourcedFrom = 0
  /// Whether its row stays where it changed nothing.
  fileprivate private(set) var keepsEmpty: Bool
  private var rules = Rules()
  /// How many parts have begun that can still be rolled back alone.
  private var openParts = 0
  /// What records new records of a type in place of its triggers.
  private(set) var load: RecordLoad?
  /// The number of its last change, once it is sealed.
  fileprivate var last: Int?
  /// How many changes it has, once it has ended and is to be sealed with others of its group.
  fileprivate(set) var unsealed: Int?
  /// Whether somebody has asked what it changed.
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

  /// What the file has last, once it is sealed.
  var newest: TransactionRows.Newest? {
    last.map { TransactionRows.Newest(number: number, time: time, change: $0) }
  }

  /// What rules of severity `warn` say against what was done.
  var warnings: [StoreError] { rules.warnings }

  /// Notes that records are changed, and with them perhaps those that own them, and others that
  /// refer to them.
  func noteChange(of table: Table, andOthers: Bool = false) {
    guard catalog.keepsRules else { return }
    rules.mayBeBroken = true
    if !table.rules.isEmpty { rules.unchecked.insert(table.id) }
    for link in table.links {
      guard let owner = catalog.tables[link.owner], !owner.rules.isEmpty else { continue }
      rules.unchecked.insert(owner.id)
    }
    if andOthers { noteChangeOfAll() }
  }

  /// Notes that records of any type may have been changed.
  func noteChangeOfAll() {
    for table in catalog.tables.values { noteChange(of: table) }
  }

  /// Notes that a definition is changed.
  func noteDefinition() { definitions += 1 }

  /// Notes that somebody has asked what it changed.
  func watch() { isWatched = true }

  /// Adds what a rule that only warns says against what was done.
  func warn(_ warning: StoreError) { rules.warnings.append(warning) }

  /// Why it is made, as far as that was said.
  var reason: String? { entry.reason }

  /// Says in the log by which command it was made.
  func give(command: String) { entry.command = command }

  /// Says in the log why it was made.
  func give(reason: String) { entry.reason = reason }

  /// Keeps the transaction in the log whether it has changed something or not, and says why.
  func keep(reason: String) {
    keepsEmpty = true
    entry.reason = reason
  }

  /// Adds the text of a command that became a part of it.
  func append(_ command: String?) {
    guard let command else { return }
    // In place: a copy at each command would make a long transaction slow.
    if entry.command?.append("\n" + command) == nil { entry.command = command }
  }

  /// Throws if records that were changed after a change break a rule.
  func checkRules(after change: Int) throws(StoreError) {
    guard rules.mayBeBroken else { return }
    let warnings = try catalog.checkRules(after: change, of: rules.unchecked)
    rules = Rules(warnings: rules.warnings + warnings)
  }

  // MARK: Many records

  /// Gets ready for many new records of a type, until the transaction ends, or until those of another
  /// are expected.
  ///
  /// It does nothing where a part of the transaction could be rolled back without the rest.
  ///
  /// - Returns: How many records are made at once.
  func expectMany(of table: Table) throws(StoreError) -> Int {
    guard openParts == 0, !isShared else { return 0 }
    try endLoad()
    load = try RecordLoad(table, of: number, catalog)
    return load?.recordsAtOnce ?? 0
  }

  /// Lets the triggers record new records again.
  func endLoad() throws(StoreError) {
    try load?.end()
    load = nil
  }

  // MARK: Parts

  /// Begins a part, whose rules are looked at for themselves.
  func beginPart() -> Part {
    openParts += 1
    defer { rules = Rules() }
    return Part(
      definitions: definitions, rules: rules, source: source, sourcedFrom: sourcedFrom,
      reason: reason)
  }

  /// Ends a part, be it kept or rolled back.
  func end(_ part: Part) {
    openParts -= 1
    rules = part.rules
  }

  /// Whether definitions were changed since a part began.
  func hasDefinitions(since part: Part) -> Bool { definitions != part.definitions }

  /// Forgets where changes were from that a part has made and that are rolled back, and why it made
  /// them.
  func forgetSources(since part: Part) {
    (source, sourcedFrom) = (part.source, part.sourcedFrom)
    if entry.reason != part.reason { entry.reason = part.reason }
  }

  /// Forgets the definitions that were changed since a part began.
  func forgetDefinitions(since part: Part) { definitions = part.definitions }
}

/// The rows of `wb_tx`, as transactions write them.
final class TransactionRows {
  /// The newest transaction of the file, and the newest change.
  struct Newest {
    var number: Int
    /// When the transaction was opened, in milliseconds since 1970.
    var time: Int
    var change: Int
  }

  /// What is known of a transaction when it is opened.
  struct Opening {
    /// The transaction that it undoes.
    var reference: Int?
    /// Whether its row stays where it changes nothing.
    var keepsEmpty = false
    /// Whether it is one of a group.
    var isShared = false
    /// Whether it is one change, to which nothing is kept to go back.
    var isBare = false
    /// Whether changes of an unknown program were recorded before it.
    var hasMended = false
  }

  private let database: Database
  private let connection: Connection
  // Kept here because looking a statement up by its text costs as much as running it.
  private var newestChange: Statement?
  private var insertion: Statement?
  private var sourceInsertion: Statement?

  init(_ database: Database) { (self.database, connection) = (database, database.connection) }

  /// Forgets its statements, which keep a connection from being closed.
  func forget() { (newestChange, insertion, sourceInsertion) = (nil, nil, nil) }

  /// The number of the newest change; 0 if there is none.
  func lastChange() throws(StoreError) -> Int {
    let statement = try kept(&newestChange, Self.newestChangeOfFile)
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

  /// Makes the row of a transaction, which is open until it is sealed.
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

  /// Adds the row of a transaction, and returns when it was opened.
  private func add(
    _ entry: TransactionEntry, after newest: Newest, actor: Int, reference: Int?
  ) throws(StoreError) -> Int {
    let now = database.clock()
    guard Instant(milliseconds: now).isInCalendar else {
      throw StoreError(
        .refused, "the clock shows a time outside of the years 1 to 9999; set the clock right")
    }
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
    try insertion.post()
    guard connection.abilities.postpones || connection.lastInsertedID == newest.number + 1 else {
      try remove(connection.lastInsertedID)
      throw StoreError(.engine, "the transactions of \(database.location) cannot be numbered")
    }
    return max(now, before)
  }

  /// Notes where the changes of a transaction are from, from one on that is there already; what is
  /// noted from it stays.
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

  /// Notes where the changes are from that a transaction makes from now on.
  func noteNext(source: String, of transaction: Transaction) throws(StoreError) {
    guard source != transaction.source else { return }
    try put(source, at: lastChange() + 1, of: transaction)
  }

  /// Notes where the changes of a transaction are from, from each of some on that are there already.
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
    try insertion.run()
    (transaction.source, transaction.sourcedFrom) = (source, change)
  }

  /// Counts the changes of a transaction and writes what its entry has become.
  ///
  /// - Returns: Its number; nil, and no row any more, if it changed nothing.
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

  /// The number of the last change that a transaction has made, or of the one before it.
  private func lastChange(of transaction: Transaction) throws(StoreError) -> Int {
    guard let before = transaction.rowsBeforeChange else { return try lastChange() }
    switch connection.allChangedRows - before {
    case 0: return transaction.low - 1
    // One row of a record, and what its trigger has inserted.
    case 2 where connection.changedRows == 1: return transaction.low
    default: return try lastChange()
    }
  }

  /// Removes the row of a transaction that has changed nothing.
  func remove(_ number: Int) throws(StoreError) {
    try connection.run("DELETE FROM wb_tx WHERE id = ?1", .integer(number))
  }

  private static let newestOfFile = """
    SELECT id, ts, n, (SELECT max(seq) FROM wb_change) FROM wb_tx ORDER BY id DESC LIMIT 1
    """
  private static let newestChangeOfFile = "SELECT seq FROM wb_change ORDER BY seq DESC LIMIT 1"
  private static let numberOfActor = "SELECT id FROM wb_text WHERE s = ?1"

  /// What is asked when a transaction of an actor is opened.
  func questions(of actor: String) -> [EngineQuestion] {
    [
      EngineQuestion(Self.newestOfFile), EngineQuestion(Self.numberOfActor, [.text(actor)]),
      EngineQuestion(Self.newestChangeOfFile, isRepeated: true),
    ]
  }

  /// The newest transaction and change of the file, after those of other programs were counted.
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
    if let known = try connection.value(Self.numberOfActor, .text(name)).integer { return known }
    try connection.run("INSERT INTO wb_text(s) VALUES(?1)", .text(name))
    return connection.lastInsertedID
  }
}

internal import Values

extension Store {
  /// Whether a transaction is open.
  public var isInTransaction: Bool { open != nil }

  /// Runs a closure as a transaction, or as a part of the one that is open.
  ///
  /// All of it is done, or nothing if the closure throws. It is one entry of the log, or a line of
  /// the entry of the transaction that ``begin(_:)`` opened. A transaction that changes nothing is
  /// not logged.
  ///
  /// - Parameters:
  ///   - isCurrent: Whether what is written builds on what was read since ``refresh()``.
  ///   - mapError: Makes the caller's error of one of the store's.
  /// - Throws: What the closure throws, and what `mapError` makes of a ``StoreError``: of the kind
  ///   ``StoreError/Kind/overtaken``, before the closure is called, where `isCurrent` is demanded
  ///   and another program has written since.
  public func transaction<Result, Failure: Error>(
    _ entry: TransactionEntry, ifCurrent isCurrent: Bool = false,
    mapError: (StoreError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard open == nil else { return try part(entry, mapError, body) }
    try mapping(beginShared(entry), mapError)
    do throws(Failure) {
      if isCurrent { try mapping(checkIsCurrent(), mapError) }
      let result = try body()
      try mapping(commit(reason: nil), mapError)
      return result
    } catch {
      // The first error is the one to tell.
      try? rollback()
      throw error
    }
  }

  /// Runs a closure as a transaction, or as a part of the one that is open, and throws what either
  /// throws: the closure, or the store its ``StoreError``.
  public func transaction<Result>(
    _ entry: TransactionEntry, ifCurrent isCurrent: Bool = false, _ body: () throws -> Result
  ) throws -> Result {
    try transaction(entry, ifCurrent: isCurrent, mapError: { $0 as any Error }, body)
  }

  /// Makes one change as a transaction, or as a part of the one that is open.
  ///
  /// It is what ``transaction(_:ifCurrent:_:)`` would do, for a closure that calls ``update(_:_:)``,
  /// ``create(_:_:)`` or ``recreate(_:_:)`` once and changes nothing else. That is one statement,
  /// which is done wholly or not at all: nothing has to be kept to go back to, which saves a tenth
  /// of the time.
  ///
  /// - Throws: What the closure throws, and ``StoreError`` of the kind
  ///   ``StoreError/Kind/overtaken``, before the closure is called, where `isCurrent` is demanded
  ///   and another program has written since ``refresh()``.
  public func change(
    _ entry: TransactionEntry, ifCurrent isCurrent: Bool = false,
    _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    // What breaks a rule is found after it was done.
    let isBare = !keepsRules
    guard open == nil else {
      guard isBare else { return try part(entry, { $0 }, body) }
      return try barePart(entry, body)
    }
    try beginShared(entry, isBare: isBare)
    do throws(StoreError) {
      if isCurrent { try checkIsCurrent() }
      try body()
      try commit(reason: nil)
    } catch {
      // The first error is the one to tell.
      try? rollback()
      throw error
    }
  }

  private func checkIsCurrent() throws(StoreError) {
    if let group, group.count > 0 { return }
    guard try currentDataVersion() == dataVersion else {
      throw StoreError(.overtaken, "another program has changed \(location) meanwhile")
    }
  }

  @discardableResult
  private func mapping<Result, Failure: Error>(
    _ step: @autoclosure () throws(StoreError) -> Result, _ mapError: (StoreError) -> Failure
  ) throws(Failure) -> Result {
    do throws(StoreError) {
      return try step()
    } catch {
      throw mapError(error)
    }
  }

  private func part<Result, Failure: Error>(
    _ entry: TransactionEntry, _ mapError: (StoreError) -> Failure,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try mapping(checkAlive(), mapError)
    let definitions = open?.definitions
    let before = try mapping(lastChange(), mapError)
    let (unchecked, said) = (open?.unchecked ?? [], open?.warnings ?? [])
    let mayBreakRules = open?.mayBreakRules ?? false
    open?.unchecked = []
    open?.mayBreakRules = false
    open?.warnings = []
    defer {
      open?.unchecked = unchecked
      open?.mayBreakRules = mayBreakRules
      open?.warnings = said
    }
    try mapping(connection.savepoint(), mapError)
    do throws(Failure) {
      let result = try body()
      try mapping(endPart(entry, after: before, definitions), mapError)
      return result
    } catch {
      try mapping(takeBackPart(definitions, after: before), mapError)
      throw error
    }
  }

  /// Makes one change as a part of the open transaction; where it fails, it has not been made.
  private func barePart(
    _ entry: TransactionEntry, _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    try checkAlive()
    let before = connection.allChangedRows
    try body()
    try checkAlive()
    warnings = []
    if connection.allChangedRows != before { append(entry) }
  }

  /// Keeps what a part has done since a change, if that breaks no rule.
  private func endPart(
    _ entry: TransactionEntry, after change: Int, _ definitions: Int?
  ) throws(StoreError) {
    try checkAlive()
    try checkRules(after: change)
    try connection.release()
    warnings = open?.warnings ?? []
    if try lastChange() != change || open?.definitions != definitions { append(entry) }
  }

  private func takeBackPart(_ definitions: Int?, after change: Int) throws(StoreError) {
    if open?.isWatched == true { takenBack.append(takingBack(after: change)) }
    if connection.isInTransaction { try connection.rollbackToSavepoint() }
    guard open?.definitions != definitions else { return }
    open?.definitions = definitions ?? 0
    try loadTypes()
  }

  /// Adds the text of a command to that of the transaction it became a part of.
  private func append(_ entry: TransactionEntry) {
    guard let command = entry.command else { return }
    // In place: a copy at each command would make a long transaction slow.
    if open?.entry.command?.append("\n" + command) == nil { open?.entry.command = command }
  }

  /// Opens a transaction that goes on until ``commit(reason:)`` or ``rollback()``.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/busy`` if another program writes for
  ///   longer than the time to wait.
  public func begin(_ entry: TransactionEntry) throws(StoreError) {
    guard open == nil else { throw StoreError(.refused, "a transaction is already open") }
    if options.isTrial { return try beginShared(entry) }
    try endGroup()
    try beginEngine()
    do {
      let hasMended = try mendIfNeeded()
      try openRow(entry)
      open?.hasMended = hasMended
    } catch {
      open = nil
      try? connection.rollback()
      throw error
    }
  }

  func beginEngine() throws(StoreError) {
    guard past == nil else { throw StoreError(.refused, "a past state cannot be changed") }
    guard !connection.isReadOnly else {
      throw StoreError(.readOnly, "\(location) is open read-only")
    }
    do {
      try connection.begin()
    } catch {
      throw busy(error)
    }
  }

  /// Ends the transaction and keeps what it did, if that breaks no rule.
  ///
  /// - Parameter reason: Why it was done, in place of the reason it was begun with.
  /// - Returns: The number of the transaction; nil if it changed nothing.
  /// - Throws: ``StoreError``; the transaction then goes on, to be mended or rolled back.
  @discardableResult
  public func commit(reason: String?) throws(StoreError) -> Int? {
    try checkAlive()
    if let low = open?.low { try checkRules(after: low - 1) }
    let said = open?.warnings ?? []
    if let reason { open?.entry.reason = reason }
    let number = try sealRow()
    if open?.isShared == true {
      try commitShared(number)
      return number
    }
    if number == nil, open?.hasMended != true {
      try rollback()
      return nil
    }
    do {
      try indexIfLong()
      try saveNewSchema()
      try checkFile()
      try connection.commit()
    } catch {
      indexed = nil
      if connection.isInTransaction, let number {
        // The transaction goes on, so its row is not sealed after all.
        try? connection.run("UPDATE wb_tx SET n = NULL WHERE id = ?1", .integer(number))
      }
      throw busy(error)
    }
    open = nil
    hasWritten = true
    warnings = said
    return number
  }

  /// Ends the transaction and takes back what it did.
  public func rollback() throws(StoreError) {
    guard let transaction = open else { throw StoreError(.refused, "no transaction is open") }
    open = nil
    if transaction.isWatched { takenBack.append(takingBack(after: transaction.low - 1)) }
    if transaction.isShared {
      try takeBackShared(transaction)
    } else {
      try connection.rollback()
    }
    let isOther = try currentSchemaVersion() != schemaVersion
    guard transaction.definitions > 0 || transaction.hasMended || isOther else { return }
    try loadTypes()
    // Triggers that were made again are gone again; a group that goes on has kept them, and has not
    // noted its own yet.
    if !connection.isInTransaction { try inspectTriggers() }
  }

  /// Checks that no error has ended the transaction: what is written then would be taken for
  /// another program's.
  func checkAlive() throws(StoreError) {
    guard open != nil else { throw StoreError(.refused, "no transaction is open") }
    guard connection.isInTransaction else {
      throw StoreError(.refused, "the transaction was ended by an error; roll it back")
    }
  }

  /// Says who waits for what.
  func busy(_ error: StoreError) -> StoreError {
    guard error.kind == .busy else { return error }
    let seconds = Double(options.busyTimeout) / 1000
    return StoreError(
      .busy, "another program is writing to \(location); waited \(seconds) s for it to finish",
      code: error.code)
  }
}

extension Store {
  /// The number of the newest change; 0 if there is none.
  func lastChange() throws(StoreError) -> Int {
    let statement = try kept(
      &statements.lastChange, "SELECT seq FROM wb_change ORDER BY seq DESC LIMIT 1")
    try statement.bind([])
    guard try statement.step() else { return 0 }
    defer { statement.reset() }
    return try checked(statement.column(0).integer ?? 0, in: "wb_change")
  }

  /// The number of the last change that a transaction has made, or of the one before it.
  private func lastChange(of transaction: OpenTransaction) throws(StoreError) -> Int {
    guard let before = transaction.rowsBeforeChange else { return try lastChange() }
    switch connection.allChangedRows - before {
    case 0: return transaction.low - 1
    // One row of a record, and what its trigger has inserted.
    case 2 where connection.changedRows == 1: return transaction.low
    default: return try lastChange()
    }
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
  func openRow(
    _ entry: TransactionEntry, reference: Int? = nil, actor: Int? = nil
  ) throws(StoreError) {
    let newest = if let newest = group?.newest { newest } else { try newestTransaction() }
    let next = newest.number + 1
    let before = newest.time
    let low = newest.change + 1
    let now = clock()
    let actor = if let actor { actor } else { try number(ofActor: self.actor) }
    // SQLite finds the greatest number, which is at the end of the table, in less time than it makes
    // sure that a given one is new.
    let insertion = try kept(
      &statements.opening,
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
    try insertion.bind(.integer(low), at: 9)
    try insertion.run()
    guard connection.lastInsertedID == next else {
      try connection.run("DELETE FROM wb_tx WHERE id = ?1", .integer(connection.lastInsertedID))
      throw StoreError(.engine, "the transactions of \(location) cannot be numbered")
    }
    open = OpenTransaction(number: next, low: low, time: max(now, before), entry: entry)
  }

  /// The newest transaction and change of the file, after those of other programs were counted.
  private func newestTransaction() throws(StoreError) -> TransactionGroup.Newest {
    let statement = try connection.statement(
      """
      SELECT id, ts, n, (SELECT max(seq) FROM wb_change) FROM wb_tx ORDER BY id DESC LIMIT 1
      """)
    try statement.bind([])
    guard try statement.step() else {
      return TransactionGroup.Newest(number: 0, time: .min, change: try lastChange())
    }
    let newest = TransactionGroup.Newest(
      number: try checked(statement.column(0).integer ?? 0, in: "wb_tx"),
      time: statement.column(1).integer ?? .min,
      change: try checked(statement.column(3).integer ?? 0, in: "wb_change"))
    let isCounted = statement.column(2).integer ?? -1 >= 0
    statement.reset()
    if !isCounted { try countForeign() }
    return newest
  }

  /// Counts the changes of the open transaction and writes what its entry has become.
  ///
  /// - Returns: Its number; nil, and no row any more, if it changed nothing.
  func sealRow(keepsEmpty: Bool = false) throws(StoreError) -> Int? {
    guard let transaction = open else { return nil }
    let last = try lastChange(of: transaction)
    let changes = last - transaction.low + 1 + transaction.definitions
    transaction.last = last
    if changes == 0, !keepsEmpty {
      try removeRow(of: transaction)
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
      try connection.run(
        "UPDATE wb_tx SET n = ?1 WHERE id = ?2", .integer(changes), .integer(transaction.number))
      return transaction.number
    }
    let entry = transaction.entry
    try connection.run(
      "UPDATE wb_tx SET n = ?1, kind = ?2, cmd = ?3, reason = ?4 WHERE id = ?5",
      .integer(changes), .integer(entry.kind.rawValue), SQLValue(entry.command),
      SQLValue(entry.reason), .integer(transaction.number))
    return transaction.number
  }

  /// Removes the row of a transaction that has changed nothing.
  func removeRow(of transaction: OpenTransaction) throws(StoreError) {
    try connection.run("DELETE FROM wb_tx WHERE id = ?1", .integer(transaction.number))
  }

  /// The number of the newest transaction that is not open; 0 if there is none.
  func newestNumber() throws(StoreError) -> Int {
    if let open { return open.number - 1 }
    return try checked(connection.value("SELECT max(id) FROM wb_tx").integer ?? 0, in: "wb_tx")
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

  private func number(ofActor name: String) throws(StoreError) -> Int {
    if let actor = group?.actor, actor.name == name { return actor.number }
    guard name != Schema.otherProgram else {
      throw StoreError(.refused, "\(name) is the name of all other programs; choose another actor")
    }
    let find = "SELECT id FROM wb_text WHERE s = ?1"
    let known = try connection.value(find, .text(name)).integer
    if known == nil { try connection.run("INSERT INTO wb_text(s) VALUES(?1)", .text(name)) }
    let number = known ?? connection.lastInsertedID
    group?.actor = (name, number)
    return number
  }
}

extension Store.Location: CustomStringConvertible {
  /// The location as a message names it: the path of a file.
  public var description: String {
    switch self {
    case .memory: "the store in memory"
    case .file(let path): path
    }
  }
}

internal import Records
internal import SQLEngine

/// The transactions of a store: the one that is open, those that are to be committed together, and
/// what is known of those that were rolled back.
///
/// Whatever is written goes through here: a command, a group of them, an undo, a compaction, a repair.
final class Journal: Part {
  let catalog: Catalog
  let index: IndexWriter
  private let database: Database
  private let rows: TransactionRows
  /// Brings the file of a catalog to the present format.
  private let upgrade: (Catalog) throws(StoreError) -> Void
  /// Who does what is done from now on.
  var actor: String
  /// The transaction that is open, as long as it is.
  private(set) var open: Transaction?
  /// Whether transactions are committed together by ``endGroup()``.
  var groupsTransactions = false
  /// The transactions awaiting ``endGroup()``; nil if there are none.
  private var group: TransactionGroup?
  /// How many were lost with an error since somebody asked.
  private(set) var lost = 0
  /// What was rolled back of what a ``ChangeMark`` had seen, the oldest first.
  private(set) var rolledBack: [RolledBack] = []
  /// What rules of severity `warn` say against the last transaction that went through.
  private(set) var warnings: [StoreError] = []
  /// The `data_version` when ``refresh()`` last looked.
  private var dataVersion = 0
  /// Whether something was written.
  private var hasWritten = false

  private var options: Store.Options { database.options }

  init(
    _ catalog: Catalog, actor: String, upgrade: @escaping (Catalog) throws(StoreError) -> Void
  ) {
    (self.catalog, self.actor, self.upgrade) = (catalog, actor, upgrade)
    database = catalog.database
    rows = TransactionRows(database)
    index = IndexWriter(database.engine)
  }

  /// Reads what the file has; a new one is made a store.
  func prepare() throws(StoreError) {
    try catalog.open { () throws(StoreError) in dataVersion = try database.dataVersion() }
  }

  /// Rolls an open transaction back, commits those awaiting ``endGroup()``, and ends the connection;
  /// does nothing the second time.
  func close() {
    guard !database.isClosed else { return }
    if open == nil { try? endGroup() }
    if open != nil {
      try? rollback()
    } else if !options.isTrial, hasWritten {
      index.fillWhenClosing(rows.lastChange)
    }
    if options.isTrial, engine.isInTransaction { try? engine.rollback() }
    forget()
    database.close()
  }

  private func forget() {
    catalog.forget()
    rows.forget()
    index.forget()
  }

  // MARK: The life of a transaction

  /// Runs a closure in a transaction of the engine, from its beginning to its commit: all of what it
  /// does is kept, or nothing.
  ///
  /// - Parameter mends: Whether what another program has damaged is mended first.
  func transact<Result>(
    mends: Bool = true, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try endGroup()
    _ = try start(mends: mends)
    do throws(StoreError) {
      let result = try body()
      try finish()
      warnings = open?.warnings ?? []
      open = nil
      return result
    } catch {
      abandon()
      throw database.busy(error)
    }
  }

  /// Makes one transaction of the log within ``transact(mends:_:)``.
  ///
  /// - Parameters:
  ///   - reference: The transaction that it undoes.
  ///   - actor: The number of who makes it; nil for that of ``actor``.
  ///   - keepsEmpty: Whether it stays in the log where it changed nothing.
  /// - Returns: Its number, nil if it changed nothing, and what the closure returns.
  @discardableResult
  func record<Result>(
    _ entry: TransactionEntry, reference: Int? = nil, actor: Int? = nil, keepsEmpty: Bool = false,
    _ body: (Transaction) throws(StoreError) -> Result
  ) throws(StoreError) -> (number: Int?, result: Result) {
    let opening = TransactionRows.Opening(reference: reference, keepsEmpty: keepsEmpty)
    let transaction = try openRow(entry, opening, actor: actor)
    let result = try body(transaction)
    return (try rows.seal(transaction), result)
  }

  /// Throws if records of any type that were changed after a change break a rule, by what was
  /// recorded last within ``transact(mends:_:)``.
  func checkRules(after change: Int) throws(StoreError) {
    open?.noteChangeOfAll()
    try open?.checkRules(after: change)
  }

  /// Begins a transaction of the engine.
  ///
  /// - Returns: Whether changes of an unknown program were recorded, which have to stay.
  private func start(mends: Bool = true) throws(StoreError) -> Bool {
    try database.begin()
    do throws(StoreError) {
      return mends ? try mendIfNeeded() : false
    } catch {
      abandon()
      throw error
    }
  }

  /// Commits the transaction of the engine, unless the file is no longer the one that was opened.
  private func finish() throws(StoreError) {
    try catalog.saveNewSchema()
    try database.checkFile()
    try connection.commit()
    hasWritten = true
  }

  /// Rolls the transaction of the engine back with all that was to be committed with it, and reads
  /// what the file then has.
  private func abandon() {
    try? connection.rollback()
    lost += group?.count ?? 0
    (open, group) = (nil, nil)
    index.forget()
    catalog.doubtNumbers()
    // What cannot be read now is said by the next that asks for it.
    try? catalog.load()
  }

  /// Brings the file to the present format, makes triggers and indexes again if another program has
  /// changed them, and records what it changed in the meantime as a transaction of its own.
  private func mendIfNeeded() throws(StoreError) -> Bool {
    try catalog.follow()
    guard catalog.needsMending else { return false }
    var hasMended = false
    var findings: [Finding] = []
    if !catalog.notices.isEmpty {
      findings = try catalog.restoreColumns()
      let gap = try record(TransactionEntry(.gap), actor: 0) { _ throws(StoreError) in
        try catalog.recordDifferences()
      }
      hasMended = gap.number != nil
      open = nil
    }
    try upgrade(catalog)
    try catalog.restoreSchema(lacking: findings)
    return hasMended
  }

  /// Makes the row of a transaction, which is open until it is sealed.
  private func openRow(
    _ entry: TransactionEntry, _ opening: TransactionRows.Opening, actor: Int? = nil
  ) throws(StoreError) -> Transaction {
    let newest = if let newest = group?.newest { newest } else { try rows.newest() }
    let actor = if let actor { actor } else { try actorNumber() }
    let transaction = try rows.open(entry, after: newest, actor: actor, opening, catalog)
    open = transaction
    return transaction
  }

  private func actorNumber() throws(StoreError) -> Int {
    if let known = group?.actor, known.name == actor { return known.number }
    let number = try rows.number(ofActor: actor)
    group?.actor = (actor, number)
    return number
  }

  /// The number of the newest change; 0 if there is none.
  func lastChange() throws(StoreError) -> Int { try rows.lastChange() }

  /// The number of the newest transaction that is not open; 0 if there is none.
  func newestNumber() throws(StoreError) -> Int {
    if let open { return open.number - 1 }
    return try rows.newestNumber()
  }

  /// The number of the transaction that is open; nil if none is.
  var openNumber: Int? { open?.number }

  // MARK: Beginning and ending

  /// Opens a transaction that goes on until ``commit(reason:)`` or ``rollback()``.
  func begin(_ entry: TransactionEntry) throws(StoreError) {
    guard open == nil else { throw StoreError(.refused, "a transaction is already open") }
    if options.isTrial { return try beginShared(entry) }
    try endGroup()
    let hasMended = try start()
    do throws(StoreError) {
      _ = try openRow(entry, TransactionRows.Opening(hasMended: hasMended))
    } catch {
      abandon()
      throw error
    }
  }

  /// Ends the transaction and keeps what it did, if that breaks no rule.
  func commit(reason: String?) throws(StoreError) -> Int? {
    let transaction = try current()
    try transaction.checkRules(after: transaction.low - 1)
    if let reason { transaction.give(reason: reason) }
    let number = try rows.seal(transaction)
    if transaction.isShared {
      try commitShared(transaction, number)
      return number
    }
    if number == nil, !transaction.hasMended {
      try rollback()
      return nil
    }
    do throws(StoreError) {
      try index.fillIfLong(before: transaction.low, on: connection)
      try finish()
    } catch {
      index.forget()
      if connection.isInTransaction, let number {
        // The transaction goes on, so its row is not sealed after all.
        try? connection.run("UPDATE wb_tx SET n = NULL WHERE id = ?1", .integer(number))
      }
      throw database.busy(error)
    }
    open = nil
    warnings = transaction.warnings
    return number
  }

  /// Ends the transaction and rolls back what it did.
  func rollback() throws(StoreError) {
    guard let transaction = open else { throw StoreError(.refused, "no transaction is open") }
    open = nil
    if transaction.isWatched { rolledBack.append(rolledBack(after: transaction.low - 1)) }
    if transaction.isShared {
      try rollBackShared(transaction)
    } else {
      try connection.rollback()
    }
    let isOther = try catalog.hasChanged()
    guard transaction.definitions > 0 || transaction.hasMended || isOther else { return }
    try catalog.loadTypes()
    // Triggers that were made again are gone again; a group that goes on has kept them, and has not
    // noted its own yet.
    if !connection.isInTransaction { try catalog.inspectTriggers() }
  }

  /// The transaction that is open, for what writes.
  ///
  /// - Throws: ``StoreError`` if there is none, or if an error has ended it: what is written then
  ///   would be taken for another program's.
  func current() throws(StoreError) -> Transaction {
    guard let open else { throw StoreError(.refused, "no transaction is open") }
    guard connection.isInTransaction else {
      throw StoreError(.refused, "the transaction was ended by an error; roll it back")
    }
    return open
  }

  /// Refuses what is more than a part of a transaction, or only tried.
  ///
  /// - Parameter refusal: What cannot be done.
  func checkIsNoPart(_ refusal: @autoclosure () -> String) throws(StoreError) {
    guard open == nil, !options.isTrial else {
      throw StoreError(.refused, "\(refusal()) inside a transaction")
    }
  }

  // MARK: Running

  /// Runs a closure as a transaction, or as a part of the one that is open.
  func transaction<Result, Failure: Error>(
    _ entry: TransactionEntry, ifCurrent isCurrent: Bool,
    mapError: (StoreError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let open { return try part(of: open, entry, mapError, body) }
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

  /// Makes one change as a transaction, or as a part of the one that is open.
  func change(
    _ entry: TransactionEntry, ifCurrent isCurrent: Bool,
    _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    // What breaks a rule is found after it was done.
    let isBare = !catalog.keepsRules
    if let open {
      guard isBare else { return try part(of: open, entry, { $0 }, body) }
      return try barePart(of: open, entry, body)
    }
    try beginShared(entry, isBare: isBare)
    do throws(StoreError) {
      if isCurrent { try checkIsCurrent() }
      try body()
      _ = try commit(reason: nil)
    } catch {
      // The first error is the one to tell.
      try? rollback()
      throw error
    }
  }

  private func checkIsCurrent() throws(StoreError) {
    if let group, group.count > 0 { return }
    guard try database.dataVersion() == dataVersion else {
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
    of transaction: Transaction, _ entry: TransactionEntry,
    _ mapError: (StoreError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try mapping(current(), mapError)
    let before = try mapping(lastChange(), mapError)
    let part = transaction.beginPart()
    defer { transaction.end(part) }
    try mapping(connection.savepoint(), mapError)
    do throws(Failure) {
      let result = try body()
      try mapping(end(part, of: transaction, entry, after: before), mapError)
      return result
    } catch {
      try mapping(rollBack(part, of: transaction, after: before), mapError)
      throw error
    }
  }

  /// Makes one change as a part of the open transaction; where it fails, it has not been made.
  private func barePart(
    of transaction: Transaction, _ entry: TransactionEntry,
    _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    _ = try current()
    let before = connection.allChangedRows
    try body()
    _ = try current()
    warnings = []
    if connection.allChangedRows != before { transaction.append(entry.command) }
  }

  /// Keeps what a part has done since a change, if that breaks no rule.
  private func end(
    _ part: Transaction.Part, of transaction: Transaction, _ entry: TransactionEntry,
    after change: Int
  ) throws(StoreError) {
    _ = try current()
    try transaction.checkRules(after: change)
    try connection.release()
    warnings = transaction.warnings
    if try lastChange() != change || transaction.hasDefinitions(since: part) {
      transaction.append(entry.command)
    }
  }

  private func rollBack(
    _ part: Transaction.Part, of transaction: Transaction, after change: Int
  ) throws(StoreError) {
    if transaction.isWatched { rolledBack.append(rolledBack(after: change)) }
    if connection.isInTransaction { try connection.rollbackToSavepoint() }
    guard transaction.hasDefinitions(since: part) else { return }
    transaction.forgetDefinitions(since: part)
    try catalog.loadTypes()
  }

  // MARK: Groups

  /// Whether there are transactions that the file does not have yet.
  var isGroupOpen: Bool { group != nil }

  /// Whether there are changes that can still be rolled back.
  var isUncommitted: Bool { open != nil || group != nil }

  /// The number of the newest transaction before a trial; nil where nothing was tried.
  var newestBeforeTrial: Int? { group?.newestBefore }

  /// Commits the transactions awaiting it; while one of them is open, it does nothing.
  func endGroup() throws(StoreError) {
    guard group != nil, open == nil else { return }
    // A trial goes on, and is read like any other store.
    guard !options.isTrial else { return try sealGroup() }
    // What the commands have done is not what somebody interrupts who comes after them.
    let isInterrupted = connection.isInterrupted
    connection.isInterrupted = { false }
    defer { connection.isInterrupted = isInterrupted }
    do throws(StoreError) {
      try sealGroup()
      try index.fillIfLong(before: lastChange(), on: connection)
      try finish()
      group = nil
    } catch {
      abandon()
      throw database.busy(error)
    }
  }

  /// Seals the transactions of the group that still are to be: one statement for many of them costs
  /// a third of one for each.
  func sealGroup() throws(StoreError) {
    guard let (transactions, changes) = group?.unsealed else { return }
    try connection.run(
      "UPDATE wb_tx SET n = ?1 WHERE id BETWEEN ?2 AND ?3", .integer(changes),
      .integer(transactions.lowerBound), .integer(transactions.upperBound))
    // A transaction that is rolled back would take this with it.
    if open == nil { group?.unsealed = nil }
  }

  /// How many transactions of a group were lost with an error since this was last asked.
  func takeLostTransactions() -> Int {
    defer { lost = 0 }
    return lost
  }

  /// Opens a transaction that is committed with others, if transactions are to be.
  ///
  /// - Parameter isBare: Whether it is one change, to which nothing has to be kept to go back.
  private func beginShared(_ entry: TransactionEntry, isBare: Bool = false) throws(StoreError) {
    guard options.isTrial || groupsTransactions && !connection.isReadOnly else {
      return try begin(entry)
    }
    if group == nil {
      let hasMended = try start()
      group = TransactionGroup(count: hasMended ? 1 : 0)
      if options.isTrial {
        group?.newestBefore = try rows.newestNumber() - (hasMended ? 1 : 0)
      }
    }
    do throws(StoreError) {
      if !isBare { try connection.savepoint() }
      _ = try openRow(entry, TransactionRows.Opening(isShared: true, isBare: isBare))
    } catch {
      open = nil
      try? rollBackShared(toSavepoint: !isBare)
      throw error
    }
  }

  /// Ends a transaction of a group.
  ///
  /// - Parameter number: The number of its row; nil if it changed nothing.
  private func commitShared(_ transaction: Transaction, _ number: Int?) throws(StoreError) {
    var unsealed = group?.unsealed
    if let changes = transaction.unsealed {
      unsealed = group?.unsealed(with: transaction.number, changes: changes)
      if unsealed == nil {
        try sealGroup()
        unsealed = (transaction.number...transaction.number, changes)
      }
    }
    if !transaction.isBare { try connection.release() }
    open = nil
    group?.unsealed = unsealed
    guard number != nil, let newest = transaction.newest else {
      warnings = []
      return try endEmptyGroup()
    }
    warnings = transaction.warnings
    group?.count += 1
    group?.newest = newest
    hasWritten = true
  }

  /// Rolls back what a transaction of a group has done, and nothing of those before it.
  private func rollBackShared(_ transaction: Transaction) throws(StoreError) {
    if transaction.isBare, connection.isInTransaction {
      if try lastChange() < transaction.low {
        try rows.remove(transaction.number)
      } else {
        // The change was made, and what came after it has failed.
        try connection.rollback()
      }
    }
    try rollBackShared(toSavepoint: !transaction.isBare)
  }

  private func rollBackShared(toSavepoint: Bool) throws(StoreError) {
    // Some errors have ended the transaction of the engine, and with it all others.
    guard connection.isInTransaction else { return abandon() }
    if toSavepoint {
      group?.actor = nil
      try connection.rollbackToSavepoint()
    }
    try endEmptyGroup()
  }

  /// Lets other programs write if no transaction awaits the commit.
  private func endEmptyGroup() throws(StoreError) {
    guard group?.count == 0 else { return }
    group = nil
    try connection.rollback()
  }

  // MARK: Other programs

  /// Takes over what another program has committed, and says whether one has since the last call.
  func refresh() throws(StoreError) -> Bool {
    // Nobody can have written meanwhile.
    if group != nil { return false }
    // What an open transaction writes is checked before it is committed.
    let isNewlyLost = open == nil && noteLoss()
    do {
      guard try database.dataVersion() != dataVersion else { return isNewlyLost }
    } catch {
      // What is left of a lost file may be no database.
      try database.checkFile()
      throw error
    }
    try catalog.inOneState { () throws(StoreError) in
      dataVersion = try database.dataVersion()
      catalog.doubtNumbers()
    }
    return true
  }

  /// Notes that the file is lost, and says whether it was not known yet.
  private func noteLoss() -> Bool {
    do {
      try database.checkFile()
      return false
    } catch {
      return catalog.add(Finding(error.message))
    }
  }

  /// Whether another program has changed types, which ``refresh()`` is to take over.
  func hasChangedTypes() throws(StoreError) -> Bool {
    if isUncommitted { return false }
    return try catalog.hasChanged()
  }

  // MARK: Marks and copies

  /// The place that the changes have come to, those of the open transaction and of other programs
  /// among them.
  func mark() throws(StoreError) -> ChangeMark {
    open?.watch()
    return ChangeMark(last: try lastChange(), rolledBack: rolledBack.count)
  }

  /// Goes on with another connection, whose database at a place has the same records.
  func move(to next: Connection, in place: Store.Location) throws(StoreError) {
    let former = location
    forget()
    database.exchange(with: next, at: place)
    do throws(StoreError) {
      try prepare()
    } catch {
      forget()
      database.exchange(with: next, at: former)
      try catalog.loadTypes()
      throw error
    }
    hasWritten = true
  }
}

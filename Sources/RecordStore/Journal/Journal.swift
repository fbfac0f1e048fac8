internal import Records
internal import SQLEngine

/// Begins, commits and rolls back the transactions of a store, and keeps the open transaction.
public final class Journal: Part {
  let catalog: Catalog
  let index: IndexWriter
  let groups: GroupCommit
  let marks: ChangeMarks
  let foreign: ForeignCommits
  private let database: Database
  private let rows: TransactionRows
  /// The author of later changes.
  public var actor: String { didSet { connection.writer.name = actor } }
  private(set) var open: Transaction?
  /// The warnings of rules of severity `warn` about the last committed transaction, or about a rule
  /// defined by the last part of the open transaction.
  public private(set) var warnings: [StoreError] = []
  /// The number of the last transaction committed outside a group, until ``takeCommitted()``
  /// returns it.
  private var committed: Int?
  /// The newest transaction, if it was alone in its engine transaction; valid while the engine's
  /// data version is the same.
  private var newest: (row: TransactionRows.Newest, actor: KnownActor, version: Int)?
  /// The author of the open transaction, and the engine's data version at its beginning.
  private var opened: (actor: KnownActor, version: Int)?
  private var hasWritten = false
  /// Whether the engine's open transaction has upgraded the file to the current format.
  private var hasUpgraded = false
  /// Reported by the next transaction.
  private var upgradeWarnings: [StoreError] = []

  private var options: Store.Options { database.options }

  init(_ catalog: Catalog, actor: String) {
    (self.catalog, self.actor) = (catalog, actor)
    database = catalog.database
    rows = TransactionRows(database)
    index = IndexWriter(database.engine)
    groups = GroupCommit(database.connection, rows)
    marks = ChangeMarks(catalog)
    foreign = ForeignCommits(catalog)
    database.connection.writer.name = actor
  }

  func prepare() throws(StoreError) { try catalog.open(foreign.note) }

  func close() {
    guard !database.isClosed else { return }
    settle()
    forget()
    database.close()
  }

  /// Like ``close()``, but leaves the connection open for parts still in use.
  func settle() {
    guard !database.isClosed else { return }
    if open == nil { try? endGroup() }
    if open != nil {
      try? rollback()
    } else if !options.isTrial, hasWritten {
      index.fillWhenClosing(rows.lastChange)
    }
    if options.isTrial, engine.isInTransaction { try? engine.rollback() }
  }

  private func forget() {
    newest = nil
    catalog.forget()
    rows.forget()
    index.forget()
  }

  /// Runs a closure in an engine transaction of its own; rolls back on error.
  ///
  /// - Parameter mends: Whether to repair damage by other programs first.
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

  /// Adds one transaction to the log within ``transact(mends:_:)``; the number is nil if the
  /// transaction changed nothing and was removed.
  ///
  /// - Parameters:
  ///   - reference: The undone, redone or reverted transaction.
  ///   - actor: The number of the author; nil for ``actor``.
  ///   - keepsEmpty: Whether a transaction without changes stays in the log.
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

  func checkAllRules(after change: Int) throws(StoreError) {
    open?.noteChangeOfAll()
    try open?.checkAllRules(after: change)
  }

  /// Begins an engine transaction; returns whether it recorded changes of an unknown program, which
  /// must be kept.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/overtaken`` if `isCurrent` is true and
  ///   another program has written since ``refresh()``.
  private func start(
    mends: Bool = true, ifCurrent isCurrent: Bool = false
  ) throws(StoreError) -> Bool {
    (newest, opened) = (nil, nil)
    try database.begin(
      expecting: connection.abilities.postpones ? rows.questions(of: actor) : [])
    var isOvertaken = false
    do throws(StoreError) {
      if isCurrent { isOvertaken = try !foreign.isCurrent() }
      if isOvertaken {
        // The caller usually begins again, with what the other program has written.
        try connection.rollbackToBeginning()
        throw StoreError(.overtaken, .overtaken(place: database.place))
      }
      try rows.noteClock()
      return mends ? try mendIfNeeded() : false
    } catch {
      if !isOvertaken { abandon() }
      throw error
    }
  }

  private func finish() throws(StoreError) {
    try catalog.saveNewSchema()
    try database.checkFile()
    try database.stamp()
    do {
      try connection.commit()
    } catch  where error.kind == .unknownOutcome {
      throw StoreError(
        .unknownOutcome, .unknownOutcome(transaction: open?.number), code: error.code)
    }
    hasWritten = true
    hasUpgraded = false
  }

  private func forgetLostUpgrade() throws(StoreError) {
    guard hasUpgraded, !connection.isInTransaction else { return }
    hasUpgraded = false
    try catalog.load()
  }

  private func abandon() {
    try? connection.rollback()
    open = nil
    hasUpgraded = false
    groups.lose()
    index.forget()
    catalog.doubtNumbers()
    // If this fails, the next read reports the error.
    try? catalog.load()
  }

  /// Upgrades the file to the current format, recreates triggers and indexes that another program
  /// has changed, and records its changes as a separate transaction; returns whether there were
  /// such changes.
  private func mendIfNeeded() throws(StoreError) -> Bool {
    try catalog.follow()
    guard catalog.needsMending else { return false }
    var hasMended = false
    var findings: [IntegrityIssue] = []
    if !catalog.notices.isEmpty {
      findings = try catalog.restoreColumns()
      let gap = try record(TransactionEntry(.gap), actor: 0) { _ throws(StoreError) in
        try catalog.recordDifferences()
      }
      hasMended = gap.number != nil
      open = nil
    }
    let isOlder = catalog.isOlder
    if isOlder {
      try catalog.markFile()
      hasUpgraded = true
    }
    try catalog.restoreSchema(lacking: findings)
    upgradeWarnings = isOlder ? try catalog.breachesAfterUpgrade() : []
    return hasMended
  }

  private func openRow(
    _ entry: TransactionEntry, _ opening: TransactionRows.Opening, actor: Int? = nil,
    after newest: TransactionRows.Newest? = nil
  ) throws(StoreError) -> Transaction {
    let newest = if let newest { newest } else { try groups.newest() }
    let actor = if let actor { actor } else { try groups.number(ofActor: self.actor) }
    let transaction = try rows.open(entry, after: newest, actor: actor, opening, catalog)
    for warning in upgradeWarnings { transaction.warn(warning) }
    upgradeWarnings = []
    open = transaction
    return transaction
  }

  func lastChange() throws(StoreError) -> Int { try rows.lastChange() }

  func newestNumber() throws(StoreError) -> Int {
    if let open { return open.number - 1 }
    return try rows.newestNumber()
  }

  /// The number of the open transaction, if any.
  public var openNumber: Int? { open?.number }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { open != nil }

  /// Whether transactions are grouped and committed together by ``endGroup()``, except transactions
  /// opened by ``Store/begin(_:)``.
  ///
  /// Until the commit, other programs cannot see the transactions and cannot write.
  public var groupsTransactions: Bool {
    get { groups.isWanted }
    set { groups.isWanted = newValue }
  }

  package var isGroupOpen: Bool { groups.isOpen }

  /// Returns and resets the number of grouped transactions lost to an error.
  public func takeLostTransactions() -> Int { groups.takeLost() }

  var isUncommitted: Bool { open != nil || groups.isOpen }

  var newestBeforeTrial: Int? { groups.newestBeforeTrial }

  var lost: Int { groups.lost }

  func begin(
    _ entry: TransactionEntry, ifCurrent isCurrent: Bool = false
  ) throws(StoreError) {
    guard open == nil else { throw StoreError(.refused, .fact(.transactionOpen)) }
    if options.isTrial { return try beginShared(entry) }
    try endGroup()
    let known = newest
    let hasMended = try start(ifCurrent: isCurrent)
    let opening = TransactionRows.Opening(hasMended: hasMended)
    do throws(StoreError) {
      guard !connection.abilities.postpones else {
        _ = try openRow(entry, opening)
        return
      }
      let version = try connection.dataVersion()
      let isNewest = known?.version == version && !hasMended
      let actor =
        if let known, isNewest, known.actor.name == self.actor { known.actor } else {
          KnownActor(name: self.actor, number: try rows.number(ofActor: self.actor))
        }
      _ = try openRow(
        entry, opening, actor: actor.number, after: isNewest ? known?.row : nil)
      opened = (actor, version)
    } catch {
      abandon()
      throw error
    }
  }

  func commit(reason: String?) throws(StoreError) -> Int? {
    let transaction = try current()
    let isInOrder = transaction.load != nil
    try transaction.endLoad()
    try transaction.checkAllRules(after: transaction.low - 1)
    if let reason { transaction.give(reason: reason) }
    let number = try rows.seal(transaction)
    if transaction.isShared {
      try groups.release(transaction)
      open = nil
      try commitShared(transaction, hasChanged: number != nil)
      return number
    }
    if number == nil, !transaction.hasMended {
      try rollback()
      warnings = []
      return nil
    }
    do throws(StoreError) {
      // A load of many new records adds them in order, so they are indexed at once.
      let before = try isInOrder ? lastChange() : transaction.low
      try index.fillIfLong(before: before, isInOrder: isInOrder, on: connection)
      try finish()
    } catch {
      index.forget()
      // Whatever the outcome, no open transaction remains.
      if error.kind == .unknownOutcome { abandon() }
      if connection.isInTransaction, let number {
        // The transaction stays open, so its row must not be sealed.
        try? connection.run("UPDATE wb_tx SET n = NULL WHERE id = ?1", .integer(number))
      }
      throw database.busy(error)
    }
    open = nil
    committed = number
    warnings = transaction.warnings
    if number != nil, let row = transaction.newest, let opened {
      newest = (row, opened.actor, opened.version)
    }
    return number
  }

  /// Returns the number of the last committed transaction, only once; nil for a transaction of a
  /// group.
  package func takeCommitted() -> Int? { committed.take() }

  func rollback() throws(StoreError) {
    guard let transaction = open else { throw StoreError(.refused, .fact(.noTransactionOpen)) }
    open = nil
    if transaction.isWatched { marks.noteRollback(after: transaction.low - 1) }
    if transaction.isShared {
      try rollBackShared(transaction)
    } else {
      try connection.rollback()
    }
    try forgetLostUpgrade()
    let isOther = try catalog.hasChanged()
    guard transaction.definitions > 0 || transaction.hasMended || isOther else { return }
    try uninterrupted { () throws(StoreError) in try catalog.loadTypes() }
    // The rollback also reverted recreated triggers, unless a group is still open. In that case the
    // triggers remain, and their new hash is not stored yet.
    if !connection.isInTransaction { try catalog.inspectTriggers() }
  }

  func take(_ warnings: [StoreError]) { self.warnings = warnings }

  /// Throws if no transaction is open, or if an error has ended the transaction, because later
  /// writes would be attributed to another program.
  func current() throws(StoreError) -> Transaction {
    guard let open else {
      try database.checkWritable()
      throw StoreError(.refused, .fact(.noTransactionOpen))
    }
    guard connection.isInTransaction else { throw StoreError(.refused, .fact(.transactionStopped)) }
    return open
  }

  func note(source: String) throws(StoreError) {
    try rows.noteNext(source: source, of: current())
  }

  func note(
    _ sources: [String], from changes: [Int], of transaction: Transaction
  ) throws(StoreError) { try rows.note(sources, from: changes, of: transaction) }

  func note(
    _ source: String?, from change: Int, of transaction: Transaction
  ) throws(StoreError) { try rows.note(source: source, from: change, of: transaction) }

  func checkIsNoPart(_ deed: StoreError.Deed) throws(StoreError) {
    guard open == nil, !options.isTrial else { throw StoreError(.refused, .inTransaction(deed)) }
  }

  /// Commits the grouped transactions, except in a trial; does nothing while a transaction is open.
  ///
  /// - Throws: ``StoreError`` if the commit fails. All grouped transactions are then lost, and
  ///   ``takeLostTransactions()`` returns their number.
  public func endGroup() throws(StoreError) {
    guard groups.isOpen, open == nil else { return }
    // A trial stays uncommitted; sealing makes it readable.
    guard !options.isTrial else { return try sealGroup() }
    // An interruption is meant for the running command, not for the commands before it.
    try uninterrupted { () throws(StoreError) in
      do throws(StoreError) {
        // A query after the last change may have lost the transaction, and its error been dropped.
        guard connection.isInTransaction else {
          throw StoreError(.lostTransaction, .fact(.groupStopped))
        }
        // Known before the seal, which is sent with the commit.
        let last = try lastChange()
        try sealGroup()
        try index.fillIfLong(before: last, on: connection)
        try finish()
        groups.close()
      } catch {
        abandon()
        throw database.busy(error)
      }
    }
  }

  func uninterrupted(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    let isInterrupted = connection.isInterrupted
    connection.isInterrupted = { false }
    defer { connection.isInterrupted = isInterrupted }
    try body()
  }

  func sealGroup() throws(StoreError) { try groups.seal(isLasting: open == nil) }

  /// Opens a transaction in a group if grouping is on or the store is for a trial; otherwise, opens
  /// a separate transaction.
  func beginShared(
    _ entry: TransactionEntry, isBare: Bool = false, ifCurrent isCurrent: Bool = false
  ) throws(StoreError) {
    guard options.isTrial || groups.isWanted && !connection.isReadOnly else {
      return try begin(entry, ifCurrent: isCurrent)
    }
    if !groups.isOpen {
      try groups.open(hasMended: start(ifCurrent: isCurrent), isTrial: options.isTrial)
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

  private func commitShared(
    _ transaction: Transaction, hasChanged: Bool
  ) throws(StoreError) {
    guard hasChanged, let newest = transaction.newest else {
      warnings = []
      try groups.endIfEmpty()
      return try forgetLostUpgrade()
    }
    warnings = transaction.warnings
    groups.add(newest)
    hasWritten = true
  }

  private func rollBackShared(_ transaction: Transaction) throws(StoreError) {
    if transaction.isBare, connection.isInTransaction {
      if try lastChange() < transaction.low {
        try rows.remove(transaction.number)
      } else {
        // The change succeeded and a later step failed.
        try connection.rollback()
      }
    }
    try rollBackShared(toSavepoint: !transaction.isBare)
  }

  private func rollBackShared(toSavepoint: Bool) throws(StoreError) {
    // Some errors end the engine transaction, and with it the whole group.
    guard connection.isInTransaction else { return abandon() }
    try groups.rollBack(toSavepoint: toSavepoint)
  }

  /// Loads the commits of other programs; returns whether there was one since the last call.
  ///
  /// Reloads ``Catalog/types`` if they may have changed. If the file was removed or replaced, the
  /// first call that detects this returns true, and the store's notices report it from then on.
  @discardableResult
  public func refresh() throws(StoreError) -> Bool {
    // Other programs cannot write while a group is open.
    if groups.isOpen { return false }
    // If a transaction is open, its commit checks the file.
    return try foreign.refresh(looksForFile: open == nil)
  }

  /// Whether no other program has written since the last ``refresh()``; in a transaction, before it
  /// began.
  package func isCurrent() throws(StoreError) -> Bool { try foreign.isCurrent() }

  package var hasLostFile: Bool { (try? database.checkFile()) == nil }

  /// Returns whether another program has changed types that ``refresh()`` would reload.
  package func hasChangedTypes() throws(StoreError) -> Bool {
    if isUncommitted { return false }
    return try catalog.hasChanged()
  }

  /// Returns the current position in the sequence of changes, including changes of the open
  /// transaction and of other programs.
  public func mark() throws(StoreError) -> ChangeMark {
    open?.watch()
    return marks.mark(at: try lastChange())
  }

  package func committedState() throws(StoreError) -> CommittedState? {
    guard !isUncommitted, let file = database.file else { return nil }
    return CommittedState(file: file, change: try lastChange())
  }

  /// Returns the changes since a state that any store has read; nil if that state belongs to
  /// another file, or is newer than the state of this store.
  package func changes(
    since state: CommittedState
  ) throws(StoreError) -> Set<PropertyReference>? {
    let last = try lastChange()
    guard state.file == database.file, state.change <= last else { return nil }
    return try catalog.changes(after: state.change, through: last)
  }

  /// Returns the changes since a mark and advances the mark. They include changed properties,
  /// computed properties that depend on them, and, for each type whose set of records has changed,
  /// a reference without a property.
  ///
  /// - Returns: nil if the changes cannot be determined because an error has ended a transaction.
  /// - Complexity: O(*n*) in the changes since the mark.
  public func changes(since mark: inout ChangeMark) throws(StoreError) -> Set<PropertyReference>? {
    let former = mark
    // Set before reading, so that later changes of another program are after the new mark.
    mark = try self.mark()
    return try marks.changes(from: former, to: mark)
  }

  /// The other database must have the same records.
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

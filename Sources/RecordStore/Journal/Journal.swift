internal import Records
internal import SQLEngine

/// The transactions of a store: how they begin and end, and the one that is open.
///
/// Whatever is written goes through here: a command, a group of them, an undo, a compaction, a
/// repair.
public final class Journal: Part {
  let catalog: Catalog
  let index: IndexWriter
  let groups: GroupCommit
  let marks: ChangeMarks
  let foreign: ForeignCommits
  private let database: Database
  private let rows: TransactionRows
  /// Who does what is done from now on.
  public var actor: String
  /// The transaction that is open, as long as it is.
  private(set) var open: Transaction?
  /// What rules of severity `warn` say against the last transaction that went through, or the last
  /// part of the one that is open: the errors that it would have ended with.
  public private(set) var warnings: [StoreError] = []
  /// Whether something was written.
  private var hasWritten = false
  /// Whether the file was brought to the present format in the transaction of the engine that is
  /// open.
  private var hasUpgraded = false
  /// What an upgrade of the file has to say, which the next transaction says.
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
  }

  /// Reads what the file has; a new one is made a store.
  func prepare() throws(StoreError) { try catalog.open(foreign.note) }

  /// Rolls an open transaction back, commits those awaiting ``endGroup()``, and ends the
  /// connection; does nothing the second time.
  func close() {
    guard !database.isClosed else { return }
    settle()
    forget()
    database.close()
  }

  /// Does the same, but leaves the connection to the parts that are still in use.
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
    catalog.forget()
    rows.forget()
    index.forget()
  }

  // MARK: The life of a transaction

  /// Runs a closure in a transaction of the engine, from its beginning to its commit: all of what
  /// it does is kept, or nothing.
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
    try database.begin(
      expecting: connection.abilities.postpones ? rows.questions(of: actor) : [])
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
    try database.stamp()
    do {
      try connection.commit()
    } catch  where error.kind == .unknownOutcome {
      let newest = open.map { "#\($0.number)" } ?? "what the last commands did"
      throw StoreError(
        .unknownOutcome, "whether \(newest) was stored is not known yet; look with log",
        code: error.code)
    }
    hasWritten = true
    hasUpgraded = false
  }

  /// Reads the file again where it was brought to the present format and that was rolled back.
  private func forgetLostUpgrade() throws(StoreError) {
    guard hasUpgraded, !connection.isInTransaction else { return }
    hasUpgraded = false
    try catalog.load()
  }

  /// Rolls the transaction of the engine back with all that was to be committed with it, and reads
  /// what the file then has.
  private func abandon() {
    try? connection.rollback()
    open = nil
    hasUpgraded = false
    groups.lose()
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
    let isOlder = catalog.isOlder
    if isOlder {
      try catalog.markFile()
      hasUpgraded = true
    }
    try catalog.restoreSchema(lacking: findings)
    upgradeWarnings = isOlder ? try catalog.breachesAfterUpgrade() : []
    return hasMended
  }

  /// Makes the row of a transaction, which is open until it is sealed.
  private func openRow(
    _ entry: TransactionEntry, _ opening: TransactionRows.Opening, actor: Int? = nil
  ) throws(StoreError) -> Transaction {
    let newest = try groups.newest()
    let actor = if let actor { actor } else { try groups.number(ofActor: self.actor) }
    let transaction = try rows.open(entry, after: newest, actor: actor, opening, catalog)
    for warning in upgradeWarnings { transaction.warn(warning) }
    upgradeWarnings = []
    open = transaction
    return transaction
  }

  /// The number of the newest change; 0 if there is none.
  func lastChange() throws(StoreError) -> Int { try rows.lastChange() }

  /// The number of the newest transaction that is not open; 0 if there is none.
  func newestNumber() throws(StoreError) -> Int {
    if let open { return open.number - 1 }
    return try rows.newestNumber()
  }

  /// The number of the transaction that is open; nil if none is.
  public var openNumber: Int? { open?.number }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { open != nil }

  /// Whether transactions are committed together, by ``endGroup()``; those that ``Store/begin(_:)``
  /// opens are not.
  ///
  /// Other programs see nothing of them until then, and cannot write.
  public var groupsTransactions: Bool {
    get { groups.isWanted }
    set { groups.isWanted = newValue }
  }

  /// Whether there are transactions that the file does not have yet.
  public var isGroupOpen: Bool { groups.isOpen }

  /// How many transactions of a group were lost with an error since this was last asked.
  public func takeLostTransactions() -> Int { groups.takeLost() }

  /// Whether there are changes that can still be rolled back.
  var isUncommitted: Bool { open != nil || groups.isOpen }

  /// The number of the newest transaction before a trial; nil where nothing was tried.
  var newestBeforeTrial: Int? { groups.newestBeforeTrial }

  /// How many transactions were lost with an error since somebody asked.
  var lost: Int { groups.lost }

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
    let isInOrder = transaction.load != nil
    try transaction.endLoad()
    try transaction.checkRules(after: transaction.low - 1)
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
      // What many new records have added comes in their order, and goes in at once.
      let before = try isInOrder ? lastChange() : transaction.low
      try index.fillIfLong(before: before, isInOrder: isInOrder, on: connection)
      try finish()
    } catch {
      index.forget()
      // Whatever has become of it, nothing is left that could be rolled back.
      if error.kind == .unknownOutcome { abandon() }
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
    // Triggers that were made again are gone again; a group that goes on has kept them, and has not
    // noted its own yet.
    if !connection.isInTransaction { try catalog.inspectTriggers() }
  }

  /// Takes what rules of severity `warn` say against what has just gone through.
  func take(_ warnings: [StoreError]) { self.warnings = warnings }

  /// The transaction that is open, for what writes.
  ///
  /// - Throws: ``StoreError`` if there is none, or if an error has ended it: what is written then
  ///   would be taken for another program's.
  func current() throws(StoreError) -> Transaction {
    guard let open else {
      try database.checkOpen()
      throw StoreError(.refused, "no transaction is open")
    }
    guard connection.isInTransaction else {
      throw StoreError(.refused, "the transaction was ended by an error; roll it back")
    }
    return open
  }

  /// Notes where the changes are from that the open transaction makes from now on.
  func note(source: String) throws(StoreError) {
    try rows.noteNext(source: source, of: current())
  }

  /// Notes where changes of a transaction are from, those from each of some on that are there
  /// already.
  func note(
    _ sources: [String], from changes: [Int], of transaction: Transaction
  ) throws(StoreError) { try rows.note(sources, from: changes, of: transaction) }

  /// Notes where changes of a transaction are from, from one on that is there already.
  func note(
    _ source: String?, from change: Int, of transaction: Transaction
  ) throws(StoreError) { try rows.note(source: source, from: change, of: transaction) }

  /// Refuses what is more than a part of a transaction, or only tried.
  ///
  /// - Parameter refusal: What cannot be done.
  func checkIsNoPart(_ refusal: @autoclosure () -> String) throws(StoreError) {
    guard open == nil, !options.isTrial else {
      throw StoreError(.refused, "\(refusal()) inside a transaction")
    }
  }

  // MARK: Groups

  /// Commits the transactions that have waited for it; while one of them is open, it does nothing.
  ///
  /// - Throws: ``StoreError`` if that fails: then none of them has happened, and
  ///   ``takeLostTransactions()`` tells how many they were.
  public func endGroup() throws(StoreError) {
    guard groups.isOpen, open == nil else { return }
    // A trial goes on, and is read like any other store.
    guard !options.isTrial else { return try sealGroup() }
    // What the commands have done is not what somebody interrupts who comes after them.
    try uninterrupted { () throws(StoreError) in
      do throws(StoreError) {
        try sealGroup()
        try index.fillIfLong(before: lastChange(), on: connection)
        try finish()
        groups.close()
      } catch {
        abandon()
        throw database.busy(error)
      }
    }
  }

  /// Runs a closure that nobody can interrupt.
  func uninterrupted(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    let isInterrupted = connection.isInterrupted
    connection.isInterrupted = { false }
    defer { connection.isInterrupted = isInterrupted }
    try body()
  }

  /// Writes what the rows of the transactions awaiting ``endGroup()`` do not say yet.
  func sealGroup() throws(StoreError) { try groups.seal(isLasting: open == nil) }

  /// Opens a transaction that is committed with others, if transactions are to be.
  ///
  /// - Parameter isBare: Whether it is one change, to which nothing has to be kept to go back.
  func beginShared(_ entry: TransactionEntry, isBare: Bool = false) throws(StoreError) {
    guard options.isTrial || groups.isWanted && !connection.isReadOnly else {
      return try begin(entry)
    }
    if !groups.isOpen { try groups.open(hasMended: start(), isTrial: options.isTrial) }
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
    try groups.rollBack(toSavepoint: toSavepoint)
  }

  // MARK: Other programs

  /// Takes over what another program has committed, and says whether one has since the last call.
  ///
  /// ``Catalog/types`` are read anew where they may have changed. A file that was removed or
  /// replaced is among the ``notices`` from then on.
  @discardableResult
  public func refresh() throws(StoreError) -> Bool {
    // Nobody can have written meanwhile.
    if groups.isOpen { return false }
    // What an open transaction writes is checked before it is committed.
    return try foreign.refresh(looksForFile: open == nil)
  }

  /// Whether another program has changed types, which ``refresh()`` is to take over.
  public func hasChangedTypes() throws(StoreError) -> Bool {
    if isUncommitted { return false }
    return try catalog.hasChanged()
  }

  // MARK: Marks and copies

  /// The place that the changes have come to, those of the open transaction and of other programs
  /// among them.
  public func mark() throws(StoreError) -> ChangeMark {
    open?.watch()
    return marks.mark(at: try lastChange())
  }

  /// What has changed since a mark, which is moved on: the properties, those among them that are
  /// computed from others that have, and for each type that has
  /// other records than before a reference without a property.
  ///
  /// - Returns: nil if it cannot be told, for an error has ended a transaction.
  /// - Complexity: O(*n*) in the changes since the mark.
  public func changes(since mark: inout ChangeMark) throws(StoreError) -> Set<PropertyReference>? {
    let former = mark
    // Nothing is missed that another program adds from now on: it is after the new mark.
    mark = try self.mark()
    return try marks.changes(from: former, to: mark)
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

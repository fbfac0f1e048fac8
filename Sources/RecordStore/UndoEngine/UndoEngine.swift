internal import SQLEngine
internal import Values

/// Performs undo, redo, revert, restore, erase and compact.
public final class UndoEngine: Part {
  let catalog: Catalog
  let journal: Journal
  let history: History
  let rows: Rows
  /// Whether changes are reversed without waiting for each answer.
  private(set) var isPosting = false
  /// Whether a reversal failed, or may have failed, whose answer was not awaited.
  var hasPostedInVain = false
  /// The number of reversals that were sent so.
  var posted = 0

  init(_ journal: Journal, _ history: History, _ rows: Rows) {
    catalog = journal.catalog
    (self.journal, self.history, self.rows) = (journal, history, rows)
  }

  func migration(in transaction: Transaction) -> Migration {
    Migration(journal: journal, rows: rows, transaction: transaction)
  }

  /// Undoes the newest commands of this store that are not undone yet, as new transactions; returns
  /// the commands, newest first.
  ///
  /// If one of the commands cannot be undone, nothing is changed.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if there are fewer commands,
  ///   if one of them has another author, or if a later change conflicts; the message names that
  ///   change.
  public func undo(_ count: Int, entry: TransactionEntry) throws(StoreError) -> [LogEntry] {
    try takeBack(as: entry) { () throws(StoreError) in
      var links: [History.Link] = []
      try history.eachTransaction { (link: History.Link) throws(StoreError) in
        guard links.count < count else { return false }
        guard link.isLast, link.entry.kind != .undo, Self.counts(link) else { return true }
        try checkOwn(link, isLast: links.isEmpty)
        links.append(link)
        return true
      }
      guard links.count == count, count > 0 else {
        throw StoreError(.refused, .tooFew(links.count, .undo))
      }
      return links
    }
  }

  /// Undoes everything after a transaction, by any author.
  ///
  /// - Returns: The undone commands, newest first, together with commands that had been undone
  ///   since and were redone. Redone commands are no longer ``LogEntry/isUndone``.
  public func undo(
    to transaction: Int, entry: TransactionEntry
  ) throws(StoreError) -> [LogEntry] {
    try takeBack(as: entry) { () throws(StoreError) in
      let newest = try journal.newestNumber()
      guard transaction >= 0, transaction <= newest else {
        throw StoreError(.name, .noTransaction(transaction, newest: nil))
      }
      // Each chain is returned to its state at the given transaction.
      var last: [Int: History.Link] = [:]
      var after: [History.Link] = []
      try history.eachTransaction { (link: History.Link) throws(StoreError) in
        guard link.entry.transaction > transaction else { return false }
        if link.isLast { last[link.root] = link }
        after.append(link)
        return true
      }
      // An even number of later links leaves a chain in the same state.
      let lengths = Dictionary(after.map { ($0.root, 1) }, uniquingKeysWith: +)
      let links = after.filter { $0.isLast && lengths[$0.root, default: 0] % 2 == 1 }
      guard !links.isEmpty else { throw StoreError(.refused, .nothingAfter(transaction)) }
      return links.filter(Self.counts)
    }
  }

  /// Redoes the commands that were undone last, as new transactions; returns the commands in the
  /// order of redoing.
  ///
  /// Redo is possible only until another change is made. If one of the commands cannot be redone,
  /// nothing is changed.
  public func redo(_ count: Int, entry: TransactionEntry) throws(StoreError) -> [LogEntry] {
    try takeBack(as: entry) { () throws(StoreError) in
      var links: [History.Link] = []
      try history.eachTransaction { (link: History.Link) throws(StoreError) in
        let kind = link.entry.kind
        guard links.count < count, kind == .undo || kind == .redo || link.entry.changes == 0 else {
          return false
        }
        if kind == .undo, link.isLast { links.append(link) }
        return true
      }
      guard links.count == count, count > 0 else {
        throw StoreError(.refused, .tooFew(links.count, .redo))
      }
      return links
    }
  }

  /// Undoes one transaction of any author and age, as a new transaction of kind edit, which can
  /// itself be undone; returns the command that was undone or reapplied.
  ///
  /// Reverting an undo reapplies the command. If there is nothing left to undo, no transaction is
  /// added.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if the transaction does not
  ///   exist, and of ``StoreError/Kind/refused`` if it is already undone, or a later change
  ///   conflicts; the message names that change.
  public func revert(_ transaction: Int, entry: TransactionEntry) throws(StoreError) -> LogEntry {
    let reverted = try takeBack(as: entry, isEdit: true) { () throws(StoreError) in
      [try lastLink(of: history.transaction(at: .transaction(transaction)))]
    }
    return reverted[0]
  }

  /// - Complexity: O(*n*) in the number of past and present definitions.
  package func changingDefinitions(among transactions: Set<Int>) throws(StoreError) -> Set<Int> {
    guard let first = transactions.min(), let last = transactions.max() else { return [] }
    let rows = try engine.rows(
      "SELECT DISTINCT tx FROM wb_def WHERE tx BETWEEN ?1 AND ?2",
      [.integer(first), .integer(last)])
    return transactions.intersection(rows.compactMap(\.first?.integer))
  }

  /// Returns the commands that the next undo and the next redo would affect.
  package func next() throws(StoreError) -> (undo: LogEntry?, redo: LogEntry?) {
    var (undo, redo): (LogEntry?, LogEntry?) = (nil, nil)
    var root: Int?
    try history.eachTransaction { (link: History.Link) throws(StoreError) in
      if link.isLast, link.entry.kind != .undo, Self.counts(link) { undo = link.entry }
      return undo == nil
    }
    try history.eachTransaction { (link: History.Link) throws(StoreError) in
      let kind = link.entry.kind
      guard kind == .undo || kind == .redo || link.entry.changes == 0 else { return false }
      if kind == .undo, link.isLast { root = link.root }
      return root == nil
    }
    guard let root else { return (undo, nil) }
    try history.eachTransaction { (link: History.Link) throws(StoreError) in
      if link.entry.transaction == root { redo = link.entry }
      return redo == nil
    }
    return (undo, redo)
  }

  /// Undoes transactions of any age, newest first, and nothing else.
  ///
  /// - Throws: ``StoreError`` like ``revert(_:entry:)``.
  package func undo(only transactions: [Int], entry: TransactionEntry) throws(StoreError) {
    _ = try takeBack(as: entry) { () throws(StoreError) in
      try transactions.sorted(by: >).map { number throws(StoreError) in try lastLink(of: number) }
    }
  }

  /// Returns the last link of the chain that contains a transaction; throws if the transaction does
  /// not exist, is undone or changed nothing.
  private func lastLink(of transaction: Int) throws(StoreError) -> History.Link {
    var newest: [Int: History.Link] = [:]
    var wanted: History.Link?
    try history.eachTransaction { (link: History.Link) throws(StoreError) in
      if link.isLast { newest[link.root] = link }
      if link.entry.transaction == transaction { wanted = link }
      return wanted == nil
    }
    guard let wanted, let last = newest[wanted.root] else {
      throw StoreError(.name, .noTransaction(transaction, newest: nil))
    }
    if let undo = Self.undo(of: wanted, last) {
      throw StoreError(.refused, .undone(wanted.entry, by: undo))
    }
    guard Self.counts(last) else {
      throw StoreError(.refused, .transaction(wanted.entry, .changedNothing))
    }
    return last
  }

  /// Returns the transaction that has undone a link of a chain, if any.
  static func undo(of link: History.Link, _ last: History.Link) -> Int? {
    (last.entry.kind == .undo) == (link.entry.kind == .undo) ? nil : last.entry.transaction
  }

  /// Returns whether undo considers a transaction: it changed something, or it undid, redid or
  /// reverted another transaction.
  static func counts(_ link: History.Link) -> Bool {
    link.entry.changes > 0 || link.root != link.entry.transaction
  }

  private func takeBack(
    as entry: TransactionEntry, isEdit: Bool = false,
    _ find: () throws(StoreError) -> [History.Link]
  ) throws(StoreError) -> [LogEntry] {
    try journal.checkIsNoPart(.undo)
    try journal.endGroup()
    if engine.abilities.postpones {
      (isPosting, hasPostedInVain) = (true, false)
      do {
        defer { isPosting = false }
        return try takeBackOnce(as: entry, isEdit: isEdit, find)
      } catch {
        // Only a reversal whose answer is awaited can say what is in its way.
        guard hasPostedInVain else { throw error }
      }
    }
    return try takeBackOnce(as: entry, isEdit: isEdit, find)
  }

  private func takeBackOnce(
    as entry: TransactionEntry, isEdit: Bool, _ find: () throws(StoreError) -> [History.Link]
  ) throws(StoreError) -> [LogEntry] {
    let version = catalog.schemaVersion
    let plain = try journal.transact { () throws(StoreError) -> [LogEntry]? in
      let links = try find()
      return try concernForeignKeys(links) ? nil : takeBack(links, entry, isEdit: isEdit)
    }
    if let plain { return plain }
    // Foreign keys can be turned off only outside a transaction, and all statements must be
    // recompiled.
    try engine.execute("PRAGMA foreign_keys = OFF")
    defer { try? engine.execute("PRAGMA foreign_keys = ON") }
    let result = try journal.transact { () throws(StoreError) in
      try takeBack(find(), entry, isEdit: isEdit)
    }
    if catalog.schemaVersion != version { try catalog.loadTypes() }
    return result
  }

  private func concernForeignKeys(_ links: [History.Link]) throws(StoreError) -> Bool {
    let references = allTables.flatMap(\.columns).filter { $0.target != nil }.map(\.number)
    let numbers = (allTables.map(\.existence) + references).map { "\($0)" }.joined(separator: ", ")
    for link in links {
      let found = try engine.value(
        """
        SELECT EXISTS (SELECT 1 FROM wb_def WHERE tx = ?1) OR EXISTS (
          SELECT 1 FROM wb_change WHERE seq BETWEEN ?2 AND ?3 AND prop IN (\(numbers)))
        """, .integer(link.entry.transaction), .integer(link.changes.lowerBound),
        .integer(link.changes.upperBound &- 1))
      if found == .integer(1) { return true }
    }
    return false
  }

  private func checkOwn(_ link: History.Link, isLast: Bool) throws(StoreError) {
    try checkIsReversible(link)
    let own = try engine.value("SELECT id FROM wb_text WHERE s = ?1", .text(journal.actor)).integer
    guard link.actor != own else { return }
    throw StoreError(
      .refused, .otherActor(link.entry, isLast: isLast, own: try lastTransaction(of: own)))
  }

  private func lastTransaction(of actor: Int?) throws(StoreError) -> Int? {
    var number: Int?
    try history.eachTransaction { (link: History.Link) throws(StoreError) in
      if link.isLast, ![.undo, .erase, .compact].contains(link.entry.kind), Self.counts(link),
        link.actor == actor
      {
        number = link.entry.transaction
      }
      return number == nil
    }
    return number
  }

  private func checkIsReversible(_ link: History.Link) throws(StoreError) {
    guard link.entry.kind != .compact else {
      throw StoreError(.refused, .compactedFrom(link.entry))
    }
    guard link.entry.kind == .erase else { return }
    throw StoreError(.refused, .transaction(link.entry, .erasedValues))
  }

  private func takeBack(
    _ links: [History.Link], _ entry: TransactionEntry, isEdit: Bool
  ) throws(StoreError) -> [LogEntry] {
    var roots: [LogEntry] = []
    let before = try journal.lastChange()
    for link in links {
      try checkIsReversible(link)
      var entry = entry
      // Undoing an undo is a redo, also when returning to an earlier state.
      entry.kind = isEdit ? .edit : link.entry.kind == .undo ? .redo : .undo
      try journal.record(
        entry, reference: link.entry.transaction, keepsEmpty: !isEdit
      ) { transaction throws(StoreError) in
        try reverseWithDefinitions(link, since: before, in: transaction)
      }
      roots.append(link.entry)
    }
    try checkReferences(links, since: before)
    // Rules are checked once, for the combined result.
    try journal.checkAllRules(after: before)
    var commands: [Int: LogEntry] = [:]
    if links.contains(where: { $0.root != $0.entry.transaction }) {
      // Reports the original command, not the last undo or redo in its chain.
      let wanted = Set(links.map(\.root))
      try history.eachTransaction { (link: History.Link) throws(StoreError) in
        if wanted.contains(link.entry.transaction) { commands[link.root] = link.entry }
        return commands.count < wanted.count
      }
    }
    return zip(links, roots).map { link, root in
      var entry = commands[link.root] ?? root
      entry.isUndone = link.entry.kind != .undo
      return entry
    }
  }
}

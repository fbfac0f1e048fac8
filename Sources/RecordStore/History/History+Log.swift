internal import Values

extension History {
  /// Returns the newest transactions, newest first; all of them if there is no limit.
  ///
  /// The open transaction is skipped, and so are transactions without changes, except repairs.
  public func log(limit: Int?) throws(StoreError) -> [LogEntry] {
    try log(of: nil, HistoryRange(limit: limit))
  }

  /// Returns the transactions of a range that changed the subject, newest first; all transactions
  /// of the range if there is no subject. Changes of a type include changes of its definition.
  public func log(
    of subject: HistorySubject?, _ range: HistoryRange
  ) throws(StoreError) -> [LogEntry] {
    var entries: [LogEntry] = []
    let part = try part(range)
    guard range.limit ?? 1 > 0, part.actor != .some(nil), part.lowest <= part.highest else {
      return []
    }
    let wanted = try subject.map { subject throws(StoreError) in try transactions(of: subject) }
    try eachTransaction { (link: Link) throws(StoreError) in
      let number = link.entry.transaction
      guard number >= part.lowest else { return false }
      // A repair may have no recorded changes.
      if link.entry.changes > 0 || link.entry.kind == .gap, number <= part.highest,
        part.actor.map({ $0 == link.actor }) ?? true, wanted?.contains(number) ?? true
      {
        entries.append(link.entry)
      }
      return entries.count < range.limit ?? Int.max
    }
    return entries
  }

  /// Returns the entry of a transaction in the log; nil if the transaction does not exist.
  public func entry(of transaction: Int) throws(StoreError) -> TransactionEntry? {
    let rows = try engine.rows(
      "SELECT kind, cmd, source, reason FROM wb_tx WHERE id = ?1", [.integer(transaction)])
    return rows.first.map { row in
      TransactionEntry(
        TransactionKind(rawValue: row[0].integer ?? 0) ?? .other, command: row[1].text,
        source: row[2].text, reason: row[3].text)
    }
  }

  /// Returns the number of the transaction at the start of the chain that an undo, redo or revert
  /// belongs to; nil for other transactions.
  public func transactionTakenBack(by transaction: Int) throws(StoreError) -> Int? {
    let reference = try engine.value(
      "SELECT ref FROM wb_tx WHERE id = ?1 AND ref < id", .integer(transaction))
    guard let number = reference.integer else { return nil }
    var roots: [Int: Int] = [:]
    return try root(of: number, &roots)
  }

  /// A transaction in a chain of a command, its undo, its redo, and so on.
  struct Link {
    var entry: LogEntry
    var actor: Int
    var root: Int
    var isLast: Bool
    var changes: Range<Int>
  }

  /// Calls the closure for each transaction except the open one, newest first, until the closure
  /// returns false.
  func eachTransaction(
    _ body: (Link) throws(StoreError) -> Bool
  ) throws(StoreError) {
    // Read in pages, because callers usually need only a few transactions.
    var pages = KeyPages(size: engine.rowsOfPage, key: 1)
    let part = pages.size.map { "WHERE t.id < ?1 ORDER BY t.id DESC LIMIT \($0)" }
    let sql = """
      SELECT t.id, t.ts, t.actor, a.s, t.kind, t.ref, t.source, t.cmd, t.reason, t.lo, t.n
      FROM wb_tx AS t LEFT JOIN wb_text AS a ON a.id = t.actor \(part ?? "ORDER BY t.id DESC")
      """
    let isNested = isReadingLog
    let statement = try isNested ? engine.prepare(sql) : engine.statement(sql)
    isReadingLog = true
    defer {
      statement.reset()
      isReadingLog = isNested
    }
    try statement.bind(part == nil ? [] : [.integer(.max)])
    var roots: [Int: Int] = [:]
    // Whether each chain's command is in force, by the root of the chain. The last link, which is
    // visited first, decides.
    var isInForce: [Int: Bool] = [:]
    var end = max(1, try journal.lastChange() + 1)
    while try pages.step(statement) {
      let number = statement.column(0).integer ?? 0
      // Another program may have written any number into the table.
      let low = max(1, min(statement.column(9).integer ?? end, end))
      let changes = low..<end
      end = low
      if number == journal.openNumber { continue }
      let kind = TransactionKind(rawValue: statement.column(4).integer ?? 0) ?? .other
      let reference = statement.column(5).integer
      let isLinked = kind == .undo || kind == .redo
      let root = isLinked ? try self.root(of: number, &roots) : number
      let isLast = isInForce[root] == nil
      let holds = isInForce[root] ?? (kind != .undo)
      isInForce[root] = holds
      let counted = statement.column(10).integer ?? -1
      let entry = LogEntry(
        transaction: number, at: statement.column(1).integer ?? 0,
        actor: statement.column(3).text ?? Schema.otherProgram, reason: statement.column(8).text,
        source: statement.column(6).text, kind: kind, command: statement.column(7).text,
        isUndone: kind == .undo ? holds : !holds,
        changes: counted >= 0 ? counted : changes.count, reference: reference)
      let link = Link(
        entry: entry, actor: statement.column(2).integer ?? 0, root: root, isLast: isLast,
        changes: changes)
      guard try body(link) else { return }
    }
  }

  /// The first command of a chain, or its first remaining link if the history was compacted.
  func root(of number: Int, _ known: inout [Int: Int]) throws(StoreError) -> Int {
    var path: [Int] = []
    var number = number
    while known[number] == nil {
      let reference = try engine.value(
        """
        SELECT b.id FROM wb_tx AS t JOIN wb_tx AS b ON b.id = t.ref AND b.kind <> ?4
        WHERE t.id = ?1 AND t.kind IN (?2, ?3)
        """, .integer(number), .integer(TransactionKind.undo.rawValue),
        .integer(TransactionKind.redo.rawValue), .integer(TransactionKind.compact.rawValue))
      // A reference to a later transaction is ignored, so that corrupt data cannot cause an endless
      // loop.
      guard let before = reference.integer, before < number else { break }
      path.append(number)
      number = before
    }
    let root = known[number] ?? number
    for link in path { known[link] = root }
    return root
  }

  func entry(ofTransaction number: Int) throws(StoreError) -> LogEntry? {
    var found: LogEntry?
    try eachTransaction { (link: History.Link) throws(StoreError) in
      if link.entry.transaction == number { found = link.entry }
      return found == nil && link.entry.transaction > number
    }
    return found
  }
}

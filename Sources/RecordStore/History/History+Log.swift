internal import Values

extension History {
  /// The newest transactions, newest first; all of them without a limit.
  ///
  /// Those that changed nothing are left out, and so is the one that is open.
  public func log(limit: Int?) throws(StoreError) -> [LogEntry] {
    try log(of: nil, HistoryRange(limit: limit))
  }

  /// The transactions of a range that changed a record, a property, records of a type or its
  /// definition, newest first; without a subject all of them.
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
      // A repair can have done something without a change.
      if link.entry.changes > 0 || link.entry.kind == .gap, number <= part.highest,
        part.actor.map({ $0 == link.actor }) ?? true, wanted?.contains(number) ?? true
      {
        entries.append(link.entry)
      }
      return entries.count < range.limit ?? Int.max
    }
    return entries
  }

  /// What the log says of a transaction; nil if there is none.
  public func entry(of transaction: Int) throws(StoreError) -> TransactionEntry? {
    let rows = try engine.rows(
      "SELECT kind, cmd, source, reason FROM wb_tx WHERE id = ?1", [.integer(transaction)])
    return rows.first.map { row in
      TransactionEntry(
        TransactionKind(rawValue: row[0].integer ?? 0) ?? .other, command: row[1].text,
        source: row[2].text, reason: row[3].text)
    }
  }

  /// The command that an undo or a revert has taken back, or a redo brought again, by its number;
  /// nil where a transaction did neither.
  public func transactionTakenBack(by transaction: Int) throws(StoreError) -> Int? {
    let reference = try engine.value(
      "SELECT ref FROM wb_tx WHERE id = ?1 AND ref < id", .integer(transaction))
    guard let number = reference.integer else { return nil }
    var roots: [Int: Int] = [:]
    return try root(of: number, &roots)
  }

  /// A transaction as a link of the chain that began with a command: the command, what took it
  /// back, what brought it again, and so on.
  struct Link {
    var entry: LogEntry
    var actor: Int
    /// The command the chain began with.
    var root: Int
    /// Whether no later link is in the chain.
    var isLast: Bool
    /// The number of its first change, and the one after its last.
    var changes: Range<Int>
  }

  /// Goes through the transactions, newest first, until the closure has enough.
  func eachTransaction(
    _ body: (Link) throws(StoreError) -> Bool
  ) throws(StoreError) {
    // Few are wanted mostly.
    var pages = engine.pages(key: 1)
    let part = pages.size.map { "WHERE t.id < ?1 ORDER BY t.id DESC LIMIT \($0)" }
    let statement = try engine.prepare(
      """
      SELECT t.id, t.ts, t.actor, a.s, t.kind, t.ref, t.source, t.cmd, t.reason, t.lo, t.n
      FROM wb_tx AS t LEFT JOIN wb_text AS a ON a.id = t.actor \(part ?? "ORDER BY t.id DESC")
      """)
    try statement.bind(part == nil ? [] : [.integer(.max)])
    var roots: [Int: Int] = [:]
    // Whether the last link of a chain, the first to be seen, left its command in force.
    var isInForce: [Int: Bool] = [:]
    var end = max(1, try journal.lastChange() + 1)
    while try pages.step(statement) {
      let number = statement.column(0).integer ?? 0
      // Another program may have written any number.
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
      guard try body(link) else {
        statement.reset()
        return
      }
    }
  }

  /// The command at the beginning of a chain; its first link that is left where the history was
  /// compacted.
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
      // What is taken back came before, so a chain that was tampered with ends too.
      guard let before = reference.integer, before < number else { break }
      path.append(number)
      number = before
    }
    let root = known[number] ?? number
    for link in path { known[link] = root }
    return root
  }

  /// The entry of a transaction; nil if there is none.
  func entry(ofTransaction number: Int) throws(StoreError) -> LogEntry? {
    var found: LogEntry?
    try eachTransaction { (link: History.Link) throws(StoreError) in
      if link.entry.transaction == number { found = link.entry }
      return found == nil && link.entry.transaction > number
    }
    return found
  }
}

internal import Records
internal import Values

/// Takes back what was done: undo, redo, restoring, erasing, compacting.
public final class UndoEngine: Part {
  let catalog: Catalog
  let journal: Journal
  let history: History
  let rows: Rows

  init(_ journal: Journal, _ history: History, _ rows: Rows) {
    catalog = journal.catalog
    (self.journal, self.history, self.rows) = (journal, history, rows)
  }

  /// What changes definitions in a transaction.
  func migration(in transaction: Transaction) -> Migration {
    Migration(journal: journal, rows: rows, transaction: transaction)
  }

  /// Takes back the newest commands of this store that are not taken back yet, as new transactions.
  ///
  /// All of them, or nothing if one cannot be.
  ///
  /// - Returns: What was taken back, newest first.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if there are not so many, one
  ///   is another actor's, or a later change is in the way, which it names.
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
        throw StoreError(.refused, Self.tooFew(links.count, "undo"))
      }
      return links
    }
  }

  /// Takes back everything after a transaction, whoever did it.
  ///
  /// - Returns: What was taken back, newest first, and with it commands that had been undone since
  ///   and were done again, which are no longer ``LogEntry/isUndone``.
  public func undo(
    to transaction: Int, entry: TransactionEntry
  ) throws(StoreError) -> [LogEntry] {
    try takeBack(as: entry) { () throws(StoreError) in
      let newest = try journal.newestNumber()
      guard transaction >= 0, transaction <= newest else {
        throw StoreError(.name, "there is no transaction #\(transaction)")
      }
      // A chain is brought back to the state of its last link up to the transaction.
      var last: [Int: History.Link] = [:]
      var after: [History.Link] = []
      try history.eachTransaction { (link: History.Link) throws(StoreError) in
        guard link.entry.transaction > transaction else { return false }
        if link.isLast { last[link.root] = link }
        after.append(link)
        return true
      }
      // An even number of links after it leaves a chain as it was.
      let lengths = Dictionary(after.map { ($0.root, 1) }, uniquingKeysWith: +)
      let links = after.filter { $0.isLast && lengths[$0.root, default: 0] % 2 == 1 }
      guard !links.isEmpty else {
        throw StoreError(.refused, "there is nothing to undo after #\(transaction)")
      }
      return links.filter(Self.counts)
    }
  }

  /// Brings the commands back that were undone last, as new transactions.
  ///
  /// Possible until something else changes the store. All of them, or nothing if one cannot be.
  ///
  /// - Returns: The commands that were brought back, in the order they are done again.
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
        throw StoreError(.refused, Self.tooFew(links.count, "redo"))
      }
      return links
    }
  }

  /// Takes one transaction back, whoever made it and whatever came after it, as a new transaction:
  /// an edit, which is undone like any other.
  ///
  /// One that takes another back is itself taken back by doing the other again. If nothing is left
  /// to take back, there is no new transaction.
  ///
  /// - Returns: The command that was taken back, or brought back.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if there is no such transaction,
  ///   and of ``StoreError/Kind/refused`` if it is undone already, or a later change is in the way,
  ///   which it names.
  public func revert(_ transaction: Int, entry: TransactionEntry) throws(StoreError) -> LogEntry {
    let reverted = try takeBack(as: entry, isEdit: true) { () throws(StoreError) in
      let number = try history.transaction(at: .transaction(transaction))
      var newest: [Int: History.Link] = [:]
      var wanted: History.Link?
      try history.eachTransaction { (link: History.Link) throws(StoreError) in
        if link.isLast { newest[link.root] = link }
        if link.entry.transaction == number { wanted = link }
        return wanted == nil
      }
      guard let wanted, let last = newest[wanted.root] else {
        throw StoreError(.name, "there is no transaction #\(number)")
      }
      let words = Self.words(wanted.entry)
      guard (last.entry.kind == .undo) == (wanted.entry.kind == .undo) else {
        throw StoreError(
          .refused, "\(words) was already undone by #\(last.entry.transaction)")
      }
      guard Self.counts(last) else { throw StoreError(.refused, "\(words) changed nothing") }
      return [last]
    }
    return reverted[0]
  }

  /// Whether a transaction is one to be taken back: what changed nothing is not, unless it is there
  /// to say that a command, which came to nothing, was undone or done again.
  private static func counts(_ link: History.Link) -> Bool {
    link.entry.changes > 0 || link.root != link.entry.transaction
  }

  private static func tooFew(_ count: Int, _ verb: String) -> String {
    switch count {
    case 0: "there is nothing to \(verb)"
    case 1: "there is only 1 command to \(verb)"
    default: "there are only \(count) commands to \(verb)"
    }
  }

  /// Takes back what a closure finds, as whole transactions; no other program comes between.
  private func takeBack(
    as entry: TransactionEntry, isEdit: Bool = false,
    _ find: () throws(StoreError) -> [History.Link]
  ) throws(StoreError) -> [LogEntry] {
    try journal.checkIsNoPart("undo, redo and revert are not possible")
    try journal.endGroup()
    let version = catalog.schemaVersion
    let plain = try journal.transact { () throws(StoreError) -> [LogEntry]? in
      let links = try find()
      return try concernForeignKeys(links) ? nil : takeBack(links, entry, isEdit: isEdit)
    }
    if let plain { return plain }
    // They can be turned off only while no transaction is open; all statements are compiled again.
    try engine.execute("PRAGMA foreign_keys = OFF")
    defer { try? engine.execute("PRAGMA foreign_keys = ON") }
    let result = try journal.transact { () throws(StoreError) in
      try takeBack(find(), entry, isEdit: isEdit)
    }
    if catalog.schemaVersion != version { try catalog.loadTypes() }
    return result
  }

  /// Whether transactions have anything that foreign keys look at: records that come or go,
  /// references, or definitions.
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
    let theirs = Self.owner(link.entry)
    var hint = "undo to #\(link.entry.transaction - 1) takes \(theirs) back"
    if let last = try lastTransaction(of: own) {
      hint = "revert #\(last) takes back only your last one, " + hint
    }
    let words = Self.words(link.entry)
    throw StoreError(
      .refused,
      isLast
        ? "the last change is \(theirs), not yours: \(words)" : "\(words) is \(theirs), not yours",
      hint: hint)
  }

  /// The newest transaction of an actor that is not taken back; nil if there is none.
  private func lastTransaction(of actor: Int?) throws(StoreError) -> Int? {
    var number: Int?
    try history.eachTransaction { (link: History.Link) throws(StoreError) in
      if link.isLast, link.entry.kind != .undo, Self.counts(link), link.actor == actor {
        number = link.entry.transaction
      }
      return number == nil
    }
    return number
  }

  private func checkIsReversible(_ link: History.Link) throws(StoreError) {
    guard link.entry.kind != .compact else {
      throw StoreError(
        .refused,
        "the history was compacted and begins with \(Self.words(link.entry)), which cannot be undone"
      )
    }
    guard link.entry.kind == .erase else { return }
    throw StoreError(
      .refused, "\(Self.words(link.entry)) erased values, which cannot be restored",
      hint: "revert takes back one transaction before it")
  }

  static func owner(_ entry: LogEntry) -> String {
    entry.actor == Schema.otherProgram ? "another program's" : "\(entry.actor)'s"
  }

  /// A transaction as a message names it: its number, and the beginning of its command, in which
  /// card numbers are masked.
  static func words(_ entry: LogEntry) -> String {
    "#\(entry.transaction)"
      + (entry.command.map { " (\(LogEntry.brief(CardNumber.masking($0))))" } ?? "")
  }

  private func takeBack(
    _ links: [History.Link], _ entry: TransactionEntry, isEdit: Bool
  ) throws(StoreError) -> [LogEntry] {
    var roots: [LogEntry] = []
    let before = try journal.lastChange()
    for link in links {
      try checkIsReversible(link)
      var entry = entry
      // To take an undo back is a redo, also on the way to an earlier state.
      entry.kind = isEdit ? .edit : link.entry.kind == .undo ? .redo : .undo
      try journal.record(
        entry, reference: link.entry.transaction, keepsEmpty: !isEdit
      ) { transaction throws(StoreError) in
        try reverseWithDefinitions(link, since: before, in: transaction)
      }
      roots.append(link.entry)
    }
    try checkReferences(links, since: before)
    // Only what all of them come to counts, and it is one command.
    try journal.checkRules(after: before)
    var commands: [Int: LogEntry] = [:]
    if links.contains(where: { $0.root != $0.entry.transaction }) {
      // What a person did is the command, not the undo or redo that was last in its chain.
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

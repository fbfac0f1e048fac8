internal import Records
internal import Values

extension Store {
  /// Takes back the newest commands of this store that are not taken back yet, as new transactions.
  ///
  /// All of them, or nothing if one cannot be.
  ///
  /// - Returns: What was taken back, newest first.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/refused`` if there are not so many, one
  ///   is another actor's, or a later change is in the way, which it names.
  public func undo(_ count: Int, entry: TransactionEntry) throws(StoreError) -> [LogEntry] {
    try exclusively { () throws(StoreError) in
      var links: [Link] = []
      try eachTransaction { (link: Link) throws(StoreError) in
        guard links.count < count else { return false }
        guard link.isLast, link.entry.kind != .undo, Self.counts(link) else { return true }
        try checkOwn(link)
        links.append(link)
        return true
      }
      guard links.count == count, count > 0 else {
        throw StoreError(.refused, Self.tooFew(links.count, "undo"))
      }
      return try takeBack(links, entry)
    }
  }

  /// Takes back everything after a transaction, whoever did it.
  ///
  /// - Returns: What was taken back, newest first.
  public func undo(
    to transaction: Int, entry: TransactionEntry
  ) throws(StoreError) -> [LogEntry] {
    try exclusively { () throws(StoreError) in
      let newest = try newestNumber()
      guard transaction >= 0, transaction <= newest else {
        throw StoreError(.name, "there is no transaction #\(transaction)")
      }
      // A chain is brought back to the state of its last link up to the transaction.
      var last: [Int: Link] = [:]
      var after: [Link] = []
      try eachTransaction { (link: Link) throws(StoreError) in
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
      return try takeBack(links.filter(Self.counts), entry)
    }
  }

  /// Brings the commands back that were undone last, as new transactions.
  ///
  /// Possible until something else changes the store. All of them, or nothing if one cannot be.
  ///
  /// - Returns: The commands that were brought back, in the order they are done again.
  public func redo(_ count: Int, entry: TransactionEntry) throws(StoreError) -> [LogEntry] {
    try exclusively { () throws(StoreError) in
      var links: [Link] = []
      try eachTransaction { (link: Link) throws(StoreError) in
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
      return try takeBack(links, entry)
    }
  }

  /// Takes one transaction back, whoever made it and whatever came after it, as a new transaction: an
  /// edit, which is undone like any other.
  ///
  /// One that takes another back is itself taken back by doing the other again. If nothing is left to
  /// take back, there is no new transaction.
  ///
  /// - Returns: The command that was taken back, or brought back.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if there is no such transaction,
  ///   and of ``StoreError/Kind/refused`` if it is undone already, or a later change is in the way,
  ///   which it names.
  public func revert(_ transaction: Int, entry: TransactionEntry) throws(StoreError) -> LogEntry {
    let reverted = try exclusively { () throws(StoreError) in
      let number = try self.transaction(at: .transaction(transaction))
      var newest: [Int: Link] = [:]
      var wanted: Link?
      try eachTransaction { (link: Link) throws(StoreError) in
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
      return try takeBack([last], entry, isEdit: true)
    }
    return reverted[0]
  }

  /// Whether a transaction is one to be taken back: what changed nothing is not, unless it is there
  /// to say that a command, which came to nothing, was undone or done again.
  private static func counts(_ link: Link) -> Bool {
    link.entry.changes > 0 || link.root != link.entry.transaction
  }

  private static func tooFew(_ count: Int, _ verb: String) -> String {
    switch count {
    case 0: "there is nothing to \(verb)"
    case 1: "there is only 1 command to \(verb)"
    default: "there are only \(count) commands to \(verb)"
    }
  }

  /// Runs a command that consists of whole transactions, so no other program comes between.
  private func exclusively(
    _ body: () throws(StoreError) -> [LogEntry]
  ) throws(StoreError) -> [LogEntry] {
    guard open == nil, !options.isTrial else {
      throw StoreError(.refused, "undo, redo and revert are not possible inside a transaction")
    }
    try endGroup()
    // Foreign keys can be turned off only while no transaction is open.
    try engine.execute("PRAGMA foreign_keys = OFF")
    defer { try? engine.execute("PRAGMA foreign_keys = ON") }
    try begin(TransactionEntry())
    let version = schemaVersion
    do {
      // The row is made anew for each command that is taken back.
      _ = try sealRow()
      let result = try body()
      try saveNewSchema()
      try checkFile()
      try engine.commit()
      warnings = open?.warnings ?? []
      open = nil
      if schemaVersion != version { try loadTypes() }
      hasWritten = true
      return result
    } catch {
      // The first error is the one to tell.
      try? rollback()
      throw busy(error)
    }
  }

  private func checkOwn(_ link: Link) throws(StoreError) {
    try checkIsReversible(link)
    let own = try engine.value("SELECT id FROM wb_text WHERE s = ?1", .text(actor)).integer
    guard link.actor != own else { return }
    throw StoreError(
      .refused,
      "\(Self.words(link.entry)) comes first and is \(Self.owner(link.entry)); "
        + "undo to #\(link.entry.transaction - 1) takes it back")
  }

  private func checkIsReversible(_ link: Link) throws(StoreError) {
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
    _ links: [Link], _ entry: TransactionEntry, isEdit: Bool = false
  ) throws(StoreError) -> [LogEntry] {
    var roots: [LogEntry] = []
    let before = try lastChange()
    for link in links {
      try checkIsReversible(link)
      var entry = entry
      // To take an undo back is a redo, also on the way to an earlier state.
      entry.kind = isEdit ? .edit : link.entry.kind == .undo ? .redo : .undo
      try openRow(entry, reference: link.entry.transaction)
      try reverseWithDefinitions(link, since: before)
      _ = try sealRow(keepsEmpty: !isEdit)
      roots.append(link.entry)
    }
    try checkReferences(links, since: before)
    // Only what all of them come to counts, and it is one command.
    noteChangeOfAll()
    try checkRules(after: before)
    guard links.contains(where: { $0.root != $0.entry.transaction }) else { return roots }
    // What a person did is the command, not the undo or redo that was last in its chain.
    var commands: [Int: LogEntry] = [:]
    let wanted = Set(links.map(\.root))
    try eachTransaction { (link: Link) throws(StoreError) in
      if wanted.contains(link.entry.transaction) { commands[link.root] = link.entry }
      return commands.count < wanted.count
    }
    return zip(links, roots).map { commands[$0.root] ?? $1 }
  }
}

internal import Expressions
internal import Records

/// Where the transactions of a store have come to, as a reader of its history has to know it.
protocol JournalState: AnyObject {
  /// The number of the transaction that is open; nil if none is.
  var openNumber: Int? { get }
  /// Whether there are changes that can still be rolled back.
  var isUncommitted: Bool { get }
  /// The number of the newest transaction before a trial; nil where nothing was tried.
  var newestBeforeTrial: Int? { get }
  /// How many transactions were lost with an error since somebody asked.
  var lost: Int { get }

  /// The number of the newest change; 0 if there is none.
  func lastChange() throws(StoreError) -> Int
  /// The number of the newest transaction that is not open; 0 if there is none.
  func newestNumber() throws(StoreError) -> Int
}

/// Reads what has been changed, when and by whom.
public final class History: Part {
  let catalog: Catalog
  let journal: any JournalState
  /// Changes that are not in the index yet, as far as somebody has asked.
  private var unindexed = UnindexedChanges(after: 0)

  init(_ catalog: Catalog, _ journal: any JournalState) {
    (self.catalog, self.journal) = (catalog, journal)
  }

  /// SQL for where a change `c` was written.
  var sourceOfChange: String { Schema.source(of: "c") }

  /// The types that there were, as a reader of the whole history needs them.
  ///
  /// - Complexity: O(*n*) in what was ever defined.
  public func typeHistory() throws(StoreError) -> TypeHistory { try TypeHistory(of: self) }

  /// The changes of a record, a property or all records of a type, oldest first.
  ///
  /// A record that never was has none.
  ///
  /// - Complexity: O(*n*) in the changes of a record or property, and in all changes for a type.
  public func changes(
    of subject: HistorySubject, _ range: HistoryRange = HistoryRange()
  ) throws(StoreError) -> [HistoryEntry] {
    try catalog.inOneState { () throws(StoreError) in
      let part = try part(range)
      let entries = try history(of: subject, range, part)
      guard range.hasLists, case .record(let id) = subject else { return entries }
      let all = (entries + (try listEntries(of: id, part))).sorted { $0.change < $1.change }
      return all.suffix(range.limit ?? all.count)
    }
  }

  private func history(
    of subject: HistorySubject, _ range: HistoryRange,
    _ part: (lowest: Int, highest: Int, actor: Int??)
  ) throws(StoreError) -> [HistoryEntry] {
    guard part.actor != .some(nil), part.lowest <= part.highest else { return [] }
    let (table, record, source, values) = try changes(of: subject, from: 6)
    // CROSS keeps the order of the join: SQLite would read every change of the tail twice.
    let statement = try engine.statement(
      """
      SELECT c.seq, c.tx, t.ts, a.s, t.reason, \(sourceOfChange), c.rec, c.prop, c.old, c.new
      FROM (\(source)) AS s CROSS JOIN wb_change AS c ON c.seq = s.seq
        LEFT JOIN wb_tx AS t ON t.id = c.tx LEFT JOIN wb_text AS a ON a.id = t.actor
      WHERE c.tx BETWEEN ?2 AND ?3 AND (?4 IS NULL OR t.actor = ?4)
      ORDER BY c.seq DESC LIMIT ?5
      """)
    let limit = range.records == nil ? range.limit ?? -1 : -1
    try statement.bind(
      [
        SQLValue(record), .integer(part.lowest), .integer(part.highest),
        SQLValue(part.actor ?? nil), .integer(limit),
      ] + values)
    var entries: [HistoryEntry] = []
    while try statement.step() {
      if let records = range.records, !records.contains(statement.column(6).integer ?? 0) {
        continue
      }
      if let limit = range.limit, entries.count >= limit {
        statement.reset()
        break
      }
      entries.append(try entry(statement, table))
    }
    entries.reverse()
    return entries
  }

  /// The transactions that changed a record, a property or records of a type, or the definition of
  /// that.
  func transactions(of subject: HistorySubject) throws(StoreError) -> Set<Int> {
    let (table, record, source, values) = try changes(of: subject, from: 2)
    let definitions =
      if case .type = subject {
        """
        UNION SELECT tx FROM wb_def WHERE object = 'type:\(table.id)' OR object IN (
          SELECT 'prop:' || id FROM wb_prop WHERE type = \(table.id))
        """
      } else { "" }
    let statement = try engine.statement(
      """
      SELECT c.tx FROM (\(source)) AS s CROSS JOIN wb_change AS c ON c.seq = s.seq \(definitions)
      """)
    try statement.bind(record == nil ? [] : [SQLValue(record)] + values)
    var transactions: Set<Int> = []
    while try statement.step() { transactions.insert(statement.column(0).integer ?? 0) }
    // What is in a list of records is written in them, or in a table of its own.
    for list in table.type.properties where list.kind.isListOfRecords && list.inverse == nil {
      switch subject {
      case .property: continue
      case .record(let id):
        let changes = try listChanges(of: id, list.name) ?? [:]
        if changes.isEmpty { continue }
        let rows = try engine.rows(
          "SELECT tx FROM wb_change WHERE seq IN (SELECT value FROM json_each(?1))",
          [.text("[\(changes.keys.map(String.init).joined(separator: ", "))]")])
        for row in rows { transactions.insert(row[0].integer ?? 0) }
      case .type:
        guard let owner = catalog.rows(of: list, in: table)?.column.number else { continue }
        let rows = try engine.rows(
          "SELECT DISTINCT tx FROM wb_change WHERE prop IN (\(owner), \(owner + 1))")
        for row in rows { transactions.insert(row[0].integer ?? 0) }
      }
    }
    return transactions
  }

  /// SQL for the numbers of the changes of a subject, whose record is the first value that it is
  /// given.
  ///
  /// - Parameter place: The place of the next value that it is given.
  private func changes(
    of subject: HistorySubject, from place: Int
  ) throws(StoreError) -> (Table, record: Int?, source: String, values: [SQLValue]) {
    let (table, record, properties, link) = try resolve(subject)
    let list = properties.map(String.init).joined(separator: ", ")
    if let link { return (table, record, Self.changes(of: link, properties), []) }
    guard let record else {
      return (table, nil, "SELECT seq FROM wb_change WHERE prop IN (\(list))", [])
    }
    let (mark, tail) = try unindexedChanges(of: record, properties)
    let source = """
      SELECT seq FROM wb_idx WHERE rec = ?1 AND prop IN (\(list)) AND seq <= ?\(place)
      UNION ALL SELECT value FROM json_each(?\(place + 1))
      """
    let numbers = tail.values.joined().map(String.init).joined(separator: ",")
    return (table, record, source, [.integer(mark), .text("[\(numbers)]")])
  }

  private func resolve(
    _ subject: HistorySubject
  ) throws(StoreError) -> (Table, record: Int?, properties: [Int], owner: Int?) {
    switch subject {
    case .type(let name):
      let table = try table(name)
      return (table, nil, try table.recorded + droppedProperties(of: table.id), nil)
    case .record(let id):
      let table = try table(id.type)
      return (table, id.number, try table.recorded + droppedProperties(of: table.id), nil)
    case .property(let id, let name):
      let table = try table(id.type)
      guard let index = table.type.index(of: name) else { throw catalog.unknown(name, table) }
      let property = table.type.properties[index]
      if let computation = property.computation {
        let sources = try catalog.sources(of: [name], table)
        let names = table.type.properties.map(\.name).filter(sources.contains).map(\.asName)
        throw StoreError(
          .refused,
          "\(name.asName) is computed as (\(computation)) and has no history"
            + (names.isEmpty ? "" : "; see that of \(names.listed())"), property: name)
      }
      guard property.kind.isListOfRecords else {
        return (table, id.number, [table.properties[index]], nil)
      }
      guard let (rows, column) = catalog.rows(of: property, in: table) else {
        return (table, id.number, [], nil)
      }
      // What refers has no place in the list, and a reference all that is known of it.
      let numbers =
        property.ownsRecords
        ? [column.number, column.number + 1]
        : rows.references == nil ? [column.number] : rows.recorded
      return (rows, id.number, numbers, column.number)
    }
  }

  /// The changes of a list of records: what has come and gone, and all else of what was in it.
  ///
  /// - Parameters:
  ///   - owner: The number of what says which record has the list.
  ///   - properties: The numbers of what is told.
  private static func changes(of owner: Int, _ properties: [Int]) -> String {
    let others = properties.filter { $0 != owner }.map(String.init).joined(separator: ", ")
    return """
      SELECT seq FROM wb_change WHERE prop = \(owner) AND (old = ?1 OR new = ?1)
      UNION ALL SELECT seq FROM wb_change WHERE prop IN (\(others)) AND rec IN (
        SELECT rec FROM wb_change WHERE prop = \(owner) AND (old = ?1 OR new = ?1))
      """
  }

  func entry(
    _ row: Statement, _ table: Table
  ) throws(StoreError) -> HistoryEntry {
    let number = row.column(7).integer ?? 0
    let transaction = row.column(1).integer ?? 0
    let column = table.column(ofNumber: number)
    let was = try formerColumn(number, in: transaction, isOld: true)
    let became = try formerColumn(number, in: transaction, isOld: false)
    let (old, new) = (row.column(8), row.column(9))
    let event: HistoryEntry.Event =
      if number == table.existence {
        new == .null ? .delete : .create
      } else if old == .null, new == .null {
        .erase
      } else { .set }
    let storage = column?.storage ?? .integer
    // What has been dropped is called as it was at last.
    let name = column?.historyName ?? (number == table.existence ? nil : became?.name)
    return HistoryEntry(
      change: row.column(0).integer ?? 0, transaction: transaction,
      at: row.column(2).integer ?? 0, actor: row.column(3).text ?? Schema.otherProgram,
      reason: row.column(4).text, source: row.column(5).text,
      record: RecordID(table.type.name, row.column(6).integer ?? 0), event: event,
      property: name, old: (was?.storage ?? storage).value(old),
      new: (became?.storage ?? storage).value(new))
  }

  /// The transactions of a range, which lie in a row because their times never go back, and the
  /// number of its actor: nil in it for one that never did anything.
  func part(
    _ range: HistoryRange
  ) throws(StoreError) -> (lowest: Int, highest: Int, actor: Int??) {
    var (lowest, highest) = (0, Int.max)
    switch range.since {
    case .transaction(let number): lowest = number
    case .time(let time): lowest = try firstTransaction(notBefore: time)
    case nil: break
    }
    switch range.until {
    case .transaction(let number): highest = number
    case .time(let time) where time < Int.max:
      highest = try firstTransaction(notBefore: time + 1) - 1
    case .time, nil: break
    }
    var actor: Int??
    if let name = range.actor {
      actor = .some(try engine.value("SELECT id FROM wb_text WHERE s = ?1", .text(name)).integer)
    }
    return (lowest, highest, actor)
  }

  /// The first transaction at or after a time; one after the last if there is none.
  func firstTransaction(notBefore time: Int) throws(StoreError) -> Int {
    let low = max(0, try engine.value("SELECT min(id) FROM wb_tx").integer ?? 1)
    let last = try engine.value("SELECT max(id) FROM wb_tx").integer ?? 0
    let high = max(low, try catalog.database.checked(last, in: "wb_tx") + 1)
    return try (low..<high).partitionIndex { number throws(StoreError) in
      let at = try engine.value(
        "SELECT ts FROM wb_tx WHERE id >= ?1 ORDER BY id LIMIT 1", .integer(number))
      return at.integer ?? time >= time
    }
  }

  /// The changes of some properties of a record that the index does not have yet, the oldest of
  /// each property first, and the mark up to which it has them.
  ///
  /// - Complexity: O(*p*) for *p* properties and O(*n*) in the changes that have come since this
  ///   was last asked, or that are not committed; all that are missing in the index the first time.
  func unindexedChanges(
    of record: Int, _ properties: [Int]
  ) throws(StoreError) -> (mark: Int, numbers: [Int: [Int]]) {
    let mark = try engine.value("SELECT \(Schema.indexMark)").integer ?? 0
    if unindexed.mark != mark { unindexed = UnindexedChanges(after: mark) }
    if !journal.isUncommitted {
      let statement = try engine.statement(
        "SELECT seq, rec, prop FROM wb_change WHERE seq > ?1 ORDER BY seq")
      try statement.bind([.integer(unindexed.last)])
      while try statement.step() {
        guard let number = statement.column(0).integer else { continue }
        unindexed.add(
          number, of: statement.column(1).integer ?? 0, statement.column(2).integer ?? 0)
      }
    }
    var numbers: [Int: [Int]] = [:]
    for property in properties {
      let changes = unindexed.changes(of: record, property)
      if !changes.isEmpty { numbers[property] = changes }
    }
    guard journal.isUncommitted else { return (mark, numbers) }
    let statement = try engine.statement(
      "SELECT seq, prop FROM wb_change WHERE seq > ?1 AND rec = ?2 ORDER BY seq")
    try statement.bind([.integer(unindexed.last), .integer(record)])
    let wanted = Set(properties)
    while try statement.step() {
      guard let number = statement.column(0).integer, let property = statement.column(1).integer,
        wanted.contains(property)
      else { continue }
      numbers[property, default: []].append(number)
    }
    return (mark, numbers)
  }
}

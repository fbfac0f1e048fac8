package import Records

protocol JournalState: AnyObject {
  var openNumber: Int? { get }
  var isUncommitted: Bool { get }
  /// In a trial: the number of the newest transaction before the trial.
  var newestBeforeTrial: Int? { get }
  /// The number of transactions lost to an error since they were last reported.
  var lost: Int { get }

  func lastChange() throws(StoreError) -> Int
  /// Returns the number of the newest transaction, excluding the open transaction; 0 if the history
  /// is empty.
  func newestNumber() throws(StoreError) -> Int
}

/// Reads past changes, with their times and authors.
public final class History: Part {
  let catalog: Catalog
  let journal: any JournalState
  private var unindexed = UnindexedChanges(after: 0)
  /// Whether the log is being read, so that its statement is in use.
  var isReadingLog = false

  init(_ catalog: Catalog, _ journal: any JournalState) {
    (self.catalog, self.journal) = (catalog, journal)
  }

  var sourceOfChange: String { Schema.source(of: "c") }

  /// Returns the history of types, for reading the whole history.
  ///
  /// - Complexity: O(*n*) in the number of past and present definitions.
  public func typeHistory() throws(StoreError) -> TypeHistory { try TypeHistory(of: self) }

  /// Returns the changes of a record, a property or all records of a type, oldest first; empty if
  /// the record never existed.
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

  private static let recentChanges = 50_000

  /// Returns the newest change that deleted a record with this key, among recent changes; nil if
  /// there is none, or the record exists again.
  package func lastDeletion(of type: String, key: Value) throws(StoreError) -> HistoryEntry? {
    let table = try table(type)
    guard let property = table.type.key, let index = table.type.index(of: property.name),
      let place = table.place(ofProperty: index)
    else { return nil }
    let number = try engine.value(
      """
      SELECT rec FROM (
        SELECT rec, prop, old, new, seq FROM wb_change ORDER BY seq DESC
        LIMIT \(Self.recentChanges))
      WHERE prop = \(table.columns[place].number) AND old = ?1 AND new IS NULL
      ORDER BY seq DESC LIMIT 1
      """, table.storages[index].stored(property.trimmed(key))
    ).integer
    guard let number else { return nil }
    let last = try changes(of: .record(RecordID(type, number)), HistoryRange(limit: 1)).last
    return last?.event == .delete ? last : nil
  }

  private func history(
    of subject: HistorySubject, _ range: HistoryRange,
    _ part: (lowest: Int, highest: Int, actor: Int??)
  ) throws(StoreError) -> [HistoryEntry] {
    guard part.actor != .some(nil), part.lowest <= part.highest else { return [] }
    let (table, record, source, values) = try changes(of: subject, from: 6)
    // CROSS fixes the order of the join; otherwise SQLite reads every unindexed change twice.
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
    // The contents of a list are stored in its items, or in a table of references.
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

  /// SQL for the numbers of the changes of a subject; the first parameter is the record.
  ///
  /// - Parameter place: The index of the next parameter.
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
        let names = table.type.properties.map(\.name).filter(sources.contains)
        throw StoreError(
          .refused, .computedHistory(name, expression: computation, of: names), property: name)
      }
      guard property.kind.isListOfRecords else {
        return (table, id.number, [table.properties[index]], nil)
      }
      guard let (rows, column) = catalog.rows(of: property, in: table) else {
        return (table, id.number, [], nil)
      }
      // The inverse of a reference has no positions. All columns of a table of references belong to
      // the list.
      let numbers =
        property.ownsRecords
        ? [column.number, column.number + 1]
        : rows.references == nil ? [column.number] : rows.recorded
      return (rows, id.number, numbers, column.number)
    }
  }

  /// SQL for the changes of a list: insertions and removals, and other changes of its items.
  ///
  /// - Parameter owner: The number of the property that names the owner.
  private static func changes(of owner: Int, _ properties: [Int]) -> String {
    let others = properties.filter { $0 != owner }.map(String.init).joined(separator: ", ")
    return """
      SELECT seq FROM wb_change WHERE prop = \(owner) AND (old = ?1 OR new = ?1)
      UNION ALL SELECT seq FROM wb_change WHERE prop IN (\(others)) AND rec IN (
        SELECT rec FROM wb_change WHERE prop = \(owner) AND (old = ?1 OR new = ?1))
      """
  }

  func entry(
    _ row: PreparedStatement, _ table: Table
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
    // A dropped property has the name that it had at the time.
    let name = column?.historyName ?? (number == table.existence ? nil : became?.name)
    return HistoryEntry(
      change: row.column(0).integer ?? 0, transaction: transaction,
      at: row.column(2).integer ?? 0, actor: row.column(3).text ?? Schema.otherProgram,
      reason: row.column(4).text, source: row.column(5).text,
      record: RecordID(table.type.name, row.column(6).integer ?? 0), event: event,
      property: name, old: (was?.storage ?? storage).value(old),
      new: (became?.storage ?? storage).value(new))
  }

  /// Returns the bounds of the transactions in a range, which are contiguous because times never
  /// decrease, and the number of the author. If `actor` contains nil, no transaction has this
  /// author.
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

  /// Returns the first transaction at or after a time; if there is no such transaction, the number
  /// after the last one.
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

  /// Returns the unindexed changes of a record by property, oldest first; `mark` is the last
  /// indexed change.
  ///
  /// - Complexity: O(*p*) for *p* properties, plus O(*n*) in the uncommitted changes and those
  ///   since the last call; the first call reads all unindexed changes.
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

/// The committed changes that are not in the history index yet.
struct UnindexedChanges {
  private struct Key: Hashable {
    var record: Int
    var property: Int
  }

  let mark: Int
  /// The newest added change; initially the mark.
  private(set) var last: Int
  private var numbers: [Key: [Int]] = [:]

  init(after mark: Int) {
    self.mark = mark
    last = mark
  }

  /// Changes must be added in ascending order.
  mutating func add(_ number: Int, of record: Int, _ property: Int) {
    numbers[Key(record: record, property: property), default: []].append(number)
    last = number
  }

  func changes(of record: Int, _ property: Int) -> [Int] {
    numbers[Key(record: record, property: property)] ?? []
  }
}

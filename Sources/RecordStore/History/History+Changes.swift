public import Records

extension History {
  /// Returns the transactions of the current trial, oldest first; empty if the store is not open
  /// for a trial.
  package func triedTransactions() throws(StoreError) -> [LogEntry] {
    guard let newest = journal.newestBeforeTrial else { return [] }
    var entries: [LogEntry] = []
    try eachTransaction { (link: Link) throws(StoreError) in
      guard link.entry.transaction > newest else { return false }
      if link.entry.changes > 0 { entries.append(link.entry) }
      return true
    }
    return entries.reversed()
  }

  /// Calls a closure for each change of a transaction in order, for records of all types.
  ///
  /// Changes of dropped types and properties are skipped.
  ///
  /// - Parameter limit: The maximum number of changes, including skipped ones; nil for no limit.
  public func eachChange(
    of transaction: Int, limit: Int? = nil, _ body: (HistoryEntry) -> Void
  ) throws(StoreError) {
    let owners = Array(tables.values).byNumber
    try eachChange(of: transaction, limit: limit, in: owners) { change, _ in body(change) }
  }

  /// - Parameter owners: Maps the number of each recorded property to its table; changes of other
  ///   properties are skipped.
  func eachChange(
    of transaction: Int, limit: Int? = nil, in owners: [Int: Table],
    _ body: (HistoryEntry, TableColumn?) -> Void
  ) throws(StoreError) {
    let statement = try engine.prepare(
      """
      SELECT c.seq, c.tx, t.ts, a.s, t.reason, \(sourceOfChange), c.rec, c.prop, c.old, c.new
      FROM wb_change AS c JOIN wb_tx AS t ON t.id = c.tx LEFT JOIN wb_text AS a ON a.id = t.actor
      WHERE c.tx = ?1 AND c.seq >= (SELECT lo FROM wb_tx WHERE id = ?1)
        AND c.seq < coalesce(
          (SELECT lo FROM wb_tx WHERE id > ?1 ORDER BY id LIMIT 1),
          (SELECT max(seq) FROM wb_change) + 1)
      ORDER BY c.seq LIMIT ?2
      """)
    try statement.bind([.integer(transaction), .integer(limit ?? -1)])
    while try statement.step() {
      let number = statement.column(7).integer ?? 0
      guard let table = owners[number] else { continue }
      body(try entry(statement, table), table.column(ofNumber: number))
    }
  }
}

/// The value of a record's property before and after some changes.
public struct ChangedValue: Hashable, Sendable {
  /// The number of the record.
  public var number: Int
  /// The value before the first change.
  public var old: Value?
  /// The value after the last change.
  public var new: Value?
}

extension History {
  /// Returns the records of a type whose property differs from its value at a mark, in the order of
  /// their first change. Records created or deleted since are not included.
  ///
  /// - Complexity: O(*n*) in the changes since the mark.
  public func changedValues(
    of property: String, in type: String, since mark: ChangeMark
  ) throws(StoreError) -> [ChangedValue] {
    let change = mark.last
    let table = try table(type)
    guard let index = table.type.index(of: property) else { throw catalog.unknown(property, table) }
    let number = table.properties[index]
    guard let storage = table.column(ofNumber: number)?.storage else { return [] }
    let statement = try engine.statement(
      "SELECT rec, prop, old, new FROM wb_change WHERE seq > ?1 AND prop IN (?2, ?3) ORDER BY seq")
    try statement.bind([.integer(change), .integer(number), .integer(table.existence)])
    var places: [Int: Int] = [:]
    var changes: [ChangedValue] = []
    var others: Set<Int> = []
    while try statement.step() {
      let record = statement.column(0).integer ?? 0
      guard statement.column(1).integer == number else {
        others.insert(record)
        continue
      }
      let new = storage.value(statement.column(3))
      if let place = places[record] {
        changes[place].new = new
      } else {
        places[record] = changes.count
        let old = storage.value(statement.column(2))
        changes.append(ChangedValue(number: record, old: old, new: new))
      }
    }
    return changes.filter { $0.old != $0.new && !others.contains($0.number) }
  }
}

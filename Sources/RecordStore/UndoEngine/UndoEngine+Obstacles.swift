internal import Records

package enum RevertObstacle: Hashable, Sendable {
  case undone(by: Int)
  /// A record, or one of its values such as `Person/1.age`, was changed later.
  case changed(String, by: Int?)
  case changedNothing, erased, compacted
}

extension UndoEngine {
  /// Transactions with more changes, and transactions that changed definitions, are not compared
  /// with the records.
  private static let mostCompared = 100

  /// Returns the obstacles that can be found in advance; ``revert(_:entry:)`` may find further
  /// obstacles.
  package func obstacles(
    to transactions: Set<Int>
  ) throws(StoreError) -> [Int: RevertObstacle] {
    var left = transactions
    var newest: [Int: History.Link] = [:]
    var links: [(link: History.Link, last: History.Link)] = []
    try history.eachTransaction { (link: History.Link) throws(StoreError) in
      if link.isLast { newest[link.root] = link }
      if left.remove(link.entry.transaction) != nil, let last = newest[link.root] {
        links.append((link, last))
      }
      return !left.isEmpty
    }
    let owners = Array(tables.values).byNumber
    var obstacles: [Int: RevertObstacle] = [:]
    for (link, last) in links {
      obstacles[link.entry.transaction] = try obstacle(to: link, last, owners)
    }
    return obstacles
  }

  private func obstacle(
    to link: History.Link, _ last: History.Link, _ owners: [Int: Table]
  ) throws(StoreError) -> RevertObstacle? {
    if let undo = Self.undo(of: link, last) { return .undone(by: undo) }
    switch last.entry.kind {
    case .compact: return .compacted
    case .erase: return .erased
    default: break
    }
    guard Self.counts(last) else { return .changedNothing }
    let change = try change(since: last, owners)
    guard case .changed(_, let number?)? = change else { return change }
    let isRevert = try history.transactionTakenBack(by: number) == link.root
    return isRevert ? .undone(by: number) : change
  }

  /// Compares the records with their state after a transaction.
  private func change(
    since link: History.Link, _ owners: [Int: Table]
  ) throws(StoreError) -> RevertObstacle? {
    guard link.changes.count <= Self.mostCompared,
      try history.definedObjects(by: link.entry.transaction).isEmpty
    else { return nil }
    let rows = try engine.rows(
      """
      SELECT rec, prop, max(seq), new IS NOT NULL FROM wb_change WHERE seq BETWEEN ?1 AND ?2
      GROUP BY rec, prop
      """, [.integer(link.changes.lowerBound), .integer(link.changes.upperBound &- 1)])
    var left: [Leftover] = []
    for row in rows {
      guard let record = row[0].integer, let property = row[1].integer,
        let table = owners[property], table.references == nil
      else { continue }
      let place = left.lastIndex { $0.record == record && $0.table === table } ?? left.count
      if place == left.count { left.append(Leftover(table: table, record: record)) }
      if property == table.existence {
        left[place].existence = row[3] == .integer(1)
      } else {
        left[place].changes[property] = row[2].integer
      }
    }
    for leftover in left {
      if let change = try change(of: leftover) { return change }
    }
    return nil
  }

  /// A record's state after a transaction.
  private struct Leftover {
    let table: Table
    let record: Int
    /// Whether the record exists after being created or deleted; nil if it was neither.
    var existence: Bool?
    /// The last change of each property.
    var changes: [Int: Int] = [:]
  }

  private func change(of leftover: Leftover) throws(StoreError) -> RevertObstacle? {
    let table = leftover.table
    let id = RecordID(table.type.name, leftover.record)
    func changed(_ column: TableColumn?) throws(StoreError) -> RevertObstacle {
      let name = column?.property?.name
      let subject = name.map { HistorySubject.property(id, $0) } ?? .record(id)
      let newest = try history.changes(of: subject, HistoryRange(limit: 1)).last
      return .changed(
        "\(id)" + (column.map { ".\($0.historyName.asName)" } ?? ""), by: newest?.transaction)
    }
    // For each value, the condition that it has changed or would be lost.
    var (columns, conditions): ([TableColumn], [String]) = ([], [])
    for column in table.columns {
      if let change = leftover.changes[column.number] {
        conditions.append(
          "NOT EXISTS (SELECT 1 FROM wb_change AS wb_c WHERE wb_c.seq = \(change) AND wb_c.new "
            + "IS \(column.name) COLLATE BINARY AND typeof(wb_c.new) = typeof(\(column.name)))")
      } else if leftover.existence != nil {
        conditions.append("\(column.name) IS NOT NULL")
      } else {
        continue
      }
      columns.append(column)
    }
    let cases = conditions.enumerated().map { "WHEN \($1) THEN \($0) " }.joined()
    let row = try engine.rows(
      "SELECT CASE \(cases)WHEN 0 THEN 0 END FROM \(table.name) WHERE id = ?1",
      [.integer(leftover.record)]
    ).first
    guard (row != nil) == (leftover.existence ?? true) else { return try changed(nil) }
    guard leftover.existence != false, let place = row?[0].integer else { return nil }
    return try changed(columns[place])
  }
}

public import Records

extension History {
  /// Returns the insertions, removals and moves in a record's list, keyed by the number of the last
  /// change that belongs to each of them. The inverse of a list has no positions; for the inverse
  /// of a reference the result is nil.
  ///
  /// - Complexity: O(*n*) in the history.
  public func listChanges(
    of id: RecordID, _ name: String
  ) throws(StoreError) -> [Int: RecordListChange]? {
    let table = try table(id.type)
    guard let list = table.type[name], let items = list.kind.recordType,
      let (rows, owner) = catalog.rows(of: list, in: table)
    else { return [:] }
    let isInverse = list.inverse != nil
    if isInverse, rows.references == nil { return nil }
    let position = isInverse ? nil : owner.number + 1
    let item =
      rows.references == nil ? nil : isInverse ? rows.properties[0] : owner.number + 2
    let numbers = [owner.number, position, item].compactMap(\.self)
    let statement = try engine.prepare(
      """
      SELECT seq, tx, rec, prop, new FROM wb_change
      WHERE prop IN (\(numbers.map(String.init).joined(separator: ", "))) AND rec IN (
        SELECT rec FROM wb_change WHERE prop = \(owner.number) AND (old = ?1 OR new = ?1))
      ORDER BY seq
      """)
    try statement.bind([.integer(id.number)])
    var state: [Int: ListRow] = [:]
    var order: [Int] = []
    var run: (transaction: Int, row: Int, last: Int, before: Int?)?
    var result: [Int: RecordListChange] = [:]
    func end() {
      guard let ended = run, let row = state[ended.row] else { return }
      run = nil
      order.removeAll { $0 == ended.row }
      if row.owner == id.number {
        let place = order.partitionIndex { other in
          (state[other]?.position ?? 0, other) > (row.position ?? 0, ended.row)
        }
        order.insert(ended.row, at: place)
      }
      let after = order.firstIndex(of: ended.row)
      let (was, isThere) = (ended.before != nil, after != nil)
      guard isInverse ? was != isThere : ended.before != after,
        let number = item == nil ? ended.row : row.item
      else { return }
      result[ended.last] = RecordListChange(
        owner: id, list: name, item: RecordID(items, number), from: isInverse ? nil : ended.before,
        to: isInverse ? nil : after, wasThere: was, isThere: isThere)
    }
    while try statement.step() {
      let change = statement.column(0).integer ?? 0
      let transaction = statement.column(1).integer ?? 0
      let row = statement.column(2).integer ?? 0
      if let open = run, open.transaction != transaction || open.row != row { end() }
      let before = run?.before ?? order.firstIndex(of: row)
      run = (transaction, row, change, before)
      let value = statement.column(4).integer
      switch statement.column(3).integer {
      case owner.number: state[row, default: ListRow()].owner = value
      case position: state[row, default: ListRow()].position = value
      // A deletion sets all values to nil; keep the item to identify the deleted row.
      default: if let value { state[row, default: ListRow()].item = value }
      }
    }
    end()
    return result
  }

  func listEntries(
    of id: RecordID, _ part: (lowest: Int, highest: Int, actor: Int??)
  ) throws(StoreError) -> [HistoryEntry] {
    var changes: [Int: RecordListChange] = [:]
    let lists = try table(id.type).type.properties.filter {
      $0.kind.isListOfRecords && $0.inverse == nil
    }
    for list in lists { changes.merge(try listChanges(of: id, list.name) ?? [:]) { $1 } }
    if changes.isEmpty || part.actor == .some(nil) { return [] }
    let statement = try engine.statement(
      """
      SELECT c.seq, c.tx, t.ts, a.s, t.reason, \(sourceOfChange) FROM wb_change AS c
        LEFT JOIN wb_tx AS t ON t.id = c.tx LEFT JOIN wb_text AS a ON a.id = t.actor
      WHERE c.seq IN (SELECT value FROM json_each(?1)) AND c.tx BETWEEN ?2 AND ?3
        AND (?4 IS NULL OR t.actor = ?4)
      """)
    try statement.bind([
      .text("[\(changes.keys.map(String.init).joined(separator: ", "))]"),
      .integer(part.lowest), .integer(part.highest), SQLValue(part.actor ?? nil),
    ])
    var entries: [HistoryEntry] = []
    while try statement.step() {
      let number = statement.column(0).integer ?? 0
      guard let change = changes[number] else { continue }
      entries.append(
        HistoryEntry(
          change: number, transaction: statement.column(1).integer ?? 0,
          at: statement.column(2).integer ?? 0,
          actor: statement.column(3).text ?? Schema.otherProgram, reason: statement.column(4).text,
          source: statement.column(5).text, record: id, event: .set, property: change.list,
          old: change.wasThere ? .reference(change.item) : nil,
          new: change.isThere ? .reference(change.item) : nil))
    }
    return entries
  }

  private struct ListRow {
    var owner: Int?
    var position: Int?
    var item: Int?
  }

  /// Returns the effect of one record's changes on a list, without positions; nil unless the record
  /// is a reference in a list of references.
  public func listChange(of changes: [HistoryEntry]) throws(StoreError) -> RecordListChange? {
    guard let record = changes.first?.record, let table = tables[record.type],
      let references = table.references
    else { return nil }
    func value(_ name: String, _ column: Int) throws(StoreError) -> RecordID? {
      for change in changes where change.property == name {
        if case .reference(let id)? = change.new ?? change.old { return id }
      }
      let number = table.properties[column]
      let newest = try newestChanges(
        of: record.number, [number], through: changes.last?.change ?? 0)
      guard let change = newest[number] else { return nil }
      let stored = try engine.value("SELECT new FROM wb_change WHERE seq = ?1", .integer(change))
      if case .reference(let id)? = table.storages[column].value(stored) { return id }
      return nil
    }
    guard let owner = try value(ReferenceList.owner, 0), let item = try value(ReferenceList.item, 2)
    else { return nil }
    return RecordListChange(
      owner: owner, list: references.list.name, item: item,
      wasThere: !changes.contains { $0.event == .create },
      isThere: !changes.contains { $0.event == .delete })
  }
}

public import Records

extension History {
  /// Returns the number of a transaction, or of the last transaction at or before a time.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if there is no such transaction,
  ///   and of ``StoreError/Kind/refused`` if the transaction was compacted or the time is in the
  ///   future.
  public func transaction(at moment: HistoryMoment) throws(StoreError) -> Int {
    let newest = try journal.newestNumber()
    switch moment {
    case .transaction(let number):
      try checkIsKept(number)
      guard (1...max(1, newest)).contains(number), newest > 0 else {
        throw StoreError(.name, .noTransaction(number, newest: newest))
      }
      return number
    case .time(let time):
      guard time <= catalog.database.clock() else { throw StoreError(.refused, .fact(.future)) }
      let number = min(newest, try firstTransaction(notBefore: time + 1) - 1)
      try checkIsKept(number)
      guard number >= 1 else { throw StoreError(.name, .fact(.beforeHistory)) }
      return number
    }
  }

  private func checkIsKept(_ number: Int) throws(StoreError) {
    guard let first = try compactedNumber(), number < first else { return }
    throw StoreError(.refused, .compacted(first: first))
  }

  func lastChange(of transaction: Int) throws(StoreError) -> Int {
    let next = try engine.value(
      "SELECT lo FROM wb_tx WHERE id > ?1 ORDER BY id LIMIT 1", .integer(transaction))
    // Another program may have written any number.
    if let next = next.integer { return max(next, 1) - 1 }
    return try journal.lastChange()
  }

  /// Returns the number of the newest change of each property, up to a given change.
  ///
  /// - Complexity: O(*p* log *n*), plus the cost of ``unindexedChanges(of:_:)``.
  func newestChanges(
    of record: Int, _ properties: [Int], through change: Int
  ) throws(StoreError) -> [Int: Int] {
    let (mark, tail) = try unindexedChanges(of: record, properties)
    let list = properties.map(String.init).joined(separator: ",")
    var newest: [Int: Int] = [:]
    let indexed = try engine.statement(
      """
      SELECT p.value, (SELECT seq FROM wb_idx WHERE rec = ?1 AND prop = p.value AND seq <= ?2
        ORDER BY seq DESC LIMIT 1) FROM json_each(?3) AS p
      """)
    try indexed.bind([.integer(record), .integer(min(mark, change)), .text("[\(list)]")])
    while try indexed.step() {
      if let property = indexed.column(0).integer { newest[property] = indexed.column(1).integer }
    }
    for (property, numbers) in tail {
      if let number = numbers.last(where: { $0 <= change }) { newest[property] = number }
    }
    return newest
  }

  package func time(of transaction: Int) throws(StoreError) -> Int? {
    try engine.value("SELECT ts FROM wb_tx WHERE id = ?1", .integer(transaction)).integer
  }

  /// Returns whether values were ever erased; this also erased the texts of commands that mention
  /// the values.
  package func hasErasure() throws(StoreError) -> Bool {
    try engine.value(
      "SELECT EXISTS (SELECT 1 FROM wb_tx WHERE kind = ?1)",
      .integer(TransactionKind.erase.rawValue)) == .integer(1)
  }

  func compactedNumber() throws(StoreError) -> Int? {
    try engine.value(
      "SELECT id FROM (SELECT id, kind FROM wb_tx ORDER BY id LIMIT 1) WHERE kind = ?1",
      .integer(TransactionKind.compact.rawValue)
    ).integer
  }

  /// Returns whether a record had a type that was dropped; false if a present type of the name has
  /// or had the record.
  ///
  /// - Complexity: O(*n*) in the history for a deleted record.
  public func wasOfDroppedType(_ id: RecordID) throws(StoreError) -> Bool {
    try catalog.inOneState { () throws(StoreError) in try droppedType(of: id) != nil }
  }

  /// Returns the number of the dropped type that had the record; nil if a present type of the name
  /// has or had the record, or no type of the name ever had it.
  ///
  /// - Complexity: O(*n*) in the history for a deleted record.
  func droppedType(of id: RecordID) throws(StoreError) -> Int? {
    if tables[id.type] != nil, try catalog.exists(id) { return nil }
    let rows = try engine.rows(
      """
      SELECT iif(y.dropped_tx IS NULL, NULL, y.id) FROM wb_type AS y JOIN wb_prop AS p
        ON p.type = y.id AND p.name = '' AND p.kind NOT GLOB 'List(*'
      WHERE y.name = ?1 AND EXISTS (SELECT 1 FROM wb_change WHERE rec = ?2 AND prop = p.id)
      ORDER BY y.dropped_tx IS NOT NULL, y.dropped_tx DESC LIMIT 1
      """, [.text(id.type), .integer(id.number)])
    return rows.first?[0].integer
  }

  /// Returns whether a record ever had the number, including records of earlier types of the same
  /// name. In a compacted history, also true for all numbers below the highest one used before.
  func hasExisted(_ number: Int, in table: Table) throws(StoreError) -> Bool {
    let properties = try engine.rows(Table.existences(ofTypesNamed: table.type.name))
      .compactMap { $0[0].integer }
    let (mark, tail) = try unindexedChanges(of: number, properties)
    guard tail.isEmpty else { return true }
    let list = properties.map(String.init).joined(separator: ", ")
    let isIndexed = try engine.value(
      "SELECT EXISTS (SELECT 1 FROM wb_idx WHERE rec = ?1 AND prop IN (\(list)) AND seq <= ?2)",
      .integer(number), .integer(mark))
    if isIndexed == .integer(1) { return true }
    // Of the deleted records, a compacted history contains at most the one with the highest number.
    guard let first = try compactedNumber() else { return false }
    return try engine.value(
      """
      SELECT EXISTS (SELECT 1 FROM wb_change
        WHERE seq <= ?1 AND tx = ?2 AND rec > ?3 AND prop IN (\(list)))
      """, .integer(try lastChange(of: first)), .integer(first), .integer(number))
      == .integer(1)
  }
}

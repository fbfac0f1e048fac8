internal import Values

/// The states that a store had after its transactions.
extension Store {
  /// The number of the transaction after which a state is wanted: the one named, or the last that
  /// was not after a time.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if there is no such transaction,
  ///   and ``StoreError/Kind/refused`` for a time that is still to come.
  public func transaction(at moment: HistoryMoment) throws(StoreError) -> Int {
    let newest = try newestNumber()
    switch moment {
    case .transaction(let number):
      try checkIsKept(number)
      guard (1...max(1, newest)).contains(number), newest > 0 else {
        throw StoreError(
          .name, "there is no transaction #\(number)",
          hint: newest == 0 ? nil : "the first is #1, the newest #\(newest)")
      }
      return number
    case .time(let time):
      guard time <= clock() else {
        throw StoreError(.refused, "the time is in the future; expected one in the past")
      }
      let number = min(newest, try firstTransaction(notBefore: time + 1) - 1)
      try checkIsKept(number)
      guard number >= 1 else {
        throw StoreError(.name, "there was nothing yet: the first transaction is later")
      }
      return number
    }
  }

  private func checkIsKept(_ number: Int) throws(StoreError) {
    guard let first = try compactedNumber(), number < first else { return }
    throw StoreError(
      .refused, "the history was compacted and begins with #\(first); what was before is gone")
  }

  /// A store that shows what there was after a transaction: the types, the records and what is
  /// computed from them, as they were then.
  ///
  /// It can be read like any other, and not written. What is asked for is taken from the history of
  /// this store when it is first needed: one record by itself, all of a type for a query.
  ///
  /// - Complexity: O(1) until something is read; then O(*p* log *n*) in the changes for a record of
  ///   *p* properties, and O(*n*) for a type.
  ///
  /// - Parameter former: a store that this has returned before. It is returned again, with all it
  ///   has read, if it shows the same state and nothing was written since.
  public func past(at transaction: Int, reusing former: Store? = nil) throws(StoreError) -> Store {
    try checkOpen()
    let number = try self.transaction(at: .transaction(transaction))
    let extent = HistoryExtent(
      newest: try newestNumber(), lastChange: try lastChange(), lost: lostTransactions)
    if let former, let source = former.past, source.origin === self,
      source.transaction == number, source.extent == extent
    {
      former.isInterrupted = isInterrupted
      return former
    }
    return try Store(
      PastSource(self, after: number, through: try lastChange(of: number), extent))
  }

  /// Whether this shows a past state and holds so many of its records that it had better not be
  /// kept for later.
  public var holdsManyPastRecords: Bool { past.map { $0.count > PastSource.mostKept } ?? false }

  /// The number of the newest change there was when a transaction had ended.
  func lastChange(of transaction: Int) throws(StoreError) -> Int {
    let next = try engine.value(
      "SELECT lo FROM wb_tx WHERE id > ?1 ORDER BY id LIMIT 1", .integer(transaction))
    if let next = next.integer { return next - 1 }
    return try lastChange()
  }

  /// The newest change of each of some properties of a record, up to one that is given.
  ///
  /// - Complexity: O(*p* log *n*), and as ``unindexedChanges(of:_:)``.
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
}

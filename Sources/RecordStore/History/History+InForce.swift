internal import Records

extension History {
  /// Returns the transactions in force, oldest first, as if the history consisted only of the given
  /// range.
  ///
  /// An undo or a redo is included only if its command is outside the range, or if a transaction in
  /// between is in force and affects the same records or definitions.
  ///
  /// - Parameter types: The history of types for this store.
  public func transactionsInForce(
    from first: Int = 0, through last: Int = .max, with types: TypeHistory
  ) throws(StoreError) -> [LogEntry] {
    var links: [Link] = []
    try eachTransaction { (link: Link) throws(StoreError) in
      let number = link.entry.transaction
      guard number >= first else { return false }
      if number <= last { links.append(link) }
      return true
    }
    var inForce = TransactionsInForce(of: self, with: types)
    for link in links.reversed() {
      try inForce.add(link.entry.transaction, ofChain: link.root)
    }
    let numbers = Set(inForce.numbers)
    return links.reversed().lazy.map(\.entry).filter {
      $0.changes > 0 && numbers.contains($0.transaction)
    }
  }

  func definedObjects(by transaction: Int) throws(StoreError) -> [String] {
    try engine.rows("SELECT object FROM wb_def WHERE tx = ?1", [.integer(transaction)])
      .compactMap { $0[0].text }
  }
}

extension History {
  /// The definition that applied to the values of a property in a transaction; nil if the property
  /// was never redefined or dropped.
  ///
  /// - Parameter isOld: Whether to return the definition for the values before the changes, not
  ///   after them.
  func formerColumn(
    _ number: Int, in transaction: Int, isOld: Bool
  ) throws(StoreError) -> FormerColumn? {
    guard let all = try catalog.formerColumns()[number] else { return nil }
    return all.last { column in
      column.storage != nil
        && (isOld ? column.transaction < transaction : column.transaction <= transaction)
    } ?? all.first
  }

  func droppedProperties(of type: Int) throws(StoreError) -> [Int] {
    try engine.rows(
      "SELECT id FROM wb_prop WHERE type = ?1 AND dropped_tx IS NOT NULL AND col IS NOT NULL "
        + "AND kind NOT GLOB 'Owner(*' AND kind NOT GLOB 'Position(*'", [.integer(type)]
    ).compactMap { $0[0].integer }
  }
}

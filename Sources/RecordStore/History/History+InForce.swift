internal import Records

/// What is left of the history when what was undone is left out.
extension History {
  /// The transactions whose work is in force, the oldest first, as if the history had been only
  /// that from one transaction through another.
  ///
  /// An undo or a redo is among them only where the command it is about came before the first, or
  /// where something that is in force and has to do with the same records was done in between: it
  /// then is a change like any other.
  ///
  /// - Parameter types: what the types were in this history.
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

  /// The objects whose definitions a transaction changed, as the file names them.
  func definedObjects(by transaction: Int) throws(StoreError) -> [String] {
    try engine.rows("SELECT object FROM wb_def WHERE tx = ?1", [.integer(transaction)])
      .compactMap { $0[0].text }
  }
}

internal import Records

/// What is left of the history when what was undone is left out.
extension Store {
  /// The transactions whose work is in force, the oldest first, as if the history had been only that
  /// from one transaction through another.
  ///
  /// An undo or a redo is among them only where the command it is about came before the first, or
  /// where something that is in force and has to do with the same records was done in between: it
  /// then is a change like any other.
  public func transactionsInForce(
    from first: Int = 0, through last: Int = .max
  ) throws(StoreError) -> [LogEntry] {
    var links: [Link] = []
    try eachTransaction { (link: Link) throws(StoreError) in
      let number = link.entry.transaction
      guard number >= first else { return false }
      if number <= last { links.append(link) }
      return true
    }
    var inForce = TransactionsInForce(of: self)
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

  /// What a transaction did to definitions, in the order it was done.
  ///
  /// Those of types that no longer exist are left out, and so are those of properties that come with
  /// their type.
  public func definitionChanges(of transaction: Int) throws(StoreError) -> [DefinitionChange] {
    let rows = try engine.rows(
      "SELECT object, old, new FROM wb_def WHERE tx = ?1 ORDER BY seq", [.integer(transaction)])
    let types = Dictionary(
      tables.values.map { ("type:\($0.id)", $0.type.name) }, uniquingKeysWith: { first, _ in first }
    )
    let owners = Dictionary(
      tables.values.flatMap { table in table.properties.map { ("prop:\($0)", table.id) } },
      uniquingKeysWith: { first, _ in first })
    let defined = Set(rows.compactMap { $0[0].text })
    return rows.compactMap { row in
      guard let object = row[0].text else { return nil }
      if object.hasPrefix("prop:") {
        let type = owners[object].map { "type:\($0)" }
        if row[1].text == nil, type.map(defined.contains) ?? true { return nil }
        return DefinitionChange(subject: .property, old: row[1].text, new: row[2].text)
      }
      var subject = DefinitionChange.Subject.other
      if object.hasPrefix("type:") {
        guard let type = types[object] else { return nil }
        subject = .type(type)
      } else if object.hasPrefix(TableRule.prefix) {
        guard let number = Int(object.dropFirst(TableRule.prefix.count)) else { return nil }
        subject = .rule(number)
      }
      return DefinitionChange(subject: subject, old: row[1].text, new: row[2].text)
    }
  }
}

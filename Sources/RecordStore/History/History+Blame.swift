public import Records

/// The origin of a property's current value.
public struct Blame: Hashable, Sendable {
  /// The name of the property.
  public var property: String
  /// The current value.
  public var value: Value?
  /// The last change of the property, or of the properties it is computed from; otherwise the
  /// creation of the record. Nil if no recorded change led to the value, for example because
  /// another program has dropped the triggers.
  public var change: HistoryEntry?
}

/// A change that contributed to a value, with its command.
public struct Cause: Hashable, Sendable {
  /// The change.
  public var change: HistoryEntry
  /// The kind of the command.
  public var kind: TransactionKind
  /// The text of the command, if known.
  public var command: String?
}

extension History {
  /// Returns the origin of the value of each property, in the order of the properties.
  ///
  /// - Complexity: O(*p* log *n*) in the changes for *p* properties, and O(*n*) for a list of
  ///   records.
  public func blame(_ id: RecordID) throws(StoreError) -> [Blame] {
    try catalog.inOneState { () throws(StoreError) in
      let table = try table(id.type)
      guard let row = try catalog.row(id, table) else { throw catalog.missing(id) }
      let newest = try newestChanges(of: id.number, table.recorded, through: journal.lastChange())
      let entries = try entries(ofChanges: Array(newest.values), table)
      let unrecorded = unrecorded(row, table, newest.mapValues { entries[$0]?.new ?? .null })
      var result: [Blame] = []
      for (index, property) in table.type.properties.enumerated() {
        let value = table.storages[index].value(row[index])
        let sources = try sources(ofProperty: index, table)
        guard unrecorded.isDisjoint(with: sources) else {
          result.append(Blame(property: property.name, value: value))
          continue
        }
        var changes = sources.compactMap { newest[table.properties[$0]] }
        if property.kind.isListOfRecords {
          let range = HistoryRange(limit: 1)
          changes = try self.changes(of: .property(id, property.name), range).map(\.change)
        }
        // Changes before the record's last deletion are ignored.
        changes += [newest[table.existence]].compactMap(\.self)
        guard let change = changes.max() else { continue }
        var entry = entries[change]?.entry
        if entry == nil { entry = try self.entry(ofChange: change, table) }
        guard let entry else { continue }
        result.append(Blame(property: property.name, value: value, change: entry))
      }
      return result
    }
  }

  /// Returns the changes that led to the value of a property, oldest first.
  ///
  /// The first one is the command that set the value. If an undo restored the value, the changes
  /// include the undo, the undone command, and the command that set the value before. For a
  /// computed property, they are the changes of the properties it is computed from; for a list of
  /// records, all changes.
  public func causes(of property: String, of id: RecordID) throws(StoreError) -> [Cause] {
    try catalog.inOneState { () throws(StoreError) in
      let table = try table(id.type)
      guard let wanted = table.type[property] else { throw catalog.unknown(property, table) }
      guard try catalog.exists(id) else { throw catalog.missing(id) }
      var changes: [HistoryEntry] = []
      if wanted.kind.isListOfRecords {
        changes = try self.changes(of: .property(id, property))
      } else {
        let sources = try catalog.sources(of: [property], table)
        for source in table.type.properties where sources.contains(source.name) {
          changes += try chain(self.changes(of: .property(id, source.name)))
        }
      }
      let creation = try newestChanges(
        of: id.number, [table.existence], through: journal.lastChange())
      // Changes before the record's last deletion are ignored.
      if let change = creation[table.existence], changes.allSatisfy({ $0.change < change }),
        let entry = try entry(ofChange: change, table)
      {
        changes = [entry]
      }
      var causes: [Cause] = []
      for change in changes.sorted(by: { $0.change < $1.change }) {
        let rows = try engine.rows(
          "SELECT kind, cmd FROM wb_tx WHERE id = ?1", [.integer(change.transaction)])
        let kind = TransactionKind(rawValue: rows.first?[0].integer ?? 0) ?? .other
        causes.append(Cause(change: change, kind: kind, command: rows.first?[1].text))
      }
      return causes
    }
  }

  private func sources(ofProperty index: Int, _ table: Table) throws(StoreError) -> [Int] {
    guard table.hasComputed else { return [index] }
    let properties = table.type.properties
    let names = try catalog.sources(of: [properties[index].name], table)
    return properties.indices.filter { names.contains(properties[$0].name) }
  }

  private func chain(_ changes: [HistoryEntry]) throws(StoreError) -> [HistoryEntry] {
    var chain: [HistoryEntry] = []
    var roots: [Int: Int] = [:]
    var rest = changes[...]
    while let last = rest.last {
      let rows = try engine.rows(
        """
        SELECT t.kind IN (?2, ?3) OR r.id IS NOT NULL, t.kind = ?3 OR t.kind <> ?2 AND r.kind = ?2,
          coalesce(r.id, t.id)
        FROM wb_tx AS t LEFT JOIN wb_tx AS r ON r.id = t.ref AND r.id < t.id WHERE t.id = ?1
        """,
        [
          .integer(last.transaction), .integer(TransactionKind.undo.rawValue),
          .integer(TransactionKind.redo.rawValue),
        ])
      chain.append(last)
      guard let row = rows.first, row[0] == .integer(1) else { break }
      let root = try self.root(of: row[2].integer ?? last.transaction, &roots)
      var first = rest.endIndex - 1
      for index in rest.indices.dropLast().reversed() where rest[index].transaction >= root {
        guard try self.root(of: rest[index].transaction, &roots) == root else { continue }
        chain.append(rest[index])
        first = index
      }
      // A redo repeats its command and restores no value, so earlier changes did not contribute.
      if row[1] == .integer(1) { break }
      rest = rest[..<first]
    }
    return chain
  }

  private func unrecorded(
    _ row: [SQLValue], _ table: Table, _ recorded: [Int: SQLValue]
  ) -> Set<Int> {
    Set(
      table.properties.indices.filter { index in
        guard table.place(ofProperty: index) != nil else { return false }
        return !row[index].isIdentical(to: recorded[table.properties[index]] ?? .null)
      })
  }

  func entry(ofChange number: Int, _ table: Table) throws(StoreError) -> HistoryEntry? {
    try entries(ofChanges: [number], table)[number]?.entry
  }

  /// Returns the entries by change number, each with the new value as stored.
  private func entries(
    ofChanges numbers: [Int], _ table: Table
  ) throws(StoreError) -> [Int: (entry: HistoryEntry, new: SQLValue)] {
    let statement = try engine.statement(
      """
      SELECT c.seq, c.tx, t.ts, a.s, t.reason, \(sourceOfChange), c.rec, c.prop, c.old, c.new
      FROM json_each(?1) AS n CROSS JOIN wb_change AS c ON c.seq = n.value
        LEFT JOIN wb_tx AS t ON t.id = c.tx LEFT JOIN wb_text AS a ON a.id = t.actor
      """)
    try statement.bind([.text("[\(numbers.map(String.init).joined(separator: ","))]")])
    var entries: [Int: (entry: HistoryEntry, new: SQLValue)] = [:]
    while try statement.step() {
      let entry = try entry(statement, table)
      entries[entry.change] = (entry, statement.column(9))
    }
    return entries
  }
}

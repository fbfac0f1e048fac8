internal import Records

extension History {
  /// Returns the differences between the states after two transactions: created and deleted
  /// records, and changed properties.
  ///
  /// Each entry is the last change that led to the difference, with the values of both states. If
  /// the first state is the later one, the entries describe the changes in reverse.
  ///
  /// - Parameter end: nil for the present, including uncommitted changes.
  /// - Complexity: O(*n* log *n*) in the changes between the two.
  public func differences(
    from start: Int, to end: Int?
  ) throws(StoreError) -> [HistoryEntry] {
    try catalog.inOneState { () throws(StoreError) in
      let states =
        [try transaction(at: .transaction(start))]
        + (try end.map { end throws(StoreError) in [try transaction(at: .transaction(end))] } ?? [])
      var bounds: [Int] = []
      for state in states { bounds.append(try lastChange(of: state)) }
      if end == nil { bounds.append(try journal.lastChange()) }
      let isBackward = bounds[0] > bounds[1]
      bounds.sort()
      let owners = try owners(through: states)
      let changes = try netChanges(
        after: bounds[0], through: bounds[1], isBackward: isBackward, owners)
      let lists = Set(owners.values.filter { $0.references != nil }.map(\.type.name))
      let unchanged = Self.referencesMadeAnew(in: changes.filter { lists.contains($0.record.type) })
      return unchanged.isEmpty ? changes : changes.filter { !unchanged.contains($0.record) }
    }
  }

  /// Returns the references that were removed and created again with the same values, so that their
  /// lists are unchanged.
  private static func referencesMadeAnew(in changes: [HistoryEntry]) -> Set<RecordID> {
    struct State: Hashable {
      var type: String
      var values: [String: Value?]
    }
    var gone: [State: [RecordID]] = [:]
    var made: [State: [RecordID]] = [:]
    for (record, changes) in Dictionary(grouping: changes, by: \.record) {
      func state(_ value: (HistoryEntry) -> Value?) -> State {
        var state = State(type: record.type, values: [:])
        for change in changes {
          if let name = change.property { state.values[name] = .some(value(change)) }
        }
        return state
      }
      if changes.contains(where: { $0.event == .delete }) {
        gone[state(\.old), default: []].append(record)
      } else if changes.contains(where: { $0.event == .create }) {
        made[state(\.new), default: []].append(record)
      }
    }
    var result: Set<RecordID> = []
    for (state, records) in gone {
      for (old, new) in zip(records, made[state] ?? []) { result.formUnion([old, new]) }
    }
    return result
  }

  private func owners(through transactions: [Int]) throws(StoreError) -> [Int: Table] {
    var owners: [Int: Table] = [:]
    var lists = [Array(tables.values)]
    for transaction in transactions { lists.append(try catalog.readTables(through: transaction)) }
    for table in lists.joined() {
      for number in table.recorded where owners[number] == nil { owners[number] = table }
    }
    return owners
  }

  private func netChanges(
    after low: Int, through high: Int, isBackward: Bool, _ owners: [Int: Table]
  ) throws(StoreError) -> [HistoryEntry] {
    let statement = try engine.prepare(
      """
      SELECT b.seq, b.tx, t.ts, x.s, t.reason, \(Schema.source(of: "b")), b.rec, b.prop, a.old, b.new
      FROM (SELECT min(seq) AS first, max(seq) AS last FROM wb_change
          WHERE seq > ?1 AND seq <= ?2 GROUP BY rec, prop) AS g
        JOIN wb_change AS a ON a.seq = g.first JOIN wb_change AS b ON b.seq = g.last
        LEFT JOIN wb_tx AS t ON t.id = b.tx LEFT JOIN wb_text AS x ON x.id = t.actor
      WHERE a.old IS NOT b.new COLLATE BINARY OR typeof(a.old) <> typeof(b.new)
      """)
    try statement.bind([.integer(low), .integer(high)])
    var found: [(type: Int, property: Int, entry: HistoryEntry)] = []
    while try statement.step() {
      let property = statement.column(7).integer ?? 0
      guard let table = owners[property] else { continue }
      var entry = try self.entry(statement, table)
      if isBackward { entry = entry.reversed }
      // As in the log, the creation of a record precedes its other changes, and a deletion follows
      // them.
      found.append((table.id, entry.event == .delete ? .max : property, entry))
    }
    found.sort {
      ($0.type, $0.entry.record.number, $0.property)
        < ($1.type, $1.entry.record.number, $1.property)
    }
    return found.map(\.entry)
  }
}

extension HistoryEntry {
  fileprivate var reversed: HistoryEntry {
    var result = self
    (result.old, result.new) = (new, old)
    switch event {
    case .create: result.event = .delete
    case .delete: result.event = .create
    case .set, .erase: break
    }
    return result
  }
}

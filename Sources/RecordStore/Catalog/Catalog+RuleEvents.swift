internal import Expressions
internal import Records

extension Catalog {
  struct EventBreach {
    var number: Int
    var event: Rule.Event
    /// The parts of the rule that read the former record, with their values.
    var former: [StoreError.ShownValue] = []
  }

  /// Returns the records whose creation, change or deletion breaks a rule, in ascending order.
  ///
  /// - Parameter since: The number of the last change before these events.
  /// - Parameter followsOthers: Whether changes of other records may have changed computed
  ///   properties that the rule reads.
  func broken(
    byEvents rule: TableRule, _ table: Table, _ before: FormerRecords, since change: Int,
    followsOthers: Bool, most: Int
  ) throws(StoreError) -> [EventBreach] {
    let (compiled, given) = (try compiledRule(rule), given(to: rule))
    var events = try ownEvents(of: table, before)
    if followsOthers, rule.rule.events.contains(.change) {
      for number in try recalculated(rule, table, before, since: change)
      where events[number] == nil {
        events[number] = .change
      }
    }
    let former = try before.table(table.type.name)
    let parts = try before.compiled(rule)
    var found: [EventBreach] = []
    for (number, event) in events.sorted(by: { $0.key < $1.key })
    where rule.rule.events.contains(event) {
      try database.checkMayGoOn()
      var breach = EventBreach(number: number, event: event)
      let isBroken: Bool
      if event == .delete {
        guard let condition = parts.former else { continue }
        try before.load([number], of: former, reading: [condition])
        isBroken = try before.catalog.isBroken(condition, given, number: number, former)
      } else {
        let places = CompiledRule.firstParameter
        var values = given + Array(repeating: nil, count: places - given.count)
        if !parts.parts.isEmpty {
          try before.load([number], of: former, reading: parts.parts.map(\.compiled))
        }
        for part in parts.parts {
          let value = try before.catalog.value(of: part.compiled, given, number: number, former)
          values.append(value)
          let kind = part.compiled.kind
          breach.former.append(
            StoreError.ShownValue(
              property: part.words,
              literal: kind.map { Self.words(value, of: Property("", $0)) }
                ?? Self.shortened(value?.literal ?? "nil")))
        }
        let condition = try expressions.current(compiled.condition, values, among: schema)
        isBroken = try self.isBroken(condition, values, number: number, table)
      }
      guard isBroken else { continue }
      found.append(breach)
      if found.count == most { break }
    }
    return found
  }

  /// Ignores changes of list positions, and of lists of records other than lists of references.
  private func ownEvents(
    of table: Table, _ before: FormerRecords
  ) throws(StoreError) -> [Int: Rule.Event] {
    let watched = Set(table.columns.filter { !$0.isPosition }.map(\.number))
    var events: [Int: Rule.Event] = [:]
    for (number, change) in try before.changes(of: table) {
      switch (change.wasThere(in: table), change.isThere(in: table)) {
      case (false, true): events[number] = .create
      case (true, false): events[number] = .delete
      case (true, true):
        let isChanged = change.old.contains { property, value in
          watched.contains(property) && change.new[property] != value
        }
        if isChanged { events[number] = .change }
      case (false, false): break
      }
    }
    for list in table.type.properties where list.refersToMany {
      guard let (rows, column) = rows(of: list, in: table) else { continue }
      for change in try before.changes(of: rows).values {
        for owner in [change.old[column.number], change.new[column.number]] {
          guard let number = owner?.integer, events[number] == nil else { continue }
          events[number] = .change
        }
      }
    }
    return events
  }

  /// The records for which a computed property that the rule reads has changed.
  private func recalculated(
    _ rule: TableRule, _ table: Table, _ before: FormerRecords, since change: Int
  ) throws(StoreError) -> Set<Int> {
    var found: Set<Int> = []
    let former = try before.table(table.type.name)
    for name in Set(rule.condition.tokens.compactMap(\.name)).intersection(table.calculated) {
      let property = RecordExpression([.quotedName(name)])
      let now = try expressions.compile(
        property, for: table.type.name, among: schema, as: .list)
      let then = try before.expressions.compile(
        property, for: table.type.name, among: before.catalog.schema, as: .list)
      let candidates = try candidates(for: now, table, since: change)
      try before.load(candidates, of: former, reading: [then])
      for number in candidates where !found.contains(number) {
        let value = try value(of: now, [], number: number, table)
        let old = try before.catalog.value(of: then, [], number: number, former)
        if value != old { found.insert(number) }
      }
    }
    let own = try before.changes(of: table)
    return found.filter { number in
      own[number].map { $0.wasThere(in: table) && $0.isThere(in: table) } ?? true
    }
  }

  private func candidates(
    for expression: CompiledExpression, _ table: Table, since change: Int
  ) throws(StoreError) -> [Int] {
    guard let routes = expression.routes else {
      return try engine.rows("SELECT id FROM \(table.name)").compactMap { $0[0].integer }
    }
    let changed = try ([changedRecords(of: table)] + affected(by: routes))
      .joined(separator: " UNION ALL ")
    return try engine.rows(
      "SELECT id FROM \(table.name) WHERE id IN (\(changed))", [.integer(change)]
    ).compactMap { $0[0].integer }
  }
}

extension TableColumn {
  fileprivate var isPosition: Bool { if case .position = source { true } else { false } }
}

internal import Expressions
internal import Records

extension UndoEngine {
  /// - Parameter change: The newest change before the reversal began.
  func reverseWithDefinitions(
    _ link: History.Link, since change: Int, in transaction: Transaction
  ) throws(StoreError) {
    let all = try reversals(of: link)
    let passing = try numbers(recordedOf: all.filter { $0.old == nil && $0.new == nil })
    let atOnce = all.isEmpty ? false : try hasStatesBetween(link)
    let changes = all.filter { $0.old != $0.new }
    guard !changes.isEmpty else {
      let owners = Array(tables.values).byNumber
      return try reverse(link, since: change, in: owners, passing: passing, atOnce: atOnce)
    }
    try checkNames(changes, link)
    let misfitting = Set(catalog.misfits(catalog.keptDefinitions).map(\.definition))
    let missing = Set(catalog.missingTypes)
    let touched = try engine.rows(
      "SELECT DISTINCT prop FROM wb_change WHERE seq BETWEEN ?1 AND ?2",
      [.integer(link.changes.lowerBound), .integer(link.changes.upperBound - 1)]
    ).compactMap { $0[0].integer }
    do {
      try migration(in: transaction).redefine(changes, touching: Set(touched)) {
        owners throws(StoreError) in
        try reverse(link, since: change, in: owners, passing: passing, atOnce: atOnce)
      } refusal: { failures throws(StoreError) in
        try refusal(failures, link, since: change)
      }
      // Expressions are compiled on demand, so an invalid expression would otherwise be found only
      // later.
      for type in types { _ = try catalog.newComputedColumns(of: type) }
    } catch {
      guard error.kind == .expression || error.kind == .name || error.kind == .rule else {
        throw error
      }
      let names = changes.compactMap(\.new).reduce(into: Set<String>()) {
        $0.formUnion($1.namesInDefinition)
      }
      let origin =
        if let dropped = try droppedType(among: names) {
          try origin(ofType: dropped)
        } else {
          try origin(ofComputed: error.property, link)
        }
      throw StoreError(
        .refused,
        .irreversible(link.entry, error.reason, by: origin))
    }
    do {
      try catalog.checkInverses(among: types)
    } catch {
      throw StoreError(.refused, .irreversible(link.entry, error.reason))
    }
    try checkDependents(changes, link)
    // As with `define`, a type may be restored before a type that it refers to.
    let gone = changes.compactMap { change in
      change.new == nil ? change.old.flatMap(Catalog.typeName) : nil
    }
    for left in catalog.missingTypes where !missing.contains(left) {
      let origin: LogEntry?
      if gone.contains(left.missing), try !referred(left, before: link) {
        origin = try self.origin(ofProperty: left.property, of: left.type)
      } else if try hasRecords(left.type) {
        // Only a type without records can precede a type that it refers to.
        origin = try self.origin(ofType: left.missing)
      } else {
        continue
      }
      throw StoreError(
        .refused,
        .irreversible(
          link.entry, .refersTo(PropertyReference(left.type, left.property), left.missing),
          by: origin))
    }
    try checkReturning(changes, link)
    try checkRules(changes, link)
    for misfit in catalog.misfits(catalog.keptDefinitions)
    where !misfitting.contains(misfit.definition) {
      let origin = try origin(
        of: misfit.definition.object, naming: misfit.definition.text.namesInDefinition, but: link)
      throw StoreError(.refused, .irreversible(link.entry, .stated(misfit.why), by: origin))
    }
  }

  /// Whether a property was last defined before the transaction that defined the referenced type,
  /// and the property's own type has no records.
  private func referred(_ reference: Store.MissingType, before link: History.Link)
    throws(StoreError) -> Bool
  {
    guard let table = tables[reference.type], let place = table.type.index(of: reference.property),
      try !hasRecords(reference.type)
    else { return false }
    let newest = try engine.value(
      "SELECT max(tx) FROM wb_def WHERE object = ?1", .text("prop:\(table.properties[place])"))
    return newest.integer.map { $0 < link.entry.transaction } ?? false
  }

  /// Both texts are nil for a definition added and dropped in the transaction.
  private func reversals(of link: History.Link) throws(StoreError) -> [Redefinition] {
    let rows = try engine.rows(
      "SELECT object, old, new FROM wb_def WHERE tx = ?1 ORDER BY seq",
      [.integer(link.entry.transaction)], isKept: true)
    let changes = Redefinition.merging(rows).map {
      Redefinition(object: $0.object, old: $0.new, new: $0.old)
    }
    for change in changes {
      let present = try engine.rows(
        "SELECT new, tx FROM wb_def WHERE object = ?1 ORDER BY seq DESC LIMIT 1",
        [.text(change.object)])
      guard let newest = present.first, newest[0].text != change.old else { continue }
      let later = try history.entry(ofTransaction: newest[1].integer ?? 0)
      throw StoreError(
        .refused,
        .irreversible(link.entry, .changed(change.new ?? change.old ?? change.object, by: later)))
    }
    return changes.reversed()
  }

  private func numbers(recordedOf changes: [Redefinition]) throws(StoreError) -> Set<Int> {
    var numbers: Set<Int> = []
    for change in changes {
      let type = change.number(after: "type:")
      let property = change.number(after: "prop:")
      let rows = try engine.rows(
        "SELECT id FROM wb_prop WHERE type = ?1 OR id = ?2 "
          + "OR kind IN ('Owner(' || ?2 || ')', 'Position(' || ?2 || ')') "
          + "OR type = (SELECT type FROM wb_prop WHERE kind = 'List(' || ?2 || ')')",
        [SQLValue(type), SQLValue(property)])
      numbers.formUnion(rows.compactMap { $0[0].integer })
    }
    return numbers
  }

  private func refusal(
    _ failures: [ConversionFailure], _ link: History.Link, since change: Int
  ) throws(StoreError) -> StoreError {
    let first = failures[0]
    let owners = Array(tables.values).byNumber
    let existence = first.property.flatMap { owners[$0]?.existence }
    let numbers = [first.property, existence].compactMap { $0 }
    let table = tables[first.record.type]
    let newest = try newestChange(
      first.record.number, numbers.isEmpty ? table.map { [$0.existence] } ?? [] : numbers,
      after: link, through: change)
    let name = first.property.flatMap { owners[$0]?.column(ofNumber: $0)?.historyName }
    let others = Set(failures.map(\.record)).count - 1
    return StoreError(
      .refused,
      .irreversible(link.entry, .misfit(first, property: name, others: others, by: newest?.entry)))
  }

  private func checkNames(_ changes: [Redefinition], _ link: History.Link) throws(StoreError) {
    for change in changes {
      guard let new = change.new else { continue }
      var rows: [[SQLValue]] = []
      let name: String?
      if let id = change.number(after: "type:") {
        name = Catalog.typeName(definedBy: new)?.asName
        rows = try engine.rows(
          "SELECT 'type:' || id FROM wb_type WHERE dropped_tx IS NULL AND id <> ?1 "
            + "AND name = ?2 COLLATE NOCASE",
          [.integer(id), SQLValue(Catalog.typeName(definedBy: new))])
      } else if let number = change.number(after: "prop:") {
        name = new.definedName?.asName
        rows = try engine.rows(
          """
          SELECT 'prop:' || id FROM wb_prop WHERE dropped_tx IS NULL AND id <> ?1
            AND name = ?2 COLLATE NOCASE AND type = (SELECT type FROM wb_prop WHERE id = ?1)
          """, [.integer(number), SQLValue(new.definedName)])
      } else if change.number(after: TableRule.prefix) != nil,
        let rule = try? catalog.definitions.rule(from: new).rule
      {
        name = "\(rule.type.asName).\(rule.name.asName)"
        rows = (tables[rule.type]?.rules ?? []).filter { other in
          other.object != change.object
            && other.rule.name.lowercased() == rule.name.lowercased()
        }.map { [.text($0.object)] }
      } else {
        continue
      }
      let object = rows.compactMap { $0[0].text }.first { other in
        !changes.contains { $0.object == other }
      }
      guard let object else { continue }
      let transaction = try engine.value(
        "SELECT max(tx) FROM wb_def WHERE object = ?1", .text(object))
      let later = try history.entry(ofTransaction: transaction.integer ?? 0)
      throw StoreError(
        .refused, .irreversible(link.entry, .otherName(name ?? object, since: later)))
    }
  }

  /// Throws if a rule can no longer be evaluated, or records break a restored rule of severity
  /// `error`.
  private func checkRules(_ changes: [Redefinition], _ link: History.Link) throws(StoreError) {
    let returning = Set(changes.compactMap { $0.new == nil ? nil : $0.object })
    for table in allTables {
      for rule in table.rules {
        rule.take(try compiledForUse(rule, link))
        guard returning.contains(rule.object), rule.rule.severity == .error,
          rule.rule.events.isEmpty
        else { continue }
        let broken = try catalog.broken(rule, table, since: nil)
        guard !broken.isEmpty else { continue }
        throw StoreError(.refused, .irreversible(link.entry, Catalog.breaches(broken, rule)))
      }
    }
  }

  private func compiledForUse(
    _ rule: TableRule, _ link: History.Link
  ) throws(StoreError) -> CompiledRule {
    do {
      return try expressions.compile(rule.rule, rule.condition, among: catalog.schema, as: .kept)
    } catch {
      let names = Set(rule.condition.tokens.compactMap(\.name))
      throw StoreError(
        .refused,
        .irreversible(
          link.entry, .neededByRule(rule.rule, error.reason),
          by: try origin(of: rule.object, naming: names, but: link)))
    }
  }
}

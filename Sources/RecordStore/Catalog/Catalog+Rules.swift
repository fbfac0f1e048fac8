internal import Expressions
package import Records

extension Catalog {
  private static let mostNamed = 10
  /// Maximum number of characters of a value in a message.
  private static let longestValue = 60

  /// Checks the rules that changes after the given change can break, and returns the warnings.
  ///
  /// - Parameters:
  ///   - isAtEnd: Whether to check the rules that are checked at the end of a transaction, or the
  ///     rules that are checked immediately.
  ///   - unchecked: The numbers of the types whose records may break their rules.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/rule`` if a record breaks a strict
  ///   rule, or a rule cannot be evaluated.
  func checkRules(
    atEnd isAtEnd: Bool, after change: Int, of unchecked: Set<Int>
  ) throws(StoreError) -> [StoreError] {
    var warnings: [StoreError] = []
    var changed: Set<PropertyReference>?
    var known: FormerRecords?
    defer { try? known?.forget() }
    func before() throws(StoreError) -> FormerRecords {
      if let known { return known }
      let before = try formerRecords()
      known = before
      try before.begin(after: change)
      return before
    }
    for type in types {
      let table = try table(type.name)
      for rule in table.rules where rule.rule.isCheckedAtEnd == isAtEnd {
        var since: Int? = change
        var isOfOthers = false
        let others = readsOfOthers(rule)
        if !others.isEmpty {
          if changed == nil { changed = try changes(after: change, through: .max) }
          // The changed record may be a different record from the one that the rule checks. If the
          // rule reads the changed record along a path, only records at the start of the path are
          // checked.
          if changed?.isDisjoint(with: others) == false {
            isOfOthers = true
            if rule.compiled?.routes == nil { since = nil }
          }
        }
        guard isOfOthers || unchecked.contains(table.id) else { continue }
        let isStrict = rule.rule.severity == .error
        let most = isStrict ? 1 : Int.max
        var broken: [EventBreach]
        if rule.rule.events.isEmpty {
          broken = try self.broken(rule, table, since: since, most: most).map {
            EventBreach(number: $0, event: .change)
          }
          if !isStrict, !broken.isEmpty {
            let former = try evaluating(rule) { () throws(StoreError) in
              try brokenBefore(rule, table, among: broken.map(\.number), before())
            }
            broken.removeAll { former.contains($0.number) }
          }
        } else {
          broken = try evaluating(rule) { () throws(StoreError) in
            try self.broken(
              byEvents: rule, table, before(), since: change, followsOthers: isOfOthers,
              most: most)
          }
        }
        for breach in broken.prefix(Self.mostNamed) {
          let id = RecordID(type.name, breach.number)
          let records = try breach.event == .delete ? before().catalog : self
          let values = try records.values(of: id) ?? []
          let error = self.breach(of: rule, id, values, table, before: breach.former)
          if isStrict { throw error }
          warnings.append(error)
        }
        guard broken.count > Self.mostNamed else { continue }
        warnings.append(
          StoreError(.rule, .moreBreaches(rule.rule, broken.count - Self.mostNamed)))
      }
    }
    return warnings
  }

  /// Returns an error for each strict rule that records break or that cannot be evaluated. Called
  /// immediately after an upgrade of the file, because a newer version may evaluate expressions
  /// differently.
  func breachesAfterUpgrade() throws(StoreError) -> [StoreError] {
    var found: [StoreError] = []
    for type in types {
      let table = try table(type.name)
      guard table.damage == nil else { continue }
      for rule in table.rules where rule.rule.isStrictState {
        do throws(StoreError) {
          let broken = try broken(rule, table, since: nil)
          if broken.isEmpty { continue }
          found.append(
            StoreError(.rule, .afterUpgrade(place: place, Self.breaches(broken, rule))))
        } catch {
          if error.kind == .interrupted { throw error }
          found.append(StoreError(.rule, .afterUpgrade(place: place, error.reason)))
        }
      }
    }
    return found
  }

  func readRules(_ texts: [String: String], into tables: [Table]) throws(StoreError) {
    let numbers = texts.keys.compactMap { object in
      object.hasPrefix(TableRule.prefix) ? Int(object.dropFirst(TableRule.prefix.count)) : nil
    }
    let owners = Dictionary(
      tables.map { ($0.type.name, $0) }, uniquingKeysWith: { first, _ in first })
    for number in numbers.sorted() {
      try database.checkMayGoOn()
      let object = TableRule.prefix + String(number)
      guard let text = texts[object], objection(to: text, of: object) == nil else { continue }
      do {
        let (rule, condition) = try definitions.rule(from: text)
        // The type was dropped.
        guard let table = owners[rule.type] else { continue }
        table.take(table.rules + [TableRule(number: number, rule, condition)])
      } catch {
        throw newer(text, error.message)
      }
    }
  }

  private func readsOfOthers(_ rule: TableRule) -> Set<PropertyReference> {
    // An invalid rule is reported when it is checked.
    guard let reads = (try? compiled(rule))?.reads else { return [] }
    let goesThroughItsOwn = reads.contains(PropertyReference(rule.rule.type))
    return reads.filter { $0.type != rule.rule.type || goesThroughItsOwn }
  }

  /// Returns the numbers of the records that break a rule, in ascending order.
  ///
  /// - Parameters:
  ///   - change: Only records that changed, or whose rule reads a record that changed, after the
  ///   change of this number are checked; nil for all records.
  ///   - numbers: The records to check if `change` is nil; nil for all records.
  func broken(
    _ rule: TableRule, _ table: Table, since change: Int?, among numbers: [Int]? = nil,
    most: Int = .max
  ) throws(StoreError) -> [Int] {
    try evaluating(rule) { () throws(StoreError) in
      // Must come before statements are prepared, because it registers the functions that they
      // call.
      let limits = try limits()
      let compiled = try compiled(rule)
      let statement: PreparedStatement
      if change == nil {
        let chosen = numbers.map { "id IN (\($0.map(String.init).joined(separator: ","))) AND " }
        statement = try engine.prepare(
          "SELECT id FROM \(table.name) WHERE \(chosen ?? "")NOT \(compiled.sql) ORDER BY id")
      } else {
        statement = try selection(rule, compiled, table)
      }
      try statement.bind((change.map { [.integer($0)] } ?? []) + compiled.bound(given(to: rule)))
      defer { statement.reset() }
      let step = { () throws(StoreError) in try statement.step() }
      var numbers: [Int] = []
      while numbers.count < most, try limits.apply(step) {
        numbers.append(statement.column(0).integer ?? 0)
      }
      return numbers
    }
  }

  func checkCanBeEvaluated(_ rule: TableRule) throws(StoreError) {
    try evaluating(rule) { () throws(StoreError) in _ = try compiledRule(rule) }
  }

  private func evaluating<Result>(
    _ rule: TableRule, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do {
      return try body()
    } catch {
      switch error.kind {
      case .expression, .name, .rule:
        throw StoreError(.rule, .unevaluable(rule.rule, error.reason))
      default: throw error
      }
    }
  }

  /// Finds the records that broke the rule before, because they are not reported again.
  private func brokenBefore(
    _ rule: TableRule, _ table: Table, among numbers: [Int], _ before: FormerRecords
  ) throws(StoreError) -> Set<Int> {
    let compiled = try before.compiled(rule).condition
    let (former, given) = (try before.table(table.type.name), given(to: rule))
    try before.load(numbers, of: former, reading: [compiled])
    var broken: Set<Int> = []
    for number in numbers
    where try before.catalog.isBroken(compiled, given, number: number, former) {
      broken.insert(number)
    }
    return broken
  }

  /// Returns the breaches of rules by the given records of a type, as errors of the kind
  /// ``StoreError/Kind/rule``. Rules that only warn, and rules about events, are ignored.
  public func breaches(
    of type: String, among numbers: [Int]
  ) throws(StoreError) -> [(number: Int, error: StoreError)] {
    let table = try table(type)
    var found: [(number: Int, error: StoreError)] = []
    for rule in table.rules where rule.rule.isStrictState {
      for number in try broken(rule, table, since: nil, among: numbers) {
        found.append(
          (number, try breach(of: rule, RecordID(type, number), table, isNamed: false)))
      }
    }
    return found
  }

  func strictRules(
    of table: Table
  ) throws(StoreError) -> [(rule: TableRule, compiled: CompiledExpression, given: [Value?])] {
    var rules: [(rule: TableRule, compiled: CompiledExpression, given: [Value?])] = []
    for rule in table.rules where rule.rule.isStrictState {
      rules.append((rule, try compiled(rule), given(to: rule)))
    }
    return rules
  }

  /// Returns the given records of a type that break a rule of severity `warn`. Rules about events,
  /// and rules that cannot be evaluated, are skipped.
  public func recordsWarned(
    of type: String, among candidates: [Int]
  ) throws(StoreError) -> Set<Int> {
    var numbers: Set<Int> = []
    try eachWarning(of: try table(type), among: candidates) { numbers.formUnion($1) }
    return numbers
  }

  /// Returns the rules of severity `warn` that a record breaks, each with the properties of the
  /// record that the rule reads. Rules about events, and rules that cannot be evaluated, are
  /// skipped.
  package func warnings(
    about id: RecordID
  ) throws(StoreError) -> [(rule: Rule, properties: [String])] {
    let table = try table(id.type)
    var found: [(rule: Rule, properties: [String])] = []
    try eachWarning(of: table, among: [id.number]) { rule, broken in
      if broken.isEmpty { return }
      // A compiled rule reads the sources of a calculated property instead of the property.
      let calculated = table.calculated.intersection(rule.rule.condition.namesInDefinition)
      found.append((rule.rule, ownProperties(of: rule, table).map(\.name) + calculated))
    }
    return found
  }

  private func eachWarning(
    of table: Table, among candidates: [Int], _ body: (TableRule, [Int]) -> Void
  ) throws(StoreError) {
    for rule in table.rules where rule.rule.severity == .warn && rule.rule.events.isEmpty {
      do throws(StoreError) {
        body(rule, try broken(rule, table, since: nil, among: candidates))
      } catch  where error.kind == .rule {
        // `check` reports a rule that cannot be evaluated; the records can still be listed.
        continue
      }
    }
  }

  private func compiled(_ rule: TableRule) throws(StoreError) -> CompiledExpression {
    if rule.rule.events.isEmpty, let compiled = rule.compiled {
      let current = try expressions.current(compiled, given(to: rule), among: schema)
      rule.take(CompiledRule(current))
      return current
    }
    return try compiledRule(rule).condition
  }

  func compiledRule(_ rule: TableRule) throws(StoreError) -> CompiledRule {
    if let known = rule.compiledRule, try expressions.isCurrent(known.condition, among: schema) {
      return known
    }
    let compiled = try expressions.compile(rule.rule, rule.condition, among: schema, as: .kept)
    rule.take(compiled)
    return compiled
  }

  func given(to rule: TableRule) -> [Value?] {
    rule.rule.readsClock ? ClockNames.values(at: database.present) : []
  }

  private func selection(
    _ rule: TableRule, _ compiled: CompiledExpression, _ table: Table
  ) throws(StoreError) -> PreparedStatement {
    try rule.selection.prepared(
      by: engine,
      """
      SELECT id FROM \(table.name) WHERE id IN (\(
        try ([changedRecords(of: table)] + affected(by: compiled.routes ?? []))
          .joined(separator: " UNION ALL "))) AND NOT \(compiled.sql) ORDER BY id
      """)
  }

  func changedRecords(of table: Table) -> String {
    let properties = table.recorded.map(String.init).joined(separator: ", ")
    var changed = "SELECT rec FROM wb_change WHERE seq > ?1 AND prop IN (\(properties))"
    // A list of records also changes when items are added or removed.
    let lists = listNumbers(of: table).map(String.init).joined(separator: ", ")
    if !lists.isEmpty {
      for side in ["old", "new"] {
        changed += " UNION ALL SELECT \(side) FROM wb_change WHERE seq > ?1 AND prop IN (\(lists))"
      }
    }
    return changed
  }

  /// Selects the records that refer, along one of the paths, to a record that changed after `?1`.
  func affected(by routes: Set<ReferencePath>) throws(StoreError) -> [String] {
    var result: [String] = []
    for route in routes {
      guard let target = route.steps.last?.target else { continue }
      var sql = changedRecords(of: try table(target))
      for step in route.steps.reversed() {
        switch step {
        case .reference(let owner, let property, _):
          let name = property.asSQLName
          sql = "SELECT id FROM \(try table(owner).name) WHERE \(name) IN (\(sql))"
        case .list(let items, let owner):
          sql = "SELECT \(owner.asSQLName) FROM \(try table(items).name) WHERE id IN (\(sql))"
        }
      }
      result.append(sql)
    }
    return result
  }

  private func listNumbers(of table: Table) -> [Int] {
    table.type.properties.compactMap { rows(of: $0, in: table)?.column.number }
  }

  func breach(
    of rule: TableRule, _ id: RecordID, _ table: Table, isNamed: Bool = true
  ) throws(StoreError) -> StoreError {
    breach(of: rule, isNamed ? id : nil, try values(of: id) ?? [], table)
  }

  func breach(
    of rule: TableRule, _ id: RecordID?, _ values: [Value?], _ table: Table,
    before: [StoreError.ShownValue] = []
  ) -> StoreError {
    let properties = ownProperties(of: rule, table)
    // If the former value of a computed property is shown, the present value is shown too.
    let compared = rule.compiledRule?.parts.compactMap(\.property) ?? []
    let computed = table.type.properties.filter {
      compared.contains($0.name) && table.calculated.contains($0.name)
    }
    let shown = (properties + computed).compactMap { property in
      table.type.index(of: property.name).flatMap { index in
        values.indices.contains(index)
          ? StoreError.ShownValue(
            property: property.name.asName, literal: Self.words(values[index], of: property)) : nil
      }
    }
    return StoreError(
      .rule, .breach(rule.rule, id, shown + before),
      property: properties.count == 1 ? properties[0].name : nil)
  }

  func ownProperties(of rule: TableRule, _ table: Table) -> [Property] {
    table.type.properties.filter { rule.compiled?.ownProperties.contains($0.name) ?? false }
  }

  static func words(_ value: Value?, of property: Property) -> String {
    var text = value.map(property.kind.literal) ?? "nil"
    if case .decimal(let number) = value {
      let fewest = property.decimalDigits?.fraction.lowerBound ?? 0
      text = number.description(minimumFractionDigits: fewest)
    }
    return shortened(text)
  }

  static func shortened(_ text: String) -> String {
    text.count <= longestValue ? text : text.prefix(longestValue) + "…"
  }

  static func breaches(_ broken: [Int], _ rule: TableRule) -> StoreError.Reason {
    let named = broken.prefix(mostNamed).map { RecordID(rule.rule.type, $0) }
    return .breaches(rule.rule, named, more: broken.count - named.count)
  }
}

extension Rule {
  fileprivate var isStrictState: Bool { severity == .error && events.isEmpty }
}

internal import Expressions
internal import Records
internal import Values

extension Migration {
  func define(_ rule: Rule, condition: RecordExpression) throws(StoreError) {
    let table = try table(rule.type)
    if catalog.isDefined(rule, condition: condition) { return }
    let former = table.rules.first { $0.rule.name == rule.name }
    if former == nil { try checkName(of: rule, table) }
    let number = if let former { former.number } else { try nextRuleNumber() }
    let new = TableRule(number: number, rule, condition)
    try checkCondition(of: new)
    // A rule about events does not restrict the present records.
    let broken = try rule.events.isEmpty ? catalog.broken(new, table, since: nil) : []
    if !broken.isEmpty {
      let error = StoreError(.rule, Catalog.breaches(broken, new))
      guard rule.severity == .warn else { throw error }
      transaction.warn(error)
    }
    try writeDefinition(new.object, old: former?.rule.definition, new: rule.definition)
    var rules = table.rules
    if let place = rules.firstIndex(where: { $0.rule.name == rule.name }) {
      rules[place] = new
    } else {
      rules.append(new)
    }
    catalog.set(rules, of: table)
  }

  func dropRule(_ name: String, of type: String) throws(StoreError) {
    let table = try table(type)
    guard let place = table.rules.firstIndex(where: { $0.rule.name == name }) else {
      throw StoreError(.name, .noRule(name, of: type), candidates: table.rules.map(\.rule.name))
    }
    let rule = table.rules[place]
    try writeDefinition(rule.object, old: rule.rule.definition, new: nil)
    catalog.set(table.rules.filter { $0 !== rule }, of: table)
  }

  private func checkName(of rule: Rule, _ table: Table) throws(StoreError) {
    guard !rule.name.isEmpty else { throw StoreError(.refused, .fact(.namelessRule)) }
    guard !rule.definition.unicodeScalars.contains("\0") else {
      throw StoreError(.refused, .fact(.nullInRule))
    }
    let lower = rule.name.lowercased()
    if let other = table.rules.first(where: { $0.rule.name.lowercased() == lower }) {
      throw StoreError(.name, .ruleDiffersInCase(rule, from: other.rule.name))
    }
  }

  private func checkCondition(of rule: TableRule) throws(StoreError) {
    for (place, token) in rule.condition.tokens.enumerated() {
      guard case .sessionName(let names) = token else { continue }
      if rule.rule.readsClock, ClockNames.contains(names) { continue }
      throw StoreError(.expression, .fact(.ruleParameters), token: place)
    }
    rule.take(
      try expressions.compile(rule.rule, rule.condition, among: catalog.schema, as: .condition))
  }

  private func nextRuleNumber() throws(StoreError) -> Int {
    let newest = try engine.value(
      """
      SELECT max(CAST(substr(object, \(TableRule.prefix.count + 1)) AS INTEGER)) FROM wb_def
      WHERE object GLOB '\(TableRule.prefix)*'
      """)
    return (newest.integer ?? 0) + 1
  }

  func writeDefinition(
    _ object: String, old: String?, new: String?
  ) throws(StoreError) {
    transaction.noteDefinition()
    try engine.run(
      "INSERT INTO wb_def(tx, object, old, new) VALUES(?1, ?2, ?3, ?4)",
      .integer(transaction.number),
      .text(object), SQLValue(old), SQLValue(new))
    // Other programs detect changes of definitions only by this number, which SQLite increments
    // only when the SQL schema changes.
    try engine.execute("PRAGMA schema_version = \(try catalog.database.schemaVersion() + 1)")
    try catalog.noteNewSchema()
  }
}

extension Migration {
  func addIndex(of property: String, in type: String) throws(StoreError) {
    let (table, place) = try indexable(property, type)
    let number = table.properties[place]
    guard !table.indexed.contains(number) else { return }
    if let fault = PropertyIndex.uselessness(of: table.type.properties[place]) {
      throw StoreError(.refused, .member(PropertyReference(type, property), fault))
    }
    guard !table.calculated.contains(property) else {
      throw StoreError(.refused, .member(PropertyReference(type, property), .calculated))
    }
    try write(PropertyIndex(ofProperty: number), table, place, isThere: true)
  }

  func dropIndex(of property: String, in type: String) throws(StoreError) {
    let (table, place) = try indexable(property, type)
    let number = table.properties[place]
    guard table.indexed.contains(number) else {
      throw StoreError(
        .name, .member(PropertyReference(type, property), .noIndex),
        candidates: catalog.indexes(of: type))
    }
    try write(PropertyIndex(ofProperty: number), table, place, isThere: false)
  }

  private func indexable(
    _ property: String, _ type: String
  ) throws(StoreError) -> (Table, Int) {
    let table = try table(type)
    guard let place = table.type.index(of: property) else {
      throw StoreError(
        .name, .nothingToIndex(property, of: type), candidates: table.type.properties.map(\.name))
    }
    try table.checkIsWhole()
    return (table, place)
  }

  private func write(
    _ index: PropertyIndex, _ table: Table, _ place: Int, isThere: Bool
  ) throws(StoreError) {
    let text = index.command(
      type: table.type.name, property: table.type.properties[place].name)
    try apply(index, table, isThere: isThere)
    try writeDefinition(index.object, old: isThere ? nil : text, new: isThere ? text : nil)
  }

  private func apply(
    _ index: PropertyIndex, _ table: Table, isThere: Bool
  ) throws(StoreError) {
    if isThere {
      table.setIndex(ofProperty: index.property, isThere: true)
      guard let object = table.askedIndex(ofProperty: index.property) else { return }
      try engine.execute(object.sql)
    } else {
      if let object = table.askedIndex(ofProperty: index.property) {
        try engine.execute("DROP INDEX IF EXISTS \(object.name)")
      }
      table.setIndex(ofProperty: index.property, isThere: false)
    }
  }
}

extension Migration {
  func keep(
    _ kind: KeptDefinition.Kind, _ text: String, replacing number: Int? = nil
  ) throws(StoreError) {
    guard !text.unicodeScalars.contains("\0") else {
      throw StoreError(.refused, .fact(.nullInDefinition))
    }
    if let number {
      guard let former = kept(kind, number) else { throw Self.unknown(kind, number) }
      try write(KeptDefinition(kind, number, text), old: former.text, new: text)
    } else {
      let newest = try engine.value(
        """
        SELECT max(CAST(substr(object, \(kind.prefix.count + 1)) AS INTEGER)) FROM wb_def
        WHERE object GLOB '\(kind.prefix)*'
        """)
      let number = try catalog.database.checked(newest.integer ?? 0, in: "wb_def") + 1
      try write(KeptDefinition(kind, number, text), old: nil, new: text)
    }
  }

  func forget(_ kind: KeptDefinition.Kind, _ number: Int) throws(StoreError) {
    guard let former = kept(kind, number) else { throw Self.unknown(kind, number) }
    try write(former, old: former.text, new: nil)
  }

  private func kept(_ kind: KeptDefinition.Kind, _ number: Int) -> KeptDefinition? {
    catalog.keptDefinitions.first { $0.kind == kind && $0.number == number }
  }

  private static func unknown(_ kind: KeptDefinition.Kind, _ number: Int) -> StoreError {
    StoreError(.name, .noKept(kind: kind.rawValue, number))
  }

  private func write(
    _ definition: KeptDefinition, old: String?, new: String?
  ) throws(StoreError) {
    try writeDefinition(definition.object, old: old, new: new)
    catalog.set(definition, isThere: new != nil)
  }
}

public import Expressions
public import Records

extension Store {
  /// The rules of a type in the order they were defined; none if there is no such type.
  public func rules(of type: String) -> [Rule] { tables[type]?.rules.map(\.rule) ?? [] }

  /// Whether a rule is there just as it is, however its condition is set out.
  public func isDefined(_ rule: Rule, condition: Expression) -> Bool {
    guard let present = tables[rule.type]?.rules.first(where: { $0.rule.name == rule.name }) else {
      return false
    }
    var same = rule
    same.condition = present.rule.condition
    return present.rule == same && present.condition == condition
  }

  /// Adds a rule, inside a transaction, or puts it in place of the one of its name; does nothing if
  /// it is there as it is.
  ///
  /// From then on no transaction can leave a record that it made or changed breaking the rule. What
  /// comes to nothing, as SQL has it, does not break it.
  ///
  /// - Parameter condition: The condition of the rule as tokens, which the reader of definitions
  ///   has to make of its text again.
  /// - Throws: ``StoreError`` with the place of the token that is to blame, and of the kind
  ///   ``StoreError/Kind/rule`` if records break it, the first ten of which it names. Records that
  ///   break a rule of severity `warn` are only among ``warnings``.
  public func define(_ rule: Rule, condition: Expression) throws(StoreError) {
    try checkAlive()
    let table = try table(rule.type)
    if isDefined(rule, condition: condition) { return }
    let former = table.rules.first { $0.rule.name == rule.name }
    if former == nil { try checkName(of: rule, table) }
    let number = if let former { former.number } else { try nextRuleNumber() }
    let new = TableRule(number: number, rule, condition)
    try checkCondition(of: new)
    let broken = try broken(new, table, since: nil)
    if !broken.isEmpty {
      let error = StoreError(.rule, Self.words(broken, new))
      guard rule.severity == .warn else { throw error }
      open?.warnings.append(error)
    }
    try writeDefinition(new, old: former?.rule.definition, new: rule.definition)
    if let place = table.rules.firstIndex(where: { $0.rule.name == rule.name }) {
      table.rules[place] = new
    } else {
      table.rules.append(new)
    }
    hasRules = nil
  }

  /// Takes a rule away, inside a transaction.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if the type has no such rule.
  public func dropRule(_ name: String, of type: String) throws(StoreError) {
    try checkAlive()
    let table = try table(type)
    guard let place = table.rules.firstIndex(where: { $0.rule.name == name }) else {
      throw StoreError(
        .name, "\(type.asName) has no rule \(name.asName)",
        candidates: table.rules.map(\.rule.name))
    }
    let rule = table.rules[place]
    try writeDefinition(rule, old: rule.rule.definition, new: nil)
    table.rules.remove(at: place)
    hasRules = nil
  }

  /// Makes the rules of the types from the texts that the file has of them.
  func readRules(_ texts: [String: String], into tables: [Table]) throws(StoreError) {
    let numbers = texts.keys.compactMap { object in
      object.hasPrefix(TableRule.prefix) ? Int(object.dropFirst(TableRule.prefix.count)) : nil
    }
    for number in numbers.sorted() {
      guard let text = texts[TableRule.prefix + String(number)] else { continue }
      do {
        let (rule, condition) = try definitions.rule(from: text)
        // Nothing can break a rule of a type that no longer exists.
        guard let table = tables.first(where: { $0.type.name == rule.type }) else { continue }
        table.rules.append(TableRule(number: number, rule, condition))
      } catch {
        throw newer(text, error.message)
      }
    }
    hasRules = nil
  }

  // MARK: Defining

  private func checkName(of rule: Rule, _ table: Table) throws(StoreError) {
    guard !rule.name.isEmpty else { throw StoreError(.refused, "a rule needs a name") }
    guard !rule.definition.unicodeScalars.contains("\0") else {
      throw StoreError(.refused, "a rule cannot hold the character U+0000")
    }
    let lower = rule.name.lowercased()
    if let other = table.rules.first(where: { $0.rule.name.lowercased() == lower }) {
      throw StoreError(
        .name,
        "\(rule.name.asName) differs only in case from \(other.rule.name.asName), which "
          + "\(rule.type.asName) has already")
    }
  }

  private func checkCondition(of rule: TableRule) throws(StoreError) {
    for (place, token) in rule.condition.tokens.enumerated() {
      guard case .sessionName = token else { continue }
      throw StoreError(
        .expression, "a rule takes no parameters; expected a property or a value", token: place)
    }
    rule.compiled = try expressions.compile(
      rule.condition, for: rule.rule.type, among: types, as: .condition)
  }

  private func nextRuleNumber() throws(StoreError) -> Int {
    let newest = try engine.value(
      """
      SELECT max(CAST(substr(object, \(TableRule.prefix.count + 1)) AS INTEGER)) FROM wb_def
      WHERE object GLOB '\(TableRule.prefix)*'
      """)
    return (newest.integer ?? 0) + 1
  }

  private func writeDefinition(
    _ rule: TableRule, old: String?, new: String?
  ) throws(StoreError) {
    try writeDefinition(rule.object, old: old, new: new)
  }
}

extension Store {
  /// Writes what has become of a definition that changes no table.
  func writeDefinition(
    _ object: String, old: String?, new: String?
  ) throws(StoreError) {
    open?.definitions += 1
    formerColumns = nil
    try engine.run(
      "INSERT INTO wb_def(tx, object, old, new) VALUES(?1, ?2, ?3, ?4)", SQLValue(open?.number),
      .text(object), SQLValue(old), SQLValue(new))
    // The tables stay as they are, and other programs look at this number alone.
    try engine.execute("PRAGMA schema_version = \(try currentSchemaVersion() + 1)")
    isSchemaNew = true
    schemaVersion = try currentSchemaVersion()
  }
}

internal import Expressions
internal import Records

/// What follows properties that get other names.
extension Migration {
  /// Writes the computed properties of a type in its next names.
  ///
  /// - Throws: ``StoreError`` if one reads a property that goes.
  func renameInComputations(
    _ properties: inout [AlteredProperty], _ renaming: Renaming, _ table: Table
  ) throws(StoreError) {
    var plain = properties.map(\.property)
    for place in plain.indices { plain[place].computation = nil }
    for place in properties.indices where !properties[place].isRestated {
      let property = properties[place].property
      guard let text = property.computation else { continue }
      let expression = try expression(from: text)
      guard renaming.concerns(expression) else { continue }
      do {
        let type = renaming.passing(
          try recordType(named: table.type.name, plain))
        let names = try renaming.places(in: expression) { expression throws(StoreError) in
          do throws(ExpressionError) {
            _ = try AnalyzedExpression(
              expression, for: type, StoreSchema(types: [type]), as: .keptComputed)
          } catch {
            throw StoreError(error)
          }
        }
        properties[place].property.computation = try renamed(text, names)
      } catch {
        throw StoreError(
          .refused,
          "the computed property \(table.type.name.asName).\(property.name.asName) needs it: "
            + error.message, property: renaming.gone.sorted().first,
          hint: "change \(property.name.asName) in the same alter, or drop it")
      }
    }
  }

  private func recordType(
    named name: String, _ properties: [Property]
  ) throws(StoreError) -> RecordType {
    do {
      return try RecordType(name, properties, isOlder: true)
    } catch {
      throw StoreError(.refused, error.message, property: error.property)
    }
  }

  private func expression(from text: String) throws(StoreError) -> Expression {
    do {
      return try catalog.definitions.expression(from: text)
    } catch {
      throw catalog.newer(text, error.message)
    }
  }

  private func renamed(_ text: String, _ names: [Int: String]) throws(StoreError) -> String {
    if names.isEmpty { return text }
    do {
      return try catalog.definitions.expression(text, with: names)
    } catch {
      throw StoreError(.refused, error.message)
    }
  }

  /// What becomes of the rules of all types when one has other properties.
  ///
  /// - Parameter types: all types as they are to be.
  /// - Throws: ``StoreError`` that names a rule which reads what is there no more, or whose names
  ///   cannot be told apart.
  func renamedRules(
    _ renaming: Renaming, _ table: Table, among types: [RecordType]
  ) throws(StoreError) -> [Redefinition] {
    let rules = allTables.flatMap(\.rules)
    let passing = types.map { $0.name == renaming.type ? renaming.passing($0) : $0 }
    var reads: [Set<PropertyReference>] = []
    for rule in rules {
      reads.append((try? compiled(rule, rule.condition, among: catalog.schema).reads) ?? [])
    }
    var names: [[Int: String]] = []
    for rule in rules {
      names.append(
        try renaming.places(in: rule.condition) { condition throws(StoreError) in
          _ = try compiled(rule, condition, among: catalog.schema.with(passing))
        })
    }
    var changes: [Redefinition] = []
    for (place, rule) in rules.enumerated() where !names[place].isEmpty {
      let next = try compiled(
        rule, rule.condition.with(names[place]), among: catalog.schema.with(types))
      guard next.reads == renaming.renamed(reads[place]) else {
        throw StoreError(
          .refused, "\(Self.name(rule)) has names that cannot be told apart; drop it first")
      }
      var renamed = rule.rule
      renamed.condition = try self.renamed(renamed.condition, names[place])
      changes.append(
        Redefinition(object: rule.object, old: rule.rule.definition, new: renamed.definition))
    }
    return changes
  }

  private static func name(_ rule: TableRule) -> String {
    "the rule \(rule.rule.type.asName).\(rule.rule.name.asName)"
  }

  private func compiled(
    _ rule: TableRule, _ condition: Expression, among schema: StoreSchema
  ) throws(StoreError) -> CompiledExpression {
    do {
      return try expressions.compile(condition, for: rule.rule.type, among: schema, as: .kept)
    } catch {
      var refusal = error
      refusal.kind = .refused
      refusal.message = "\(Self.name(rule)) needs it: \(error.message)"
      refusal.hint = "drop rule \(rule.rule.type.asName).\(rule.rule.name.asName)"
      throw refusal
    }
  }
}

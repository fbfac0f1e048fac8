internal import Expressions
internal import Records

extension Migration {
  /// Renames properties in the computed properties and calculated defaults of the altered type.
  ///
  /// - Throws: ``StoreError`` if a formula of the type reads a dropped property.
  func renameInComputations(
    _ properties: inout [AlteredProperty], _ renaming: Renaming, _ table: Table
  ) throws(StoreError) {
    var plain = properties.map(\.property)
    for place in plain.indices { plain[place].formula = nil }
    for place in properties.indices where !properties[place].isRestated {
      try database.checkMayGoOn()
      let property = properties[place].property
      guard let text = property.formula else { continue }
      let expression = try expression(from: text)
      guard renaming.concerns(expression) else { continue }
      do {
        let type = renaming.passing(
          try recordType(named: table.type.name, plain))
        let isColumn =
          property.isComputed
          && catalog.schema.calculation(of: property.name, in: table.type.name) == nil
        var schema = StoreSchema(types: [type])
        if !isColumn {
          schema = catalog.schema.with(types.map { $0.name == type.name ? type : $0 })
        }
        let names = try renaming.places(in: expression) { expression throws(StoreError) in
          try analyze(
            expression, of: property, in: type, schema,
            as: isColumn ? .keptComputed : .keptCalculation)
        }
        properties[place].property.formula = try renamed(text, names)
      } catch {
        let reference = PropertyReference(table.type.name, property.name)
        throw StoreError(
          .refused,
          property.isComputed
            ? .neededInAlter(reference, error.reason)
            : .neededByDefault(reference, isInAlter: true, error.reason),
          property: renaming.gone.sorted().first)
      }
    }
  }

  private func analyze(
    _ expression: RecordExpression, of property: Property, in type: RecordType,
    _ schema: StoreSchema, as role: AnalyzedExpression.Role, named words: String? = nil
  ) throws(StoreError) {
    _ = try analyzing(
      property.isComputed
        ? AnalyzedExpression(expression, for: type, schema, as: role, of: words)
        : AnalyzedExpression(
          expression, for: type, schema, asking: ClockNames(for: expression), as: .value))
  }

  private func recordType(
    named name: String, _ properties: [Property]
  ) throws(StoreError) -> RecordType {
    do {
      return try RecordType(name, properties, isOlder: true)
    } catch {
      throw StoreError(.refused, .definition(error), property: error.property)
    }
  }

  private func expression(from text: String) throws(StoreError) -> RecordExpression {
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
      throw StoreError(.refused, .definition(error))
    }
  }

  /// Renames properties in the computed properties and calculated defaults of the other types.
  ///
  /// - Throws: ``StoreError`` if a formula of another type reads a dropped property.
  func renamedCalculations(
    _ renaming: Renaming, _ table: Table, among types: [RecordType]
  ) throws(StoreError) -> (changes: [Redefinition], types: [RecordType], passing: StoreSchema) {
    let passing = renaming.passing(types)
    var schema = catalog.schema.with(passing)
    var left: [(table: Table, index: Int, place: Int, expression: RecordExpression)] = []
    for other in allTables
    where !other.calculated.isEmpty || other.type.hasCalculatedDefaults {
      guard let place = types.firstIndex(where: { $0.name == other.type.name }) else { continue }
      for (index, property) in types[place].properties.enumerated()
      where other.calculated.contains(property.name) || property.hasCalculatedDefault {
        guard let text = property.formula else { continue }
        let expression = try expression(from: text)
        if other === table {
          if !property.isComputed { continue }
          // Computed properties of this type already use the new names.
          schema.calculations[StoreSchema.name(of: property.name, in: table.type.name)] =
            expression.with(renaming.passingNames(in: expression))
        } else {
          left.append((other, index, place, expression))
        }
      }
    }
    var changes: [Redefinition] = []
    var properties = types.map(\.properties)
    // A computed property must be processed after the computed properties that it reads.
    var refused: StoreError?
    var waiting: [(table: Table, index: Int, place: Int, expression: RecordExpression)] = []
    while !left.isEmpty {
      try database.checkMayGoOn()
      let (other, index, place, expression) = left.removeFirst()
      let property = properties[place][index]
      let words = StoreSchema.name(of: property.name, in: other.type.name)
      let names: [Int: String]
      do {
        names = try renaming.places(in: expression) { expression throws(StoreError) in
          try analyze(
            expression, of: property, in: types[place], schema, as: .keptCalculation, named: words)
        }
      } catch {
        waiting.append((other, index, place, expression))
        if refused == nil {
          refused = needs(
            PropertyReference(other.type.name, property.name), isDefault: !property.isComputed,
            error, renaming)
        }
        continue
      }
      if !names.isEmpty {
        let passing = names.compactMapValues { next in
          renaming.names.first { $0.value == next }.flatMap { renaming.passing[$0.key] }
        }
        if property.isComputed { schema.calculations[words] = expression.with(passing) }
        properties[place][index].formula = try renamed(property.formula ?? "", names)
        changes.append(
          Redefinition(
            object: "prop:\(other.properties[index])", old: property.definition,
            new: properties[place][index].definition))
      }
      guard !waiting.isEmpty, !names.isEmpty else { continue }
      (left, waiting, refused) = (left + waiting, [], nil)
    }
    if let refused { throw refused }
    var next = types
    for place in types.indices where properties[place] != types[place].properties {
      next[place] = try recordType(named: types[place].name, properties[place])
    }
    return (changes, next, schema)
  }

  private func needs(
    _ property: PropertyReference, isDefault: Bool, _ error: StoreError, _ renaming: Renaming
  ) -> StoreError {
    var refusal = error.refused(
      because: isDefault
        ? .neededByDefault(property, isInAlter: false, error.reason)
        : .neededByComputed(property, error.reason))
    refusal.property = renaming.gone.sorted().first
    return refusal
  }

  /// - Parameters:
  ///   - types: All types with the new definitions.
  ///   - passing: The same types with temporary names for renamed properties.
  /// - Throws: ``StoreError`` if a rule reads a dropped property, has ambiguous names, or would be
  ///   invalid.
  func renamedRules(
    _ renaming: Renaming, _ table: Table, among types: [RecordType], passing: StoreSchema
  ) throws(StoreError) -> [Redefinition] {
    let rules = allTables.flatMap(\.rules)
    let next = try catalog.calculating(catalog.schema.with(types), of: types)
    var reads: [Set<PropertyReference>] = []
    for rule in rules {
      try database.checkMayGoOn()
      reads.append((try? compiled(rule, rule.condition, among: catalog.schema).reads) ?? [])
    }
    var names: [[Int: String]] = []
    for rule in rules {
      names.append(
        try renaming.places(in: rule.condition) { condition throws(StoreError) in
          _ = try compiled(rule, condition, among: passing)
        })
    }
    for (place, rule) in rules.enumerated() {
      try checkCanBeDefined(rule, rule.condition.with(names[place]), among: next)
    }
    var changes: [Redefinition] = []
    for (place, rule) in rules.enumerated() where !names[place].isEmpty {
      let compiled = try compiled(
        rule, rule.condition.with(names[place]), among: next)
      guard compiled.reads == renaming.renamed(reads[place]) else {
        throw StoreError(
          .refused, .member(PropertyReference(rule.rule.type, rule.rule.name), .ambiguousNames))
      }
      var renamed = rule.rule
      renamed.condition = try self.renamed(renamed.condition, names[place])
      changes.append(
        Redefinition(object: rule.object, old: rule.rule.definition, new: renamed.definition))
    }
    return changes
  }

  /// Throws if a valid rule would no longer work, because exported definitions could then not be
  /// imported again.
  private func checkCanBeDefined(
    _ rule: TableRule, _ condition: RecordExpression, among schema: StoreSchema
  ) throws(StoreError) {
    func check(_ condition: RecordExpression, among schema: StoreSchema) throws(StoreError) {
      _ = try expressions.compile(rule.rule, condition, among: schema, as: .condition)
    }
    // Older files can contain rules that are invalid now.
    guard (try? check(rule.condition, among: catalog.schema)) != nil else { return }
    do {
      try check(condition, among: schema)
    } catch {
      throw error.refused(because: .neededByRule(rule.rule, error.reason))
    }
  }

  private func compiled(
    _ rule: TableRule, _ condition: RecordExpression, among schema: StoreSchema
  ) throws(StoreError) -> CompiledExpression {
    do {
      return try expressions.compile(rule.rule, condition, among: schema, as: .kept).condition
    } catch {
      throw error.refused(because: .neededByRule(rule.rule, error.reason))
    }
  }
}

extension StoreError {
  fileprivate func refused(because reason: Reason) -> StoreError {
    var refusal = self
    (refusal.kind, refusal.reason) = (.refused, reason)
    return refusal
  }
}

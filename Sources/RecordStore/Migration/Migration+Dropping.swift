internal import Expressions
internal import Records

extension Migration {
  func dropType(_ name: String, with kept: [KeptDefinition] = []) throws(StoreError) -> Int {
    let table = try writableTable(name)
    try checkIsUnused(table)
    let records = try engine.rows("SELECT id FROM \(table.name) ORDER BY id")
    if catalog.hasDependents(name) {
      try rows.delete(records.map { RecordID(name, $0[0].integer ?? 0) }, in: transaction)
    } else if !records.isEmpty {
      // Skipped if there are no records: the type may refer to an undefined type, and SQLite would
      // check the reference.
      try engine.execute("DELETE FROM \(table.name)")
    }
    transaction.noteChangeOfAll()
    let text = try engine.value(
      "SELECT new FROM wb_def WHERE object = ?1 ORDER BY seq DESC LIMIT 1",
      .text("type:\(table.id)"))
    var changes = [Redefinition(object: "type:\(table.id)", old: text.text, new: nil)]
    for (number, property) in zip(table.properties, table.type.properties) {
      changes.append(
        Redefinition(object: "prop:\(number)", old: property.definition, new: nil))
      guard table.indexed.contains(number) else { continue }
      let index = PropertyIndex(ofProperty: number)
      let text = index.command(type: name, property: property.name)
      changes.append(Redefinition(object: index.object, old: text, new: nil))
    }
    changes += table.rules.map {
      Redefinition(object: $0.object, old: $0.rule.definition, new: nil)
    }
    changes += kept.map { Redefinition(object: $0.object, old: $0.text, new: nil) }
    let misfitting = Set(keptMisfits.map(\.definition))
    try redefine(changes) { _ throws(StoreError) in
    } refusal: { failures throws(StoreError) in
      StoreError(.refused, .unfit(failures[0]))
    }
    if let misfit = keptMisfits.first(where: { !misfitting.contains($0.definition) }) {
      throw StoreError(.refused, .undroppable(name, .kept(why: misfit.why)))
    }
    return records.count
  }

  /// Excludes layouts, because these skip their invalid parts.
  private var keptMisfits: [KeptMisfit] {
    catalog.misfits(catalog.keptDefinitions.filter { $0.kind != .layout })
  }

  private func checkIsUnused(_ table: Table) throws(StoreError) {
    let name = table.type.name
    let others = types.filter { $0.name != name }
    let references = others.flatMap { other in
      other.properties.filter { $0.kind.recordType == name }.map {
        PropertyReference(other.name, $0.name)
      }
    }
    guard references.isEmpty else {
      throw StoreError(.refused, .undroppable(name, .properties(references)))
    }
    for other in others.compactMap({ tables[$0.name] }) where !other.calculated.isEmpty {
      let reading = try catalog.computedColumns(of: other).inOrder
        .first { $0.others.contains(name) }
      guard let property = reading?.property.name else { continue }
      throw StoreError(
        .refused, .undroppable(name, .computed(PropertyReference(other.type.name, property))))
    }
    for other in others.compactMap({ tables[$0.name] }) where other.type.hasCalculatedDefaults {
      let reading = (try? catalog.calculatedDefaults(of: other))?.inOrder
        .first { $0.compiled.reads.contains { $0.type == name } }
      guard let property = reading?.property.name else { continue }
      throw StoreError(
        .refused, .undroppable(name, .initial(PropertyReference(other.type.name, property))))
    }
    for rule in others.compactMap({ tables[$0.name] }).flatMap(\.rules) {
      do {
        _ = try expressions.compile(
          rule.rule, rule.condition, among: catalog.schema.with(others), as: .kept)
      } catch {
        throw StoreError(
          .refused, .undroppable(name, .rule(PropertyReference(rule.rule.type, rule.rule.name))))
      }
    }
  }
}

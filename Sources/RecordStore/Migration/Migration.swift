public import Records

struct Migration: Part {
  let journal: Journal
  let rows: Rows
  let transaction: Transaction

  var catalog: Catalog { journal.catalog }

  static let mostNamed = 10

  func alter(
    _ type: String, _ steps: [Alteration], at present: Present?,
    zoneOffset: ((Int) -> Int)?
  ) throws(StoreError) -> Int {
    let isLate = try steps.map { step throws(StoreError) in try readsOtherSteps(step, of: type) }
    guard isLate.contains(true), isLate.contains(false) else {
      return try alterAtOnce(type, steps, at: present, zoneOffset: zoneOffset)
    }
    var changes = 0
    for late in [false, true] {
      changes += try alter(
        type, zip(steps, isLate).filter { $0.1 == late }.map(\.0), at: present,
        zoneOffset: zoneOffset)
    }
    return changes
  }

  private func readsOtherSteps(
    _ step: Alteration, of type: String
  ) throws(StoreError) -> Bool {
    guard case .add(let property) = step.step, step.conversion == nil,
      let expression = try catalog.expression(ofDefault: property)
    else { return false }
    do {
      _ = try expressions.compile(
        expression, for: type, among: catalog.schema, asking: ClockNames(for: expression))
      return false
    } catch {
      return error.kind != .interrupted
    }
  }

  private func alterAtOnce(
    _ type: String, _ steps: [Alteration], at present: Present?,
    zoneOffset: ((Int) -> Int)?
  ) throws(StoreError) -> Int {
    let table = try writableTable(type)
    var properties = zip(table.properties, table.type.properties).map {
      AlteredProperty(number: $0, property: $1, former: $1)
    }
    let former = properties
    try properties.apply(steps, to: type)
    try convertDefaults(&properties)
    try checkKinds(former, properties, table)
    try checkRoles(properties, table)
    let renaming = Renaming(former, properties, of: table.type)
    try renameInComputations(&properties, renaming, table)
    let inverses = renameInInverses(&properties, former, of: table)
    let next = try recordType(type, properties)
    // A dropped property may have been replaced by an identical property.
    guard
      next != table.type || properties.map(\.number) != former.map(\.number)
        || properties.contains(where: { $0.conversion != nil })
    else { return 0 }
    try catalog.checkKinds(of: next)
    try catalog.checkReferences(of: next)
    let computed = try catalog.newComputedColumns(of: next)
    for column in computed.inOrder where !column.isColumn {
      let number = properties.first { $0.property.name == column.property.name }?.number
      guard let number, table.indexed.contains(number) else { continue }
      throw StoreError(
        .refused, .member(PropertyReference(type, column.property.name), .indexed),
        property: column.property.name)
    }
    let (calculations, types, passing) = try renamedCalculations(
      renaming, table,
      among: self.types.map { $0.name == type ? next : inverses.types[$0.name] ?? $0 })
    try catalog.checkInverses(among: types, of: next)
    let rules = try renamedRules(renaming, table, among: types, passing: passing)
    try giveNumbers(&properties, of: table)
    try fit(properties, table) { ValueConversion($0, at: present, zoneOffset: zoneOffset) }
    let gone = former.filter { old in !properties.contains { $0.number == old.number } }
    let changes =
      redefinitions(former, properties, table, gone) + inverses.changes + calculations + rules
    let before = try journal.lastChange()
    var emptied = 0
    let taken = try redefine(changes, mayFail: false) { owners throws(StoreError) in
      for property in properties { try writeFits(property, in: owners) }
      for property in properties { try moveItems(of: property, table, in: owners) }
      let mark = try journal.lastChange()
      for number in gone.compactMap(\.number) { try empty(number, in: owners) }
      emptied = try journal.lastChange() - mark
    } refusal: { failures throws(StoreError) in
      StoreError(.rule, failures[0].why)
    }
    try checkForRings(properties.filter { $0.former?.ownsRecords == false }, self.table(type))
    try catalog.checkCalculations(of: self.table(type))
    transaction.noteChangeOfAll()
    return try journal.lastChange() - before - emptied - taken
  }

  private func recordType(
    _ name: String, _ properties: [AlteredProperty]
  ) throws(StoreError) -> RecordType {
    do {
      return try RecordType(name, properties.map(\.property), isOlder: true)
    } catch {
      throw StoreError(.refused, .definition(error), property: error.property)
    }
  }

  /// Throws if a property would refer to a missing type, would become a list of records or stop
  /// being one, or if a dropped list still owns records.
  private func checkKinds(
    _ former: [AlteredProperty], _ properties: [AlteredProperty], _ table: Table
  ) throws(StoreError) {
    for property in properties where property.former?.kind != property.property.kind {
      guard let target = property.property.kind.recordType, tables[target] == nil else { continue }
      throw StoreError(
        .name, .noType(target), property: property.property.name, candidates: types.map(\.name))
    }
    for property in properties {
      guard let old = property.former, old.kind != property.property.kind,
        old.kind.isListOfRecords || property.property.kind.isListOfRecords
      else { continue }
      throw StoreError(
        .refused, .listKind(old.definition, property.property.definition, areLists: false),
        property: property.property.name)
    }
    for old in former where old.property.ownsRecords {
      guard !properties.contains(where: { $0.number == old.number }),
        let items = old.property.kind.recordType.flatMap({ tables[$0] }),
        let membership = items.membership(inList: old.number ?? 0)
      else { continue }
      let column = membership.columns[0].name
      let count = try engine.value(
        "SELECT count(*) FROM \(items.name) WHERE \(column) IS NOT NULL")
      guard let count = count.integer, count > 0 else { continue }
      throw StoreError(
        .refused, .itemsLeft(list: old.property.name, items: items.type.name, count),
        property: old.property.name)
    }
  }

  private func giveNumbers(
    _ properties: inout [AlteredProperty], of table: Table
  ) throws(StoreError) {
    for place in properties.indices where properties[place].number == nil {
      let property = properties[place].property
      let number = try nextNumber(in: "wb_prop")
      try addProperty(
        number, of: table.id, property.name,
        column: property.kind.isListOfRecords ? nil : property.name, kind: property.kind.name)
      properties[place].number = number
    }
  }

  private func redefinitions(
    _ former: [AlteredProperty], _ properties: [AlteredProperty], _ table: Table,
    _ gone: [AlteredProperty]
  ) -> [Redefinition] {
    var changes = gone.map { old in
      Redefinition(object: "prop:\(old.number ?? 0)", old: old.property.definition, new: nil)
    }
    for property in properties {
      let old = former.first { $0.number == property.number }
      changes.append(
        Redefinition(
          object: "prop:\(property.number ?? 0)", old: old?.property.definition,
          new: property.property.definition))
    }
    // An index stays with its property as long as a comparison can use it.
    for old in former {
      guard let number = old.number, table.indexed.contains(number) else { continue }
      let index = PropertyIndex(ofProperty: number)
      let text = { (name: String) in index.command(type: table.type.name, property: name) }
      let next = properties.first { $0.number == number }?.property
      let stays = next.map { PropertyIndex.uselessness(of: $0) == nil } ?? false
      changes.append(
        Redefinition(
          object: index.object, old: text(old.property.name),
          new: stays ? next.map { text($0.name) } : nil))
    }
    return changes.filter { $0.old != $0.new }
  }

  /// Treats the calculated defaults of new properties like conversions given with `using`.
  private func convertDefaults(_ properties: inout [AlteredProperty]) throws(StoreError) {
    for place in properties.indices
    where properties[place].former == nil && properties[place].conversion == nil {
      let property = properties[place].property
      guard let expression = try catalog.expression(ofDefault: property) else { continue }
      (properties[place].conversion, properties[place].isByDefault) = (expression, true)
    }
  }

  private func fit(
    _ properties: [AlteredProperty], _ table: Table,
    _ conversion: (AlteredProperty) -> ValueConversion
  ) throws(StoreError) {
    try engine.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS wb_fit(prop INTEGER, rec INTEGER, v, PRIMARY KEY(prop, rec))
        WITHOUT ROWID;
      DELETE FROM temp.wb_fit
      """)
    for property in properties {
      let wanted = property.property
      guard wanted.isStored else {
        guard property.conversion == nil else {
          throw StoreError(.refused, .property(wanted.name, .noValues), property: wanted.name)
        }
        continue
      }
      var failures: [ConversionFailure] = []
      if property.conversion != nil || property.isStricter {
        failures = try fit(property, table, conversion(property))
      }
      let isNewlyDistinct = wanted.isDistinct && property.former?.isDistinct != true
      if failures.isEmpty, isNewlyDistinct || wanted.isDistinct && property.conversion != nil {
        failures = try duplicates(property, table)
      }
      guard failures.isEmpty else { throw Self.error(failures, property, table) }
    }
  }

  private func fit(
    _ property: AlteredProperty, _ table: Table, _ conversion: ValueConversion
  ) throws(StoreError) -> [ConversionFailure] {
    let wanted = property.property
    let storage = Storage(wanted)
    let noting = try engine.prepare("INSERT INTO temp.wb_fit(prop, rec, v) VALUES(?1, ?2, ?3)")
    var failures: [ConversionFailure] = []
    var references: Set<RecordID> = []
    // Consecutive numbers in the order of the records.
    let isCounted =
      property.former == nil && property.conversion == nil && wanted.givenDefault == .next
    var last: Int?
    try catalog.eachValue(of: property, table) {
      record, stored, kind, _, missing throws(StoreError) in
      if let key = Storage.raw(missing), let target = wanted.kind.recordType {
        let id = RecordID(table.type.name, record)
        let why = StoreError.Reason.noTarget(type: target, literal: key.literal)
        failures.append(ConversionFailure(record: id, property: property.number, why: why))
        return
      }
      let value: Value?
      do throws(Violation) {
        if isCounted, let next = wanted.nextNumber(after: last) {
          value = try wanted.checked(.integer(next))
          last = next
        } else {
          value = try conversion.value(of: stored, kind)
        }
        if property.isAmbiguousPercentage, let value, value != .percent(.zero) {
          throw Violation(
            kind: .value,
            message: "\(wanted.name.asName) would be \(wanted.kind.literal(value)) if its number "
              + "is read as a fraction")
        }
      } catch {
        let id = RecordID(table.type.name, record)
        failures.append(
          ConversionFailure(record: id, property: property.number, why: .stated(error.message)))
        return
      }
      if case .reference(let other) = value { references.insert(other) }
      let next = storage.stored(value)
      if property.former?.isStored == true, property.conversion == nil, next == stored { return }
      if property.former?.isStored != true, next == .null { return }
      try noting.run([SQLValue(property.number), .integer(record), next])
    }
    let gone = references.subtracting(try catalog.existing(Array(references)))
    guard failures.isEmpty, let first = gone.min(by: { $0.description < $1.description }) else {
      return failures
    }
    throw StoreError(.name, .noRecord(first), property: wanted.name)
  }

  private func duplicates(
    _ property: AlteredProperty, _ table: Table
  ) throws(StoreError) -> [ConversionFailure] {
    let column = table.column(ofNumber: property.number ?? 0)
    let present = column.map { "t.\($0.name)" } ?? "NULL"
    let rows = try engine.rows(
      """
      SELECT id, first FROM (SELECT id, v,
        min(id) OVER (PARTITION BY v\(property.property.collation)) AS first FROM (
        SELECT t.id, CASE WHEN f.rec IS NULL THEN \(present) ELSE f.v END AS v
        FROM \(table.name) AS t LEFT JOIN temp.wb_fit AS f ON f.prop = ?1 AND f.rec = t.id)
        WHERE v IS NOT NULL) WHERE id <> first ORDER BY id
      """, [SQLValue(property.number)])
    return rows.map { row in
      let name = table.type.name
      return ConversionFailure(
        record: RecordID(name, row[0].integer ?? 0), property: property.number,
        why: .sameValue(property: property.property.name, RecordID(name, row[1].integer ?? 0)))
    }
  }

  private static func error(
    _ failures: [ConversionFailure], _ property: AlteredProperty, _ table: Table
  ) -> StoreError {
    let name = property.property.name
    let first = Array(failures.prefix(mostNamed))
    return StoreError(
      .rule,
      .misfits(
        definition: property.property.definition, first, more: failures.count - first.count,
        isConverted: property.conversion != nil,
        percentage: property.isAmbiguousPercentage ? name : nil), property: name)
  }

  private func writeFits(
    _ property: AlteredProperty, in owners: [Int: Table]
  ) throws(StoreError) {
    guard let number = property.number, let table = owners[number],
      let column = table.column(ofNumber: number)
    else { return }
    guard property.property.isStored else { return try empty(number, in: owners) }
    try engine.post(
      """
      UPDATE \(table.name) SET \(column.name) =
        (SELECT v FROM temp.wb_fit WHERE prop = ?1 AND rec = \(table.name).id)
      WHERE id IN (SELECT rec FROM temp.wb_fit WHERE prop = ?1)
      """, .integer(number))
  }

  /// The cleared values are recorded in the history.
  private func empty(_ number: Int, in owners: [Int: Table]) throws(StoreError) {
    guard let table = owners[number], let column = table.column(ofNumber: number) else { return }
    try engine.execute(
      "UPDATE \(table.name) SET \(column.name) = NULL WHERE \(column.name) IS NOT NULL")
  }
}

extension Catalog {
  /// Returns the number of values that the conversions of the steps would clear, for each property
  /// by its new name. Values whose conversion fails are not counted.
  public func countEmptied(
    _ type: String, _ steps: [Alteration], at present: Present?,
    zoneOffset: ((Int) -> Int)? = nil
  ) throws(StoreError) -> [(property: String, count: Int)] {
    let table = try table(type)
    var properties = zip(table.properties, table.type.properties).map {
      AlteredProperty(number: $0, property: $1, former: $1)
    }
    try properties.apply(steps, to: type)
    var result: [(property: String, count: Int)] = []
    for property in properties {
      let wanted = property.property
      guard property.conversion != nil, wanted.isStored, property.former != nil else { continue }
      let conversion = ValueConversion(property, at: present, zoneOffset: zoneOffset)
      var count = 0
      try eachValue(of: property, table) { _, stored, kind, former, _ in
        guard former != .null, former != .text("[]") else { return }
        let value: Value?? = try? conversion.value(of: stored, kind)
        if value == .some(nil) || value == .some(.list([])) { count += 1 }
      }
      if count > 0 { result.append((wanted.name, count)) }
    }
    return result
  }

  /// Calls a closure with each input of a conversion: a stored or computed value, or the result of
  /// an expression.
  fileprivate func eachValue(
    of property: AlteredProperty, _ table: Table,
    _ body: (Int, SQLValue, PropertyKind?, SQLValue, SQLValue) throws(StoreError) -> Void
  ) throws(StoreError) {
    var (reading, kind, bound): (String, PropertyKind?, [SQLValue]) = ("NULL", nil, [])
    let place =
      property.former == nil
      ? nil : table.properties.firstIndex(of: property.number ?? 0)
    let present = place.map(table.reading) ?? "NULL"
    var missing = "NULL"
    if let conversion = property.conversion {
      let compiled: CompiledExpression
      do {
        compiled = try expressions.compile(
          conversion, for: table.type.name, among: catalog.schema,
          asking: property.isByDefault ? ClockNames(for: conversion) : nil)
      } catch {
        var error = error
        error.property = property.property.name
        throw error
      }
      let given = property.isByDefault ? ClockNames.values(at: database.present) : []
      (reading, kind, bound) = (compiled.sql, compiled.kind, compiled.bound(given))
      if let key = compiled.unfoundKey {
        missing = "(\(key.text))"
        bound += compiled.bound(key, given)
      }
    } else if let former = property.former {
      (reading, kind) = (present, former.kind)
    }
    let limits = try limits()
    let statement = try engine.prepare(
      "SELECT id, \(reading), \(missing), \(present) FROM \(table.name) ORDER BY id")
    try statement.bind(bound)
    defer { statement.reset() }
    let step = { () throws(StoreError) in try statement.step() }
    while try limits.apply(step) {
      try body(
        statement.column(0).integer ?? 0, statement.column(1), kind, statement.column(3),
        statement.column(2))
    }
  }
}

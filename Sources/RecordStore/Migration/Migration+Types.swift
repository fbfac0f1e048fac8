internal import Records
internal import SQLEngine

extension Migration {
  func define(_ type: RecordType) throws(StoreError) {
    let name = type.name.lowercased()
    if let same = types.first(where: { $0.name.lowercased() == name }) {
      if same == type { return }
      throw Self.difference(same, type)
    }
    try catalog.checkKinds(of: type)
    let leadsToRecords = type.leadsToRecords || catalog.leadsToRecords
    // Must come first: otherwise a reference table of the same name would be reported as a table of
    // another program.
    if leadsToRecords {
      try catalog.checkReferences(of: type)
      try catalog.checkInverses(among: types + [type], of: type)
    }
    // By name, because a query of the schema table would read the whole table.
    let taken = try connection.value(
      "SELECT name FROM pragma_table_xinfo(?1) LIMIT 1", .text(type.name))
    guard taken == .null else {
      throw StoreError(.refused, .otherTable(type: type.name, place: place))
    }
    let computed = try catalog.newComputedColumns(of: type)
    var waiting: [Table] = []
    for table in allTables {
      var isAwaiting = table.computed?.awaiting.isEmpty == false
      if table.type.hasCalculatedDefaults {
        isAwaiting = isAwaiting || (try? catalog.calculatedDefaults(of: table))?.isAwaiting == true
      }
      if isAwaiting { waiting.append(table) }
    }
    // Before any write, so that the definitions are reloaded even if this fails half-way.
    transaction.noteDefinition()
    let (table, links) = try writeDefinition(of: type)
    table.take(computed)
    try make(table)
    for (items, memberships) in links { try add(memberships, to: items) }
    let isReferred = leadsToRecords ? try makeReferences(of: type) : false
    try catalog.noteNewSchema(isAddition: true)
    guard links.isEmpty, table.links.isEmpty, !isReferred, waiting.isEmpty else {
      try catalog.loadTypes()
      for table in waiting {
        do {
          _ = try catalog.newComputedColumns(of: table.type)
        } catch {
          throw StoreError(
            .expression,
            .typeUnreadable(
              by: PropertyReference(table.type.name, error.property),
              isDefault: error.property.flatMap { table.type[$0] }?.hasCalculatedDefault == true,
              error.reason))
        }
      }
      return
    }
    try catalog.add(table)
  }

  /// Creates the reference tables that a new type makes possible; returns whether the type has
  /// lists, or is in lists, that do not own their records.
  private func makeReferences(of type: RecordType) throws(StoreError) -> Bool {
    let types = self.types + [type]
    var isReferred = false
    for owner in types where owner.leadsToRecords {
      for list in owner.properties where list.kind.isListOfRecords && !list.ownsRecords {
        guard let items = list.kind.recordType, types.contains(where: { $0.name == items }),
          owner.name == type.name || items == type.name
        else { continue }
        isReferred = true
        guard list.refersToMany else { continue }
        let number = try connection.value(
          """
          SELECT p.id FROM wb_prop AS p JOIN wb_type AS y ON y.id = p.type
          WHERE y.name = ?1 AND y.dropped_tx IS NULL AND p.name = ?2 AND p.dropped_tx IS NULL
          """, .text(owner.name), .text(list.name))
        let kept = try addReferences(
          of: ReferenceList(owner: owner.name, list: list, number: number.integer ?? 0))
        try make(try Catalog.table(kept))
      }
    }
    return isReferred
  }

  func addReferences(
    of list: ReferenceList
  ) throws(StoreError) -> Catalog.KeptReferences {
    var (table, count) = (list.tableName, 1)
    func isTaken(_ name: String) throws(StoreError) -> Bool {
      let other = try connection.value(
        """
        SELECT name FROM pragma_table_xinfo(?1)
        UNION ALL SELECT name FROM wb_type WHERE name = ?1 COLLATE NOCASE LIMIT 1
        """, .text(name))
      return other != .null
    }
    while try isTaken(table) {
      count += 1
      table = "\(list.tableName)\(count)"
    }
    let id = try nextNumber(in: "wb_type")
    let existence = try nextNumber(in: "wb_prop")
    try connection.run(
      "INSERT INTO wb_type(id, name, tbl) VALUES(?1, ?2, ?3)", .integer(id), .text(list.name),
      .text(table))
    let kept = Catalog.KeptReferences(list: list, id: id, table: table, existence: existence)
    try addProperty(existence, of: id, "", column: nil, kind: list.kind)
    let type = try Catalog.table(kept).type
    for (place, property) in type.properties.enumerated() {
      try addProperty(
        existence + 1 + place, of: id, property.name, column: property.name,
        kind: property.kind.name)
    }
    return kept
  }

  private func make(_ table: Table) throws(StoreError) {
    try connection.execute(table.creation(try catalog.computedColumns(of: table)))
    let namesakes = try connection.value(
      "SELECT count(*) FROM wb_type WHERE name = ?1 COLLATE NOCASE", .text(table.type.name))
    let isNewName = namesakes == .integer(1) && table.references == nil
    if isNewName { table.setSafeNumbers(true) } else { try rows.noteUsedNumbers(of: table) }
    for column in table.columns.dropFirst(table.propertyColumns.count) {
      try connection.execute("ALTER TABLE \(table.name) ADD COLUMN \(column.definition())")
    }
    let (indexes, triggers) = (table.indexes(), table.triggers)
    for index in indexes { try connection.execute(index.sql) }
    // An engine that postpones statements executes them elsewhere, so it must receive each CREATE
    // TRIGGER.
    if connection.isDefiningMany || !connection.abilities.postpones {
      try add(triggers, to: table)
    } else {
      for trigger in triggers { try connection.execute(trigger.sql) }
    }
    catalog.noteAdded(indexes + triggers, to: table)
    connection.noteDefinition()
  }

  /// For each CREATE TRIGGER, SQLite scans the whole schema, so each definition would cost as much
  /// as all earlier definitions together. Therefore all triggers but the last are inserted into the
  /// schema table under the name of the last one, and only the last one is created: SQLite then
  /// reads all rows of that name. In a series of definitions, all triggers are read at once before
  /// the next other statement.
  private func add(_ triggers: [SchemaObject], to table: Table) throws(StoreError) {
    try connection.execute("PRAGMA writable_schema = ON")
    defer { try? connection.execute("PRAGMA writable_schema = OFF") }
    var triggers = triggers
    let last = connection.isDefiningMany ? nil : triggers.popLast()
    if last == nil { connection.noteAddedTriggers() }
    var rows: [Int] = []
    for trigger in triggers {
      try connection.run(
        "INSERT INTO sqlite_schema(type, name, tbl_name, rootpage, sql) VALUES(?1, ?2, ?3, 0, ?4)",
        .text(trigger.kind), .text((last ?? trigger).name), .text(table.tableName(of: trigger)),
        .text(trigger.sql))
      rows.append(connection.lastInsertedID)
    }
    guard let last else { return }
    try connection.execute(last.sql)
    for (row, trigger) in zip(rows, triggers) {
      try connection.run(
        "UPDATE sqlite_schema SET name = ?1 WHERE rowid = ?2", .text(trigger.name), .integer(row))
    }
  }

  private func add(_ memberships: [Table.Membership], to table: Table) throws(StoreError) {
    // Triggers name all columns, so they are recreated.
    for trigger in table.triggers { try engine.execute("DROP TRIGGER IF EXISTS \(trigger.name)") }
    let columns = memberships.flatMap(\.columns)
    for column in columns {
      try engine.execute("ALTER TABLE \(table.name) ADD COLUMN \(column.definition())")
    }
    for column in columns {
      if let index = column.index(on: table.name) { try engine.execute(index.sql) }
    }
    for trigger in table.with(memberships).triggers { try engine.execute(trigger.sql) }
  }

  /// Returns the table to create, and the columns to add to the tables of other types whose records
  /// its lists own.
  private func writeDefinition(
    of type: RecordType
  ) throws(StoreError) -> (Table, [(Table, [Table.Membership])]) {
    let id = try nextNumber(in: "wb_type")
    let first = try nextNumber(in: "wb_prop")
    let numbers = type.properties.indices.map { first + 1 + $0 }
    try connection.run(
      "INSERT INTO wb_type(id, name, tbl) VALUES(?1, ?2, ?2)", .integer(id), .text(type.name))
    try addDefinition("type:\(id)", "define \(type.name.asName)")
    try addProperty(first, of: id, "", column: nil, kind: "")
    for (number, property) in zip(numbers, type.properties) {
      var column: String? = property.name
      if property.kind.isListOfRecords { column = nil }
      try addProperty(
        number, of: id, property.name, column: column, kind: property.kind.name)
      try addDefinition("prop:\(number)", property.definition)
      transaction.noteDefinition()
    }
    var memberships: [Table.Membership] = []
    for table in allTables where table.hasReferences {
      for (number, property) in zip(table.properties, table.type.properties) {
        guard property.ownsRecords, property.kind.recordType == type.name else { continue }
        let link = ListLink(owner: table.type.name, list: property.name, number: number)
        memberships.append(try addMembership(link, of: id))
      }
    }
    var links: [(Table, [Table.Membership])] = []
    for (number, property) in zip(numbers, type.properties) {
      guard property.ownsRecords, let items = property.kind.recordType else { continue }
      let link = ListLink(owner: type.name, list: property.name, number: number)
      if items == type.name {
        memberships.append(try addMembership(link, of: id))
      } else if let table = tables[items] {
        let membership = try addMembership(link, of: table.id)
        if let place = links.firstIndex(where: { $0.0 === table }) {
          links[place].1.append(membership)
        } else {
          links.append((table, [membership]))
        }
      }
    }
    let table = Table(
      id: id, type, existence: first, properties: numbers, memberships: memberships
    ) { catalog.schema.with(types + [type]).source(of: $0, in: type) }
    return (table, links)
  }

  func addMembership(
    _ link: ListLink, of type: Int
  ) throws(StoreError) -> Table.Membership {
    let number = try nextNumber(in: "wb_prop")
    try addProperty(
      number, of: type, link.ownerName, column: link.ownerColumn, kind: link.ownerKind)
    try addProperty(
      number + 1, of: type, link.positionName, column: link.positionColumn,
      kind: link.positionKind)
    return Table.Membership(link: link, ownerNumber: number, positionNumber: number + 1)
  }

  func nextNumber(in table: String) throws(StoreError) -> Int {
    try catalog.database.checked(
      connection.value("SELECT max(id) FROM \(table)").integer ?? 0, in: table) + 1
  }

  func addProperty(
    _ number: Int, of type: Int, _ name: String, column: String?, kind: String
  ) throws(StoreError) {
    try connection.run(
      "INSERT INTO wb_prop(id, type, name, col, kind) VALUES(?1, ?2, ?3, ?4, ?5)",
      .integer(number), .integer(type), .text(name), SQLValue(column), .text(kind))
  }

  private func addDefinition(_ object: String, _ text: String) throws(StoreError) {
    try connection.run(
      "INSERT INTO wb_def(tx, object, new) VALUES(?1, ?2, ?3)", .integer(transaction.number),
      .text(object), .text(text))
  }

  private static func difference(_ present: RecordType, _ wanted: RecordType) -> StoreError {
    guard present.name == wanted.name else {
      return StoreError(.refused, .differsInCase(wanted.name, from: present.name))
    }
    var differences: [StoreError.Difference] = []
    var steps: [String] = []
    for property in wanted.properties {
      guard let other = present[property.name] else {
        differences.append(.missing(property.name))
        steps.append("add \(property.definition)")
        continue
      }
      guard other != property else { continue }
      differences.append(.changed(definition: other.definition))
      steps.append("change \(property.definition)")
    }
    for property in present.properties where wanted[property.name] == nil {
      differences.append(.additional(definition: property.definition))
      steps.append("drop \(property.name.asName)")
    }
    return StoreError(
      .refused,
      .differentType(
        present.name, differences.first ?? .order(present.properties.map(\.name)), steps: steps))
  }
}

internal import Expressions
internal import Records

/// The records before a change, for rules that read them: copies of the required records in a
/// separate in-memory database.
final class FormerRecords: Part {
  /// The first old and the last new value of each changed property of a record.
  struct Change {
    fileprivate(set) var old: [Int: SQLValue] = [:]
    fileprivate(set) var new: [Int: SQLValue] = [:]

    func wasThere(in table: Table) -> Bool { old[table.existence] != .some(.null) }
    func isThere(in table: Table) -> Bool { new[table.existence] != .some(.null) }
  }

  let catalog: Catalog
  private unowned let origin: Catalog
  private let revision: Int
  private var change = 0
  /// By type and record number.
  private var changes: [String: [Int: Change]] = [:]
  /// The changed records that had a given value before, by column number and value.
  private var holders: [Int: [SQLValue: [Int]]] = [:]
  private var present: Set<RecordID> = []
  private var complete: Set<String> = []
  private var rules: [Rule: CompiledRule] = [:]

  init(of origin: Catalog) throws(StoreError) {
    self.origin = origin
    revision = origin.typesRevision
    catalog = Catalog(try Database(copying: origin.database), origin.definitions)
    try catalog.setPast(try origin.readTables(through: .max), masked: origin.maskedNames)
    for table in allTables {
      // Not strict, because the transaction may have changed the kind of a property.
      try engine.execute(
        table.pastCreation(try catalog.computedColumns(of: table), isStrict: false))
      for column in table.columns where column.target != nil {
        try engine.execute(
          "CREATE INDEX wb_prop\(column.number) ON \(table.name)(\(column.name))")
      }
    }
    try catalog.noteSchemaVersion()
  }

  var isCurrent: Bool { revision == origin.typesRevision }

  func begin(after change: Int) throws(StoreError) {
    connection.isInterrupted = origin.connection.isInterrupted
    try forget()
    self.change = change
  }

  func forget() throws(StoreError) {
    for type in complete.union(present.map(\.type)) {
      try engine.execute("DELETE FROM \(try table(type).name)")
    }
    (changes, holders, present, complete) = ([:], [:], [], [])
  }

  func changes(of table: Table) throws(StoreError) -> [Int: Change] {
    if let known = changes[table.type.name] { return known }
    var found: [Int: Change] = [:]
    let numbers = table.recorded.map(String.init).joined(separator: ", ")
    let statement = try origin.engine.statement(
      "SELECT rec, prop, old, new FROM wb_change WHERE seq > ?1 AND prop IN (\(numbers)) "
        + "ORDER BY seq")
    try statement.bind([.integer(change)])
    while try statement.step() {
      guard let record = statement.column(0).integer, let property = statement.column(1).integer
      else { continue }
      // For a new record, only its existence is needed; for a new reference in a list, all its
      // values.
      if property != table.existence, table.references == nil,
        found[record]?.wasThere(in: table) == false
      {
        continue
      }
      if found[record]?.old[property] == nil {
        found[record, default: Change()].old[property] = statement.column(2)
      }
      found[record]?.new[property] = statement.column(3)
    }
    changes[table.type.name] = found
    return found
  }

  func compiled(_ rule: TableRule) throws(StoreError) -> CompiledRule {
    if let known = rules[rule.rule] { return known }
    let compiled = try expressions.compile(
      rule.rule, rule.condition, among: catalog.schema, as: .kept)
    rules[rule.rule] = compiled
    return compiled
  }

  func load(
    _ numbers: [Int], of table: Table, reading expressions: [CompiledExpression]
  ) throws(StoreError) {
    for number in numbers { try load(number, of: table) }
    for expression in expressions {
      guard let routes = expression.routes else {
        for type in Set(expression.reads.map(\.type)) { try loadAll(of: try self.table(type)) }
        continue
      }
      for route in routes { try load(route, from: numbers) }
    }
  }

  private func load(_ route: ReferencePath, from numbers: [Int]) throws(StoreError) {
    var numbers = Set(numbers)
    for step in route.steps {
      let target = try table(step.target)
      var next: Set<Int> = []
      switch step {
      case .reference(let owner, let property, _):
        let owner = try table(owner)
        guard let column = owner.columns.first(where: { $0.plainName == property }) else {
          try loadAll(of: target)
          return
        }
        let sql = "SELECT \(column.name) FROM \(owner.name) WHERE id = ?1"
        for number in numbers {
          if let reference = try engine.value(sql, .integer(number)).integer {
            next.insert(reference)
          }
        }
      case .list(_, let ownerColumn):
        guard let column = target.columns.first(where: { $0.plainName == ownerColumn }) else {
          try loadAll(of: target)
          return
        }
        let sql = "SELECT id FROM \(target.name) WHERE \(column.name) = ?1"
        let former = try holders(of: column, in: target)
        for number in numbers {
          for row in try origin.engine.rows(sql, [.integer(number)]) {
            if let item = row[0].integer { next.insert(item) }
          }
          next.formUnion(former[.integer(number)] ?? [])
        }
      }
      for number in next { try load(number, of: target) }
      numbers = next
    }
  }

  private func holders(
    of column: TableColumn, in table: Table
  ) throws(StoreError) -> [SQLValue: [Int]] {
    if let known = holders[column.number] { return known }
    var found: [SQLValue: [Int]] = [:]
    for (record, change) in try changes(of: table) {
      if let value = change.old[column.number] { found[value, default: []].append(record) }
    }
    holders[column.number] = found
    return found
  }

  private func load(_ number: Int, of table: Table) throws(StoreError) {
    guard !complete.contains(table.type.name),
      present.insert(RecordID(table.type.name, number)).inserted
    else { return }
    let change = try changes(of: table)[number]
    if let change, change.old[table.existence] != nil {
      // The history contains all values of a deleted record.
      guard change.wasThere(in: table) else { return }
      return try insert(number, table.columns.map { change.old[$0.number] ?? .null }, into: table)
    }
    let statement = try origin.engine.statement(
      "SELECT \(Self.columns(of: table)) FROM \(table.name) WHERE id = ?1")
    try statement.bind([.integer(number)])
    guard try statement.step() else { return }
    let values = former(statement, change, table)
    statement.reset()
    try insert(number, values, into: table)
  }

  private func loadAll(of table: Table) throws(StoreError) {
    guard complete.insert(table.type.name).inserted else { return }
    try engine.execute("DELETE FROM \(table.name)")
    let changes = try changes(of: table)
    let statement = try origin.engine.prepare(
      "SELECT \(Self.columns(of: table)) FROM \(table.name)")
    try statement.bind([])
    while try statement.step() {
      let number = statement.column(0).integer ?? 0
      let change = changes[number]
      if change?.old[table.existence] != nil { continue }
      try insert(number, former(statement, change, table), into: table)
    }
    for (number, change) in changes
    where change.old[table.existence] != nil && change.wasThere(in: table) {
      try insert(number, table.columns.map { change.old[$0.number] ?? .null }, into: table)
    }
  }

  private static func columns(of table: Table) -> String {
    (["id"] + table.columns.map(\.name)).joined(separator: ", ")
  }

  private func former(
    _ statement: PreparedStatement, _ change: Change?, _ table: Table
  ) -> [SQLValue] {
    table.columns.enumerated().map { change?.old[$1.number] ?? statement.column($0 + 1) }
  }

  private func insert(
    _ number: Int, _ values: [SQLValue], into table: Table
  ) throws(StoreError) {
    try engine.statement(table.pastInsertion).run([.integer(number)] + values)
  }
}

extension Catalog {
  /// Returns nil for NULL, and if the record does not exist.
  func value(
    of expression: CompiledExpression, _ given: [Value?], number: Int, _ table: Table
  ) throws(StoreError) -> Value? {
    let stored = try result(of: expression, given, number: number, table)
    return expression.kind.flatMap { Storage.value(stored, as: $0) } ?? Storage.raw(stored)
  }

  /// False if the condition is NULL, or the record does not exist.
  func isBroken(
    _ condition: CompiledExpression, _ given: [Value?], number: Int, _ table: Table
  ) throws(StoreError) -> Bool {
    let stored = try result(of: condition, given, number: number, table, prefix: "NOT ")
    return stored == .integer(1)
  }

  private func result(
    of expression: CompiledExpression, _ given: [Value?], number: Int, _ table: Table,
    prefix: String = ""
  ) throws(StoreError) -> SQLValue {
    // Must come before statements are prepared, because it registers the functions that they call.
    let limits = try limits()
    let statement = try engine.statement(
      "SELECT \(prefix)\(expression.sql) FROM \(table.name) WHERE id = ?")
    try statement.bind(expression.bound(given) + [.integer(number)])
    defer { statement.reset() }
    let isThere = try limits.apply { () throws(StoreError) in try statement.step() }
    return isThere ? statement.column(0) : .null
  }
}

struct FormerColumn {
  var transaction: Int
  /// Nil if the property was dropped.
  var property: Property?
  var storage: Storage?
  var name: String
}

extension Catalog {
  func readFormerColumns() throws(StoreError) -> [Int: [FormerColumn]] {
    let rows = try engine.rows(
      """
      SELECT object, new, tx FROM wb_def WHERE object GLOB 'prop:*'
        AND object IN (SELECT object FROM wb_def WHERE old IS NOT NULL) ORDER BY seq
      """)
    var columns: [Int: [FormerColumn]] = [:]
    for row in rows {
      guard let number = row[0].text.flatMap({ Int($0.dropFirst("prop:".count)) }),
        let transaction = row[2].integer
      else { continue }
      let former = columns[number]?.last
      var property: Property?
      if let text = row[1].text { property = try self.property(definedBy: text) }
      columns[number, default: []].append(
        FormerColumn(
          transaction: transaction, property: property, storage: property.map(Storage.init),
          name: property?.name ?? former?.name ?? ""))
    }
    return columns
  }

  func property(definedBy text: String) throws(StoreError) -> Property {
    do {
      let names = try engine.rows("SELECT name FROM wb_type").compactMap { $0[0].text }
      return try definitions.propertyBeforeTail(
        text.quotingKind(of: text.definedName ?? "", Set(names)))
    } catch let error as DefinitionError {
      throw newer(text, error.message)
    } catch let error as StoreError {
      throw error
    } catch {
      throw newer(text, "\(error)")
    }
  }
}

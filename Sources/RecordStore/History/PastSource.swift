internal import Records

/// How far the history of a store went when a past state was asked for.
struct HistoryExtent: Hashable {
  /// The numbers of the newest transaction and of the newest change.
  var newest: Int
  var lastChange: Int
  /// How many transactions were lost before, whose numbers others have now.
  var lost: Int
}

/// What a store that shows a past state takes its records from: the history of another store.
final class PastSource {
  let origin: Store
  /// The transaction after which the state was, and the newest change in it.
  let transaction: Int
  let change: Int
  let extent: HistoryExtent
  /// How many records are there.
  private(set) var count = 0
  /// The most records that are worth keeping in memory between two commands.
  static let mostKept = 100_000
  /// The types all of whose records are there, and the records that came one by one.
  private var complete: Set<String> = []
  private var present: Set<RecordID> = []

  init(
    _ origin: Store, after transaction: Int, through change: Int, _ extent: HistoryExtent
  ) {
    self.origin = origin
    self.transaction = transaction
    self.change = change
    self.extent = extent
  }

  // MARK: One record

  /// Brings the items of a record's lists.
  func bringItems(of record: Int, _ table: Table, to store: Store) throws(StoreError) {
    for (number, property) in zip(table.properties, table.type.properties) {
      guard case .records(let name) = property.kind, let items = store.type(named: name),
        let itemTable = try? store.table(items.name),
        let owner = itemTable.membership(inList: number)?.ownerNumber
      else { continue }
      try bring(having: .integer(record), in: owner, of: itemTable, to: store)
    }
  }

  /// Brings the records that had a value at some time until then, among which are all that have it.
  func bring(
    having value: SQLValue, in property: Int, of table: Table, to store: Store
  ) throws(StoreError) {
    guard !complete.contains(table.type.name) else { return }
    let rows = try origin.engine.rows(
      "SELECT DISTINCT rec FROM wb_change WHERE prop = ?1 AND new = ?2 AND seq <= ?3",
      [.integer(property), value, .integer(change)])
    for row in rows {
      if let record = row[0].integer { try bring(record, of: table, to: store) }
    }
  }

  /// Brings a record, if there was one, without the items of its lists.
  func bring(_ record: Int, of table: Table, to store: Store) throws(StoreError) {
    let id = RecordID(table.type.name, record)
    guard !complete.contains(id.type), !present.contains(id) else { return }
    let newest = try origin.newestChanges(of: record, table.recorded, through: change)
    let statement = try origin.engine.statement(
      "SELECT c.prop, c.new FROM json_each(?1) AS n CROSS JOIN wb_change AS c ON c.seq = n.value")
    try statement.bind([.text("[\(newest.values.map(String.init).joined(separator: ","))]")])
    var values: [Int: SQLValue] = [:]
    while try statement.step() {
      if let property = statement.column(0).integer { values[property] = statement.column(1) }
    }
    if values[table.existence] ?? .null != .null {
      try store.engine.statement(table.pastInsertion).run(
        [.integer(record)] + table.columns.map { values[$0.number] ?? .null })
    }
    present.insert(id)
    count += 1
  }

  // MARK: All of a type

  /// Brings all records of a type.
  func bringAll(of table: Table, to store: Store) throws(StoreError) {
    guard !complete.contains(table.type.name) else { return }
    let rows = try origin.inOneState { () throws(StoreError) in try records(of: table) }
    try store.engine.begin()
    do {
      try store.engine.execute("DELETE FROM \(table.name)")
      let statement = try store.engine.prepare(table.pastInsertion)
      for (record, values) in rows { try statement.run([.integer(record)] + values) }
      try store.engine.commit()
    } catch {
      try? store.engine.rollback()
      throw error
    }
    complete.insert(table.type.name)
    count += rows.count
  }

  /// The values of all records of a type by their numbers: told forward from the first change, or
  /// backward from the present, whichever is shorter.
  private func records(of table: Table) throws(StoreError) -> [Int: [SQLValue]] {
    let backward = try wayBack(of: table)
    var rows = backward ?? [:]
    let places = Dictionary(
      table.columns.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
    let empty = [SQLValue](repeating: .null, count: table.columns.count)
    let list = table.recorded.map(String.init).joined(separator: ", ")
    let statement = try origin.engine.prepare(
      "SELECT rec, prop, \(backward == nil ? "new" : "old") FROM wb_change WHERE prop IN (\(list)) "
        + (backward == nil ? "AND seq <= ?1 ORDER BY seq" : "AND seq > ?1 ORDER BY seq DESC"))
    try statement.bind([.integer(change)])
    while try statement.step() {
      let record = statement.column(0).integer ?? 0
      let value = statement.column(2)
      if let place = places[statement.column(1).integer ?? 0] {
        rows[record]?[place] = value
      } else {
        // Nothing was or is there, or a record all of whose values are changes of their own.
        rows[record] = value == .null ? nil : empty
      }
    }
    return rows
  }

  /// The present values of the records of a type, if it is shorter to go back from there; nil if
  /// not, or if the present may not be what the history has led to.
  private func wayBack(of table: Table) throws(StoreError) -> [Int: [SQLValue]]? {
    guard origin.notices.isEmpty, let now = try? origin.table(table.type.name), now.damage == nil,
      now.id == table.id, now.recorded == table.recorded
    else { return nil }
    let count = try origin.engine.value("SELECT count(*) FROM \(now.name)").integer ?? 0
    guard try origin.lastChange() - change + count * (now.columns.count + 1) < change else {
      return nil
    }
    var rows: [Int: [SQLValue]] = [:]
    let columns = (["id"] + now.columns.map(\.name)).joined(separator: ", ")
    let statement = try origin.engine.prepare("SELECT \(columns) FROM \(now.name)")
    try statement.bind([])
    while try statement.step() {
      rows[statement.column(0).integer ?? 0] = now.columns.indices.map { statement.column($0 + 1) }
    }
    return rows
  }
}

// MARK: - The store

extension Store {
  /// Makes the tables of the types that there were.
  func makePast(_ source: PastSource) throws(StoreError) {
    setTables(try source.origin.readTables(through: source.transaction))
    for type in types {
      let table = try table(type.name)
      try engine.execute(table.pastCreation(try computedColumns(of: table)))
      for column in table.columns where column.isUnique || column.target != nil {
        try engine.execute(
          "CREATE INDEX wb_prop\(column.number) ON \(table.name)(\(column.name))")
      }
    }
  }

  /// Brings all that a query of a type, or about none, can read, if this is a past state.
  ///
  /// - Parameter lists: whether the lists of the records are read.
  func bringPast(
    for type: String?, _ expressions: [CompiledExpression], lists: Bool = false
  ) throws(StoreError) {
    guard let past else { return }
    var names = Set(expressions.flatMap { $0.reads.map(\.type) })
    if let type {
      names.insert(type)
      for property in try table(type).type.properties where lists {
        if case .records(let items) = property.kind { names.insert(items) }
      }
    }
    for type in types where names.contains(type.name) {
      try past.bringAll(of: try table(type.name), to: self)
    }
  }
}

extension Table {
  /// The command that makes the table of a past state: without what guards against changes.
  fileprivate func pastCreation(_ computed: ComputedColumns) -> String {
    var columns = ["id INTEGER PRIMARY KEY"]
    for (index, property) in type.properties.enumerated() {
      if let column = computed[property.name] {
        columns.append(column.definition)
      } else if let place = place(ofProperty: index) {
        columns.append("\(self.columns[place].name) \(self.columns[place].storage.columnType)")
      }
    }
    for column in self.columns.dropFirst(propertyColumns.count) {
      columns.append("\(column.name) \(column.storage.columnType)")
    }
    return "CREATE TABLE \(name)(\(columns.joined(separator: ", "))) STRICT"
  }

  /// The command that puts a record of a past state in, its number first.
  fileprivate var pastInsertion: String {
    let names = ["id"] + columns.map(\.name)
    return "INSERT OR IGNORE INTO \(name)(\(names.joined(separator: ", "))) VALUES("
      + names.map { _ in "?" }.joined(separator: ", ") + ")"
  }
}

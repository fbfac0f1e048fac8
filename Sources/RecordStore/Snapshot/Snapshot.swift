internal import Expressions
internal import Records

/// The state after a transaction: its types, and copies of requested records in a separate
/// in-memory database.
final class Snapshot: Part {
  /// The extent of a history, to detect later changes.
  private struct Extent: Hashable {
    var newest: Int
    var lastChange: Int
    /// The number of transactions lost before, whose numbers may have been reused.
    var lost: Int

    init(of history: History) throws(StoreError) {
      newest = try history.journal.newestNumber()
      lastChange = try history.journal.lastChange()
      lost = history.journal.lost
    }
  }

  let catalog: Catalog
  let history: History
  /// The last transaction of the state, and its last change.
  let transaction: Int
  let change: Int
  private let extent: Extent
  private var count = 0
  /// Maximum number of records in a snapshot that is cached between commands.
  private static let mostKept = 100_000
  private var complete: Set<String> = []
  private var present: Set<RecordID> = []
  private var indexed: Set<Int> = []
  /// By type number.
  private var insertions: [Int: String] = [:]

  /// - Parameter former: An earlier snapshot, returned with its copies if it shows the same state
  ///   and nothing was written since.
  static func view(
    of history: History, at transaction: Int, reusing former: Snapshot? = nil
  ) throws(StoreError) -> Snapshot {
    try history.catalog.database.checkOpen()
    let number = try history.transaction(at: .transaction(transaction))
    let extent = try Extent(of: history)
    guard let former, former.history === history, former.transaction == number,
      former.extent == extent
    else { return try Snapshot(of: history, after: number, extent) }
    former.connection.isInterrupted = history.connection.isInterrupted
    return former
  }

  private init(
    of history: History, after transaction: Int, _ extent: Extent
  ) throws(StoreError) {
    (self.history, self.transaction, self.extent) = (history, transaction, extent)
    change = try history.lastChange(of: transaction)
    let origin = history.catalog
    catalog = Catalog(try Database(copying: origin.database), origin.definitions)
    try catalog.setPast(
      try origin.readTables(through: transaction), masked: origin.maskedNames)
    for table in allTables {
      try engine.execute(table.pastCreation(try catalog.computedColumns(of: table)))
      for column in table.columns where column.target != nil {
        try index(column.number, of: table)
      }
    }
    try catalog.noteSchemaVersion()
  }

  private func index(_ property: Int, of table: Table) throws(StoreError) {
    guard !indexed.contains(property) else { return }
    for column in table.columns where column.number == property {
      try engine.execute("CREATE INDEX wb_prop\(property) ON \(table.name)(\(column.name))")
    }
    try catalog.noteSchemaVersion()
    indexed.insert(property)
  }

  private func insertion(into table: Table) -> String {
    if let known = insertions[table.id] { return known }
    let insertion = table.pastInsertion
    insertions[table.id] = insertion
    return insertion
  }

  var isLarge: Bool { count > Self.mostKept }

  func values(of id: RecordID) throws(StoreError) -> [Value?]? {
    try load(id, withItems: true)
    return try catalog.values(of: id)
  }

  private func isLoaded(_ id: RecordID) -> Bool {
    complete.contains(id.type) || present.contains(id)
  }

  func load(_ id: RecordID, withItems: Bool = false) throws(StoreError) {
    let table = try table(id.type)
    let withItems =
      withItems
      && (!table.calculated.isEmpty || table.type.properties.contains { $0.kind.isListOfRecords })
    guard withItems || !isLoaded(id) else { return }
    try history.catalog.inOneState { () throws(StoreError) in
      try load(id.number, of: table)
      if withItems { try loadItems(of: id.number, table) }
    }
  }

  /// Loads the records of a type and of all types that the expressions read; with `lists`, also the
  /// records that the type's lists and computed properties read.
  func load(
    for type: String?, _ expressions: [CompiledExpression], lists: Bool = false
  ) throws(StoreError) {
    var names = Set(expressions.flatMap { $0.reads.map(\.type) })
    if let type {
      names.insert(type)
      for property in try table(type).type.properties where lists {
        if let source = catalog.schema.source(of: property, in: try table(type).type) {
          names.insert(source.type)
        }
      }
      if lists { names.formUnion(try calculated(of: table(type))) }
    }
    for table in allTables where names.contains(table.type.name) { try loadAll(of: table) }
  }

  func loadAll() throws(StoreError) {
    for table in allTables { try loadAll(of: table) }
  }

  private func loadItems(of record: Int, _ table: Table) throws(StoreError) {
    for type in try calculated(of: table) {
      if let other = tables[type] { try loadAll(of: other) }
    }
    for property in table.type.properties where property.kind.isListOfRecords {
      guard let (rows, column) = catalog.rows(of: property, in: table) else { continue }
      try load(having: .integer(record), in: column.number, of: rows)
    }
  }

  private func calculated(of table: Table) throws(StoreError) -> Set<String> {
    table.calculated.isEmpty ? [] : try catalog.computedColumns(of: table).others
  }

  /// Loads the records that have or had a value in a property, and indexes the property.
  func load(
    having value: SQLValue, in property: Int, of table: Table,
  ) throws(StoreError) {
    try index(property, of: table)
    guard !complete.contains(table.type.name) else { return }
    let rows = try history.engine.rows(
      "SELECT DISTINCT rec FROM wb_change WHERE prop = ?1 AND new = ?2 AND seq <= ?3",
      [.integer(property), value, .integer(change)])
    for row in rows {
      if let record = row[0].integer { try load(record, of: table) }
    }
  }

  /// Loads a record without the items of its lists.
  func load(_ record: Int, of table: Table) throws(StoreError) {
    let id = RecordID(table.type.name, record)
    guard !isLoaded(id) else { return }
    let newest = try history.newestChanges(of: record, table.recorded, through: change)
    let statement = try history.engine.statement(
      "SELECT c.prop, c.new FROM json_each(?1) AS n CROSS JOIN wb_change AS c ON c.seq = n.value")
    try statement.bind([.text("[\(newest.values.map(String.init).joined(separator: ","))]")])
    var values: [Int: SQLValue] = [:]
    while try statement.step() {
      if let property = statement.column(0).integer { values[property] = statement.column(1) }
    }
    if values[table.existence] ?? .null != .null {
      try engine.statement(insertion(into: table)).run(
        [.integer(record)] + table.columns.map { values[$0.number] ?? .null })
    }
    present.insert(id)
    count += 1
  }

  private func loadAll(of table: Table) throws(StoreError) {
    guard !complete.contains(table.type.name) else { return }
    let copies = try history.catalog.inOneState { () throws(StoreError) in
      try records(of: table)
    }
    try engine.begin()
    do {
      try engine.execute("DELETE FROM \(table.name)")
      let statement = try engine.statement(insertion(into: table))
      for (record, values) in copies.inOrder {
        statement.reset()
        try statement.bind(.integer(record), at: 1)
        for (place, value) in values.enumerated() { try statement.bind(value, at: place + 2) }
        try statement.run()
      }
      try engine.commit()
    } catch {
      try? engine.rollback()
      throw error
    }
    complete.insert(table.type.name)
    count += copies.count
  }

  /// Replays forward from the first change or backward from the present, whichever is shorter.
  private func records(of table: Table) throws(StoreError) -> RecordCopies {
    var copies = RecordCopies(width: table.columns.count)
    let isBackward = try addPresent(to: &copies, of: table)
    let places = Dictionary(
      table.columns.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
    let list = table.recorded.map(String.init).joined(separator: ", ")
    let statement = try history.engine.prepare(
      "SELECT rec, prop, \(isBackward ? "old" : "new") FROM wb_change WHERE prop IN (\(list)) "
        + (isBackward ? "AND seq > ?1 ORDER BY seq DESC" : "AND seq <= ?1 ORDER BY seq"))
    try statement.bind([.integer(change)])
    while try statement.step() {
      let record = statement.column(0).integer ?? 0
      let value = statement.column(2)
      if let place = places[statement.column(1).integer ?? 0] {
        copies.set(value, at: place, of: record)
      } else if value == .null {
        copies.remove(record)
      } else {
        // Each value of the record follows as a separate change.
        copies.add(record) { _ in .null }
      }
    }
    return copies
  }

  /// Adds the present records and returns true if replaying backward is shorter. Otherwise, or if
  /// the records may differ from the history, adds nothing and returns false.
  private func addPresent(
    to copies: inout RecordCopies, of table: Table
  ) throws(StoreError) -> Bool {
    guard history.catalog.notices.isEmpty, let now = history.tables[table.type.name],
      now.damage == nil,
      now.id == table.id, now.recorded == table.recorded
    else { return false }
    let count = try history.engine.value("SELECT count(*) FROM \(now.name)").integer ?? 0
    guard try history.journal.lastChange() - change + count * (now.columns.count + 1) < change
    else { return false }
    copies.reserve(count)
    let columns = (["id"] + now.columns.map(\.name)).joined(separator: ", ")
    let statement = try history.engine.prepare("SELECT \(columns) FROM \(now.name)")
    try statement.bind([])
    while try statement.step() {
      copies.add(statement.column(0).integer ?? 0) { statement.column($0 + 1) }
    }
    return true
  }
}

/// The values of records in a single array, because creating an array for each record would take
/// longer than reading it.
struct RecordCopies {
  private let width: Int
  /// The index of a record's first value, by record number.
  private var starts: [Int: Int] = [:]
  private var values: [SQLValue] = []
  /// The records in the order in which they were added; nil if this is not the order of numbers.
  private var numbers: [Int]? = []

  init(width: Int) { self.width = width }

  mutating func reserve(_ count: Int) {
    starts.reserveCapacity(count)
    values.reserveCapacity(count * width)
    numbers?.reserveCapacity(count)
  }

  var count: Int { starts.count }

  /// The argument of the closure is the index of a value.
  mutating func add(_ record: Int, value: (Int) -> SQLValue) {
    starts[record] = values.count
    if let last = numbers?.last, last >= record { numbers = nil }
    numbers?.append(record)
    for index in 0..<width { values.append(value(index)) }
  }

  mutating func remove(_ record: Int) { starts[record] = nil }

  mutating func set(_ value: SQLValue, at index: Int, of record: Int) {
    guard let start = starts[record] else { return }
    values[start + index] = value
  }

  var inOrder: some Sequence<(record: Int, values: ArraySlice<SQLValue>)> {
    let isComplete = numbers?.count == starts.count
    let numbers = numbers ?? starts.keys.sorted()
    return numbers.indices.lazy.compactMap { place in
      let record = numbers[place]
      guard let start = isComplete ? place * width : starts[record] else { return nil }
      return (record, values[start..<start + width])
    }
  }
}

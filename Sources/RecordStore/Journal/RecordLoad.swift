internal import Records
internal import SQLEngine

/// Inserts many new records of a type, and writes their history without the triggers.
///
/// SQLite runs a program for each trigger of each row, which takes twice as long as the writes. The
/// triggers are dropped inside the transaction, so other programs never see the table without them.
final class RecordLoad {
  /// Maximum number of history rows in one statement; SQLite allows 500.
  private static let mostChanges = 250

  private struct Bulk {
    let records: Int
    let insertion: PreparedStatement
    let recording: PreparedStatement

    init(
      of records: Int, in table: Table, by transaction: Int, _ engine: Connection
    ) throws(StoreError) {
      self.records = records
      // After an error, a node does not tell how many records were inserted.
      insertion = try engine.prepare(
        table.insertion(of: records, keepsAccepted: !engine.abilities.postpones))
      recording = try engine.prepare(table.creationRecording(of: records))
      try recording.bind(.integer(transaction), at: 1)
    }
  }

  private let table: Table
  private let catalog: Catalog
  private let transaction: Int
  private let recording: PreparedStatement
  /// Nil if records of the type must be created one by one.
  private let bulk: Bulk?

  /// Drops the triggers. No part of the transaction may be open that can be rolled back separately.
  ///
  /// - Returns: nil, without any effect, if a record has too many values for one statement, or if
  ///   another program has triggers on the table, which could change a record before it is
  ///   recorded.
  init?(_ table: Table, of transaction: Int, _ catalog: Catalog) throws(StoreError) {
    let engine = catalog.database.engine
    let others = try engine.value(
      """
      SELECT 1 FROM sqlite_schema
      WHERE type = 'trigger' AND tbl_name = ?1 COLLATE NOCASE AND name NOT GLOB 'wb_*'
      """, .text(table.plainName))
    // One parameter is the transaction number.
    let most = min(Self.mostChanges, engine.abilities.parameters - 1)
    let records = most / (table.columns.count + 1)
    guard others == .null, records > 0 else { return nil }
    (self.table, self.catalog) = (table, catalog)
    recording = try engine.prepare(table.creationRecording(of: 1))
    try recording.bind(.integer(transaction), at: 1)
    self.transaction = transaction
    let isPlain =
      !table.hasComputed && !table.type.hasCalculatedDefaults && table.caseless.isEmpty
      && !table.propertyColumns.isEmpty
      && !table.type.properties.contains { $0.kind.isListOfRecords && $0.inverse == nil }
    if isPlain {
      bulk = try Bulk(of: records, in: table, by: transaction, engine)
    } else {
      bulk = nil
    }
    for trigger in table.insertionTriggers { try engine.execute("DROP TRIGGER \(trigger.name)") }
    try catalog.noteSchemaVersion()
  }

  /// The required size of a batch for ``create(_:of:)``; 0 if records must be created one by one.
  var recordsAtOnce: Int { table.hasSafeNumbers ? bulk?.records ?? 0 : 0 }

  /// Creates a batch of records from validated values, up to the first rejected one; returns the
  /// number of each record and of its first change. Does nothing unless there are ``recordsAtOnce``
  /// records, or fewer records whose statements would take a round trip each.
  func create(
    _ rows: [[Value?]], of table: Table
  ) throws(StoreError) -> [(record: Int, change: Int)] {
    let engine = catalog.database.engine
    guard var bulk, table.id == self.table.id, !rows.isEmpty,
      rows.count == recordsAtOnce || rows.count < recordsAtOnce && engine.abilities.postpones
    else { return [] }
    if rows.count < bulk.records {
      bulk = try Bulk(of: rows.count, in: table, by: transaction, engine)
    }
    let stored = rows.map(table.stored)
    var place = 1
    for row in stored {
      for value in row {
        try bulk.insertion.bind(value, at: place)
        place += 1
      }
    }
    do {
      try bulk.insertion.run()
    } catch  where error.kind == .conflict || error.kind == .rule {
      if engine.abilities.postpones { return [] }
      // The rows before the rejected one were inserted.
    }
    let made = engine.changedRows
    guard made > 0 else { return [] }
    let first = engine.lastInsertedID - made + 1
    if made == bulk.records {
      place = 2
      for (offset, row) in stored.enumerated() {
        try bind(first + offset, row, [], to: bulk.recording, at: place)
        place += table.columns.count + 1
      }
      try bulk.recording.run()
    } else {
      for offset in 0..<made { try record(first + offset, of: table, stored[offset], further: []) }
    }
    var change = engine.lastInsertedID + 1
    var result: [(record: Int, change: Int)] = []
    for offset in (0..<made).reversed() {
      change -= stored[offset].count { $0 != .null } + 1
      result.append((first + offset, change))
    }
    return result.reversed()
  }

  /// Ignores records of other types.
  ///
  /// - Parameters:
  ///   - values: Stored values of the property columns.
  ///   - further: Values of other columns.
  func record(
    _ number: Int, of table: Table, _ values: [SQLValue],
    further: [(column: TableColumn, value: Int)]
  ) throws(StoreError) {
    guard table.id == self.table.id else { return }
    try bind(number, values, further, to: recording, at: 2)
    try recording.run()
  }

  private func bind(
    _ number: Int, _ values: [SQLValue], _ further: [(column: TableColumn, value: Int)],
    to statement: PreparedStatement, at place: Int
  ) throws(StoreError) {
    try statement.bind(.integer(number), at: place)
    for index in values.indices { try statement.bind(values[index], at: place + 1 + index) }
    for index in values.count..<table.columns.count {
      let value = further.first { $0.column.number == table.columns[index].number }?.value
      try statement.bind(SQLValue(value), at: place + 1 + index)
    }
  }

  func end() throws(StoreError) {
    for trigger in table.insertionTriggers { try catalog.database.engine.execute(trigger.sql) }
    try catalog.noteNewSchema()
  }
}

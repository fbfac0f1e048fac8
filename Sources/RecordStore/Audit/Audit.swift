internal import Records
internal import SQLEngine

/// Checks and repairs a store.
public final class Audit: Part {
  let catalog: Catalog
  let journal: Journal
  let history: History
  let rows: Rows

  init(_ journal: Journal, _ history: History, _ rows: Rows) {
    catalog = journal.catalog
    (self.journal, self.history, self.rows) = (journal, history, rows)
  }

  func check() throws(StoreError) -> [IntegrityIssue] {
    try journal.sealGroup()
    return try catalog.inOneState { () throws(StoreError) in try findings() }
  }

  private func findings() throws(StoreError) -> [IntegrityIssue] {
    var found: [IntegrityIssue] = []
    var limits = Self.unlimited
    defer { engine.limits = nil }
    var parts = 0
    func look(
      at part: String, _ body: () throws(StoreError) -> [IntegrityIssue]
    ) throws(StoreError) {
      engine.limits = limits
      catalog.database.progress(parts, 12 + 9 * allTables.count)
      parts += 1
      do {
        found += try body()
      } catch {
        if error.kind == .interrupted { throw error }
        found.append(IntegrityIssue("\(part) cannot be read: \(error.message)"))
      }
    }
    try look(at: "the file", integrityIssues)
    if !found.isEmpty { limits = limitsOfDamagedFile }
    try look(at: "the schema", objectIssues)
    try look(at: "the definitions", definitionIssues)
    found += olderTypeIssues()
    try look(at: "the rows of the definitions", definitionRowIssues)
    try look(at: "the transactions", transactionIssues)
    try look(at: "the values of the transactions", transactionValueIssues)
    try look(at: "the references of transactions", linkIssues)
    try look(at: "the history", changeIssues)
    try look(at: "the order of the history", breakIssues)
    try look(at: "the index of the history", indexIssues)
    try look(at: "the texts of the history", ownEncodingIssues)
    // Read once for all tables, because the queries scan the schema and the history.
    var texts: [String: String] = [:]
    var present: Set<String> = []
    try look(at: "the tables") { () throws(StoreError) in
      texts = Dictionary(
        try engine.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").map {
          ($0[0].text ?? "", $0[1].text ?? "")
        }, uniquingKeysWith: { first, _ in first })
      present = try catalog.presentTableNames()
      return []
    }
    try look(at: "the values in the history") { () throws(StoreError) in
      try catalog.readLastValues()
      return []
    }
    for table in allTables {
      try look(at: "the schema of \(table.name)") { () throws(StoreError) in
        try tableIssues(table, texts[table.plainName])
      }
      var isWhole = false
      try look(at: "the columns of \(table.name)") { () throws(StoreError) in
        isWhole = try catalog.columnNames(of: table, among: present)
          .isSuperset(of: table.columnNames)
        return []
      }
      guard isWhole else { continue }
      let parts = [
        presentIssues, ruleIssues, encodingIssues, numberIssues, referenceIssues,
        breachIssues, normalFormIssues,
      ]
      for part in parts {
        try look(at: "the table \(table.name)") { () throws(StoreError) in try part(table) }
      }
    }
    return found
  }

  /// First looks for one problem without a time limit, because that query ends even if the pages
  /// form a cycle. If there is a problem, runs the full check with a time limit.
  func integrityIssues() throws(StoreError) -> [IntegrityIssue] {
    defer { engine.limits = nil }
    engine.limits = Self.unlimited
    func findings(_ pragma: String) throws(StoreError) -> [IntegrityIssue] {
      try engine.rows(pragma).compactMap { row in
        row[0].text.flatMap { $0 == "ok" ? nil : IntegrityIssue($0) }
      }
    }
    let log = engine.ignoredLog.map { name in
      [IntegrityIssue("\(name) was not an SQLite log, so its contents were ignored")]
    }
    let first = try findings("PRAGMA integrity_check(1)")
    guard !first.isEmpty else { return log ?? [] }
    engine.limits = limitsOfDamagedFile
    do {
      return try findings("PRAGMA integrity_check")
    } catch {
      guard error.cause == .exceeded else { throw error }
      return first
    }
  }

  private static var unlimited: EngineLimits { EngineLimits(length: .max) { _ in false } }

  /// Limits all later reads together to 30 seconds, because pages that form a cycle could be read
  /// endlessly.
  private var limitsOfDamagedFile: EngineLimits {
    let deadline = database.clock() + 30_000
    return EngineLimits(length: .max) { [clock = database.clock] _ in clock() > deadline }
  }

  private func tableIssues(_ table: Table, _ sql: String?) throws(StoreError) -> [IntegrityIssue] {
    // The check of the schema reports a missing table.
    guard let sql else { return [] }
    guard try catalog.isDescription(sql, of: table) else {
      return [IntegrityIssue("another program has changed the table \(table.name)")]
    }
    var found: [IntegrityIssue] = []
    for column in try catalog.computedColumns(of: table).restated(sql).differing {
      found += try computationIssues(column, table)
    }
    guard table.type.hasCalculatedDefaults else { return found }
    do {
      _ = try catalog.calculatedDefaults(of: table)
    } catch {
      if error.kind == .interrupted { throw error }
      found.append(
        IntegrityIssue(
          "a default of \(table.type.name.asName) cannot be calculated: \(error.message)",
          property: error.property))
    }
    return found
  }

  private func computationIssues(
    _ column: ComputedColumn, _ table: Table
  ) throws(StoreError) -> [IntegrityIssue] {
    let name = column.property.name
    return try engine.rows(
      "SELECT id FROM \(table.name) WHERE \(name.asSQLName) IS NOT (\(column.sql)) ORDER BY id"
    ).map { row in
      IntegrityIssue(
        "\(name.asName) differs from (\(column.property.computation ?? ""))",
        record: RecordID(table.type.name, row[0].integer ?? 0), property: name)
    }
  }

  private func definitionIssues() throws(StoreError) -> [IntegrityIssue] {
    let rows = try engine.rows(
      """
      SELECT d.object, d.new, t.name, p.name, p.id IS NOT NULL, d.tx FROM (
          SELECT object, new, tx, max(seq) FROM wb_def GROUP BY object) AS d
        LEFT JOIN wb_type AS t ON t.id = CAST(substr(d.object, 6) AS INTEGER)
          AND d.object = 'type:' || t.id AND t.dropped_tx IS NULL
        LEFT JOIN wb_prop AS p ON p.id = CAST(substr(d.object, 6) AS INTEGER)
          AND d.object = 'prop:' || p.id AND p.dropped_tx IS NULL
      WHERE d.new IS NOT NULL AND (d.object GLOB 'type:*' OR d.object GLOB 'prop:*')
      """)
    var found = catalog.damagedDefinitions
    for row in rows {
      guard let object = row[0].text, let text = row[1].text else { continue }
      let isType = object.hasPrefix("type:")
      let name = isType ? row[2].text.map { "define \($0.asName)" } : row[3].text
      let isSame =
        isType
        ? name == text
        : name.map { text.hasPrefix("\($0.asName):") } ?? false
      guard !isSame else { continue }
      let table = isType ? "wb_type" : "wb_prop"
      found.append(
        IntegrityIssue(
          name == nil ? "\(text) is missing from \(table)" : "\(table) differs from \(text)",
          property: isType ? nil : row[3].text, transaction: row[5].integer))
    }
    return found
  }

  private func linkIssues() throws(StoreError) -> [IntegrityIssue] {
    let actors = try engine.rows(
      "SELECT id, actor FROM wb_tx WHERE actor NOT IN (SELECT id FROM wb_text) ORDER BY id")
    let links = try engine.rows(
      """
      SELECT id, ref FROM wb_tx AS t WHERE kind IN (?1, ?2)
        AND NOT EXISTS (SELECT 1 FROM wb_tx AS b WHERE b.id = t.ref AND b.id < t.id)
        AND (t.ref > ?3) IS NOT 0 ORDER BY id
      """,
      [
        .integer(TransactionKind.undo.rawValue), .integer(TransactionKind.redo.rawValue),
        SQLValue(try history.compactedNumber()),
      ])
    return actors.map {
      IntegrityIssue(
        "the actor of the transaction is missing from wb_text", transaction: $0[0].integer)
    }
      + links.map {
        IntegrityIssue("the transaction undoes a missing transaction", transaction: $0[0].integer)
      }
  }

  private func transactionIssues() throws(StoreError) -> [IntegrityIssue] {
    let rows = try engine.rows(
      """
      SELECT t.id, t.n, lead(t.lo, 1, (SELECT coalesce(max(seq), 0) + 1 FROM wb_change)) OVER w - t.lo,
        coalesce(d.n, 0), coalesce(c.n, 0), c.first IS NOT NULL AND c.first <> t.lo,
        t.id - lag(t.id, 1, CASE t.kind WHEN ?1 THEN t.id - 1 ELSE 0 END) OVER w,
        t.ts < lag(t.ts) OVER w
      FROM wb_tx AS t
        LEFT JOIN (SELECT tx, count(*) AS n FROM wb_def GROUP BY tx) AS d ON d.tx = t.id
        LEFT JOIN (SELECT tx, count(*) AS n, min(seq) AS first FROM wb_change GROUP BY tx) AS c
          ON c.tx = t.id
      WINDOW w AS (ORDER BY t.id) ORDER BY t.id
      """, [.integer(TransactionKind.compact.rawValue)])
    var found: [IntegrityIssue] = []
    for row in rows {
      let number = row[0].integer ?? 0
      if number == journal.openNumber { continue }
      let numbers = row.map { $0.integer ?? 0 }
      func add(_ finding: String) { found.append(IntegrityIssue(finding, transaction: number)) }
      if row[1] == .null { add("the transaction was never ended") }
      if numbers[2] != numbers[4] || numbers[5] != 0 {
        add("the transaction has \(numbers[4]) changes; expected \(numbers[2])")
      } else if numbers[1] > 0 || row[1] == .integer(0), numbers[1] != numbers[2] &+ numbers[3] {
        add(
          "the transaction made \(numbers[1]) changes, but \(numbers[2] &+ numbers[3]) are stored"
        )
      }
      if numbers[6] != 1 { add("transactions before this one are missing") }
      if numbers[7] != 0 { add("the transaction is older than the one before it") }
    }
    let strays = try engine.rows(
      """
      SELECT DISTINCT tx FROM (SELECT tx FROM wb_change UNION SELECT tx FROM wb_def)
      WHERE tx NOT IN (SELECT id FROM wb_tx)
      """)
    return found
      + strays.map {
        IntegrityIssue("the transaction itself is missing", transaction: $0[0].integer)
      }
  }

  private func changeIssues() throws(StoreError) -> [IntegrityIssue] {
    let isDense = try engine.value("SELECT count(*) = max(seq) - min(seq) + 1 FROM wb_change")
    let gaps =
      isDense != .integer(0)
      ? []
      : try engine.rows(
        """
        SELECT tx FROM (SELECT tx, seq - lag(seq, 1, seq - 1) OVER (ORDER BY seq) AS step FROM wb_change)
        WHERE step <> 1
        """)
    let strays = try engine.rows(
      """
      SELECT seq, tx FROM wb_change WHERE rec IS NULL OR prop IS NULL
        OR prop NOT IN (SELECT id FROM wb_prop) ORDER BY seq
      """)
    return gaps.map {
      IntegrityIssue("changes before this transaction are missing", transaction: $0[0].integer)
    }
      + strays.map {
        IntegrityIssue(
          "change \($0[0].integer ?? 0) does not belong to a record or property",
          transaction: $0[1].integer
        )
      }
  }

  private func breakIssues() throws(StoreError) -> [IntegrityIssue] {
    var found: [IntegrityIssue] = []
    let breaks = try engine.rows(
      """
      SELECT rec, prop, tx, earlier FROM (
        SELECT rec, prop, tx, old, lag(new) OVER w AS before, lag(tx) OVER w AS earlier FROM wb_change
        WINDOW w AS (PARTITION BY rec, prop ORDER BY seq))
      WHERE old IS NOT before COLLATE BINARY OR typeof(old) <> typeof(before)
      """)
    for row in breaks {
      let (record, property) = name(row[0], row[1])
      let since = row[3].integer.map { "between #\($0) and #\(row[2].integer ?? 0)" }
      found.append(
        IntegrityIssue(
          "changed by an unknown program \(since ?? "before #\(row[2].integer ?? 0)")",
          record: record, property: property, transaction: row[2].integer))
    }
    return found
  }

  private func name(_ record: SQLValue, _ property: SQLValue) -> (RecordID?, String?) {
    guard let record = record.integer, let property = property.integer else { return (nil, nil) }
    for table in tables.values {
      let id = RecordID(table.type.name, record)
      if property == table.existence { return (id, nil) }
      if let column = table.column(ofNumber: property) { return (id, column.historyName) }
    }
    return (nil, nil)
  }

  func indexIssues() throws(StoreError) -> [IntegrityIssue] {
    let missing = try engine.rows(
      """
      SELECT c.rec, c.prop, c.tx FROM wb_change AS c WHERE c.seq <= \(Schema.indexMark)
        AND NOT EXISTS (SELECT 1 FROM wb_idx AS i
          WHERE i.rec = c.rec AND i.prop = c.prop AND i.seq = c.seq)
      """)
    let isFull = try engine.value(
      """
      SELECT (SELECT count(*) FROM wb_idx)
        = (SELECT count(*) FROM wb_change WHERE seq <= \(Schema.indexMark))
      """)
    let extra =
      missing.isEmpty && isFull == .integer(1)
      ? []
      : try engine.rows(
        """
        SELECT i.rec, i.prop, c.tx FROM wb_idx AS i LEFT JOIN wb_change AS c ON c.seq = i.seq
        WHERE c.seq IS NULL OR c.rec <> i.rec OR c.prop <> i.prop
        """)
    return [
      ("a change is missing from the index of the history", missing),
      ("the index of the history has an extra change", extra),
    ]
    .flatMap { finding, rows in
      rows.map { row in
        let (record, property) = name(row[0], row[1])
        return IntegrityIssue(
          finding, record: record, property: property, transaction: row[2].integer)
      }
    }
  }

  func presentIssues(_ table: Table) throws(StoreError) -> [IntegrityIssue] {
    try catalog.findDifferences(table)
    let rows = try engine.rows(
      """
      SELECT d.rec, d.prop, d.old, d.new, (SELECT tx FROM wb_change AS c
        WHERE c.rec = d.rec AND c.prop = d.prop ORDER BY c.seq DESC LIMIT 1)
      FROM temp.wb_difference AS d ORDER BY d.rec, d.prop
      """)
    return rows.map { row in
      let (record, property) = name(row[0], row[1])
      return Self.unrecorded(
        record, property, kind: property.flatMap { table.type[$0]?.kind }, history: row[2],
        present: row[3], after: row[4].integer)
    }
  }

  static func unrecorded(
    _ record: RecordID?, _ property: String?, kind: PropertyKind?, history: SQLValue,
    present: SQLValue, after transaction: Int?
  ) -> IntegrityIssue {
    let since = transaction.map { "after #\($0)" } ?? "without being recorded"
    return IntegrityIssue(
      "changed by an unknown program \(since): "
        + "\(words(history, kind)) in the history, \(words(present, kind)) in the record",
      record: record, property: property, transaction: transaction)
  }

  static func words(_ stored: SQLValue, _ kind: PropertyKind?) -> String {
    Storage.raw(stored).map { kind?.literal($0) ?? $0.literal } ?? "nil"
  }

  private func ruleIssues(_ table: Table) throws(StoreError) -> [IntegrityIssue] {
    var found: [IntegrityIssue] = []
    let columns = table.readingsOfColumns.map { ", \($0)" }.joined()
    let statement = try engine.prepare("SELECT id\(columns) FROM \(table.name) ORDER BY id")
    try statement.bind([])
    while try statement.step() {
      let number = statement.column(0).integer ?? 0
      let (values, failures) = try catalog.calculating(
        table.properties.indices.map { statement.column($0 + 1) }, of: number, table)
      for (index, property) in table.type.properties.enumerated() {
        let stored = values[index]
        var finding = failures[index].map {
          "the value cannot be calculated and is nil: \($0.message)"
        }
        if finding == nil, stored == .null, table.calculated.contains(property.name) { continue }
        let value = table.storages[index].fitting(stored)
        if finding != nil {
          // The calculation failed, so there is no value to check.
        } else if value == nil, stored != .null {
          finding = "\(Self.words(stored, property.kind)) is not a valid \(property.kind.name)"
        } else {
          do {
            // The property may trim the value; then the value should have been stored trimmed.
            let kept = try property.checked(value)
            let composed = value?.nfc
            if let composed, let kept, kept != value, kept != composed,
              property.trimmed(composed) == kept
            {
              finding =
                "\(Self.words(stored, property.kind)) has leading or trailing white space, which is removed "
                + "when the \(property.isKey ? "key" : "unique property") is set again"
            } else if kept != value && kept != composed
              || table.place(ofProperty: index) != nil
                && table.storages[index].stored(value) != stored
            {
              finding = "\(Self.words(stored, property.kind)) is not stored in its canonical form"
            }
          } catch {
            finding = error.message
          }
        }
        guard let finding else { continue }
        found.append(
          IntegrityIssue(
            finding, record: RecordID(table.type.name, number), property: property.name,
            transaction: transaction(of: number, table.properties[index])))
      }
    }
    return try found + sharedIssues(table)
  }

  func transaction(of record: Int, _ property: Int) -> Int? {
    guard let last = try? journal.lastChange(),
      let newest = try? history.newestChanges(of: record, [property], through: last),
      let change = newest[property]
    else { return nil }
    return (try? engine.value("SELECT tx FROM wb_change WHERE seq = ?1", .integer(change)))?.integer
  }

  /// Finds duplicates of unique values, which are possible, for example, if another program has
  /// removed the unique index.
  private func sharedIssues(_ table: Table) throws(StoreError) -> [IntegrityIssue] {
    var found: [IntegrityIssue] = []
    for column in table.columns where column.isUnique {
      let rows = try engine.rows(
        """
        SELECT id, first FROM (
          SELECT id, min(id) OVER (PARTITION BY \(column.name)\(column.collation)) AS first
          FROM \(table.name) WHERE \(column.name) IS NOT NULL)
        WHERE id <> first ORDER BY id
        """)
      for row in rows {
        let other = RecordID(table.type.name, row[1].integer ?? 0)
        found.append(
          IntegrityIssue(
            "\(column.plainName.asName) is unique, but \(other) has the same value"
              + (column.collation.isEmpty ? "" : ", ignoring case"),
            record: RecordID(table.type.name, row[0].integer ?? 0), property: column.plainName))
      }
    }
    return found
  }

  private func encodingIssues(_ table: Table) throws(StoreError) -> [IntegrityIssue] {
    var found: [IntegrityIssue] = []
    for column in table.columns where column.storage.columnType == "TEXT" {
      found += try strayTexts(of: column.name, in: table.name, with: "id").map {
        IntegrityIssue(
          "the text is not UTF-8", record: RecordID(table.type.name, $0.integer ?? 0),
          property: column.historyName)
      }
    }
    return found
  }

  /// Finds out whether SQLite could give a new record a number that was used before.
  func numberIssues(_ table: Table) throws(StoreError) -> [IntegrityIssue] {
    let used = try engine.value(
      "SELECT max(rec) FROM temp.wb_last WHERE prop = \(table.existence)"
    ).integer
    let known = try engine.value(
      """
      SELECT max(coalesce((SELECT max(id) FROM \(table.name)), 0),
        coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = ?1), 0))
      """, .text(table.plainName))
    guard let used, known.integer ?? 0 < used else { return [] }
    return [
      IntegrityIssue(
        "sqlite_sequence does not record that \(RecordID(table.type.name, used)) has been used")
    ]
  }
}

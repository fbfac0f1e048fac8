import Foundation
import RecordStore
import Records
import TestSupport
import Testing

/// Damage that another program can cause: `check` finds each, and none crashes the program.
@Suite struct DamageTests {
  struct Damage: CustomTestStringConvertible, Sendable {
    var sql: String
    var finding: String
    var isFatal = false

    init(_ sql: String, _ finding: String, isFatal: Bool = false) {
      self.sql = sql
      self.finding = finding
      self.isFatal = isFatal
    }

    var testDescription: String { sql }
  }

  private static let keepers = "DROP TRIGGER wb_keep_update; DROP TRIGGER wb_keep_delete;"

  static let table: [Damage] = [
    Damage("DELETE FROM wb_type", "is missing from wb_type"),
    Damage("UPDATE wb_type SET name = 'Persona'", "wb_type differs from"),
    Damage("UPDATE wb_type SET dropped_tx = 1", "is missing from wb_type"),
    Damage("INSERT INTO wb_type VALUES(9, 'Person', 'Person', NULL)", "two types", isFatal: true),
    Damage("DROP TABLE wb_type", "wb_type", isFatal: true),
    Damage("DELETE FROM wb_prop WHERE name = 'age'", "is missing from wb_prop"),
    Damage("UPDATE wb_prop SET name = 'old' WHERE name = 'age'", "wb_prop differs from"),
    Damage("UPDATE wb_prop SET id = 9223372036854775807 WHERE name = 'age'", "", isFatal: true),
    Damage("DELETE FROM wb_prop WHERE name = ''", "missing", isFatal: true),
    Damage("DELETE FROM wb_def WHERE object = 'prop:2'", "missing", isFatal: true),
    Damage("DELETE FROM wb_def WHERE object = 'type:1'", "changes"),
    Damage(
      "UPDATE wb_def SET tx = 77 WHERE object = 'type:1'", "the transaction itself is missing"),
    Damage("UPDATE wb_def SET new = 'junk' WHERE object = 'prop:2'", "", isFatal: true),
    Damage(
      "UPDATE wb_def SET old = 'x' WHERE object = 'prop:2'", "differs from the previous definition"
    ),
    Damage("UPDATE wb_def SET object = 'x' WHERE object = 'type:1'", "an unknown object: x"),
    Damage("UPDATE wb_prop SET kind = 'Text' WHERE name = 'age'", "wb_prop differs"),
    Damage("UPDATE wb_prop SET col = 'name' WHERE name = 'age'", "wb_prop differs"),
    Damage("UPDATE wb_type SET tbl = 'x'", "wb_type has a wrong name for the table"),
    Damage(
      "INSERT INTO wb_prop VALUES(99, 77, 'x', 'x', 'Text', NULL)", "does not belong to a type"),
    Damage("UPDATE wb_tx SET n = NULL WHERE id = 2", "never ended"),
    Damage("UPDATE wb_tx SET n = 30 WHERE id = 2", "made 30 changes"),
    Damage("UPDATE wb_tx SET n = 9223372036854775807 WHERE id = 2", "changes"),
    Damage("UPDATE wb_tx SET lo = lo + 1 WHERE id = 3", "changes; expected"),
    Damage("UPDATE wb_tx SET lo = -9223372036854775808 WHERE id = 3", "changes; expected"),
    Damage("UPDATE wb_tx SET lo = 9223372036854775807 WHERE id = 3", "changes; expected"),
    Damage("UPDATE wb_tx SET ts = 0 WHERE id = 3", "older than"),
    Damage("UPDATE wb_tx SET ts = 9223372036854775807 WHERE id = 3", "older than"),
    Damage(
      "UPDATE wb_tx SET actor = 77 WHERE id = 3",
      "the actor of the transaction is missing from wb_text"),
    Damage("UPDATE wb_tx SET kind = 2, ref = 77 WHERE id = 4", "undoes a missing transaction"),
    Damage("UPDATE wb_tx SET kind = 2, ref = 4 WHERE id = 4", "undoes a missing transaction"),
    Damage("UPDATE wb_tx SET kind = 2, ref = NULL WHERE id = 4", "undoes a missing transaction"),
    Damage("UPDATE wb_tx SET n = 'x'", "a value of the wrong SQLite type"),
    Damage("UPDATE wb_tx SET n = -1", "never counted"),
    Damage("UPDATE wb_tx SET kind = 99 WHERE id = 3", "unknown kind"),
    Damage("UPDATE wb_tx SET actor = 0 WHERE id = 3", "the actor of the transaction is missing"),
    Damage("UPDATE wb_tx SET ts = 'abc' WHERE id = 6", "a value of the wrong SQLite type"),
    Damage("UPDATE wb_tx SET ts = 9223372036854775807 WHERE id = 6", "outside the years"),
    Damage("UPDATE wb_tx SET cmd = CAST(x'ff' AS TEXT) WHERE id = 6", "wb_tx.cmd is not UTF-8"),
    Damage("DELETE FROM wb_tx WHERE id = 3", "missing"),
    Damage("DELETE FROM wb_tx", "missing"),
    Damage("UPDATE wb_tx SET id = 9223372036854775807 WHERE id = 5", "missing"),
    Damage("UPDATE wb_tx SET id = -9223372036854775808 WHERE id = 2", "missing"),
    Damage("DROP TABLE wb_tx", "wb_tx"),
    Damage(keepers + "UPDATE wb_change SET new = 7 WHERE new = 41", "unknown program"),
    Damage(keepers + "UPDATE wb_change SET old = 7 WHERE old = 41", "unknown program"),
    Damage(keepers + "UPDATE wb_change SET rec = 77 WHERE new = 41", "unknown program"),
    Damage(
      keepers + "UPDATE wb_change SET prop = 77 WHERE new = 41",
      "does not belong to a record or property"),
    Damage(keepers + "UPDATE wb_change SET tx = 77 WHERE new = 41", "the transaction itself"),
    Damage(keepers + "DELETE FROM wb_change WHERE new = 41", "missing"),
    Damage(keepers + "DELETE FROM wb_change", "changes"),
    Damage(
      keepers + "UPDATE wb_change SET seq = 9223372036854775807 WHERE new = 41", "missing"),
    Damage(
      keepers + "UPDATE wb_change SET seq = -9223372036854775808 WHERE new = 41", "missing"),
    Damage(
      keepers + """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, 'rec INTEGER NOT NULL', 'rec INTEGER');
        PRAGMA writable_schema = RESET; UPDATE wb_change SET rec = NULL WHERE seq = 3
        """, "does not belong to a record or property"),
    Damage("DROP TABLE wb_change", "wb_change"),
    Damage("UPDATE wb_state SET v = 3 WHERE k = 'indexed'", "missing from the index"),
    Damage("INSERT INTO wb_idx VALUES(7, 7, 7)", "has an extra change"),
    Damage("UPDATE wb_state SET v = 9223372036854775807 WHERE k = 'indexed'", "index"),
    Damage("UPDATE wb_state SET v = 'junk' WHERE k = 'indexed'", "index"),
    Damage("DROP TABLE wb_idx", "wb_idx"),
    Damage(
      "DELETE FROM wb_text WHERE id = 1", "the actor of the transaction is missing from wb_text"),
    Damage("DELETE FROM wb_text", "the actor of the transaction is missing from wb_text"),
    Damage("DROP TABLE wb_text", "wb_text"),
    Damage("UPDATE wb_text SET s = 'bob' WHERE id = 0", "for other programs is missing"),
    Damage("UPDATE wb_text SET s = CAST(x'ff' AS TEXT) WHERE id = 1", "wb_text.s is not UTF-8"),
    Damage("DELETE FROM wb_state WHERE k = 'triggers'", ""),
    Damage("DROP TABLE wb_state", "another application", isFatal: true),
    Damage("DROP TABLE wb_victim", "wb_victim"),
    Damage("ALTER TABLE wb_victim ADD COLUMN x", "has changed the table wb_victim"),
    Damage("DROP VIEW history", "the view history"),
    Damage(
      "DROP VIEW history; CREATE VIEW history AS SELECT 1 AS change",
      "has changed the view history"),
    Damage("DROP TRIGGER wb_keep_update", "the trigger wb_keep_update"),
    Damage("DROP TRIGGER wb_type1_inserted", "the trigger wb_type1_inserted"),
    Damage(
      "DROP TRIGGER wb_type1_deleted; CREATE TRIGGER wb_type1_deleted AFTER DELETE ON Person "
        + "BEGIN SELECT 1; END", "has changed the trigger wb_type1_deleted"),
    Damage(
      """
      PRAGMA writable_schema = ON;
      DELETE FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'wb_prop*_updated'
      """, "has removed the trigger wb_prop2_updated"),
    Damage("DROP INDEX wb_prop2", "has removed the index wb_prop2"),
    Damage("DROP INDEX wb_prop2; CREATE INDEX wb_prop2 ON Person(name)", "changed the index"),
    Damage(
      "CREATE TRIGGER wb_mine AFTER DELETE ON Person BEGIN SELECT 1; END", "has added wb_mine"),
    Damage("DROP TABLE Person", "has removed the table \"Person\""),
    Damage("ALTER TABLE Person RENAME TO People", "has removed the table \"Person\""),
    Damage("ALTER TABLE Person RENAME COLUMN nick TO nack", "has changed the table \"Person\""),
    Damage("UPDATE Person SET nick = CAST(x'ff41' AS TEXT) WHERE id = 1", "not UTF-8"),
    Damage(
      "UPDATE Person SET balance = '01.5000' WHERE id = 1", "not stored in its canonical form"),
    Damage("UPDATE Person SET balance = '+1' WHERE id = 1", "balance"),
    Damage("UPDATE Person SET balance = 'x' WHERE id = 1", "balance"),
    Damage("UPDATE Person SET salary = 0.125 WHERE id = 1", "salary"),
    Damage("UPDATE Person SET weight = 9e999 WHERE id = 1", "weight"),
    Damage(
      "PRAGMA ignore_check_constraints = ON; UPDATE Person SET age = 999 WHERE id = 1", "age"),
    Damage(
      "PRAGMA ignore_check_constraints = ON; UPDATE Person SET name = '' WHERE id = 1", "name"),
    Damage("DELETE FROM sqlite_sequence", "Person/3 has been used"),
    Damage("UPDATE sqlite_sequence SET seq = 0", "Person/3 has been used"),
  ]

  private func world() throws -> Place {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let ann = try store.new(person("Ann", age: 41, nick: "A"))
    try store.new(person("Bob"))
    try store.set(ann, ["age": .integer(42)])
    let cid = try store.new(person("Cid"))
    try store.write(TransactionEntry()) { tx in try tx.delete(cid) }
    store.close()
    return place
  }

  private func use(_ store: Store) {
    let ann = RecordID("Person", 1)
    /// The type may have been damaged.
    func make(_ name: String) throws {
      guard let type = store.schema.type(named: "Person") else { return }
      let values = try type.initialValues(["name": .text(name)])
      _ = try store.write(TransactionEntry()) { tx in try tx.create("Person", values) }
    }
    let steps: [() throws -> Void] = [
      { _ = try store.history.log(limit: nil) },
      { _ = try store.history.changes(of: .type("Person")) },
      { _ = try store.history.changes(of: .property(ann, "age")) },
      {
        _ = try store.history.changes(
          of: .record(ann), HistoryRange(since: .time(5), until: .time(.max)))
      },
      { _ = try store.queries.values(of: ann) }, { try store.journal.refresh() },
      { try store.set(ann, ["age": .integer(7)]) }, { try make("Dan") },
      { _ = try store.undoEngine.undo() }, { _ = try store.undoEngine.redo() },
      { _ = try store.undoEngine.undo(to: 2, entry: TransactionEntry(.undo)) },
      { try store.write(TransactionEntry()) { tx in try tx.delete(ann) } },
      {
        try store.write(TransactionEntry(.schema)) { tx in try tx.define(try awkwardType()) }
      },
      { try make("Eve") }, { _ = try store.undoEngine.undo() }, { _ = try store.check() },
    ]
    for step in steps { try? step() }
  }

  @Test(arguments: table)
  func checkFindsADamageAndNoneEndsTheProgram(damage: Damage) throws {
    let place = try world()
    do {
      let other = try Foreigner(place.path)
      try other.run(damage.sql)
    }
    do {
      let store = try openStore(.file(place.path))
      #expect(!damage.isFatal)
      let found = try store.check()
      if !damage.finding.isEmpty {
        #expect(
          found.contains { "\($0.finding) \($0.property ?? "")".contains(damage.finding) },
          "\(found.map(\.finding))")
      }
      use(store)
    } catch let error as StoreError {
      #expect(damage.isFatal, "\(error)")
      expectEqual(error.kind, .unopenable)
      #expect(damage.finding.isEmpty || error.message.contains(damage.finding))
    }
  }

  /// Every column of every internal table, with every unusual value.
  @Test(arguments: [
    "wb_type", "wb_prop", "wb_def", "wb_tx", "wb_change", "wb_idx", "wb_text", "wb_state",
  ])
  func noValueInTheStoresOwnTablesEndsTheProgram(table: String) throws {
    let whole = try world()
    let columns = try Foreigner(whole.path).rows("SELECT name FROM pragma_table_info('\(table)')")
      .map { $0[0].replacing("'", with: "") }
    let values =
      ["NULL", "-1", "9223372036854775807", "CAST(x'ff' AS TEXT)"]
      + (Seeded.isLong ? ["0", "-9223372036854775808", "1e300", "'x'", "x'ff'", "''", "'1'"] : [])
    let conditions =
      [" WHERE rowid = (SELECT max(rowid) FROM \(table))"] + (Seeded.isLong ? [""] : [])
    for column in columns {
      for value in Seeded.some(of: values, every: 2) {
        for condition in conditions {
          let place = try Place()
          try FileManager.default.copyItem(atPath: whole.path, toPath: place.path)
          do {
            let other = try Foreigner(place.path)
            try other.run(Self.keepers)
            guard
              (try? other.run("UPDATE OR REPLACE \(table) SET \(column) = \(value)\(condition)"))
                != nil
            else { continue }
          }
          do {
            let store = try openStore(.file(place.path))
            _ = try store.check()
            use(store)
          } catch let error as StoreError {
            expectEqual(error.kind, .unopenable, "\(column) = \(value): \(error)")
          }
        }
      }
    }
  }

  @Test func lostNumbersAreMendedByTheNextWrite() throws {
    for sql in ["DELETE FROM sqlite_sequence", "DELETE FROM sqlite_sequence WHERE name = 'Person'"]
    {
      let place = try world()
      try Foreigner(place.path).run(sql)
      let store = try openStore(.file(place.path))
      try expectEqual(store.new(person("Dan")).number, 4)
      try expectEqual(store.check(), [])
    }
  }

  @Test func aFullRangeOfNumbersIsSaidSo() throws {
    let place = try world()
    try Foreigner(place.path).run("INSERT INTO Person(id, name) VALUES(9223372036854775807, 'Z')")
    let store = try openStore(.file(place.path))
    let error = failure { try store.new(person("Dan")) }
    expectEqual(
      error?.message.contains("Person/9223372036854775807 has the largest possible number"), true)
  }

  @Test(arguments: [Int.max, Int.max - 1])
  func aNumberThatIsTheGreatestLeavesNoOther(number: Int) throws {
    let store = try personStore(.memory)
    func create(_ number: Int) throws {
      try store.write(TransactionEntry()) { tx in
        _ = try tx.create("Person", person("Bob \(number)"), number: number)
      }
    }
    try store.new(person("Ann"))
    try create(number)
    if number < Int.max { try store.new(person("Cid")) }
    for _ in 0..<2 {
      let error = failure { try store.new(person("Dan")) }
      expectEqual(error?.kind, .refused)
      expectEqual(error?.hint, "choose a number that was never used: new Person/NUMBER")
    }
    try create(7)
    try expectEqual(store.check(), [])
  }

  @Test(arguments: ["compact", "repair"])
  func whatReplacedTheFileIsNotWritten(deed: String) throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    try store.new(person("Ann", age: 41))
    try Foreigner(place.path).run("DROP TRIGGER wb_keep_update")
    let copy = place.path + ".copy"
    try FileManager.default.copyItem(atPath: place.path, toPath: copy)
    try FileManager.default.removeItem(atPath: place.path)
    try FileManager.default.moveItem(atPath: copy, toPath: place.path)
    let error = failure {
      if deed == "compact" {
        _ = try store.undoEngine.compact(before: 2, TransactionEntry(.compact))
      } else {
        _ = try store.audit.repair(TransactionEntry(.gap))
      }
    }
    expectEqual(error?.kind, .lost)
  }
}

import Foundation
import RecordStore
import Records
import TestSupport
import Testing

/// Triggers of a definition are inserted into the schema as rows. SQLite reads those of many
/// definitions before the next statement that needs them, so nothing may be written earlier.
@Suite struct DefinitionTriggerTests {
  private func define(
    _ tx: borrowing WriteTransaction, _ name: String = "Person"
  ) throws {
    let properties = try personType().properties
    try tx.define(try RecordType(name, properties))
  }

  /// So many types that the triggers of the next type are inserted as rows.
  private func defineMany(
    _ tx: borrowing WriteTransaction, _ prefix: String = "Other"
  ) throws {
    // The store must be able to read the type again.
    let property = try #require(try personType()["age"])
    for number in 0..<20 { try tx.define(try RecordType("\(prefix)\(number)", [property])) }
  }

  /// The table is new each time, so cached statements must be compiled again.
  @Test func whatIsWrittenAfterADefinitionIsRecorded() throws {
    let place = try Place()
    let store = try openStore(.file(place.path), actor: "ann")
    store.journal.groupsTransactions = true
    for round in 0..<3 {
      try store.write(TransactionEntry(.schema)) { tx in
        try defineMany(tx, "Round\(round)Type")
        try define(tx)
      }
      let ann = try store.new(person("Ann", age: 1))
      try store.set(ann, ["age": .integer(2), "nick": .text("A")])
      try store.writeOne(TransactionEntry()) { tx throws(StoreError) in
        try tx.update(ann, "age", to: .integer(3))
      }
      try expectEqual(store.history.changes(of: .property(ann, "age")).count, 3, "\(round)")
      try store.write(TransactionEntry()) { tx in try tx.delete(ann) }
      let counts = try store.history.log(limit: 4).map(\.changes)
      expectEqual(counts, [6, 1, 2, 5], "\(round)")
      try store.write(TransactionEntry(.schema)) { tx in _ = try tx.dropType("Person") }
    }
    try store.journal.endGroup()
    try expectEqual(store.check(), [])
  }

  /// A definition adds its triggers to the hash that the next opening of the file recalculates.
  @Test func afterEachDefinitionTheFileKnowsItsTriggers() throws {
    let place = try Place()
    let store = try openStore(.file(place.path), actor: "ann")
    for name in ["First", "Second", "Third"] {
      try store.write(TransactionEntry(.schema)) { tx in try define(tx, name) }
      try expectEqual(store.check(), [], "\(name)")
      try expectEqual(openStore(.file(place.path)).notices, [], "\(name)")
    }
    let tx = try store.begin(TransactionEntry(.schema))
    try define(tx.write, "Passing")
    try tx.rollback()
    try store.write(TransactionEntry(.schema)) { tx in try define(tx, "Last") }
    try expectEqual(store.check(), [])
  }

  @Test func whatIsWrittenInTheTransactionOfADefinitionIsRecorded() throws {
    let place = try Place()
    let store = try openStore(.file(place.path), actor: "ann")
    try store.write(TransactionEntry(.schema)) { tx in
      try defineMany(tx)
      try define(tx, "First")
      try define(tx, "Second")
      let number = try tx.create("First", person("Ann", age: 1))
      try tx.update(RecordID("First", number), ["age": .integer(2)])
      _ = try tx.create("Second", person("Bob"))
      try defineMany(tx, "Further")
      try define(tx, "Third")
      _ = try tx.create("Third", person("Cid"))
    }
    try expectEqual(store.history.changes(of: .property(RecordID("First", 1), "age")).count, 2)
    try expectEqual(store.history.changes(of: .type("Third")).isEmpty, false)
    try expectEqual(store.check(), [])
  }

  @Test func theTriggersOfADefinitionThatIsTakenBackAreGone() throws {
    let place = try Place()
    let store = try openStore(.file(place.path), actor: "ann")
    let tx = try store.begin(TransactionEntry())
    try store.write(TransactionEntry()) { tx in
      try defineMany(tx)
      try define(tx, "First")
    }
    #expect(
      failure {
        try store.write(TransactionEntry()) { tx in
          try define(tx, "Second")
          throw StoreError(.refused, "no")
        }
      } != nil)
    _ = try tx.write.create("First", person("Ann"))
    try tx.commit()
    try expectEqual(store.history.changes(of: .type("First")).isEmpty, false)
    let tables = try Foreigner(place.path).rows(
      "SELECT DISTINCT tbl_name FROM sqlite_schema WHERE name GLOB 'wb_type[0-9]*' "
        + "AND tbl_name NOT GLOB 'Other*'")
    expectEqual(tables, [["'First'"]])
    try expectEqual(store.check(), [])
  }

  @Test(arguments: [false, true]) func anotherProgramIsRecordedByThem(isOneOfMany: Bool) throws {
    let place = try Place()
    let store = try openStore(.file(place.path), actor: "ann")
    try store.write(TransactionEntry(.schema)) { tx in
      if isOneOfMany { try defineMany(tx) }
      try define(tx)
    }
    let other = try Foreigner(place.path)
    try other.run("INSERT INTO Person(name, salary) VALUES('Eve', 1)")
    try expectEqual(other.rows("PRAGMA integrity_check"), [["'ok'"]])
    try store.journal.refresh()
    #expect(
      try store.history.changes(of: .type("Person")).map(\.actor).contains("(another program)"))
    try expectEqual(store.check(), [])
  }

  @Test func aTransactionWithoutChangesAfterAGapLeavesNoNumber() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let ann = try store.new(person("Ann", age: 1))
    let other = try Foreigner(place.path)
    for row in try other.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'Person'")
    {
      try other.run("DROP TRIGGER \(row[0].dropFirst().dropLast())")
    }
    try other.run("UPDATE Person SET age = 2")
    try store.write(TransactionEntry()) { tx in try tx.update(ann, ["age": .integer(2)]) }
    try store.set(ann, ["age": .integer(3)])
    try store.set(ann, ["age": .integer(4)])
    try expectEqual(store.check(), [])
    expectEqual(
      try store.history.log(limit: nil).map(\.actor).suffix(3),
      [
        "(another program)", "ann", "ann",
      ])
  }

  /// Each row is what SQLite writes for CREATE TRIGGER.
  @Test(arguments: [false, true])
  func theyAreInTheSchemaAsSQLiteKeepsThem(isOneOfMany: Bool) throws {
    let place = try Place()
    let store = try openStore(.file(place.path), actor: "ann")
    try store.write(TransactionEntry(.schema)) { tx in
      if isOneOfMany { try defineMany(tx) }
      try define(tx)
    }
    let other = try Foreigner(place.path)
    let query =
      "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema WHERE type = 'trigger' "
      + "AND tbl_name = 'Person' ORDER BY rowid"
    let added = try other.rows(query)
    #expect(added.count > 10)
    for row in added {
      let (name, sql) = (row[1].dropFirst().dropLast(), row[4].dropFirst().dropLast())
      try other.run("DROP TRIGGER \(name)")
      try other.run(String(sql).replacing("''", with: "'"))
    }
    try expectEqual(other.rows(query), added)
  }
}

import Foundation
import RecordStore
import Records
import TestSupport
import Testing

@Suite struct CaptureTests {
  private struct Fixture {
    let place: Place
    let store: Store
    let other: Foreigner
    let ann: RecordID
    let bob: RecordID
    let last: Int
  }

  private func fixture() throws -> Fixture {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let ann = try store.new(person("Ann", age: 41, code: 1))
    let bob = try store.new(person("Bob", code: 2))
    let other = try Foreigner(place.path)
    return Fixture(place: place, store: store, other: other, ann: ann, bob: bob, last: 3)
  }

  private func foreign(_ fixture: Fixture) throws -> [String] {
    try fixture.store.history.changes(of: .type("Person")).filter {
      $0.actor == "(another program)"
    }.map {
      let values = $0.event == .set ? " \($0.property ?? ""): \(text($0.old)) \(text($0.new))" : ""
      return "#\($0.transaction) \($0.record) \($0.event.rawValue)\(values)"
    }
  }

  private func text(_ value: Value?) -> String { value?.description ?? "nil" }

  @Test func anUpdateOfTheSqlite3ProgramIsAnotherPrograms() throws {
    let fixture = try fixture()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "sqlite3", fixture.place.path, "UPDATE Person SET age = 42 WHERE name = 'Ann'",
    ]
    try process.run()
    process.waitUntilExit()
    expectEqual(process.terminationStatus, 0)
    try expectEqual(foreign(fixture), ["#4 Person/1 set age: 41 42"])
    try expectEqual(fixture.store.history.log(limit: 1).first?.kind, .other)
    try expectEqual(fixture.store.check(), [])
  }

  @Test func eachStatementOfAnotherProgramIsOneTransaction() throws {
    let fixture = try fixture()
    try fixture.other.run("UPDATE Person SET age = coalesce(age, 0) + 1")
    fixture.other.pause()
    try fixture.other.run("INSERT INTO Person(name) VALUES ('Cid'), ('Dan')")
    fixture.other.pause()
    try fixture.other.run("DELETE FROM Person WHERE id = 2")
    try expectEqual(
      foreign(fixture),
      [
        "#4 Person/1 set age: 41 42", "#4 Person/2 set age: nil 1",
        "#5 Person/3 create", "#5 Person/3 set name: nil Cid", "#5 Person/3 set salary: nil 0",
        "#5 Person/3 set active: nil true",
        "#5 Person/4 create", "#5 Person/4 set name: nil Dan", "#5 Person/4 set salary: nil 0",
        "#5 Person/4 set active: nil true",
        "#6 Person/2 set name: Bob nil", "#6 Person/2 set age: 1 nil",
        "#6 Person/2 set salary: 0 nil", "#6 Person/2 set active: true nil",
        "#6 Person/2 set code: 2 nil", "#6 Person/2 delete",
      ])
    try expectEqual(fixture.store.check(), [])
  }

  @Test(arguments: ["INSERT", "REPLACE", "INSERT OR IGNORE"])
  func anotherProgramToldNoRequiredNumberMakesNoRecord(verb: String) throws {
    let place = try Place()
    let store = try openStore(.file(place.path))
    let range = ValueRange(.integer(5), .integer(9))
    try store.write(TransactionEntry(.schema)) { tx in
      try tx.define(
        RecordType(
          "T",
          [
            Property("a", .text), Property("n", .integer, range: range),
            Property("u", .integer, isUnique: true, range: range),
          ]))
    }
    let other = try Foreigner(place.path)
    try other.run("INSERT INTO T(n, u) VALUES(6, 5)")
    for columns in ["(n) VALUES(6)", "(u) VALUES(6)", "(n, u) VALUES(6, NULL)"] {
      let isRefused = (try? other.run("\(verb) INTO T\(columns)")) == nil
      expectEqual(isRefused, !verb.hasSuffix("IGNORE"))
    }
    try expectEqual(other.rows("SELECT a, n, u FROM T"), [["''", "6", "5"]])
    try other.run("REPLACE INTO T(n, u) VALUES(7, 5)")
    try expectEqual(other.rows("SELECT a, n, u FROM T"), [["''", "7", "5"]])
    try expectEqual(store.check(), [])
  }

  @Test func aStatementThatChangesNothingIsNotShown() throws {
    let fixture = try fixture()
    try fixture.other.run("UPDATE Person SET age = age, name = name")
    try expectEqual(fixture.store.history.log(limit: nil).count, fixture.last)
    try fixture.store.set(fixture.ann, ["age": .integer(3)])
    try expectEqual(fixture.store.history.log(limit: nil).count, fixture.last + 1)
    try expectEqual(fixture.store.check(), [])
  }

  @Test(arguments: [false, true])
  func aReplacingInsertRecordsWhatItRemoves(recursive: Bool) throws {
    let fixture = try fixture()
    try fixture.other.run("PRAGMA recursive_triggers = \(recursive)")
    try fixture.other.run("INSERT OR REPLACE INTO Person(name, code) VALUES ('Ann', 2)")
    let changes = try foreign(fixture)
    // With recursive triggers, SQLite decides the order.
    let texts = changes.map { $0.replacing("#4 ", with: "") }
    let groups = ["Person/1", "Person/2", "Person/3"].flatMap { record in
      texts.filter { $0.hasPrefix(record) }
    }
    expectEqual(
      groups,
      [
        "Person/1 set name: Ann nil", "Person/1 set age: 41 nil", "Person/1 set salary: 0 nil",
        "Person/1 set active: true nil", "Person/1 set code: 1 nil", "Person/1 delete",
        "Person/2 set name: Bob nil", "Person/2 set salary: 0 nil",
        "Person/2 set active: true nil", "Person/2 set code: 2 nil", "Person/2 delete",
        "Person/3 create", "Person/3 set name: nil Ann", "Person/3 set salary: nil 0",
        "Person/3 set active: nil true", "Person/3 set code: nil 2",
      ])
    try expectEqual(fixture.store.check(), [])
    let before = try contents(fixture.place.path)
    _ = try fixture.store.undoEngine.undo(to: 3, entry: TransactionEntry(.undo))
    try expectEqual(fixture.store.queries.values(of: fixture.ann), person("Ann", age: 41, code: 1))
    try expectEqual(fixture.store.queries.values(of: fixture.bob), person("Bob", code: 2))
    _ = try fixture.store.undoEngine.redo()
    try expectEqual(contents(fixture.place.path), before)
    try expectEqual(fixture.store.check(), [])
  }

  @Test(arguments: [false, true])
  func aReplacedRecordOfTheSameNumberIsANewOne(recursive: Bool) throws {
    let fixture = try fixture()
    try fixture.other.run("PRAGMA recursive_triggers = \(recursive)")
    try fixture.other.run("INSERT OR REPLACE INTO Person(id, name) VALUES (1, 'Ada')")
    try expectEqual(
      foreign(fixture).filter { !$0.contains("salary") && !$0.contains("active") },
      [
        "#4 Person/1 set name: Ann nil", "#4 Person/1 set age: 41 nil",
        "#4 Person/1 set code: 1 nil", "#4 Person/1 delete",
        "#4 Person/1 create", "#4 Person/1 set name: nil Ada",
      ])
    try expectEqual(fixture.store.check(), [])
    _ = try fixture.store.undoEngine.undo(to: 3, entry: TransactionEntry(.undo))
    try expectEqual(fixture.store.queries.values(of: fixture.ann), person("Ann", age: 41, code: 1))
  }

  @Test(arguments: [false, true])
  func aReplacingUpdateRecordsWhatItRemoves(recursive: Bool) throws {
    let fixture = try fixture()
    try fixture.other.run("PRAGMA recursive_triggers = \(recursive)")
    try fixture.other.run("UPDATE OR REPLACE Person SET name = 'Bob', code = 2 WHERE id = 1")
    let changes = try foreign(fixture)
    expectEqual(changes.filter { $0.hasSuffix("delete") }, ["#4 Person/2 delete"])
    #expect(changes.contains("#4 Person/1 set name: Ann Bob"))
    try expectEqual(fixture.store.check(), [])
    _ = try fixture.store.undoEngine.undo(to: 3, entry: TransactionEntry(.undo))
    try expectEqual(fixture.store.queries.values(of: fixture.ann), person("Ann", age: 41, code: 1))
    try expectEqual(fixture.store.queries.values(of: fixture.bob), person("Bob", code: 2))
    try expectEqual(fixture.store.check(), [])
  }

  @Test func anUpsertInventsNoDeletion() throws {
    let fixture = try fixture()
    try fixture.other.run(
      "INSERT INTO Person(name, age) VALUES ('Ann', 9) ON CONFLICT(name) DO UPDATE SET age = 9")
    try fixture.other.run("INSERT OR IGNORE INTO Person(name) VALUES ('Bob')")
    try expectEqual(foreign(fixture), ["#4 Person/1 set age: 41 9"])
    // The notes of the upsert must not count as victims of this statement.
    try fixture.store.write(TransactionEntry()) { tx in try tx.delete(fixture.ann) }
    try fixture.store.new(person("Cid"))
    try fixture.other.run("INSERT INTO Person(name) VALUES ('Dan')")
    try expectEqual(fixture.store.check(), [])
  }

  @Test func whatAnIgnoredInsertNotedIsNoVictimOfAnotherType() throws {
    let fixture = try fixture()
    try fixture.store.write(TransactionEntry(.schema)) { tx in
      try tx.define(try awkwardType())
    }
    try fixture.other.run("INSERT OR IGNORE INTO Person(name) VALUES ('Ann')")
    // A record in another table with the noted number.
    try fixture.store.write(TransactionEntry()) { tx in
      let number = try tx.create("new", [nil, nil, nil, .text(""), nil])
      expectEqual(number, fixture.ann.number)
    }
    try expectEqual(fixture.store.history.changes(of: .record(fixture.ann)).last?.event, .set)
    try expectEqual(fixture.store.check(), [])
  }

  @Test(arguments: [
    "1 -> NULL", "'a' -> 'A'", "'a' -> 'a '", "'' -> NULL", "'é' -> 'e\u{301}'", "'1' -> '01'",
  ])
  func changesThatOthersMissAreRecorded(change: String) throws {
    let fixture = try fixture()
    let parts = change.split(separator: " -> ").map(String.init)
    // A CHECK on the length forbids the empty text, but another program can ignore the CHECK.
    try fixture.other.run("PRAGMA ignore_check_constraints = ON")
    try fixture.other.run("UPDATE Person SET nick = \(parts[0]) WHERE id = 1")
    fixture.other.pause()
    try fixture.other.run("UPDATE Person SET nick = \(parts[1]) WHERE id = 1")
    let changes = try fixture.store.history.changes(of: .property(fixture.ann, "nick"))
    expectEqual(changes.count, 2)
    try expectEqual(fixture.store.check().filter { $0.finding.contains("unknown program") }, [])
  }

  @Test(arguments: ["id", "rowid", "oid", "_rowid_"])
  func theNumberOfARecordNeverChanges(name: String) throws {
    let fixture = try fixture()
    #expect(throws: ForeignError.self) {
      try fixture.other.run("UPDATE Person SET \(name) = 77 WHERE name = 'Ann'")
    }
    try fixture.other.run("UPDATE Person SET \(name) = \(name)")
    #expect(try fixture.store.queries.values(of: fixture.ann) != nil)
  }

  @Test(arguments: ["UPDATE wb_change SET new = 1", "DELETE FROM wb_change"])
  func theHistoryIsOnlyAddedTo(sql: String) throws {
    let fixture = try fixture()
    #expect(throws: ForeignError.self) { try fixture.other.run(sql) }
  }

  @Test func numbersAreNeverGivenTwice() throws {
    let fixture = try fixture()
    try fixture.store.write(TransactionEntry()) { tx in try tx.delete(fixture.bob) }
    try expectEqual(fixture.store.new(person("Cid")).number, 3)
  }

  @Test func rulesHoldForOtherProgramsToo() throws {
    let fixture = try fixture()
    for sql in [
      "INSERT INTO Person(name) VALUES ('')", "UPDATE Person SET age = 151",
      "UPDATE Person SET active = 2", "UPDATE Person SET nick = ''",
      "UPDATE Person SET salary = NULL", "UPDATE Person SET age = 'x'",
    ] {
      #expect(throws: ForeignError.self, "\(sql)") { try fixture.other.run(sql) }
    }
    try fixture.other.run("UPDATE Person SET age = 150")
    try expectEqual(fixture.store.check(), [])
  }

  @Test func theViewTellsTheSameAsTheProgram() throws {
    let fixture = try fixture()
    try fixture.other.run("UPDATE Person SET age = 42 WHERE name = 'Ann'")
    let rows = try fixture.other.rows(
      "SELECT change, txn, actor, type, id, event, property, old, new FROM history")
    let entries = try fixture.store.history.changes(of: .type("Person"))
    expectEqual(rows.count, entries.count)
    for (row, entry) in zip(rows, entries) {
      #expect(row[0] == "\(entry.change)" && row[1] == "\(entry.transaction)")
      #expect(row[2] == "'\(entry.actor)'" && row[4] == "\(entry.record.number)")
      expectEqual(row[5], "'\(entry.event.rawValue)'")
      expectEqual(row[6], (entry.property.map { "'\($0)'" } ?? "NULL"))
    }
    try expectEqual(
      fixture.other.rows("SELECT at FROM history LIMIT 1"), [["'2023-11-14T22:13:22.000Z'"]])
    expectEqual(rows.last?.suffix(3), ["'age'", "41", "42"])
  }
}

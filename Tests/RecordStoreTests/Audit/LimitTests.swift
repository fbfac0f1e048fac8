import Foundation
import RecordStore
import Records
import TestSupport
import Testing

@Suite struct LimitTests {
  @Test func aTableThatLacksAColumnStopsNoOtherType() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    try store.write(TransactionEntry(.schema)) { tx in try tx.define(try awkwardType()) }
    try store.new(person("Ann"))
    let other = try Foreigner(place.path)
    for row in try other.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'Person'")
    {
      try other.run("DROP TRIGGER \(row[0])")
    }
    try other.run("ALTER TABLE Person DROP COLUMN weight")
    let error = failure { try store.new(person("Bob")) }
    expectEqual(error?.message.contains("\"weight\""), true)
    expectEqual(
      failure { try store.set(RecordID("Person", 1), ["age": .integer(1)]) }?.kind, .refused)
    let number = try store.write(TransactionEntry()) { tx in
      try tx.create("new", [nil, nil, nil, .text("x"), nil])
    }
    expectEqual(number, 1)
    try expectEqual(store.history.log(limit: 1).first?.kind, .edit)
  }

  @Test func triggersThatAreGoneWithoutATraceAreNoticedAtOpening() throws {
    let place = try Place()
    do {
      let store = try personStore(.file(place.path))
      try store.new(person("Ann", age: 1))
    }
    do {
      let other = try Foreigner(place.path)
      try other.run(
        """
        PRAGMA writable_schema = ON;
        DELETE FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'wb_*'
        """)
    }
    try Foreigner(place.path).run("UPDATE Person SET age = 5")
    let store = try openStore(.file(place.path))
    expectEqual(store.notices.count, 1)
    try store.set(RecordID("Person", 1), ["age": .integer(6)])
    try expectEqual(
      store.history.changes(of: .property(RecordID("Person", 1), "age")).map {
        $0.new?.description
      },
      ["1", "5", "6"])
    try expectEqual(store.check(), [])
  }

  @Test func aWriteThatAnotherProgramsTriggerIgnoresIsAnError() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let ann = try store.new(person("Ann", age: 1))
    let other = try Foreigner(place.path)
    for event in ["INSERT", "UPDATE", "DELETE"] {
      try other.run(
        "CREATE TRIGGER t\(event) BEFORE \(event) ON Person BEGIN SELECT RAISE(IGNORE); END")
    }
    let attempts: [() throws -> Void] = [
      { try store.new(person("Bob")) }, { try store.set(ann, ["age": .integer(2)]) },
      { try store.set(ann, ["age": .integer(2), "nick": .text("x")]) },
      { try store.write(TransactionEntry()) { tx in try tx.delete(ann) } },
    ]
    for attempt in attempts {
      expectEqual(failure(attempt)?.message.contains("of another program ignored"), true)
    }
    try store.set(ann, ["age": .integer(1)])
    try expectEqual(store.check(), [])
  }

  @Test func aStatementThatTakesTooMuchMemoryIsStopped() throws {
    let store = try personStore()
    let error = failure {
      let cursor = try store.queries.sql(
        """
        WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 100000000)
        SELECT json_group_array(n || 'abcdefghijklmnopqrstuvwxyz') FROM i
        """)
      _ = try cursor.next()
    }
    expectEqual(error?.kind, .expression, "\(error?.message ?? "no error")")
    try store.new(person("Ann"))
  }
}

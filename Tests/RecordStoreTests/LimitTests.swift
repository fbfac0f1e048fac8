import Foundation
import RecordStore
import Records
import Testing

/// What other tools do to a file that stops some of the work, and not the rest.
@Suite struct LimitTests {
  @Test func aTableThatLacksAColumnStopsNoOtherType() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    try store.transaction(TransactionEntry(.schema)) { try store.define(try awkwardType()) }
    try store.new(person("Ann"))
    let other = try Foreigner(place.path)
    for row in try other.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'Person'")
    {
      try other.run("DROP TRIGGER \(row[0])")
    }
    try other.run("ALTER TABLE Person DROP COLUMN weight")
    let error = failure { try store.new(person("Bob")) }
    #expect(error?.message.contains("\"weight\"") == true)
    #expect(failure { try store.set(RecordID("Person", 1), ["age": .integer(1)]) }?.kind == .refused)
    let number = try store.transaction(TransactionEntry()) {
      try store.create("new", [nil, nil, nil, .text("x"), nil])
    }
    #expect(number == 1)
    #expect(try store.log(limit: 1).first?.kind == .edit)
  }

  @Test func aStatementThatTakesTooMuchMemoryIsStopped() throws {
    let store = try personStore()
    let error = failure {
      let cursor = try store.sql(
        """
        WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 100000000)
        SELECT json_group_array(n || 'abcdefghijklmnopqrstuvwxyz') FROM i
        """)
      _ = try cursor.next()
    }
    #expect(error?.kind == .expression, "\(error?.message ?? "no error")")
    try store.new(person("Ann"))
  }
}

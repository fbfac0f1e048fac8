import Foundation
import RecordStore
import Records
import TestSupport
import Testing

@Suite struct StoreCheckTests {
  private struct Fixture {
    let place: Place
    let store: Store
    let other: Foreigner
    let ann: RecordID
  }

  private func fixture() throws -> Fixture {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let ann = try store.new(person("Ann", age: 41, nick: "A"))
    try store.new(person("Bob"))
    try store.set(ann, ["age": .integer(42)])
    try expectEqual(store.check(), [])
    return Fixture(place: place, store: store, other: try Foreigner(place.path), ann: ann)
  }

  private let keepers = "DROP TRIGGER wb_keep_update; DROP TRIGGER wb_keep_delete;"

  private func dropTriggers(_ fixture: Fixture) throws {
    let names = try fixture.other.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'Person'")
    for name in names { try fixture.other.run("DROP TRIGGER \(name[0])") }
  }

  // A rollback also undoes repairs made in the transaction.
  @Test(arguments: [false, true], [false, true])
  func afterARollbackTheTriggersAreMadeAgain(isGrouping: Bool, isEmpty: Bool) throws {
    let fixture = try fixture()
    let store = fixture.store
    try dropTriggers(fixture)
    _ = try store.journal.refresh()
    store.journal.groupsTransactions = isGrouping
    let tx = try store.begin(TransactionEntry(.edit))
    if !isEmpty { try tx.write.update(fixture.ann, ["age": .integer(50)]) }
    if isEmpty { try tx.commit() } else { try tx.rollback() }
    try store.set(fixture.ann, ["age": .integer(51)])
    try store.journal.endGroup()
    try expectEqual(fixture.other.rows("SELECT age FROM Person WHERE id = 1"), [["51"]])
    try expectEqual(store.check(), [])
  }

  @Test func anEditWithoutTriggersIsFoundAndThenRecorded() throws {
    let fixture = try fixture()
    try dropTriggers(fixture)
    try fixture.other.run(
      """
      UPDATE Person SET age = 43 WHERE id = 1; DELETE FROM Person WHERE id = 2;
      INSERT INTO Person(name) VALUES ('Cid')
      """)
    #expect(try fixture.store.journal.refresh())
    expectEqual(fixture.store.notices.count, 1)
    let found = try fixture.store.check()
    #expect(
      found.contains(
        IntegrityIssue(
          "changed by an unknown program after #4: 42 in the history, 43 in the record",
          record: fixture.ann, property: "age", transaction: 4)))
    #expect(found.contains { $0.record == RecordID("Person", 2) && $0.property == nil })
    #expect(found.contains { $0.record == RecordID("Person", 3) && $0.property == "name" })

    // The next write restores the triggers and records the changes made meanwhile.
    let before = try contents(fixture.place.path)
    try fixture.store.set(fixture.ann, ["nick": .text("B")])
    let log = try fixture.store.history.log(limit: 2)
    expectEqual(log.map(\.kind), [.edit, .gap])
    expectEqual(log[1].actor, "(another program)")
    try expectEqual(fixture.store.check(), [])
    expectEqual(fixture.store.notices, [])
    _ = try fixture.store.undoEngine.undo()
    try expectEqual(contents(fixture.place.path), before)
    expectEqual(failure { _ = try fixture.store.undoEngine.undo() }?.kind, .refused)
    _ = try fixture.store.undoEngine.undo(to: 4, entry: TransactionEntry(.undo))
    try expectEqual(
      fixture.store.queries.values(of: fixture.ann), person("Ann", age: 42, nick: "A"))
    try expectEqual(fixture.store.queries.values(of: RecordID("Person", 2)), person("Bob"))
    #expect(try fixture.store.queries.values(of: RecordID("Person", 3)) == nil)
    try expectEqual(fixture.store.check(), [])
  }

  @Test func whatAMendingFindsStaysWhenTheCommandChangesNothing() throws {
    let fixture = try fixture()
    try dropTriggers(fixture)
    try fixture.other.run("UPDATE Person SET age = 43 WHERE id = 1")
    try fixture.store.set(fixture.ann, ["age": .integer(43)])
    try expectEqual(fixture.store.history.log(limit: 1)[0].kind, .gap)
    try expectEqual(fixture.store.check(), [])
    try fixture.other.run("UPDATE Person SET age = 44 WHERE id = 1")
    try expectEqual(fixture.store.history.log(limit: 1)[0].kind, .other)
  }

  @Test func aTableMadeAnewWithoutTriggersIsFound() throws {
    let fixture = try fixture()
    fixture.store.close()
    try fixture.other.run(
      """
      CREATE TABLE t AS SELECT * FROM Person; DROP TABLE Person; ALTER TABLE t RENAME TO Person;
      UPDATE Person SET age = 43 WHERE id = 1; INSERT INTO Person(id, name) VALUES (7, 'Ann')
      """)
    let store = try openStore(.file(fixture.place.path))
    expectEqual(store.notices.count, 1)
    let found = try store.check()
    #expect(found.contains { $0.finding.contains("has changed the table") })
    #expect(found.contains { $0.property == "age" && $0.transaction == 4 })
    #expect(found.contains { $0.finding == "name is unique, but Person/1 has the same value" })
    #expect(found.contains { $0.finding.hasPrefix("salary cannot be nil") })
  }

  @Test func manyValuesThatShouldBeUniqueAreNamedOnceEach() throws {
    let fixture = try fixture()
    fixture.store.close()
    try fixture.other.run(
      """
      CREATE TABLE t AS SELECT * FROM Person; DROP TABLE Person; ALTER TABLE t RENAME TO Person;
      DELETE FROM Person;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
        INSERT INTO Person(id, name) SELECT i, 'Ann' FROM n
      """)
    let found = try openStore(.file(fixture.place.path)).check()
    expectEqual(
      found.count { $0.finding == "name is unique, but Person/1 has the same value" }, 199)
    #expect(!found.contains { $0.finding.hasPrefix("name is unique, but Person/2 ") })
  }

  @Test func aTableOrColumnThatIsGoneStopsWriting() throws {
    let fixture = try fixture()
    try dropTriggers(fixture)
    try fixture.other.run("ALTER TABLE Person DROP COLUMN weight")
    expectEqual(failure { try fixture.store.new(person("Cid")) }?.message.contains("weight"), true)
    #expect(try fixture.store.check().contains { $0.finding.contains("has changed the table") })
    try fixture.other.run("DROP TABLE Person")
    expectEqual(failure { try fixture.store.new(person("Cid")) }?.kind, .refused)
    #expect(try fixture.store.check().contains { $0.finding.contains("removed the table") })
    #expect(!fixture.store.journal.isInTransaction)
  }

  @Test(arguments: [
    ("UPDATE wb_change SET new = 40 WHERE seq = 3", "Person/1", "age"),
    ("UPDATE wb_change SET new = 42.0 WHERE seq = 10", "Person/1", "age"),
    ("UPDATE wb_change SET old = 'x' WHERE seq = 10", "Person/1", "age"),
    ("UPDATE wb_change SET rec = 2 WHERE seq = 10", "Person/2", "age"),
  ])
  func anEditedChangeIsFound(sql: String, record: String, property: String) throws {
    let fixture = try fixture()
    try expectEqual(
      fixture.other.rows("SELECT rec, new FROM wb_change WHERE seq IN (3, 11)").count, 2)
    let sql = sql.replacing("seq = 10", with: "seq = 11")
    try fixture.other.run(keepers + sql)
    let found = try fixture.store.check()
    #expect(found.contains { $0.record?.description == record && $0.property == property })
    #expect(found.contains { $0.finding.contains("unknown program") })
    #expect(found.contains { $0.finding.contains("the trigger wb_keep_update") })
  }

  @Test func aRemovedChangeIsFound() throws {
    for number in [1, 5, 11] {
      let fixture = try fixture()
      try fixture.other.run(keepers + "DELETE FROM wb_change WHERE seq = \(number)")
      #expect(try fixture.store.check().contains { $0.transaction != nil }, "\(number)")
    }
  }

  @Test func anEditedTransactionIsFound() throws {
    for sql in [
      "UPDATE wb_tx SET n = NULL WHERE id = 2", "UPDATE wb_tx SET n = 3 WHERE id = 2",
      "DELETE FROM wb_tx WHERE id = 3", "UPDATE wb_tx SET ts = 0 WHERE id = 3",
      "UPDATE wb_tx SET lo = 2 WHERE id = 2", "DELETE FROM wb_def WHERE seq = 2",
    ] {
      let fixture = try fixture()
      try fixture.other.run(sql)
      #expect(try fixture.store.check() != [], "\(sql)")
    }
  }

  @Test func anOpenTransactionOfSomebodyIsFoundAndDoesNotStopUs() throws {
    let fixture = try fixture()
    try fixture.other.run("UPDATE wb_tx SET n = NULL WHERE id = 4")
    try expectEqual(
      fixture.store.check(), [IntegrityIssue("the transaction was never ended", transaction: 4)])
    try fixture.store.new(person("Cid"))
    try expectEqual(fixture.store.check(), [])
  }

  @Test func amissingIndexRowIsFound() throws {
    let fixture = try fixture()
    try fixture.other.run("UPDATE wb_state SET v = 2 WHERE k = 'indexed'")
    try expectEqual(fixture.store.check().count, 2)
    try fixture.other.run("INSERT INTO wb_idx SELECT rec, prop, seq FROM wb_change WHERE seq <= 2")
    try expectEqual(fixture.store.check(), [])
    try fixture.other.run("INSERT INTO wb_idx VALUES (77, 77, 77)")
    try expectEqual(fixture.store.check().count, 1)
  }

  @Test(arguments: [
    ("age = 151", "age"), ("nick = ''", "nick"), ("active = 7", "active"), ("name = ''", "name"),
    ("salary = 1.123", "salary"), ("balance = 'junk'", "balance"), ("weight = 9e999", "weight"),
    ("nick = '123456789012345678901'", "nick"), ("salary = 123456789012", "salary"),
  ])
  func aValueThatBreaksARuleIsFound(assignment: String, property: String) throws {
    let fixture = try fixture()
    try fixture.other.run(
      "PRAGMA ignore_check_constraints = ON; UPDATE Person SET \(assignment) WHERE id = 1")
    let found = try fixture.store.check()
    #expect(found.contains { $0.record == fixture.ann && $0.property == property })
  }

  @Test func aCheckInsideATransactionSeesItsWork() throws {
    let fixture = try fixture()
    let tx = try fixture.store.begin(TransactionEntry())
    try fixture.store.new(person("Cid"))
    try expectEqual(fixture.store.check(), [])
    try expectEqual(fixture.store.history.log(limit: nil).count, 4)
    try tx.commit()
    try expectEqual(fixture.store.check(), [])
  }
}

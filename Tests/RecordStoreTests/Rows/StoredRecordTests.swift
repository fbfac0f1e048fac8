import Foundation
import RecordStore
import Records
import TestSupport
import Testing

@Suite struct StoredRecordTests {
  @Test func aRecordIsReadBackAsItWasCreated() throws {
    let store = try personStore()
    let values = person(
      "Ann", age: 41, salary: "1234.5", weight: 0.1, code: 7, nick: "é",
      balance: "12345678901234567890.1234")
    let id = try store.new(values)
    expectEqual(id.number, 1)
    try expectEqual(store.queries.values(of: id), values)
    try expectEqual(store.queries.find("Person", key: .text("Ann")), 1)
    #expect(try store.queries.find("Person", key: .text("ann")) == nil)
    #expect(try store.queries.values(of: RecordID("Person", 2)) == nil)
  }

  @Test func anUpdateChangesWhatItNames() throws {
    let store = try personStore()
    let id = try store.new(person("Ann", age: 41))
    try store.set(id, ["age": .integer(42), "nick": .text("A")])
    try expectEqual(store.queries.values(of: id), person("Ann", age: 42, nick: "A"))
    try store.set(id, ["age": Value?.none])
    try expectEqual(store.queries.values(of: id), person("Ann", nick: "A"))
    try store.write(TransactionEntry()) { tx in try tx.delete(id) }
    #expect(try store.queries.values(of: id) == nil)
  }

  @Test func decimalsOfCentsAreExact() throws {
    let store = try personStore()
    let id = try store.new(person("Ann"))
    var wrong: [String] = []
    try store.write(TransactionEntry()) { tx in
      let step = Seeded.isLong ? 12_345_67 : 123_456_71
      for cents in stride(from: -99_999_999_99, through: 99_999_999_99, by: step) {
        let text =
          "\(cents < 0 ? "-" : "")\(abs(cents) / 100).\(abs(cents) / 10 % 10)\(abs(cents) % 10)"
        let value = ExactDecimal(text).map { Value.decimal($0) }
        try tx.update(id, ["salary": value])
        if try store.queries.values(of: id)?[2] != value { wrong.append(text) }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test func aTakenKeyIsNamedWithItsRecord() throws {
    let store = try personStore()
    try store.new(person("Ann", code: 5))
    let bob = try store.new(person("Bob"))
    let creating = failure { try store.new(person("Ann")) }
    expectEqual(creating?.kind, .conflict)
    expectEqual(creating?.message, "name \"Ann\" is taken by Person/1")
    let setting = failure { try store.set(bob, ["code": .integer(5)]) }
    expectEqual(setting?.message, "code 5 is taken by Person/1")
    let both = failure { try store.set(bob, ["code": .integer(5), "age": .integer(3)]) }
    expectEqual(both?.message, "code 5 is taken by Person/1")
    try expectEqual(store.queries.values(of: bob), person("Bob"))
    try expectEqual(store.check(), [])
  }

  @Test func namesThatAreNotThereAreErrors() throws {
    let store = try personStore()
    let id = try store.new(person("Ann"))
    expectEqual(failure { try store.set(id, ["agee": .integer(1)]) }?.kind, .name)
    expectEqual(failure { try store.set(RecordID("Person", 9), ["age": .integer(1)]) }?.kind, .name)
    expectEqual(
      failure { try store.set(RecordID("Person", 9), ["age": .integer(1), "nick": Value?.none]) }?
        .kind, .name)
    expectEqual(
      failure { _ = try store.queries.values(of: RecordID("Persn", 1)) }?.candidates, ["Person"])
    expectEqual(
      failure {
        try store.write(TransactionEntry()) { tx in try tx.delete(RecordID("Person", 9)) }
      }?
      .message, "there is no Person/9")
  }

  @Test func aTransactionThatHasEndedIsRefused() throws {
    let store = try personStore()
    let tx = try store.begin(TransactionEntry())
    _ = try tx.write.create("Person", person("Ann"))
    try tx.commit()
    expectEqual(failure { _ = try tx.write.create("Person", person("Bob")) }?.kind, .refused)
    expectEqual(failure { try tx.commit() }?.kind, .refused)
    try expectEqual(store.queries.count("Person", where: nil), 1)
  }

  @Test func aTransactionThatIsDiscardedIsRolledBack() throws {
    let store = try personStore()
    do {
      let tx = try store.begin(TransactionEntry())
      _ = try tx.write.create("Person", person("Ann"))
    }
    #expect(!store.journal.isInTransaction)
    try expectEqual(store.queries.count("Person", where: nil), 0)
  }

  @Test func namesThatMeanSomethingInSQLAreOnlyNames() throws {
    let place = try Place()
    let store = try openStore(.file(place.path))
    try store.write(TransactionEntry(.schema)) { tx in try tx.define(try awkwardType()) }
    let values: [Value?] = [.text("x"), .text("y"), .integer(3), .text("it's"), .double(1)]
    let id = try store.write(TransactionEntry()) { tx in
      RecordID("new", try tx.create("new", values))
    }
    try store.set(id, ["old": .text("z"), "a \"b\" c": .text("\"")])
    let other = try Foreigner(place.path)
    try other.run("INSERT OR REPLACE INTO \"new\"(\"old\") VALUES ('z')")
    #expect(try store.queries.values(of: id) == nil)
    try expectEqual(store.check(), [])
    _ = try store.undoEngine.undo(to: 3, entry: TransactionEntry(.undo))
    _ = try store.undoEngine.undo(to: 2, entry: TransactionEntry(.undo))
    try expectEqual(store.queries.values(of: id), values)
    try expectEqual(store.check(), [])
  }

  @Test func aListCanHoldRecordsOfItsOwnersType() throws {
    let type = try RecordType(
      "Node", [Property("name", .text), Property("items", .records(of: "Node"), listRole: .owns)])
    let store = try openStore(
      .memory, definitions: DeclaredTypes([type]), actor: "ann", clock: TestClock().tick)
    try store.write(TransactionEntry()) { tx in
      try tx.define(type)
      for name in ["a", "b", "c"] { _ = try tx.create("Node", [.text(name), .list([])]) }
      let root = Store.ListPlace(RecordID("Node", 1), "items")
      try tx.insert(RecordID("Node", 3), in: root)
      try tx.insert(RecordID("Node", 2), in: root)
    }
    let items = [RecordID("Node", 3), RecordID("Node", 2)].map(Value.reference)
    try expectEqual(store.queries.values(of: RecordID("Node", 1)), [.text("a"), .list(items)])
    try expectEqual(store.queries.values(of: RecordID("Node", 2)), [.text("b"), .list([])])
  }
}

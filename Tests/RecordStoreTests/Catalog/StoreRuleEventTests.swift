import RecordStore
import Records
import TestSupport
import Testing

@Suite struct StoreRuleEventTests {
  private let ann = RecordID("Person", 1)

  @Test func aRuleIsWrittenWithItsEventsInTheirOrder() {
    expectEqual(older.definition, "rule Person.older on change : age >= old.age")
    expectEqual(cheap.definition, "rule Person.cheap on change deferred : fee <= old.fee")
    expectEqual(kept.definition, "rule Person.kept on create, delete : age < 18")
  }

  @Test func eachPartIsComparedWithTheRecordBeforeIt() throws {
    let store = try workerStore()
    try store.define(older)
    try store.new(worker("Ann", age: 12))
    let words = "Person/1 breaks older: age is 11, old.age is 12"
    expectEqual(failure { try store.set(ann, ["age": .integer(11)]) }?.message, words)
    let tx = try store.begin(TransactionEntry())
    try store.set(ann, ["age": .integer(20)])
    expectEqual(
      failure { try store.set(ann, ["age": .integer(15)]) }?.message,
      "Person/1 breaks older: age is 15, old.age is 20")
    try store.set(ann, ["fee": decimal("1")])
    try tx.commit()
    try expectEqual(store.queries.values(of: ann), worker("Ann", age: 20, fee: "1"))
    expectEqual(
      failure { _ = try store.undoEngine.undo() }?.message,
      "Person/1 breaks older: age is 12, old.age is 20")
  }

  @Test func aCommitThatBreaksADeferredRuleFailsAndCanBeCorrected() throws {
    let store = try workerStore()
    try store.define(cheap)
    try store.new(worker("Ann", fee: "2"))
    let tx = try store.begin(TransactionEntry())
    try store.set(ann, ["fee": decimal("3")])
    try store.set(ann, ["fee": decimal("2.50")])
    for _ in 0..<2 {
      expectEqual(
        failure { try tx.commit() }?.message, "Person/1 breaks cheap: fee is 2.50, old.fee is 2.00")
      #expect(store.journal.isInTransaction)
    }
    try store.set(ann, ["fee": decimal("1")])
    try tx.commit()
    try expectEqual(store.queries.values(of: ann), worker("Ann", fee: "1"))
  }

  @Test func newAndDeletedRecordsAreJudgedAndPresentOnesAreNot() throws {
    let store = try workerStore()
    try store.new(worker("Ann", age: 30))
    try store.define(kept)
    if !isOnCluster { try expectEqual(store.check(), []) }
    try store.set(ann, ["age": .integer(31)])
    expectEqual(
      failure { try store.new(worker("Bob", age: 20)) }?.message, "Person/2 breaks kept: age is 20")
    expectEqual(
      failure { try store.delete(record: ann) }?.message, "Person/1 breaks kept: age is 31")
    try store.set(ann, ["age": .integer(3)])
    try store.delete(record: ann)
    // The record comes back as it was.
    _ = try store.undoEngine.undo()
    try expectEqual(store.queries.values(of: ann), worker("Ann", age: 3))
  }
}

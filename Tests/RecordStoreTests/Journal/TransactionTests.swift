import Foundation
import RecordStore
import Records
import TestSupport
import Testing

@Suite struct TransactionTests {
  struct Stop: Error {}

  @Test func aCommandIsOneEntryOfTheLog() throws {
    let store = try personStore()
    let entry = TransactionEntry(
      command: "new Person name=\"Ann\"", source: "a.wb:3", reason: "because")
    try store.write(entry) { tx in _ = try tx.create("Person", person("Ann", age: 3)) }
    let log = try store.history.log(limit: nil)
    expectEqual(log.map(\.transaction), [2, 1])
    #expect(log[0].command == "new Person name=\"Ann\"" && log[0].source == "a.wb:3")
    #expect(log[0].reason == "because" && log[0].actor == "ann" && log[0].kind == .edit)
    expectEqual(log[0].changes, 5)
    #expect(log[1].kind == .schema && log[1].changes == 9)
    let history = try store.history.changes(of: .record(RecordID("Person", 1)))
    #expect(history.map(\.source).allSatisfy { $0 == "a.wb:3" })
  }

  @Test func aCommandThatFailsLeavesNothing() throws {
    let store = try personStore()
    #expect(throws: Stop.self) {
      try store.write(TransactionEntry()) { tx in
        _ = try tx.create("Person", person("Ann"))
        throw Stop()
      }
    }
    #expect(try store.queries.values(of: RecordID("Person", 1)) == nil)
    try expectEqual(store.history.log(limit: nil).count, 1)
    #expect(!store.journal.isInTransaction)
  }

  @Test func aCommandThatChangesNothingIsNoTransaction() throws {
    let store = try personStore()
    let id = try store.new(person("Ann", age: 3))
    try store.set(id, ["age": .integer(3)])
    try store.set(id, ["age": .integer(3), "nick": Value?.none])
    try store.write(TransactionEntry()) { _ in }
    try store.write(TransactionEntry()) { tx in try tx.define(try personType()) }
    try expectEqual(store.history.log(limit: nil).count, 2)
    let tx = try store.begin(TransactionEntry())
    #expect(try tx.commit(reason: "nothing") == nil)
    try expectEqual(store.check(), [])
  }

  @Test func commandsOfATransactionAreItsLines() throws {
    let store = try personStore()
    let tx = try store.begin(TransactionEntry(reason: "first"))
    let id = try store.new(person("Ann"), command: "new")
    try store.set(id, ["age": .integer(3)], command: "set 3")
    #expect(throws: Stop.self) {
      try store.write(TransactionEntry(command: "broken")) { tx in
        try tx.update(id, ["age": .integer(4)])
        throw Stop()
      }
    }
    try store.set(id, ["age": .integer(3)], command: "set nothing")
    try store.set(id, ["age": .integer(5)], command: "set 5")
    #expect(store.journal.isInTransaction)
    try expectEqual(tx.commit(reason: "second"), 2)
    let entry = try #require(try store.history.log(limit: 1).first)
    expectEqual(entry.command, "new\nset 3\nset 5")
    expectEqual(entry.reason, "second")
    try expectEqual(store.undoEngine.undo().map(\.command), ["new\nset 3\nset 5"])
    #expect(try store.queries.values(of: id) == nil)
    try expectEqual(store.check(), [])
  }

  @Test func aRollbackTakesATypeBackToo() throws {
    let store = try personStore()
    let tx = try store.begin(TransactionEntry(.schema))
    try tx.write.define(try awkwardType())
    #expect(throws: Stop.self) {
      try store.write(TransactionEntry()) { tx in
        try tx.define(try RecordType("Third", []))
        throw Stop()
      }
    }
    expectEqual(store.schema.types.map(\.name), ["Person", "new"])
    try tx.rollback()
    expectEqual(store.schema.types.map(\.name), ["Person"])
    try expectEqual(store.check(), [])
    try store.write(TransactionEntry(.schema)) { tx in try tx.define(try awkwardType()) }
    expectEqual(store.schema.types.map(\.name), ["Person", "new"])
    try expectEqual(store.check(), [])
  }

  @Test func aTypeWithoutPropertiesHasRecords() throws {
    let store = try personStore()
    let empty = try RecordType("Empty", [])
    try store.write(TransactionEntry(.schema)) { tx in try tx.define(empty) }
    try store.write(TransactionEntry()) { tx in
      let number = try tx.create("Empty", [])
      expectEqual(number, 1)
    }
    try expectEqual(store.queries.values(of: RecordID("Empty", 1)), [])
    _ = try store.undoEngine.undo()
    #expect(try store.queries.values(of: RecordID("Empty", 1)) == nil)
    try expectEqual(store.check(), [])
  }

  @Test func aDifferentDefinitionIsRefusedByItsFirstDifference() throws {
    let store = try personStore()
    func defining(_ type: RecordType) -> StoreError? {
      failure { try store.write(TransactionEntry(.schema)) { tx in try tx.define(type) } }
    }
    let properties = try personType().properties
    var changed = properties
    changed[1].range = nil
    let cases: [(RecordType, String)] = [
      (
        try RecordType("Person", changed),
        "Person is already defined differently: it has age: Integer? in 0...150"
      ),
      (
        try RecordType("Person", properties + [Property("shoe", .integer)]),
        "Person is already defined differently: it has no property shoe"
      ),
      (
        try RecordType("Person", properties.dropLast()),
        "Person is already defined differently: it also has balance: Decimal(integer: 20, fraction: 4)?"
      ),
      (
        try RecordType("Person", properties.reversed()),
        "Person is already defined differently: its properties are in another order: "
          + "name, age, salary, weight, active, code, nick, balance"
      ),
      (try RecordType("PERSON", properties), "PERSON differs from Person only in case"),
    ]
    for (type, message) in cases {
      expectEqual(defining(type)?.kind, .refused)
      expectEqual(defining(type)?.message, message)
    }
    try expectEqual(store.history.log(limit: nil).count, 1)
  }

  @Test func atATableOfAnotherProgramNoTypeIsDefined() throws {
    let place = try Place()
    let store = try openStore(.file(place.path))
    try Foreigner(place.path).run("CREATE TABLE person(x)")
    let error = failure {
      try store.write(TransactionEntry(.schema)) { tx in try tx.define(try personType()) }
    }
    expectEqual(error?.kind, .refused)
    #expect(store.schema.types.isEmpty && !store.journal.isInTransaction)
  }

  @Test func anActorCannotPassForAnotherProgram() throws {
    let store = try personStore()
    store.journal.actor = "(another program)"
    expectEqual(failure { try store.new(person("Ann")) }?.kind, .refused)
    store.journal.actor = "bob"
    try store.new(person("Ann"))
    try expectEqual(store.history.log(limit: 1)[0].actor, "bob")
  }

  @Test func refreshTellsWhatOthersCommitted() throws {
    let place = try Place()
    let store = try openStore(.file(place.path))
    let second = try openStore(.file(place.path), actor: "bob")
    #expect(try !store.journal.refresh())
    try second.write(TransactionEntry(.schema)) { tx in try tx.define(try personType()) }
    #expect(store.schema.types.isEmpty)
    #expect(try store.journal.refresh())
    expectEqual(store.schema.types.map(\.name), ["Person"])
    try store.new(person("Ann"))
    #expect(try !store.journal.refresh())
    #expect(try second.journal.refresh())
    try second.set(RecordID("Person", 1), ["age": .integer(3)])
    #expect(try store.journal.refresh())
    try expectEqual(store.queries.values(of: RecordID("Person", 1))?[1], .integer(3))
    try expectEqual(store.check(), [])
  }

  @Test func twoStoresDefineTheSameTypeOnce() throws {
    let place = try Place()
    let first = try openStore(.file(place.path))
    let second = try openStore(.file(place.path))
    for store in [first, second] {
      try store.write(TransactionEntry(.schema)) { tx in try tx.define(try personType()) }
      try store.new(person(store === first ? "Ann" : "Bob"))
    }
    try expectEqual(first.history.log(limit: nil).count, 3)
    try expectEqual(first.check(), [])
  }

  @Test func aClosedStoreRefusesEverything() throws {
    let store = try personStore()
    store.close()
    #expect(failure { _ = try store.queries.values(of: RecordID("Person", 1)) } != nil)
    expectEqual(failure { _ = try store.begin(TransactionEntry()) }?.kind, .refused)
    expectEqual(failure { _ = try store.history.log(limit: 1) }?.kind, .refused)
  }

  @Test func anInterruptedCheckLeavesTheStoreAsItWas() throws {
    let store = try personStore()
    try store.write(TransactionEntry()) { tx in
      for number in 0..<500 { _ = try tx.create("Person", person("P\(number)")) }
    }
    store.isInterrupted = Interruption(at: 1).asked
    expectEqual(failure { _ = try store.check() }?.kind, .interrupted)
    #expect(!store.journal.isInTransaction)
    try expectEqual(store.check(), [])
  }

  /// SQLite itself would roll back the whole transaction with an interrupted statement.
  @Test(arguments: 1...25)
  func anInterruptionTakesBackItsCommandAndLeavesTheTransactionOpen(look: Int) throws {
    let store = try personStore()
    let tx = try store.begin(TransactionEntry())
    try store.write(TransactionEntry()) { tx in _ = try tx.create("Person", person("Ann")) }
    let interruption = Interruption(at: look)
    store.isInterrupted = interruption.asked
    let error = failure {
      try store.write(TransactionEntry()) { tx in
        for number in 0..<100 {
          _ = try tx.create("Person", person("P\(number)"))
          try tx.update(RecordID("Person", 1), ["name": .text("Ann \(number)")])
        }
      }
    }
    #expect(interruption.looks >= look)
    expectEqual(error?.kind, .interrupted)
    #expect(store.journal.isInTransaction)
    try tx.commit()
    try expectEqual(store.value("count(Person)"), .integer(1))
    try expectEqual(store.queries.values(of: RecordID("Person", 1))?[0], .text("Ann"))
    try expectEqual(store.check(), [])
  }
}

private final class Interruption {
  private(set) var looks = 0
  private let look: Int

  init(at look: Int) {
    self.look = look
  }

  func asked() -> Bool {
    looks += 1
    return looks == look
  }
}

@Suite struct ClockTests {
  @Test(arguments: [253_402_300_800_000, -62_135_596_800_001, .max, .min])
  func aClockOutsideOfTheCalendarStoresNothing(now: Int) throws {
    let clock = TestClock()
    let store = try personStore(.memory, clock: clock)
    (clock.now, clock.step) = (now, 0)
    let error = failure { try store.new(person("Ann")) }
    expectEqual(
      error?.message,
      "the clock is outside the years 1 to 9999; set the clock")
    expectEqual(error?.kind, .refused)
    (clock.now, clock.step) = (253_402_300_799_999, 0)
    if isOnCluster {
      let error = failure { try store.new(person("Bob")) }
      #expect(error?.message.contains("ahead of the leader's") == true)
    } else {
      try store.new(person("Bob"))
    }
    try expectEqual(store.check(), [])
  }
}

import Foundation
import RecordStore
import Records
import TestSupport
import Testing

@Suite struct StoreHistoryTests {
  @Test func theHistoryOfARecordTellsItsLife() throws {
    let clock = TestClock()
    let store = try personStore(clock: clock)
    let id = try store.new(person("Ann", salary: "1.5"))
    store.journal.actor = "bob"
    try store.set(id, ["salary": ExactDecimal("2.25").map { .decimal($0) }])
    try store.write(TransactionEntry(reason: "gone")) { tx in try tx.delete(id) }
    let entries = try store.history.changes(of: .record(id))
    expectEqual(entries.map(\.change), Array(1...9))
    expectEqual(
      entries.map { "\($0.transaction) \($0.actor) \($0.event.rawValue) \($0.property ?? "")" },
      [
        "2 ann create ", "2 ann set name", "2 ann set salary", "2 ann set active",
        "3 bob set salary", "4 bob set name", "4 bob set salary", "4 bob set active",
        "4 bob delete ",
      ])
    #expect(entries[0].old == nil && entries[0].new == .integer(1))
    expectEqual(entries[4].old, ExactDecimal("1.5").map { .decimal($0) })
    expectEqual(entries[4].new, ExactDecimal("2.25").map { .decimal($0) })
    #expect(entries[7].old == .boolean(true) && entries[7].new == nil)
    #expect(entries[8].old == .integer(1) && entries[8].new == nil)
    #expect(entries[8].reason == "gone" && entries[4].at < entries[5].at)
    try expectEqual(store.history.changes(of: .property(id, "age")), [])
    try expectEqual(store.history.changes(of: .property(id, "salary")).map(\.change), [3, 5, 7])
    try expectEqual(store.history.changes(of: .record(RecordID("Person", 9))), [])
    expectEqual(failure { _ = try store.history.changes(of: .property(id, "agee")) }?.kind, .name)
    expectEqual(failure { _ = try store.history.changes(of: .type("person")) }?.kind, .name)
  }

  @Test func aRangeKeepsTheNewest() throws {
    let clock = TestClock()
    let store = try personStore(clock: clock)
    let id = try store.new(person("Ann"))
    for age in 1...9 {
      store.journal.actor = age % 3 == 0 ? "bob" : "ann"
      try store.set(id, ["age": .integer(age)])
    }
    let subject = HistorySubject.property(id, "age")
    func ages(_ range: HistoryRange) throws -> [Value?] {
      try store.history.changes(of: subject, range).map(\.new)
    }
    let all = try store.history.changes(of: subject)
    try expectEqual(ages(HistoryRange(limit: 2)), [.integer(8), .integer(9)])
    try expectEqual(ages(HistoryRange(limit: 0)), [])
    try expectEqual(ages(HistoryRange(actor: "bob")), [.integer(3), .integer(6), .integer(9)])
    try expectEqual(ages(HistoryRange(actor: "bob", limit: 1)), [.integer(9)])
    try expectEqual(ages(HistoryRange(actor: "nobody")), [])
    try expectEqual(
      ages(HistoryRange(since: .time(all[3].at), until: .time(all[4].at))),
      [
        .integer(4), .integer(5),
      ])
    try expectEqual(
      ages(HistoryRange(since: .time(all[3].at + 1), until: .time(all[4].at - 1))), [])
    try expectEqual(ages(HistoryRange(until: .time(all[1].at - 1))), [.integer(1)])
    try expectEqual(ages(HistoryRange(since: .time(.max))), [])
    try expectEqual(ages(HistoryRange(since: .time(.min), until: .time(.max))).count, 9)
    let bob = try store.new(person("Bob"))
    let some = try store.history.changes(
      of: .type("Person"), HistoryRange(limit: 3, records: [bob.number]))
    expectEqual(some.map(\.property), ["name", "salary", "active"])
  }

  @Test func readersAgreeWithAndWithoutTheIndex() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    var ids: [RecordID] = []
    try store.write(TransactionEntry()) { tx in
      for number in 0..<700 {
        ids.append(RecordID("Person", try tx.create("Person", person("P\(number)", age: 1))))
      }
    }
    // Enough changes that the next transactions fill the index.
    for age in 2...12 {
      try store.write(TransactionEntry()) { tx in
        for id in ids { try tx.update(id, ["age": .integer(age)]) }
      }
    }
    try store.set(ids[5], ["nick": .text("x")])
    let other = try Foreigner(place.path)
    let indexed = try other.rows("SELECT v FROM wb_state WHERE k = 'indexed'")
    #expect(indexed != [["0"]])
    try expectEqual(other.rows("SELECT count(*) FROM wb_idx"), indexed)
    let subjects: [HistorySubject] = [.record(ids[5]), .property(ids[5], "age"), .record(ids[699])]
    func read() throws -> [[HistoryEntry]] {
      try subjects.map { try store.history.changes(of: $0) }
    }
    let before = try read()
    expectEqual(before[0].count, 17)
    try expectEqual(store.check(), [])
    try other.run("DELETE FROM wb_idx; UPDATE wb_state SET v = 0 WHERE k = 'indexed'")
    try expectEqual(read(), before)
    try expectEqual(store.check(), [])
    let half = "(SELECT max(seq) / 2 FROM wb_change)"
    try other.run(
      """
      INSERT INTO wb_idx SELECT rec, prop, seq FROM wb_change WHERE seq <= \(half);
      UPDATE wb_state SET v = \(half) WHERE k = 'indexed'
      """)
    try expectEqual(read(), before)
    try expectEqual(store.check(), [])
    // Closing completes the index.
    try other.run("DELETE FROM wb_idx; UPDATE wb_state SET v = 0 WHERE k = 'indexed'")
    store.close()
    try expectEqual(
      other.rows("SELECT count(*) FROM wb_idx"), other.rows("SELECT max(seq) FROM wb_change"))
    let again = try openStore(.file(place.path))
    try expectEqual(again.check(), [])
    // A number far away, which another program has chosen.
    try other.run(
      """
      DELETE FROM wb_idx; UPDATE wb_state SET v = 0 WHERE k = 'indexed';
      INSERT INTO wb_change SELECT seq + 4000000000000, tx, rec, prop, old, new FROM wb_change
      WHERE seq = 1
      """)
    try again.set(ids[5], ["nick": .text("y")])
    again.close()
    try expectEqual(
      other.rows("SELECT count(*) FROM wb_idx"), other.rows("SELECT count(*) FROM wb_change"))
  }

  @Test func aPropertyOfAnotherKindIsShownAsItIsStored() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let id = try store.new(person("Ann"))
    let other = try Foreigner(place.path)
    try other.run("PRAGMA ignore_check_constraints = ON; UPDATE Person SET active = 7")
    try expectEqual(store.history.changes(of: .property(id, "active")).last?.new, .integer(7))
    try expectEqual(store.queries.values(of: id)?[4], .integer(7))
  }

  @Test func aChangeThatIsNotIndexedYetIsFoundWhoeverMadeOrTookItBack() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let other = try openStore(.file(place.path), actor: "bob")
    let ann = try store.new(person("Ann", age: 1))
    let bob = try store.new(person("Bob", age: 1))
    func ages(_ id: RecordID) throws -> [Value?] {
      try store.history.changes(of: .property(id, "age")).map(\.new)
    }
    try expectEqual(ages(ann), [.integer(1)])
    let tx = try store.begin(TransactionEntry())
    try tx.write.update(ann, ["age": .integer(2)])
    try expectEqual(ages(ann), [.integer(1), .integer(2)])
    try tx.rollback()
    try expectEqual(ages(ann), [.integer(1)])
    // New changes reuse the numbers of those that were rolled back.
    try store.set(bob, ["age": .integer(3)])
    try other.set(ann, ["age": .integer(4)])
    try expectEqual(ages(ann), [.integer(1), .integer(4)])
    try expectEqual(ages(bob), [.integer(1), .integer(3)])
    #expect(
      try store.history.blame(ann).contains { $0.property == "age" && $0.value == .integer(4) })
    store.journal.groupsTransactions = true
    try store.set(ann, ["age": .integer(5)])
    try expectEqual(ages(ann), [.integer(1), .integer(4), .integer(5)])
    try store.journal.endGroup()
    try store.set(ann, ["age": .integer(6)])
    try expectEqual(ages(ann), [.integer(1), .integer(4), .integer(5), .integer(6)])
  }
}

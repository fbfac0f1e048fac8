import RecordStore
import Records
import TestSupport
import Testing

@Suite struct ActorTests {
  private struct Stop: Error {}

  @Test func whoBeganWithAChangeOfNothingIsCreditedWithWhatFollows() throws {
    let place = try Place()
    let ann = try personStore(.file(place.path)).new(person("Ann", age: 1))
    let eve = try openStore(.file(place.path), actor: "eve")
    eve.journal.groupsTransactions = true
    try eve.set(ann, ["age": .integer(1)])
    try eve.set(ann, ["age": .integer(2)])
    try eve.journal.endGroup()
    let zoe = try openStore(.file(place.path), actor: "zoe")
    try zoe.set(ann, ["age": .integer(3)])
    try expectEqual(zoe.history.log(limit: 2).map(\.actor), ["zoe", "eve"])
    try expectEqual(zoe.check(), [])
  }

  @Test func whoIsForgottenByACompactionOfAnotherIsNamedAgain() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let ann = try store.new(person("Ann", age: 1))
    let eve = try openStore(.file(place.path), actor: "eve")
    try eve.set(ann, ["age": .integer(2)])
    try store.set(ann, ["age": .integer(3)])
    _ = try store.undoEngine.compact(before: 4, TransactionEntry(.compact))
    try eve.set(ann, ["age": .integer(4)])
    try openStore(.file(place.path), actor: "zoe").set(ann, ["age": .integer(5)])
    try expectEqual(store.history.log(limit: 3).map(\.actor), ["zoe", "eve", "ann"])
  }

  @Test(arguments: 0..<(Seeded.isLong ? 6 : 2))
  func everyTransactionIsCreditedToWhoMadeIt(number: Int) throws {
    let seed = Seeded.seed &+ UInt64(number)
    var random = Seeded(seed: seed)
    let place = try Place()
    // The maker has left, so nobody undoes these transactions.
    let maker = try personStore(.file(place.path), actor: "max")
    let ids = try (1...3).map { try maker.new(person("P\($0)", age: 0), command: "max") }
    maker.close()
    let first = try openStore(.file(place.path))
    let stores = [first, try openStore(.file(place.path), actor: "bob")]
    for _ in 0..<80 {
      let store = stores[random.below(2)]
      store.journal.groupsTransactions = random.below(4) > 0
      for _ in 0..<(1 + random.below(4)) {
        if random.below(6) == 0 {
          store.journal.actor = ["ann", "bob", "eve", "zoe"][random.below(4)]
        }
        try act(of: store, on: ids[random.below(3)], &random)
      }
      try store.journal.endGroup()
      // Forgets earlier transactions, and actors that made nothing else.
      if random.below(10) == 0 {
        let newest = try #require(try store.history.log(limit: 1).first).transaction
        _ = try? store.undoEngine.compact(
          before: newest - random.below(2), TransactionEntry(.compact, command: store.journal.actor)
        )
      }
      for entry in try store.history.log(limit: nil) where entry.kind != .schema {
        expectEqual(entry.actor, entry.command, "#\(entry.transaction), seed \(seed)")
      }
    }
    try expectEqual(first.check(), [], "seed \(seed)")
  }

  private func act(of store: Store, on id: RecordID, _ random: inout Seeded) throws {
    let entry = TransactionEntry(command: store.journal.actor)
    let age = Value.integer(random.below(3))
    let fails = random.below(4) == 0
    switch random.below(5) {
    case 0:
      try store.writeOne(entry) { tx throws(StoreError) in try tx.update(id, "age", to: age) }
    case 1:
      _ = try? store.undoEngine.undo(
        1, entry: TransactionEntry(.undo, command: store.journal.actor))
    case 2 where !store.journal.isInTransaction:
      let tx = try store.begin(entry)
      try tx.write.update(id, ["age": age])
      if fails { try tx.rollback() } else { try tx.commit() }
    default:
      do {
        try store.write(entry) { tx in
          try tx.update(id, ["age": age])
          if fails { throw Stop() }
        }
      } catch is Stop {}
    }
  }
}

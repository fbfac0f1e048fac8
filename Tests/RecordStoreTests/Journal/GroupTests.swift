import Foundation
import RecordStore
import Records
import TestSupport
import Testing

@Suite struct GroupTests {
  private func grouping(_ place: Place) throws -> Store {
    let store = try personStore(.file(place.path))
    store.journal.groupsTransactions = true
    return store
  }

  @Test func anotherProgramSeesThemWhenTheGroupEnds() throws {
    let place = try Place()
    let store = try grouping(place)
    let other = try openStore(.file(place.path), actor: "bob")
    let ann = try store.new(person("Ann", age: 1))
    try store.set(ann, ["age": .integer(2)])
    #expect(store.journal.isGroupOpen)
    #expect(try other.queries.values(of: ann) == nil)
    try store.journal.endGroup()
    #expect(!store.journal.isGroupOpen)
    try expectEqual(other.queries.values(of: ann)?[1], .integer(2))
    try expectEqual(store.history.log(limit: nil).map(\.changes), [1, 5, 9])
    try expectEqual(store.check(), [])
  }

  @Test func oneThatFailsTakesNothingBackOfTheOthers() throws {
    let place = try Place()
    let store = try grouping(place)
    let ann = try store.new(person("Ann", age: 1))
    #expect(
      failure {
        try store.write(TransactionEntry()) { tx in
          try tx.update(ann, ["age": .integer(2)])
          try tx.update(ann, ["name": .text("")])
          throw StoreError(.refused, "no")
        }
      } != nil)
    try store.set(ann, ["age": .integer(3)])
    try store.journal.endGroup()
    try expectEqual(store.queries.values(of: ann)?[1], .integer(3))
    try expectEqual(store.history.log(limit: nil).map(\.transaction), [3, 2, 1])
    try expectEqual(store.check(), [])
  }

  @Test func aSingleChangeThatFailsTakesNothingBackOfTheOthers() throws {
    let place = try Place()
    let store = try grouping(place)
    let ann = try store.new(person("Ann", age: 1))
    func set(_ age: Int) throws(StoreError) {
      try store.writeOne(TransactionEntry()) { tx throws(StoreError) in
        try tx.update(ann, "age", to: .integer(age))
      }
    }
    try set(2)
    #expect(failure { try set(999) } != nil)
    try set(2)
    try set(3)
    try expectEqual(store.history.log(limit: nil).map(\.transaction), [4, 3, 2, 1])
    try expectEqual(store.history.log(limit: nil).map(\.changes), [1, 1, 5, 9])
    try store.journal.endGroup()
    try expectEqual(store.queries.values(of: ann)?[1], .integer(3))
    try expectEqual(store.check(), [])
  }

  @Test func aSingleChangeInATransactionIsAPartOfIt() throws {
    let place = try Place()
    let store = try grouping(place)
    let ann = try store.new(person("Ann", age: 1))
    let tx = try store.begin(TransactionEntry())
    for (age, command) in [(2, "two"), (999, "many"), (2, "again"), (3, "three")] {
      _ = failure {
        try store.writeOne(TransactionEntry(command: command)) { tx throws(StoreError) in
          try tx.update(ann, "age", to: .integer(age))
        }
      }
    }
    try tx.commit()
    let entry = try #require(try store.history.log(limit: 1).first)
    expectEqual(entry.changes, 2)
    expectEqual(entry.command, "two\nthree")
    try expectEqual(store.check(), [])
  }

  @Test func aSingleChangeThatIsMoreLosesTheGroupWhereItFails() throws {
    let place = try Place()
    let store = try grouping(place)
    let ann = try store.new(person("Ann", age: 1))
    try store.journal.endGroup()
    try store.set(ann, ["age": .integer(2)])
    expectEqual(
      failure {
        try store.writeOne(TransactionEntry()) { tx throws(StoreError) in
          try tx.update(ann, "age", to: .integer(3))
          throw StoreError(.refused, "no")
        }
      }?.message, "no")
    expectEqual(store.journal.takeLostTransactions(), 1)
    try expectEqual(store.queries.values(of: ann)?[1], .integer(1))
    try store.set(ann, ["age": .integer(4)])
    try store.journal.endGroup()
    try expectEqual(store.check(), [])
  }

  @Test func theChangesOfOneAreCountedBesideWhatTriggersOfOthersWrite() throws {
    let place = try Place()
    let store = try grouping(place)
    let ann = try store.new(person("Ann", age: 1))
    try store.journal.endGroup()
    try Foreigner(place.path).run(
      """
      CREATE TABLE theirs(age);
      CREATE TRIGGER their_own AFTER UPDATE ON Person BEGIN INSERT INTO theirs VALUES(new.age); END
      """)
    for age in 2...4 {
      try store.writeOne(TransactionEntry()) { tx throws(StoreError) in
        try tx.update(ann, "age", to: .integer(age))
      }
    }
    try store.journal.endGroup()
    try expectEqual(store.history.log(limit: 3).map(\.changes), [1, 1, 1])
    try expectEqual(store.check(), [])
  }

  @Test func whatChangesNothingLeavesTheFileToOthers() throws {
    let place = try Place()
    let store = try grouping(place)
    let ann = try store.new(person("Ann", age: 1))
    try store.journal.endGroup()
    try store.set(ann, ["age": .integer(1)])
    #expect(!store.journal.isGroupOpen)
    #expect(failure { try store.set(ann, ["age": .integer(999)]) } != nil)
    #expect(!store.journal.isGroupOpen)
  }

  @Test func beginAndUndoCommitThemFirst() throws {
    let place = try Place()
    let store = try grouping(place)
    let ann = try store.new(person("Ann", age: 1))
    try store.set(ann, ["age": .integer(2)])
    try expectEqual(store.undoEngine.undo(1, entry: TransactionEntry()).map(\.transaction), [3])
    try expectEqual(store.queries.values(of: ann)?[1], .integer(1))
    try store.set(ann, ["age": .integer(4)])
    let tx = try store.begin(TransactionEntry())
    #expect(!store.journal.isGroupOpen)
    try store.set(ann, ["age": .integer(5)])
    try tx.rollback()
    try expectEqual(store.queries.values(of: ann)?[1], .integer(4))
    try expectEqual(store.check(), [])
  }

  @Test(.needsFile) func anErrorAtTheEndLosesAllOfThem() throws {
    let place = try Place()
    let store = try grouping(place)
    let ann = try store.new(person("Ann", age: 1))
    try store.journal.endGroup()
    try store.set(ann, ["age": .integer(2)])
    try store.set(ann, ["age": .integer(3)])
    try store.write(TransactionEntry()) { tx in try tx.addIndex(of: "age", in: "Person") }
    // A file that was moved is not written.
    try FileManager.default.moveItem(atPath: place.path, toPath: place.path + ".away")
    expectEqual(failure { try store.journal.endGroup() }?.kind, .lost)
    expectEqual(store.journal.takeLostTransactions(), 3)
    expectEqual(store.journal.takeLostTransactions(), 0)
    try expectEqual(store.queries.values(of: ann)?[1], .integer(1))
    expectEqual(store.schema.indexes(of: "Person"), [])
  }

  @Test func closingCommitsThem() throws {
    let place = try Place()
    let store = try grouping(place)
    let ann = try store.new(person("Ann", age: 1))
    store.close()
    #expect(try openStore(.file(place.path)).queries.values(of: ann) != nil)
  }

  @Test func theFileTakesWhatWasCommittedAndWaitsForNoReader() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let ann = try store.new(person("Ann", age: 1))
    #expect(try store.journal.checkpoint())
    let other = try Foreigner(place.path)
    try other.run("BEGIN; SELECT count(*) FROM Person")
    try store.set(ann, ["age": .integer(2)])
    #expect(try !store.journal.checkpoint())
    try other.run("COMMIT")
    #expect(try store.journal.checkpoint())
    let tx = try store.begin(TransactionEntry())
    try tx.write.update(ann, ["age": .integer(3)])
    #expect(try store.journal.checkpoint())
    try tx.rollback()
    let copy = try Place()
    try FileManager.default.copyItem(atPath: place.path, toPath: copy.path)
    try expectEqual(
      openStore(.file(copy.path), actor: "cid").queries.values(of: ann)?[1], .integer(2))
  }
}

import RecordStore
import Records
import TestSupport
import Testing

@Suite struct StoreRuleTests {
  private let ann = RecordID("Person", 1)

  @Test func whatWouldLeaveARecordBreakingARuleIsRefusedWithWhatTheRuleSaw() throws {
    let store = try workerStore()
    try store.define(grown())
    try store.new(worker("Ann", age: 12))
    let words = "Person/1 breaks grown, must be 18 to lead: age is 12, boss is 1"
    let error = failure { try store.set(ann, ["boss": .integer(1)]) }
    expectEqual(error?.kind, .rule)
    expectEqual(error?.message, words)
    try expectEqual(store.queries.values(of: ann), worker("Ann", age: 12))
    expectEqual(failure { try store.new(worker("Bob", age: 3, boss: 1)) }?.kind, .rule)
    try expectEqual(store.queries.count("Person", where: nil), 1)
    try store.set(ann, ["boss": .integer(1), "age": .integer(18)])
    expectEqual(failure { try store.set(ann, ["age": .integer(17)]) }?.kind, .rule)
  }

  @Test func aConditionThatComesToNothingIsKept() throws {
    let store = try workerStore()
    try store.define(grown())
    try store.new(worker("Ann", boss: 1))
    try expectEqual(store.check(), [])
  }

  @Test func valuesAreSaidAsCommandsWriteThemAndLongOnesAreCut() throws {
    let store = try workerStore()
    let condition = "fee > 1 and name <> '' and boss is not null"
    try store.define(Rule("paid", of: "Person", condition: condition))
    let error = failure { try store.new(worker("A\"n", fee: "0.5")) }
    expectEqual(
      error?.message, "Person/1 breaks paid: name is \"A\\\"n\", boss is nil, fee is 0.50")
    let name = String(repeating: "x", count: 500)
    let long = failure { try store.new(worker(name)) }
    #expect(long?.message.count ?? 0 < 150)
  }

  @Test func whoIsToBlameIsNamedIfItIsOneProperty() throws {
    let store = try workerStore()
    try store.define(Rule("adult", of: "Person", condition: "age >= 18 and id > 0"))
    expectEqual(failure { try store.new(worker("Ann", age: 3)) }?.property, "age")
  }

  @Test func aStateInTheMiddleOfATransactionMayBreakARule() throws {
    let store = try workerStore()
    try store.define(grown())
    try store.new(worker("Ann", age: 12))
    try store.write(TransactionEntry()) { tx in
      try tx.update(ann, ["boss": .integer(2)])
      try tx.update(ann, ["age": .integer(20)])
    }
    try expectEqual(store.queries.values(of: ann), worker("Ann", age: 20, boss: 2))
  }

  @Test func eachPartOfAnOpenTransactionIsLookedAtByItself() throws {
    let store = try workerStore()
    try store.define(grown())
    try store.new(worker("Ann", age: 12))
    let tx = try store.begin(TransactionEntry())
    expectEqual(failure { try store.set(ann, ["boss": .integer(1)]) }?.kind, .rule)
    try store.set(ann, ["fee": decimal("2")])
    try tx.commit()
    try expectEqual(store.queries.values(of: ann), worker("Ann", age: 12, fee: "2"))
  }

  @Test func aTransactionWithoutPartsIsLookedAtWhenItEndsAndGoesOnIfItCannot() throws {
    let store = try workerStore()
    try store.define(grown())
    let tx = try store.begin(TransactionEntry())
    _ = try tx.write.create("Person", worker("Ann", age: 12, boss: 1))
    // A nested transaction is checked for its own changes only.
    try store.new(worker("Bob"))
    for _ in 0..<2 {
      expectEqual(failure { try tx.commit() }?.kind, .rule)
      #expect(store.journal.isInTransaction)
    }
    try tx.write.update(ann, ["age": .integer(50)])
    try tx.commit()
    try expectEqual(store.queries.count("Person", where: nil), 2)
  }

  @Test func undoAndRedoLeaveNoRuleBroken() throws {
    let store = try workerStore()
    let item = try store.newItem()
    try store.define(Rule("busy", of: "Person", condition: "count(Item) > 0"))
    try store.new(worker("Ann"))
    // Deleting a record checks the records that refer to it.
    let before = try store.history.log(limit: nil)
    expectEqual(failure { try store.delete(record: item) }?.message, "Person/1 breaks busy")
    try expectEqual(store.history.log(limit: nil), before)
    try store.delete(record: ann)
    try store.delete(record: item)
    // Both are undone by one command, and the final state satisfies the rule.
    _ = try store.undoEngine.undo(2, entry: TransactionEntry(.undo))
    try expectEqual(store.queries.values(of: ann), worker("Ann"))
    _ = try store.undoEngine.redo(2, entry: TransactionEntry(.redo))
    #expect(try store.queries.values(of: ann) == nil)
    // The copy's reader does not know the rule.
    if !isOnCluster { try expectEqual(store.check(), []) }
  }

  @Test func aRuleThatOnlyWarnsLetsTheTransactionThroughAndSaysTheSameWords() throws {
    let store = try workerStore()
    try store.define(grown(severity: .warn))
    try store.new(worker("Ann", age: 12, boss: 1))
    let words = "Person/1 breaks grown, must be 18 to lead: age is 12, boss is 1"
    expectEqual(store.journal.warnings.map(\.message), [words])
    expectEqual(store.journal.warnings.map(\.kind), [.rule])
    _ = try store.undoEngine.undo()
    expectEqual(store.journal.warnings, [])
    _ = try store.undoEngine.redo()
    expectEqual(store.journal.warnings.map(\.message), [words])
    try store.newItem()
    expectEqual(store.journal.warnings, [])
    try store.set(ann, ["age": .integer(3)])
    expectEqual(store.journal.warnings, [])
    try store.set(ann, ["age": .integer(30)])
    let tx = try store.begin(TransactionEntry())
    try store.set(ann, ["age": .integer(3)])
    expectEqual(store.journal.warnings, [])
    try tx.commit()
    expectEqual(store.journal.warnings.count, 1)
  }

  @Test func ofManyRecordsThatBreakARuleTheFirstTenAreNamed() throws {
    let store = try workerStore()
    try store.write(TransactionEntry()) { tx in
      for number in 1...12 {
        _ = try tx.create("Person", worker("\(number)", age: 3, boss: 1))
      }
    }
    let named = (1...10).map { "Person/\($0)" }.joined(separator: ", ")
    let words = "12 records break grown, must be 18 to lead: \(named) and 2 more"
    let log = try store.history.log(limit: nil)
    expectEqual(failure { try store.define(grown()) }?.message, words)
    expectEqual(store.schema.rules(of: "Person"), [])
    try expectEqual(store.history.log(limit: nil), log)
    try store.define(grown(severity: .warn))
    expectEqual(store.journal.warnings.map(\.message), [words])
    for age in [30, 4] {
      try store.write(TransactionEntry()) { tx in
        for number in 1...12 {
          try tx.update(RecordID("Person", number), ["age": .integer(age)])
        }
      }
    }
    expectEqual(store.journal.warnings.count, 11)
    expectEqual(
      store.journal.warnings.last?.message, "more records that break grown, must be 18 to lead: 2")
  }

  @Test func aRuleThatOtherRecordsDecideIsLookedAtForAllOfThem() throws {
    let store = try workerStore()
    let condition = "count(Person where boss = 7) <= 1"
    try store.define(Rule("single", of: "Person", condition: condition))
    try store.new(worker("Ann", boss: 7))
    expectEqual(
      failure { try store.new(worker("Bob", boss: 7)) }?.message, "Person/1 breaks single")
    try store.define(
      Rule("oldest", of: "Person", condition: "age <= (select max(p.age) from Person as p)"))
    try store.set(ann, ["age": .integer(5)])
  }

  @Test func numbersAreComparedAsDecimals() throws {
    let store = try workerStore()
    try store.write(TransactionEntry(.schema)) { tx in
      let rule = Rule("sum", of: "Item", condition: "net + tax = total")
      try tx.define(rule, condition: expression(rule.condition))
    }
    try store.write(TransactionEntry()) { tx in
      try tx.create(item: "0.10", "0.20", "0.30", nil, nil, nil)
    }
    let error = failure {
      try store.write(TransactionEntry()) { tx in
        try tx.create(item: "0.10", "0.20", "0.31", nil, nil, nil)
      }
    }
    expectEqual(error?.message, "Item/2 breaks sum: net is 0.10, tax is 0.20, total is 0.31")
  }

  @Test func aRuleThatCannotBeEvaluatedRefuses() throws {
    let store = try workerStore()
    try store.define(Rule("far", of: "Person", condition: "abs(boss) > 1"))
    let error = failure { try store.new(worker("Ann", boss: Int.min)) }
    expectEqual(error?.kind, .rule)
    expectEqual(
      error?.message, "Person.far cannot be evaluated: the result does not fit in 64 bits")
  }

  @Test func aRuleGoesOnWhenTypesAreAdded() throws {
    let store = try workerStore()
    try store.define(grown())
    try store.new(worker("Ann", age: 12))
    try store.write(TransactionEntry(.schema)) { tx in try tx.define(try awkwardType()) }
    expectEqual(failure { try store.set(ann, ["boss": .integer(1)]) }?.kind, .rule)
  }

  @Test func typesWithoutRulesHaveNothingToKeep() throws {
    let store = try workerStore()
    try store.define(Rule("none", of: "Person", condition: "false"))
    try expectEqual(store.newItem(), RecordID("Item", 1))
    expectEqual(failure { try store.new(worker("Ann")) }?.message, "Person/1 breaks none")
  }
}

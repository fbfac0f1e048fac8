import RecordStore
import Records
import Testing

@Suite struct RuleTests {
  private let ann = RecordID("Person", 1)

  @Test func whatWouldLeaveARecordBreakingARuleIsRefusedWithWhatTheRuleSaw() throws {
    let store = try workerStore()
    try store.define(grown())
    try store.new(worker("Ann", age: 12))
    let words = "Person/1 breaks grown, must be 18 to lead: age is 12, boss is 1"
    let error = failure { try store.set(ann, ["boss": .integer(1)]) }
    #expect(error == StoreError(.rule, words))
    #expect(try store.values(of: ann) == worker("Ann", age: 12))
    #expect(failure { try store.new(worker("Bob", age: 3, boss: 1)) }?.kind == .rule)
    #expect(try store.count("Person", where: nil) == 1)
    try store.set(ann, ["boss": .integer(1), "age": .integer(18)])
    #expect(failure { try store.set(ann, ["age": .integer(17)]) }?.kind == .rule)
  }

  @Test func aConditionThatComesToNothingIsKept() throws {
    let store = try workerStore()
    try store.define(grown())
    try store.new(worker("Ann", boss: 1))
    #expect(try store.check() == [])
  }

  @Test func valuesAreSaidAsCommandsWriteThemAndLongOnesAreCut() throws {
    let store = try workerStore()
    let condition = "fee > 1 and name <> '' and boss is not null"
    try store.define(Rule("paid", of: "Person", condition: condition))
    let error = failure { try store.new(worker("A\"n", fee: "0.5")) }
    #expect(error?.message == "Person/1 breaks paid: name is \"A\\\"n\", boss is nil, fee is 0.50")
    let name = String(repeating: "x", count: 500)
    let long = failure { try store.new(worker(name)) }
    #expect(long?.message.count ?? 0 < 150)
  }

  @Test func whoIsToBlameIsNamedIfItIsOneProperty() throws {
    let store = try workerStore()
    try store.define(Rule("adult", of: "Person", condition: "age >= 18 and id > 0"))
    #expect(failure { try store.new(worker("Ann", age: 3)) }?.property == "age")
  }

  @Test func aStateInTheMiddleOfATransactionMayBreakARule() throws {
    let store = try workerStore()
    try store.define(grown())
    try store.new(worker("Ann", age: 12))
    try store.transaction(TransactionEntry()) {
      try store.update(ann, ["boss": .integer(2)])
      try store.update(ann, ["age": .integer(20)])
    }
    #expect(try store.values(of: ann) == worker("Ann", age: 20, boss: 2))
  }

  @Test func eachPartOfAnOpenTransactionIsLookedAtByItself() throws {
    let store = try workerStore()
    try store.define(grown())
    try store.new(worker("Ann", age: 12))
    try store.begin(TransactionEntry())
    #expect(failure { try store.set(ann, ["boss": .integer(1)]) }?.kind == .rule)
    try store.set(ann, ["fee": decimal("2")])
    try store.commit(reason: nil)
    #expect(try store.values(of: ann) == worker("Ann", age: 12, fee: "2"))
  }

  @Test func aTransactionWithoutPartsIsLookedAtWhenItEndsAndGoesOnIfItCannot() throws {
    let store = try workerStore()
    try store.define(grown())
    try store.begin(TransactionEntry())
    _ = try store.create("Person", worker("Ann", age: 12, boss: 1))
    // A part answers for what it changes itself.
    try store.new(worker("Bob"))
    for _ in 0..<2 {
      #expect(failure { try store.commit(reason: nil) }?.kind == .rule)
      #expect(store.isInTransaction)
    }
    try store.update(ann, ["age": .integer(50)])
    try store.commit(reason: nil)
    #expect(try store.count("Person", where: nil) == 2)
  }

  @Test func undoAndRedoLeaveNoRuleBroken() throws {
    let store = try workerStore()
    let item = try store.newItem()
    try store.define(Rule("busy", of: "Person", condition: "count(Item) > 0"))
    try store.new(worker("Ann"))
    // What changes another record is looked at too.
    let before = try store.log(limit: nil)
    #expect(failure { try store.delete(record: item) }?.message == "Person/1 breaks busy")
    #expect(try store.log(limit: nil) == before)
    try store.delete(record: ann)
    try store.delete(record: item)
    // Both together are one command, and come to a state that keeps the rule.
    _ = try store.undo(2, entry: TransactionEntry(.undo))
    #expect(try store.values(of: ann) == worker("Ann"))
    _ = try store.redo(2, entry: TransactionEntry(.redo))
    #expect(try store.values(of: ann) == nil)
    // The rule is known to the reader of this store alone, not to that of its copy.
    if !isOnCluster { #expect(try store.check() == []) }
  }

  @Test func aRuleThatOnlyWarnsLetsTheTransactionThroughAndSaysTheSameWords() throws {
    let store = try workerStore()
    try store.define(grown(severity: .warn))
    try store.new(worker("Ann", age: 12, boss: 1))
    let words = "Person/1 breaks grown, must be 18 to lead: age is 12, boss is 1"
    #expect(store.warnings.map(\.message) == [words])
    #expect(store.warnings.map(\.kind) == [.rule])
    _ = try store.undo()
    #expect(store.warnings == [])
    _ = try store.redo()
    #expect(store.warnings.map(\.message) == [words])
    try store.newItem()
    #expect(store.warnings == [])
    try store.begin(TransactionEntry())
    try store.set(ann, ["age": .integer(3)])
    #expect(store.warnings.count == 1)
    try store.commit(reason: nil)
    #expect(store.warnings == [])
  }

  @Test func ofManyRecordsThatBreakARuleTheFirstTenAreNamed() throws {
    let store = try workerStore()
    try store.transaction(TransactionEntry()) {
      for number in 1...12 {
        _ = try store.create("Person", worker("\(number)", age: 3, boss: 1))
      }
    }
    let named = (1...10).map { "Person/\($0)" }.joined(separator: ", ")
    let words = "12 records break grown, must be 18 to lead: \(named) and 2 more"
    let log = try store.log(limit: nil)
    #expect(failure { try store.define(grown()) } == StoreError(.rule, words))
    #expect(store.rules(of: "Person") == [])
    #expect(try store.log(limit: nil) == log)
    try store.define(grown(severity: .warn))
    #expect(store.warnings == [StoreError(.rule, words)])
    try store.transaction(TransactionEntry()) {
      for number in 1...12 {
        try store.update(RecordID("Person", number), ["age": .integer(4)])
      }
    }
    #expect(store.warnings.count == 11)
    #expect(store.warnings.last?.message == "2 more break grown, must be 18 to lead")
  }

  @Test func aRuleThatOtherRecordsDecideIsLookedAtForAllOfThem() throws {
    let store = try workerStore()
    let condition = "count(Person where boss = 7) <= 1"
    try store.define(Rule("single", of: "Person", condition: condition))
    try store.new(worker("Ann", boss: 7))
    #expect(failure { try store.new(worker("Bob", boss: 7)) }?.message == "Person/1 breaks single")
    try store.define(
      Rule("oldest", of: "Person", condition: "age <= (select max(p.age) from Person as p)"))
    try store.set(ann, ["age": .integer(5)])
  }

  @Test func numbersAreComparedAsDecimals() throws {
    let store = try workerStore()
    try store.transaction(TransactionEntry(.schema)) {
      let rule = Rule("sum", of: "Item", condition: "net + tax = total")
      try store.define(rule, condition: expression(rule.condition))
    }
    try store.transaction(TransactionEntry()) {
      try store.create(item: "0.10", "0.20", "0.30", nil, nil, nil)
    }
    let error = failure {
      try store.transaction(TransactionEntry()) {
        try store.create(item: "0.10", "0.20", "0.31", nil, nil, nil)
      }
    }
    #expect(error?.message == "Item/2 breaks sum: net is 0.10, tax is 0.20, total is 0.31")
  }

  @Test func aRuleThatCannotBeEvaluatedRefuses() throws {
    let store = try workerStore()
    try store.define(Rule("far", of: "Person", condition: "abs(boss) > 1"))
    let error = failure { try store.new(worker("Ann", boss: Int.min)) }
    #expect(error?.kind == .rule)
    #expect(error?.message == "Person.far cannot be evaluated: integer overflow")
  }

  @Test func aRuleGoesOnWhenTypesAreAdded() throws {
    let store = try workerStore()
    try store.define(grown())
    try store.new(worker("Ann", age: 12))
    try store.transaction(TransactionEntry(.schema)) { try store.define(try awkwardType()) }
    #expect(failure { try store.set(ann, ["boss": .integer(1)]) }?.kind == .rule)
  }

  @Test func typesWithoutRulesHaveNothingToKeep() throws {
    let store = try workerStore()
    try store.define(Rule("none", of: "Person", condition: "false"))
    #expect(try store.newItem() == RecordID("Item", 1))
    #expect(failure { try store.new(worker("Ann")) }?.message == "Person/1 breaks none")
  }
}

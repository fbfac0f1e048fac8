import RecordStore
import Records
import TestSupport
import Testing

@Suite struct RuleDefinitionTests {
  private let ann = RecordID("Person", 1)

  @Test func aRuleIsWrittenAsItsCommand() {
    expectEqual(
      grown(severity: .warn).definition,
      "rule Person.grown \"must be 18 to lead\" severity warn : boss is null or age >= 18")
    let odd = Rule("a rule", of: "select", text: "\"so\"", condition: "a = 1")
    expectEqual(odd.definition, "rule select.`a rule` \"\\\"so\\\"\" : a = 1")
  }

  @Test func aRuleThatIsAlreadySoDoesNothingAndADifferentOneReplacesIt() throws {
    let store = try workerStore()
    try store.define(grown())
    let log = try store.history.log(limit: nil)
    expectEqual(log[0].kind, .schema)
    expectEqual(log[0].changes, 1)
    try store.define(grown())
    try store.define(grown(condition: "boss  is null   or age>=18"))
    try expectEqual(store.history.log(limit: nil), log)
    expectEqual(store.schema.rules(of: "Person"), [grown()])
    try store.define(grown(text: nil))
    expectEqual(store.schema.rules(of: "Person"), [grown(text: nil)])
    try store.define(grown(condition: "age >= 21"))
    expectEqual(failure { try store.new(worker("Ann", age: 20)) }?.kind, .rule)
    try expectEqual(store.check(), [])
  }

  @Test func aRuleThatIsDroppedHoldsNoLonger() throws {
    let store = try workerStore()
    try store.define(grown())
    try store.drop("grown")
    expectEqual(store.schema.rules(of: "Person"), [])
    try store.new(worker("Ann", age: 12, boss: 1))
    let error = failure { try store.drop("grown") }
    expectEqual(error, StoreError(.name, .noRule("grown", of: "Person")))
    expectEqual(error?.message, "Person has no rule grown")
    try expectEqual(store.check(), [])
  }

  @Test func theFileKeepsEveryDefinitionOfARuleUnderANumberOfItsOwn() throws {
    let place = try Place()
    let store = try workerStore(.file(place.path))
    try store.define(grown())
    try store.define(Rule("first", of: "Person", condition: "age > 0"))
    try store.define(grown(text: nil))
    try store.drop("first")
    try store.define(Rule("first", of: "Person", condition: "age > 0"))
    store.close()
    let other = try Foreigner(place.path)
    let long = "'rule Person.grown \"must be 18 to lead\" : boss is null or age >= 18'"
    let short = "'rule Person.grown : boss is null or age >= 18'"
    let first = "'rule Person.first : age > 0'"
    try expectEqual(
      other.rows(
        "SELECT object, old, new FROM wb_def WHERE object LIKE 'rule%' ORDER BY seq"),
      [
        ["'rule:1'", "NULL", long], ["'rule:2'", "NULL", first], ["'rule:1'", long, short],
        ["'rule:2'", first, "NULL"], ["'rule:3'", "NULL", first],
      ])
    let again = try workerStore(.file(place.path))
    expectEqual(again.schema.rules(of: "Person").map(\.name), ["grown", "first"])
    expectEqual(failure { try again.new(worker("Ann", age: 12, boss: 1)) }?.kind, .rule)
    try expectEqual(again.check(), [])
  }

  @Test func aStoreWhoseRulesCannotBeReadIsNotOpened() throws {
    let place = try Place()
    let store = try workerStore(.file(place.path))
    try store.define(Rule("new", of: "Person", condition: "age > 1"))
    store.close()
    let error = failure { _ = try workerStore(.file(place.path)) }
    expectEqual(error?.kind, .unopenable)
    expectEqual(error?.message.contains("rule Person.new : age > 1"), true)
  }

  @Test func anotherStoreOfTheFileKeepsANewRuleAtOnce() throws {
    let place = try Place()
    let first = try workerStore(.file(place.path))
    let second = try workerStore(.file(place.path))
    try first.define(grown())
    expectEqual(failure { try second.new(worker("Ann", age: 12, boss: 1)) }?.kind, .rule)
    try first.drop("grown")
    _ = try second.journal.refresh()
    expectEqual(second.schema.rules(of: "Person"), [])
    try second.new(worker("Ann", age: 12, boss: 1))
    try expectEqual(first.check(), [])
  }

  @Test func whatIsRolledBackIsNoRule() throws {
    let store = try workerStore()
    let tx = try store.begin(TransactionEntry())
    try store.define(grown())
    expectEqual(store.schema.rules(of: "Person").count, 1)
    expectEqual(failure { try store.new(worker("Ann", age: 12, boss: 1)) }?.kind, .rule)
    try tx.rollback()
    expectEqual(store.schema.rules(of: "Person"), [])
    try store.define(grown())
    struct Stop: Error {}
    let tx2 = try store.begin(TransactionEntry())
    try? store.write(TransactionEntry()) { tx in
      try tx.dropRule("grown", of: "Person")
      throw Stop()
    }
    expectEqual(store.schema.rules(of: "Person"), [grown()])
    try tx2.commit()
    expectEqual(failure { try store.new(worker("Ann", age: 12, boss: 1)) }?.kind, .rule)
  }

  @Test(arguments: [
    ("agee > 3", StoreError.Kind.name, 0), ("age > :x", .expression, 2),
    ("age > random()", .expression, 2), ("age >", .expression, 1),
    ("sum(age) > 1", .expression, 0), ("2026-01-01 < date('now')", .expression, 4),
    ("age in (select rec from wb_change)", .name, 6),
  ])
  func aConditionIsCheckedWhereItIsWritten(
    condition: String, kind: StoreError.Kind, token: Int
  ) throws {
    let store = try workerStore()
    let error = failure { try store.define(grown(condition: condition)) }
    expectEqual(error?.kind, kind)
    expectEqual(error?.token, token, "\(error?.message ?? "")")
    expectEqual(store.schema.rules(of: "Person"), [])
  }

  @Test func aNameThatDiffersOnlyInCaseOrATypeThatIsNotThereIsRefused() throws {
    let store = try workerStore()
    try store.define(grown())
    let twice = failure { try store.define(Rule("Grown", of: "Person", condition: "age > 1")) }
    expectEqual(
      twice?.message, "Grown differs only in case from grown, which Person already has")
    let nobody = failure { try store.define(Rule("x", of: "Persn", condition: "age > 1")) }
    expectEqual(nobody?.kind, .name)
    expectEqual(
      failure { try store.define(Rule("", of: "Person", condition: "1")) }?.kind, .refused)
    expectEqual(
      failure { try store.define(Rule("x\0", of: "Person", condition: "1")) }?.kind, .refused)
    try store.write(TransactionEntry(.schema)) { tx in
      let rule = Rule("grown", of: "Item", condition: "net > 1")
      try tx.define(rule, condition: expression(rule.condition))
    }
  }

  @Test func checkFindsWhatAnotherProgramHasBroken() throws {
    let place = try Place()
    let store = try workerStore(.file(place.path))
    try store.define(grown(severity: .warn))
    try store.define(Rule("first", of: "Person", condition: "age > 0"))
    try store.new(worker("Ann", age: 30, boss: 1))
    try expectEqual(store.check(), [])
    try Foreigner(place.path).run("UPDATE Person SET age = -2")
    try expectEqual(
      store.check(),
      [
        IntegrityIssue(
          "breaks grown, must be 18 to lead: age is -2, boss is 1", record: ann, transaction: 5,
          isBreach: true),
        IntegrityIssue(
          "breaks first: age is -2", record: ann, property: "age", transaction: 5, isBreach: true),
      ])
    expectEqual(failure { try store.set(ann, ["fee": decimal("1")]) }?.kind, .rule)
    try store.set(ann, ["age": .integer(50)])
    try expectEqual(store.check(), [])
  }

  @Test func checkNamesNoTransactionWhereOtherRecordsAreToBlame() throws {
    let place = try Place()
    let store = try workerStore(.file(place.path))
    try store.newItem()
    try store.define(Rule("busy", of: "Person", condition: "age is null or count(Item) > 0"))
    try store.new(worker("Ann", age: 3))
    try Foreigner(place.path).run("DELETE FROM Item")
    try expectEqual(
      store.check(),
      [IntegrityIssue("breaks busy: age is 3", record: ann, property: "age", isBreach: true)])
  }

  @Test func checkSaysOfARuleThatItCannotBeEvaluated() throws {
    let place = try Place()
    let store = try workerStore(.file(place.path))
    try store.define(Rule("first", of: "Person", condition: "age > 0"))
    try store.drop("first")
    try store.define(Rule("far", of: "Person", condition: "abs(boss) > 1"))
    try store.new(worker("Ann"))
    try Foreigner(place.path).run("UPDATE Person SET boss = -9223372036854775807 - 1")
    try expectEqual(
      store.check(),
      [IntegrityIssue("Person.far cannot be evaluated: the result does not fit in 64 bits")])
  }
}

import TestSupport
import Testing

@Suite struct CheckTests {
  @Test func severalRulesAreListedByCheck() throws {
    let talk = try Conversation(
      RuleWarningTests.world + "\nrule Person.even severity warn : age % 2 = 0", isForPerson: true)
    expectEqual(
      talk.tell("for p in Person { set p.age 9 }").last,
      "warning rule: 7 more violations of rules: check")
  }

  /// A value that cannot be calculated is nil, even if it is required.
  @Test func checkReadsWhatNeedsFunctionsOfItsOwn() throws {
    let outsider = try Outsider()
    _ = try Conversation(
      """
      define Plan { name: Text key, yearly: Decimal(integer: 4, fraction: 2) }
      define Pay { amount: Decimal(integer: 4, fraction: 2) }
      define M { no: Integer key, plan: Plan?, pays: [Pay] owned
        owes: Decimal(integer: 6, fraction: 2) := (plan.yearly - coalesce(sum(pays.amount), 0)) }
      new Plan name=a yearly=10
      new M no=1 plan=Plan["a"]
      new M no=2
      """, database: outsider.path)
    // A new session has not registered the functions yet.
    try expectEqual(Conversation(database: outsider.path).tell("check"), [])
  }

  @Test func aTableOfReferencesThatAnotherProgramChangedIsFound() throws {
    let outsider = try Outsider()
    let talk = try Conversation(
      "define P { name: Text key, friends: [P] }", database: outsider.path)
    expectEqual(talk.tell("check"), [])
    try outsider.run("ALTER TABLE P_friends ADD COLUMN x TEXT")
    #expect(talk.tell("check").contains { $0.contains("has changed the table \"P_friends\"") })
  }
}

import Session
import TestSupport
import Testing

@Suite struct RuleWarningTests {
  static let world = """
    define Person { name: Text key, age: Integer? }
    rule Person.young "should be 18" severity warn : age >= 18
    for i in [a, b, c, d, e] { new Person name=:i age=20 }
    """

  @Test func threeAreToldAndThenWhatListsTheRest() throws {
    let talk = try Conversation(Self.world, isForPerson: true)
    let told = [
      "warning rule: Person/1 breaks young, should be 18: age is 9",
      "warning rule: Person/2 breaks young, should be 18: age is 9",
      "warning rule: Person/3 breaks young, should be 18: age is 9",
      "warning rule: 2 more violations of rules: list Person where not (age >= 18)",
    ]
    expectEqual(talk.tell("for p in Person { set p.age 9 }"), told)
    expectEqual(talk.tell("list Person where not (age >= 18)").count, 5)
    expectEqual(talk.tell("set Person/1.age 8"), [])
    expectEqual(
      talk.tell("set Person/1.age 18; set Person/1.age 8"),
      [told[0].replacing("is 9", with: "is 8")])
  }

  @Test func whereACommandFailsTheErrorIsAlone() throws {
    let talk = try Conversation(Self.world, isForPerson: true)
    expectEqual(
      talk.tell("for p in Person { set p.age 9; set p.agee 1 }").map { $0.prefix(5) }, ["error"])
    expectEqual(
      talk.tell("try { set Person/1.age 9; set Person/1.agee 1 } else { set Person/2.age 9 }"),
      [
        "warning rule: Person/2 breaks young, should be 18: age is 9"
      ])
  }

  @Test func aProgramIsToldOfEachAtOnce() throws {
    let talk = try Conversation(Self.world)
    expectEqual(talk.tell("for p in Person { set p.age 9 }").count, 5)
  }

  @Test func recordsThatTheCommandHasDeletedAreNotToldOf() throws {
    let talk = try Conversation(Self.world, isForPerson: true)
    expectEqual(
      talk.tell("for p in Person { set p.age 9; if :p <> Person/5 { delete p } }"),
      [
        "warning rule: Person/5 breaks young, should be 18: age is 9"
      ])
  }

  @Test func whatWasRefusedTellsNoWarningOfEarlier() throws {
    let file = try Outsider()
    let talk = try Conversation(Self.world, database: file.path, isForPerson: true)
    let other = try Conversation(database: file.path, actor: "bob")
    talk.tell("let a = Person/1; let b = Person/2; field f on b.age")
    expectEqual(talk.tell("set a.age 9").count, 1)
    talk.tell("type f \"<Clear>30\"")
    other.tell("set Person/2.age 40")
    let lines = talk.tell("type f \"<Return>\"")
    expectEqual(lines.last?.hasPrefix("error conflict"), true, "\(lines)")
    #expect(!lines.contains { $0.hasPrefix("warning") }, "\(lines)")
  }

  @Test(arguments: [false, true])
  func inATransactionTheWarningsComeAtItsEndAboutItsResult(isForPerson: Bool) throws {
    let talk = try Conversation(Self.world, isForPerson: isForPerson)
    let place = isForPerson ? "" : " 4:1"
    expectEqual(
      talk.tell("begin\nset Person/1.age 9\nset Person/2.age 9\ncommit").map {
        $0.replacing("\(place):", with: ":")
      },
      [1, 2].map { "warning rule: Person/\($0) breaks young, should be 18: age is 9" })
    // Person/1 breaks the rule as before, Person/3 only in between.
    expectEqual(
      talk.tell(
        "begin\nset Person/1.age 20\nset Person/1.age 8\nset Person/3.age 8\nset Person/3.age 30\ncommit"
      ), [])
    expectEqual(talk.tell("begin\nset Person/3.age 8\nrollback"), [])
  }

  @Test func onlyRecordsWhoseVerdictChangedAreToldIfOtherRecordsDecide() throws {
    let talk = try Conversation(
      """
      define Fee { amount: Integer, paid: Boolean = false }
      define Member { name: Text key, fees: [Fee] owned as member, owes: Integer := (sum(fees.amount)) }
      rule Member.credit "owes a lot" severity warn : owes < 100
      rule Member.rich severity warn : count(Fee) < 3
      let a = new Member name=a; let b = new Member name=b
      append a.fees new Fee amount=90; append b.fees new Fee amount=90
      """, isForPerson: true)
    expectEqual(talk.tell("append a.fees new Fee amount=20").count, 4)
    expectEqual(talk.tell("append a.fees new Fee amount=5"), ["Fee/4"])
    expectEqual(
      talk.tell("append b.fees new Fee amount=20"),
      ["Fee/5", "warning rule: Member/2 breaks credit, owes a lot"])
  }

  @Test func aWarningAboutAChangeIsToldEachTime() throws {
    let talk = try Conversation(
      Self.world + "\nrule Person.back severity warn on change : age >= old.age", isForPerson: true)
    let words = "warning rule: Person/1 breaks back: age is"
    expectEqual(talk.tell("set Person/1.age 19"), ["\(words) 19, old.age is 20"])
    expectEqual(
      talk.tell("set Person where true : age=(age - 1)").last,
      "warning rule: 2 more violations of rules")
    expectEqual(talk.tell("undo; get Person/1.age").last, "19")
    expectEqual(
      talk.tell("set Person/1.age 18; set Person/1.age 30"), ["\(words) 18, old.age is 19"])
  }
}

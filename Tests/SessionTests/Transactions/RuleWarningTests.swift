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
      "warning rule: 2 more break rules: list Person where not (age >= 18)",
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
}

import TestSupport
import Testing

@Suite struct ExpectTests {
  @Test func expectHoldsFailsAndStopsTheScript() throws {
    let talk = try Conversation(people)
    expectEqual(talk.tell("expect (:ann.age = 41)"), [])
    expectEqual(
      talk.tell("expect (:ann.age = 42)\necho \"on\""),
      [
        "error expect 1:9: expected (:ann.age = 42), which is false"
      ])
    expectEqual(talk.tell("expect error \"no such property\" { set ann.agee 1 }"), [])
    expectEqual(
      talk.tell("expect error \"\" { expect (1 = 2) }").first?.hasPrefix("error expect"), true)
    expectEqual(
      talk.tell("field f on ann.age\nexpect rejected { type f \"x\"; delete Person/99 }").last,
      "error name 2:38: there is no Person/99")
    expectEqual(talk.tell("expect error \"no command\" { frobnicate }"), [])
    expectEqual(
      talk.tell("expect error \"taken\" { set ann.agee 1 }").first,
      "error expect 1:14: expected an error with \"taken\"; the error was: no such property: Person has no \"agee\""
    )
    expectEqual(talk.finish().status, 4)
  }

  @Test func reportedExpectationsThatFailDoNotEndTheScript() throws {
    let talk = try Conversation(BlockTests.staff, reportsExpectations: true)
    expectEqual(
      talk.tell("expect (1 = 2)\nrepeat 2 { expect (1 = 1) }\nexpect error { types }"),
      [
        "not ok 1 expect (1 = 2)", "ok 2 expect (1 = 1)", "ok 3 expect (1 = 1)", "Person|3",
        "not ok 4 expect error { types }",
      ])
    expectEqual(talk.finish().status, 4)
  }
}

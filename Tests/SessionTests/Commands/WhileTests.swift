import TestSupport
import Testing

@Suite struct WhileTests {
  @Test(arguments: [
    "while true { }", "while true { set ann.age 5 }", "while true { try { echo 1 } }",
  ])
  func anEndlessLoopIsEndedByAnInterruptionAndLeavesNothing(loop: String) throws {
    var left = 0
    let talk = try Conversation(
      LoopTests.staff,
      isInterrupted: {
        left -= 1
        return left == 0
      })
    left = 50
    let lines = talk.enter(loop).filter { $0 != "1" }
    #expect(lines.count == 1 && lines[0].hasSuffix(": interrupted"), "\(lines)")
    left = 0
    expectEqual(talk.enter("get ann.age; check"), ["41"])
  }

  @Test func theConditionIsAskedBeforeEachRoundAndAllRoundsAreOneUndo() throws {
    let talk = try Conversation(people)
    expectEqual(talk.tell("while :ann.age < 41 { echo never }"), [])
    expectEqual(
      talk.tell("while :ann.age < 43 { set ann.age (age + 1); echo :ann.age }"), ["42", "43"])
    talk.tell("undo")
    expectEqual(talk.tell("get ann.age"), ["41"])
  }

  @Test func aRoundThatFailsTakesAllBack() throws {
    let talk = try Conversation(people)
    expectEqual(
      talk.tell("while true { set ann.age (age + 60) }"),
      ["error rule 1:26: age must be 0…150, not 161"])
    expectEqual(talk.tell("get ann.age"), ["41"])
  }

  @Test(arguments: [
    ("while 3 { }", "expression 1:7: expected a condition, not a number"),
    ("while { }", "syntax 1:7: expected an expression after \"while\", not \"{\""),
  ])
  func aMistakeIsSaidAtItsPlace(script: String, error: String) throws {
    try expectEqual(Conversation(people).tell(script), ["error \(error)"])
  }
}

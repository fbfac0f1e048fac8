import Replies
import Session
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
}

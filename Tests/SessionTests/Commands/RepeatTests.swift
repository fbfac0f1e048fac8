import Session
import TestSupport
import Testing

@Suite struct RepeatTests {
  @Test func anInterruptedLoopLeavesNothing() throws {
    var left = 0
    let talk = try Conversation(
      BlockTests.staff,
      isInterrupted: {
        left -= 1
        return left == 0
      })
    left = 25
    let lines = talk.enter("repeat 100 { try { set ann.age 5 } else { echo caught } }")
    expectEqual(lines.count, 1)
    #expect(lines[0].hasSuffix(": interrupted"))
    expectEqual(talk.enter("get ann.age"), ["41"])
  }
}

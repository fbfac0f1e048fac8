import TestSupport
import Testing

@Suite struct ExitTests {
  @Test func exitInsideAnExpectEndsTheScriptToo() throws {
    let talk = try Conversation()
    expectEqual(talk.tell("expect error \"x\" { exit 3 }\necho \"b\""), [])
    expectEqual(talk.finish().status, 3)
  }

  @Test func exitEndsTheScriptWithItsStatus() throws {
    let talk = try Conversation()
    expectEqual(talk.tell("echo \"a\"\nexit 3\necho \"b\""), ["a"])
    expectEqual(talk.finish().status, 3)
  }

  @Test(arguments: [("exit (1 + 2)", 3), ("let n = 4; exit (:n)", 4), ("exit 5", 5), ("exit", 0)])
  func exitGivesAStatus(script: String, status: Int) throws {
    let talk = try Conversation(LoopTests.staff)
    expectEqual(talk.tell(script + "\necho never"), [])
    expectEqual(talk.exitStatus, status)
  }

  @Test(arguments: ["exit (256)", "exit (\"a\")", "exit (nil)", "exit (1.5)", "exit (0 - 1)"])
  func aStatusIsASmallNumber(script: String) throws {
    let talk = try Conversation(LoopTests.staff)
    expectEqual(talk.tell(script), ["error value 1:6: the status must be from 0 to 255"])
    #expect(talk.exitStatus == nil)
  }
}

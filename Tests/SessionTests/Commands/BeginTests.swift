import TestSupport
import Testing

@Suite struct BeginTests {
  @Test func severalCommandsAreOneTransactionWithAReason() throws {
    let talk = try Conversation(people)
    talk.tell("begin \"the :(1 + 1)nd look\"\nset ann.age 1\nset ann.fee 2\ncommit")
    let entry = try #require(talk.tell("log limit 1").first)
    #expect(entry.contains("|ann|the 2nd look|test:1|edit|"))
    #expect(entry.hasSuffix("|false|2"))
    talk.tell("undo")
    expectEqual(talk.tell("get ann.age; get ann.fee"), ["41", "0.00"])
  }

  @Test func aFailedCommandInsideBeginTakesBackItselfOnly() throws {
    let talk = try Conversation(people)
    talk.tell("begin\nset ann.age 1")
    expectEqual(talk.tell("set ann.age 200").first?.hasPrefix("error rule"), true)
    expectEqual(talk.tell("commit; get ann.age"), ["1"])
  }
}

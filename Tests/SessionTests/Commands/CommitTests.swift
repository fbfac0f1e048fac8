import Replies
import Session
import TestSupport
import Testing

@Suite struct CommitTests {
  @Test func beginInsideBeginAndCommitOutsideAreRefused() throws {
    let talk = try Conversation()
    expectEqual(talk.tell("commit").first?.hasPrefix("error refused 1:1: "), true)
    expectEqual(talk.tell("rollback").first?.hasPrefix("error refused 1:1: "), true)
    expectEqual(talk.tell("begin\nbegin").first?.hasPrefix("error refused 2:1: "), true)
    expectEqual(talk.tell("undo").first?.hasPrefix("error refused 1:1: "), true)
  }
}

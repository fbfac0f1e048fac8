import Replies
import Session
import TestSupport
import Testing

@Suite struct ScreensTests {
  @Test func aScreenBelowWhoseRecordIsDeletedIsGoneFromTheStack() throws {
    let talk = try Conversation(shows + details + "let other = put Show[\"Other\"]")
    talk.tell("open Details echo\nopen Details other\ndelete echo")
    expectEqual(talk.tell("screens"), ["Details|Show/2"])
  }
}

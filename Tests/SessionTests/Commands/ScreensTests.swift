import TestSupport
import Testing

@Suite struct ScreensTests {
  @Test func aScreenBelowWhoseRecordIsDeletedIsGoneFromTheStack() throws {
    let talk = try Conversation(shows + details + "let other = put Show[\"Other\"]")
    talk.tell("open Details echo\nopen Details other\ndelete echo")
    expectEqual(talk.tell("screens"), ["Details|Show/2"])
  }

  @Test func thoseThatAreOpenAreListedTheNewestLast() throws {
    let talk = try Conversation(
      shows + details + "let other = put Show[\"Other\"]\nscreen All for [Show] { columns title }")
    expectEqual(talk.tell("screens"), [])
    talk.tell("open Details echo\nopen Details other\nopen All")
    expectEqual(talk.tell("screens"), ["Details|Show/1", "Details|Show/2", "All|[Show]"])
    talk.tell("back; back")
    expectEqual(talk.tell("screens"), ["Details|Show/1"])
  }
}

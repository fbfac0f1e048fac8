import TestSupport
import Testing

@Suite struct BackTests {
  @Test func aScreenInsideAScreenOfTheSameRecordIsLeftFirst() throws {
    let talk = try Conversation(shows + details + "open Details echo\nselect Review/1")
    expectEqual(talk.tell("open Details echo").first, "title: Show: Silent Echo")
    expectEqual(talk.tell("screens"), ["Details|Show/1", "Details|Show/1"])
    expectEqual(talk.tell("selection"), [])
    talk.tell("type r \"<All>5\"")
    let lines = talk.tell("set Show/1.title \"Echo\"")
    expectEqual(lines.filter { $0 == "t: Echo" }.count, 1)
    // The screen below is shown again completely, with its current content.
    let back = talk.tell("back")
    #expect(back.contains("t: Echo"))
    #expect(back.contains("card: Echo"))
    expectEqual(talk.tell("selection"), ["Review/1"])
  }

  @Test func theEditingOnTheScreenIsCancelled() throws {
    let talk = try Conversation(shows + details + "open Details echo")
    talk.tell("type r \"<All>5\"")
    expectEqual(talk.tell("back").contains { $0.hasPrefix("error") }, false)
    expectEqual(talk.tell("screens; get Review/1.rating"), ["4"])
  }

  @Test(arguments: [
    ("back", "refused 1:1: no screen is open"),
    ("back now", "syntax 1:6: expected the end of the command after \"back\", not \"now\""),
  ])
  func aMistakeIsSaidAtItsPlace(command: String, error: String) throws {
    try expectEqual(Conversation(shows + details).tell(command), ["error \(error)"])
  }
}

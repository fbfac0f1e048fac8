import TestSupport
import Testing

@Suite struct DoTests {
  @Test func aReviewIsAddedThroughTheMenuAndAField() throws {
    let talk = try Conversation(shows + details + "remove echo.reviews 0\nopen Details echo")
    expectEqual(
      talk.tell("type r \"5\"").first?.contains("r is unavailable: Show/1.reviews is empty"), true)
    expectEqual(
      talk.tell("do add source=\"Radio\""),
      [
        "mean: 3", "Review/2", "ratings: gone: no reviews", "ratings: Radio: 3", "r: 3",
      ])
    expectEqual(talk.tell("selection"), ["Review/2"])
    expectEqual(
      talk.tell("type r \"<All>5<Return>\""),
      [
        "mean: 5", "r: \"5\" Show/1.reviews[0].rating = 5", "ratings: Radio: 5", "r: 5",
      ])
    expectEqual(talk.tell("type r \"<All>9<Esc>\"").first?.hasPrefix("9 rejected at 1: "), true)
    #expect(talk.tell("do remove").contains("ratings: no reviews"))
    expectEqual(talk.tell("count Review"), ["0"])
  }

  @Test func aCommandIsAboutTheRecordOfTheScreenAfterAnItemWasAdded() throws {
    let talk = try Conversation(ScreenTests.shop + "open Desk Order/1")
    expectEqual(talk.tell("do add part=Bolt").last, "Line/1")
    #expect(!talk.tell("do ready").contains { $0.hasPrefix("error") })
    expectEqual(talk.tell("get Order/1.status"), ["ready"])
    expectEqual(
      talk.tell("do ready").first?.contains("is not true"), true, "it is still about the order")
    #expect(!talk.tell("do close").contains { $0.hasPrefix("error") })
    expectEqual(talk.tell("get Order/1.status"), ["closed"])
  }

  @Test func aCommandOfTheMenuIsOneTransaction() throws {
    let talk = try Conversation(SelectionTests.staff + "select Person where age > 30\ndo delete")
    expectEqual(talk.tell("count Person"), ["1"])
    talk.tell("undo")
    expectEqual(talk.tell("count Person"), ["3"])
  }
}

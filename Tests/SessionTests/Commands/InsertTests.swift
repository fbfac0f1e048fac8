import TestSupport
import Testing

@Suite struct InsertTests {
  @Test func aValueComesBeforeTheItemAtItsPlaceOrAtTheEnd() throws {
    let talk = try Conversation(ListCommandTests.world)
    expectEqual(talk.tell("insert show.tags 1 z; get show.tags"), ["[a, z, b]"])
    expectEqual(talk.tell("insert show.tags 3 y; get show.tags"), ["[a, z, b, y]"])
    talk.tell("undo 2")
    expectEqual(talk.tell("get show.tags"), ["[a, b]"])
  }

  @Test func aRecordIsMadeInItsPlaceOrPutThere() throws {
    let talk = try Conversation(ListCommandTests.world + "\nappend show.reviews new Review")
    expectEqual(talk.tell("insert show.reviews 0 new Review rating=2 as it"), ["Review/2"])
    expectEqual(talk.tell("get show.reviews; get it.rating"), ["[Review/2, Review/1]", "2"])
    talk.tell("new Review; insert show.reviews 1 Review/3")
    expectEqual(talk.tell("get show.reviews"), ["[Review/2, Review/3, Review/1]"])
  }

  @Test(arguments: [
    ("insert show.tags x", "1:18: expected the position of the item after \"tags\", not \"x\""),
    ("insert show.tags -1 x", "1:18: expected the position of the item after \"tags\", not \"-\""),
    ("insert show.tags", "1:17: expected the position of the item after \"tags\""),
  ])
  func withoutAPlaceTheHintSaysWhereItStands(command: String, error: String) throws {
    let hint =
      "(insert needs a position, counted from 0: insert ann.tags 0 \"first\")"
    let talk = try Conversation(ListCommandTests.world)
    expectEqual(talk.tell(command), ["error syntax \(error) \(hint)"])
  }

  @Test func withoutAnItemNothingIsInserted() throws {
    let talk = try Conversation(ListCommandTests.world)
    expectEqual(
      talk.tell("insert show.tags 0"),
      ["error syntax 1:19: expected a value or \"new\" after \"0\""])
    expectEqual(talk.tell("get show.tags"), ["[a, b]"])
  }
}

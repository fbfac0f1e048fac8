import TestSupport
import Testing

@Suite struct MoveTests {
  @Test(arguments: [
    ("2 0", "[c, a, b]"), ("0 2", "[b, c, a]"), ("0 1", "[b, a, c]"), ("1 1", "[a, b, c]"),
  ])
  func anItemIsAtItsNewPlaceAndTheOthersKeepTheirOrder(places: String, list: String) throws {
    let talk = try Conversation(ListCommandTests.world + "\nappend show.tags c")
    expectEqual(talk.tell("move show.tags \(places); get show.tags"), [list])
  }

  @Test func anItemThatStaysWhereItIsIsNoTransaction() throws {
    let talk = try Conversation(ListCommandTests.world)
    let count = talk.tell("log").count
    talk.tell("move show.tags 1 1")
    expectEqual(talk.tell("log").count, count)
    talk.tell("move show.tags 1 0")
    expectEqual(talk.tell("log").count, count + 1)
  }

  @Test func aRecordThatAListOwnsIsMovedAndBackByUndo() throws {
    let talk = try Conversation(ListCommandTests.world)
    talk.tell("repeat 3 { append show.reviews new Review }")
    expectEqual(
      talk.tell("move show.reviews 0 2; get show.reviews"), ["[Review/2, Review/3, Review/1]"])
    talk.tell("undo")
    expectEqual(talk.tell("get show.reviews"), ["[Review/1, Review/2, Review/3]"])
  }

  @Test(arguments: [
    ("move show.tags", "1:15: expected the position of an item after \"tags\""),
    ("move show.tags 0", "1:17: expected the new position after \"0\""),
    ("move show.tags a b", "1:16: expected the position of an item after \"tags\", not \"a\""),
  ])
  func withoutTwoPlacesTheHintSaysWhereTheyStand(command: String, error: String) throws {
    let hint =
      "(move needs two positions, counted from 0: move ann.tags 2 0)"
    let talk = try Conversation(ListCommandTests.world)
    expectEqual(talk.tell(command), ["error syntax \(error) \(hint)"])
  }
}

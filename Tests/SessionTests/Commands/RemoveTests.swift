import TestSupport
import Testing

@Suite struct RemoveTests {
  @Test func aValueGoesFromItsPlaceAndComesBackByUndo() throws {
    let talk = try Conversation(ListCommandTests.world)
    expectEqual(talk.tell("remove show.tags 0; get show.tags"), ["[b]"])
    expectEqual(talk.tell("remove show.tags 0; get show.tags"), ["[]"])
    talk.tell("undo 2")
    expectEqual(talk.tell("get show.tags"), ["[a, b]"])
  }

  @Test(arguments: ["remove show.reviews 1", "remove show.reviews Review/2"])
  func aRecordThatTheListOwnsIsDeleted(command: String) throws {
    let talk = try Conversation(ListCommandTests.world)
    talk.tell("repeat 3 { append show.reviews new Review }")
    expectEqual(talk.tell(command), ["notice: Review/2 deleted"])
    expectEqual(talk.tell("get show.reviews; count Review"), ["[Review/1, Review/3]", "2"])
    talk.tell("undo")
    expectEqual(talk.tell("get show.reviews"), ["[Review/1, Review/2, Review/3]"])
  }

  @Test func aRecordThatTheListRefersToIsOnlyTakenOut() throws {
    let talk = try Conversation(ListCommandTests.friends + "\nappend Person/1.friends Person/2")
    expectEqual(talk.tell("remove Person/1.friends Person/2"), [])
    expectEqual(talk.tell("get Person/1.friends; count Person"), ["[]", "2"])
    expectEqual(
      talk.tell("remove Person/1.friends Person/2"),
      ["error name 1:25: Person/2 is not in Person/1.friends"])
  }

  @Test(arguments: [
    ("remove show.tags b", "value 1:18: expected the position of an item; positions count from 0"),
    (
      "remove show.tags",
      "syntax 1:17: expected the position of an item after \"tags\" "
        + "(remove needs a position, counted from 0: remove ann.tags 1)"
    ),
    ("remove show.tags 2", "name 1:18: Show/1.tags has no position 2; expected one from 0 to 1"),
  ])
  func aMistakeIsSaidAtItsPlace(command: String, error: String) throws {
    let talk = try Conversation(ListCommandTests.world)
    expectEqual(talk.tell(command), ["error \(error)"])
    expectEqual(talk.tell("get show.tags"), ["[a, b]"])
  }
}

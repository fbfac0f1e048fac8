import TestSupport
import Testing

@Suite struct AppendTests {
  @Test func aValueComesBehindTheOthersOfItsOwnListAlone() throws {
    let talk = try Conversation(ListCommandTests.world)
    expectEqual(talk.tell("append show.tags c; append show.sizes 3; append show.tags a"), [])
    expectEqual(talk.tell("get show.tags; get show.sizes"), ["[a, b, c, a]", "[3]"])
    expectEqual(talk.tell("get other.tags"), ["[a, b]"])
    talk.tell("undo")
    expectEqual(talk.tell("get show.tags"), ["[a, b, c]"])
  }

  @Test func aNewRecordIsPrintedAndNamed() throws {
    let talk = try Conversation(ListCommandTests.world + "\nnew Review rating=9")
    expectEqual(talk.tell("append show.reviews new Review rating=5 as it"), ["Review/2"])
    expectEqual(
      talk.tell("append show.reviews Review/1; get show.reviews"), ["[Review/2, Review/1]"])
    expectEqual(talk.tell("get it.rating"), ["5"])
    expectEqual(talk.tell("option quiet; append show.reviews new Review rating=1"), [])
    expectEqual(talk.tell("count Review"), ["3"])
  }

  @Test func aListThatRefersToRecordsHasEachOnce() throws {
    let talk = try Conversation(ListCommandTests.friends)
    expectEqual(talk.tell("append Person/1.friends Person/2; get Person/1.friends"), ["[Person/2]"])
    expectEqual(
      talk.tell("append Person/1.friends Person/2"),
      ["error conflict 1:25: Person/2 is already in Person/1.friends, at position 0"])
  }

  @Test(arguments: [
    ("append show.tags", "error syntax 1:17: expected a value or \"new\" after \"tags\""),
    ("append show", "error syntax 1:12: expected \".\" and a list after \"show\""),
    (
      "append show.tgs x",
      "error name 1:13: no such property: Show has no \"tgs\" (did you mean \"tags\"?)"
    ),
    ("append shw.tags x", "error name 1:8: there is no record \"shw\" (did you mean \"show\"?)"),
  ])
  func aMistakeIsSaidAtItsPlace(command: String, error: String) throws {
    let talk = try Conversation(ListCommandTests.world)
    expectEqual(talk.tell(command), [error])
    expectEqual(talk.tell("get show.tags"), ["[a, b]"])
  }
}

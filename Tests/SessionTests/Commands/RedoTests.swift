import TestSupport
import Testing

@Suite struct RedoTests {
  private static let script = people + "\nset ann.age 1\nset ann.age 2\nundo 2"

  @Test func eachThatWasUndoneIsDoneAgainTheFirstOneFirst() throws {
    let talk = try Conversation(Self.script)
    expectEqual(talk.tell("redo; get ann.age"), ["notice: redone #3 by ann: set ann.age 1", "1"])
    expectEqual(talk.tell("redo; get ann.age"), ["notice: redone #4 by ann: set ann.age 2", "2"])
    expectEqual(talk.tell("redo"), ["error refused 1:1: there is nothing to redo"])
  }

  @Test func severalAreDoneAgainAtOnceOrNone() throws {
    let talk = try Conversation(Self.script)
    expectEqual(
      talk.tell("redo 3"), ["error refused 1:6: there are only 2 commands to redo"])
    expectEqual(talk.tell("get ann.age"), ["41"])
    expectEqual(talk.tell("redo 2").count, 2)
    expectEqual(talk.tell("get ann.age"), ["2"])
    talk.tell("undo")
    expectEqual(talk.tell("get ann.age"), ["1"])
  }

  @Test func aCommandOfOnesOwnAfterTheUndoEndsIt() throws {
    let talk = try Conversation(Self.script + "\nset ann.fee 3")
    expectEqual(talk.tell("redo"), ["error refused 1:1: there is nothing to redo"])
    expectEqual(talk.tell("get ann.age; get ann.fee"), ["41", "3.00"])
  }

  @Test(arguments: [
    (
      "begin\nredo",
      "error refused 2:1: undo, redo and revert cannot be used inside a transaction"
    ),
    ("repeat 1 { redo }", "error refused 1:12: redo cannot be used in a block"),
    ("redo x", "error syntax 1:6: expected a number of commands after \"redo\", not \"x\""),
  ])
  func whereItIsNotPossibleItIsRefused(script: String, error: String) throws {
    let talk = try Conversation(Self.script)
    expectEqual(talk.tell(script), [error])
    expectEqual(talk.tell("get ann.age"), ["41"])
  }
}

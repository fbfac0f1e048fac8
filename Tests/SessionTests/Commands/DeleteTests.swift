import TestSupport
import Testing

@Suite struct DeleteTests {
  @Test func aDeletedRecordIsGoneItsHistoryIsNot() throws {
    let talk = try Conversation(people)
    expectEqual(talk.tell("delete ann"), [])
    expectEqual(
      talk.tell("get ann.age"),
      ["error name 1:5: there is no Person/1 (#3 deleted this record: restore Person/1 to #2)"])
    expectEqual(talk.tell("history ann").last?.contains("|delete|nil|1|nil"), true)
    expectEqual(talk.tell("new Person name=Ann"), ["Person/2"])
  }

  @Test func whoDeletesManyIsToldWhatGoesWithThem() throws {
    let script = "append show.reviews new Review; append other.reviews new Review as last"
    var asked: [String] = []
    let talk = try Conversation(
      ListCommandTests.world + "\n" + script,
      confirm: {
        asked.append($0)
        return false
      })
    expectEqual(
      talk.enter("delete Show where true"),
      [
        "notice: 2 records to delete", "notice:   Show/1 \"S\" with Review/1",
        "notice:   Show/2 \"T\" with Review/2", "notice: nothing was deleted",
      ])
    expectEqual(asked, ["delete 2 records?"])
    // Current edits are stored first, so that undo restores them too.
    talk.tell("field f on last.rating; type f \"<Clear>7\"")
    expectEqual(
      talk.tell("delete Show where title = 'T'"),
      [
        "notice: 1 record deleted", "notice:   Show/2 \"T\" with Review/2",
      ])
    talk.tell("undo")
    expectEqual(talk.tell("get last.rating; check"), ["7"])
  }

  @Test func theNameOfADeletedRecordCanBeGivenAgain() throws {
    let talk = try Conversation(TypeTests.fields)
    expectEqual(
      talk.tell("delete ann\nnew Person name=Ann as ann\nget ann.age").suffix(2),
      [
        "Person/2", "nil",
      ])
  }
}

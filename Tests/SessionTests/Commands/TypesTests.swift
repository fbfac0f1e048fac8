import TestSupport
import Testing

@Suite struct TypesTests {
  @Test func eachTypeHasTheNumberOfItsRecords() throws {
    let talk = try Conversation()
    expectEqual(talk.tell("types"), [])
    talk.tell(people + "\ndefine `T 5` { a: Text }\nnew Person name=Bob\nnew `T 5`")
    expectEqual(talk.tell("types"), ["Person|2", "T 5|1"])
    talk.tell("delete Person where true")
    expectEqual(talk.tell("types"), ["Person|0", "T 5|1"])
    talk.tell("drop type Person")
    expectEqual(talk.tell("types"), ["T 5|1"])
    talk.tell("undo 2")
    expectEqual(talk.tell("types"), ["Person|2", "T 5|1"])
  }

  @Test func itTakesNothing() throws {
    try expectEqual(
      Conversation(people).tell("types Person"),
      ["error syntax 1:7: expected the end of the command after \"types\", not \"Person\""])
  }
}

import TestSupport
import Testing

@Suite struct InteractorsTests {
  @Test func allAreListedInTheOrderInWhichTheyWereMadeAndHandlersLast() throws {
    let talk = try Conversation(people + "\ndefine T { n: Integer = 1 }\nnew T as it")
    expectEqual(talk.tell("interactors"), [])
    talk.tell("on change ann.age as h { }; label a on ann.age; form g on it; field f on ann.age")
    expectEqual(
      talk.tell("deactivate f; interactors"),
      [
        "a|label|ann.age|true", "g|form|it|true", "g.n|field|it.n|true", "f|field|ann.age|false",
        "h|handler|Person/1.age|true",
      ])
    expectEqual(talk.tell("detach a; detach g; detach h; interactors"), ["f|field|ann.age|false"])
  }

  @Test func itTakesNothing() throws {
    try expectEqual(
      Conversation().tell("interactors x"),
      ["error syntax 1:13: expected the end of the command after \"interactors\", not \"x\""])
  }
}

import TestSupport
import Testing

@Suite struct ActivateTests {
  @Test func aLabelThatRestsIsSilentAndPrintsWhenItIsActiveAgain() throws {
    let talk = try Conversation(people + "\n" + ExpressionLabelTests.card)
    expectEqual(talk.tell("deactivate card; set ann.age 1"), [])
    expectEqual(talk.tell("activate card"), ["card: Ann 1"])
    expectEqual(talk.tell("deactivate card; set ann.age 2; get card"), ["card: Ann 2"])
    expectEqual(talk.tell("set ann.age 1; activate card"), [])
    expectEqual(talk.tell("detach card; set ann.age 3; label card = (1)"), ["card: 1"])
  }

  @Test func aFieldOfAFormTakesKeysAgain() throws {
    let talk = try Conversation(people + "\nform e on ann\ndeactivate e.age")
    expectEqual(talk.tell("type e.age \"<BS>\"").first?.contains("e.age is deactivated"), true)
    expectEqual(
      talk.tell("activate e.age; type e.age \"<BS><Return>\"").last, "e.age: \"4\" ann.age = 4")
  }

  @Test(arguments: [
    ("activate", "syntax 1:9: expected a label, field or form after \"activate\""),
    ("activate b", "name 1:10: there is no label, field or form \"b\""),
    ("activate ann", "name 1:10: \"ann\" is a record, not a label, field or form"),
  ])
  func aMistakeIsSaidAtItsPlace(command: String, error: String) throws {
    try expectEqual(Conversation(people).tell(command), ["error \(error)"])
  }
}

import TestSupport
import Testing

@Suite struct DeactivateTests {
  @Test func aLabelRestsAndFollowsAgain() throws {
    let talk = try Conversation(TypeTests.fields)
    expectEqual(talk.tell("deactivate age\nset ann.age 5\nactivate age"), ["age: 5"])
    expectEqual(talk.tell("deactivate age; activate age"), [])
    expectEqual(talk.tell("get age"), ["age: 5"])
    expectEqual(
      talk.tell("deactivate f\ntype f \"1\"").first?.hasPrefix(
        "error refused 2:6: f is deactivated"), true)
    expectEqual(
      talk.tell("interactors"),
      [
        "age|label|ann.age|true", "f|field|ann.age|false", "g|field|ann.name|true",
      ])
    expectEqual(talk.tell("detach age; set ann.age 6; label age on ann.fee"), ["age: 0.00"])
  }

  @Test func anEditingEndsAsReturnEndsItOrRefuses() throws {
    let talk = try Conversation(TypeTests.fields)
    talk.tell("type f \"<BS>\"; deactivate f")
    expectEqual(talk.tell("count Person where age = 4"), ["1"])
    talk.tell("type g \"<Clear>\"")
    expectEqual(
      talk.tell("deactivate g").first?.hasSuffix(
        "g is being edited and cannot be left: name is required"),
      true)
  }

  @Test(arguments: [
    ("deactivate", "syntax 1:11: expected a label, field or form after \"deactivate\""),
    ("deactivate b", "name 1:12: there is no label, field or form \"b\""),
    ("deactivate ann", "name 1:12: \"ann\" is a record, not a label, field or form"),
  ])
  func aMistakeIsSaidAtItsPlace(command: String, error: String) throws {
    try expectEqual(Conversation(people).tell(command), ["error \(error)"])
  }
}

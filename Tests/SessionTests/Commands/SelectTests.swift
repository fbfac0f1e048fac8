import TestSupport
import Testing

@Suite struct SelectTests {
  @Test(arguments: [
    ("select Person where age > 30", ["Person/1", "Person/3"]),
    ("select Person", ["Person/1", "Person/2", "Person/3"]),
    ("select Person/3, ann, Person[\"Ann\"]", ["Person/3", "Person/1"]),
    ("select Person where age > 100", []),
    ("select ann\nselect", []),
  ])
  func recordsAreSelectedByNameAndByCondition(command: String, selected: [String]) throws {
    let talk = try Conversation(SelectionTests.staff)
    expectEqual(talk.tell(command), [])
    expectEqual(talk.tell("selection"), selected)
  }

  @Test(arguments: [
    ("select Person/9", "name 1:8: there is no Person/9"),
    (
      "select Person where agee = 1",
      "name 1:21: no such property: Person has no \"agee\" (did you mean \"age\"?)"
    ),
    (
      "select *",
      "syntax 1:8: expected a record or a type after \"select\", not \"*\" "
        + "(`list Person` prints records; `sql \"select …\"` runs SQL)"
    ),
  ])
  func aMistakeLeavesTheSelection(command: String, error: String) throws {
    let talk = try Conversation(SelectionTests.staff + "select ann")
    expectEqual(talk.tell(command), ["error \(error)"])
    expectEqual(talk.tell("selection"), ["Person/1"])
  }
}

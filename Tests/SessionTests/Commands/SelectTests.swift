import Session
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
}

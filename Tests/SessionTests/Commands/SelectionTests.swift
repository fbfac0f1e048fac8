import Session
import TestSupport
import Testing

@Suite struct SelectionTests {
  static let staff =
    people + "\nnew Person name=\"Bob\" age=20\nnew Person name=\"Cy\" age=70\n"

  @Test func whatIsDeletedLeavesTheSelection() throws {
    let talk = try Conversation(Self.staff + "select Person where age > 30")
    talk.tell("delete ann")
    expectEqual(talk.tell("selection"), ["Person/3"])
  }

  @Test func whatIsTakenBackReturnsToTheSelection() throws {
    let talk = try Conversation(Self.staff + "select Person where age > 30")
    talk.tell("delete ann\nundo")
    expectEqual(talk.tell("selection"), ["Person/1", "Person/3"])
    talk.enter("begin")
    talk.enter("delete Person where true")
    expectEqual(talk.enter("selection"), [])
    expectEqual(talk.enter("menu").last, "delete|false|nothing is selected")
    talk.enter("rollback")
    expectEqual(talk.enter("selection"), ["Person/1", "Person/3"])
    talk.tell("delete ann\nselect Person/2\nundo")
    expectEqual(talk.tell("selection"), ["Person/2"])
    talk.tell("delete Person/2\nselect\nundo")
    expectEqual(talk.tell("selection"), [])
  }

  @Test func whatAnotherProgramDeletesLeavesTheSelectionToo() throws {
    let outsider = try Outsider()
    let talk = try Conversation(Self.staff + "select Person", database: outsider.path)
    let other = try Conversation(database: outsider.path, actor: "bob")
    other.tell("delete Person/2")
    expectEqual(talk.tell("selection"), ["Person/1", "Person/3"])
    other.tell("delete Person where true")
    expectEqual(
      talk.tell("do delete"),
      [
        "error refused 1:4: delete is disabled: nothing is selected (`menu` shows which commands are enabled)"
      ])
  }

  @Test(arguments: [
    (
      "do show",
      "error refused 1:4: show is disabled: nothing is selected (`menu` shows which commands are enabled)"
    ),
    ("do shwo", "error name 1:4: the menu has no command \"shwo\" (did you mean \"show\"?)"),
    ("do delete age=3", "error syntax 1:11: \"delete\" takes no values"),
    (
      "select Persn where age > 3",
      "error name 1:8: there is no type \"Persn\" (did you mean \"Person\"?)"
    ),
    ("select bob", "error name 1:8: there is no record \"bob\""),
  ])
  func aMistakeIsExplained(command: String, error: String) throws {
    try expectEqual(Conversation(Self.staff).tell(command), [error])
  }
}

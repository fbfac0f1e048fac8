import Session
import TestSupport
import Testing

@Suite struct SelectionTests {
  private static let staff =
    people + "\nnew Person name=\"Bob\" age=20\nnew Person name=\"Cy\" age=70\n"

  @Test(arguments: [
    ("select Person where age > 30", ["Person/1", "Person/3"]),
    ("select Person", ["Person/1", "Person/2", "Person/3"]),
    ("select Person/3, ann, Person[\"Ann\"]", ["Person/3", "Person/1"]),
    ("select Person where age > 100", []),
    ("select ann\nselect", []),
  ])
  func recordsAreSelectedByNameAndByCondition(command: String, selected: [String]) throws {
    let talk = try Conversation(Self.staff)
    expectEqual(talk.tell(command), [])
    expectEqual(talk.tell("selection"), selected)
  }

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
        "error refused 1:4: delete is disabled: nothing is selected (menu says what can be done)"
      ])
  }

  @Test func theMenuSaysWhyACommandIsDisabled() throws {
    let talk = try Conversation(Self.staff)
    expectEqual(
      talk.tell("menu"),
      [
        "open|false|nothing is selected", "show|false|nothing is selected",
        "edit|false|nothing is selected", "delete|false|nothing is selected",
      ])
    talk.tell("select Person")
    expectEqual(
      talk.tell("menu"),
      [
        "open|false|3 are selected; expected one", "show|false|3 are selected; expected one",
        "edit|false|3 are selected; expected one", "delete|true|nil",
      ])
    talk.tell("select ann")
    expectEqual(
      talk.tell("menu"),
      [
        "open|false|there is no screen for Person", "show|true|nil",
        "edit|false|edit needs a terminal", "delete|true|nil",
      ])
  }

  @Test func aCommandOfTheMenuIsOneTransaction() throws {
    let talk = try Conversation(Self.staff + "select Person where age > 30\ndo delete")
    expectEqual(talk.tell("count Person"), ["1"])
    talk.tell("undo")
    expectEqual(talk.tell("count Person"), ["3"])
  }

  @Test(arguments: [
    (
      "do show",
      "error refused 1:4: show is disabled: nothing is selected (menu says what can be done)"
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

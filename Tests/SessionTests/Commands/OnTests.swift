import Session
import TestSupport
import Testing

@Suite struct OnTests {
  private static let echo =
    people + "\nnew Person name=\"Bob\" age=30\n"
    + "on change Person.age { echo :record :old :new }"

  @Test(arguments: [
    ("set ann.age 42", ["Person/1 41 42"]),
    ("set ann.age 41", []),
    ("set Person where true : age=(age + 1)", ["Person/1 41 42", "Person/2 30 31"]),
    ("set ann.age nil", ["Person/1 41 nil"]),
    ("put Person[\"Ann\"] age=3", ["Person/1", "Person/1 41 3"]),
    ("set ann name=\"Anna\"", []),
    ("let eve = new Person name=\"Eve\" age=9", ["Person/3"]),
    ("delete ann", []),
    ("field f on ann.age\ntype f \"<All>5<Return>\"", ["Person/1 41 5", "f: \"5\" ann.age = 5"]),
    ("repeat 2 { set ann.age (age + 1) }", ["Person/1 41 42", "Person/1 42 43"]),
    ("begin; set ann.age 1; commit; undo", ["Person/1 41 1"]),
    ("on change ann.fee { set record.age 7 }\nset ann.fee 1", ["Person/1 41 7"]),
  ])
  func aHandlerRunsAfterTheCommandThatChangedWhatItFollows(
    script: String, lines: [String]
  ) throws {
    let talk = try Conversation(Self.echo)
    let printed = talk.tell(script).filter { !$0.hasPrefix("notice") }
    expectEqual(printed, lines)
  }

  @Test func whatAHandlerDoesIsOneUndoWithTheCommand() throws {
    let talk = try Conversation(people + "\non change ann.age as h { set record.fee :new }")
    let before = talk.tell("log").count
    talk.tell("set ann.age 42")
    expectEqual(talk.tell("get ann.fee"), ["42.00"])
    expectEqual(talk.tell("log").count, before + 1)
    talk.tell("undo")
    expectEqual(talk.tell("get ann.age; get ann.fee"), ["41", "0.00"])
    expectEqual(talk.tell("interactors"), ["h|handler|Person/1.age|true"])
    expectEqual(talk.tell("detach h; set ann.age 42; get ann.fee; interactors"), ["0.00"])
  }

  @Test func aHandlerThatChangesWhatItFollowsEndsWithWords() throws {
    let talk = try Conversation(people + "\non change ann.age { set record.age (age + 1) }")
    expectEqual(
      talk.tell("set ann.age 1"),
      [
        "error refused 10:11: change handlers are nested 32 levels deep; all their changes were rolled back "
          + "(a handler that changes its own property runs again)"
      ])
    expectEqual(talk.tell("get ann.age"), ["41"])
  }

  @Test(arguments: [
    (
      "on change Person.agee { }",
      "error name 1:18: no such property: Person has no \"agee\" (did you mean \"age\"?)"
    ),
    ("on change Persn.age { }", "error name 1:11: there is no record \"Persn\""),
    ("on change ann.age as ann { }", "error name 1:22: \"ann\" is already a record"),
  ])
  func whatCannotBeFollowedIsRefused(script: String, error: String) throws {
    try expectEqual(Conversation(people).tell(script), [error])
  }

  @Test func aTypeCanHaveANameInBackticks() throws {
    let talk = try Conversation("define `T 5` { `a b`: Integer? }\nnew `T 5` as t")
    expectEqual(talk.tell("on change `T 5`.`a b` { echo :new }; set t.`a b` 2"), ["2"])
    expectEqual(talk.tell("on change `T 6`.a { }").first?.hasPrefix("error name"), true)
  }

  @Test func aHandlerGoesWithItsType() throws {
    let talk = try Conversation("define F { x: Integer? }\non change F.x as h { echo :new }")
    expectEqual(
      talk.tell("drop type F").sorted(),
      ["notice: 0 records of F deleted", "notice: h is detached: F no longer exists"])
    expectEqual(talk.tell("detach h").first?.hasPrefix("error"), true)
  }
}

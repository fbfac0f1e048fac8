import Session
import TestSupport
import Testing

@Suite struct VarTests {
  @Test(arguments: [
    ("var x: Integer = 30", [], "30"), ("var x: Integer = 30", ["x=7"], "7"),
    ("var x: Integer", ["x=7"], "7"), ("var x: Integer?", [], "nil"),
    ("var x: Date = today", [], "2026-11-21"), ("var x: Date", ["x=2026-01-01"], "2026-01-01"),
    ("var x: Text", ["x=007"], "007"), ("var x: Text", ["x=\"Ann Lee\""], "Ann Lee"),
    ("var x: Text", ["x=ann"], "ann"), ("var x: Choice(a, b) = a", ["x=b"], "b"),
    ("var x: Decimal(integer: 3, fraction: 2)", ["x=1.5"], "1.50"),
    ("var x: Duration", ["x=1:30"], "1:30"), ("var x: [Text] = [a, b]", [], "[a, b]"),
    ("var x: Integer = 1; var x: Integer = 2", [], "1"), ("let x = 5; var x: Integer = 1", [], "5"),
    ("var x: Person", ["x=Person/1"], "Person/1"),
  ])
  func aVariableIsWhatTheRunGivesOrItsDefault(
    script: String, variables: [String], text: String
  ) throws {
    let names = variables.filter { !$0.contains("Person") }
    let talk = try Conversation(people, variables: names)
    if names.count < variables.count { talk.tell("let x = Person/1") }
    expectEqual(talk.tell(script), [])
    expectEqual(talk.tell("echo :x"), [text])
  }

  @Test(arguments: [
    ("var x: Integer", [], "1:5: the variable x is missing (use --var x=VALUE)"),
    ("var x: Integer", ["x=abc"], "1:5: the variable x cannot be set: x cannot be \"abc\""),
    ("var x: Choice(a, b)", ["x=c"], "1:5: the variable x cannot be set"),
    ("var x: Integer; var x: Date", ["x=1"], "1:21: the variable x cannot be set"),
  ])
  func whatIsMissingOrDoesNotFitIsWrongUsage(
    script: String, variables: [String], error: String
  ) throws {
    let talk = try Conversation(people, variables: variables)
    let lines = talk.tell(script + "\necho never")
    #expect(lines.count == 1 && lines[0].hasPrefix("error usage " + error), "\(lines)")
    expectEqual(talk.finish().status, 2)
  }

  @Test func whatIsMissingIsSaidBeforeTheFileRuns() throws {
    let talk = try Conversation(
      people, files: ["f": "echo run\nvar x: Integer", "g": "let x = 1\ninclude \"f\"\necho :x"])
    expectEqual(
      talk.tell("include \"f\""),
      [
        "error usage 2:5: the variable x is missing (use --var x=VALUE)"
      ])
    expectEqual(talk.tell("include \"g\""), ["run", "1"])
  }

  @Test func aVariableThatIsNearlyOneOfTheScriptIsAMistake() throws {
    let files = ["f": "var limit: Integer = 1\necho :limit :other"]
    let talk = try Conversation(people, files: files, variables: ["limt=2", "other=3"])
    expectEqual(
      talk.tell("include \"f\""),
      [
        "error usage 1:1: the script has no variable \"limt\" (did you mean \"limit\"?)"
      ])
    let other = try Conversation(people, files: files, variables: ["unlike=2", "other=3"])
    expectEqual(other.tell("include \"f\""), ["1 3"])
  }

  @Test func aVariableIsDeclaredInNoBlock() throws {
    let talk = try Conversation(people)
    expectEqual(
      talk.tell("repeat 1 { var x: Integer = 1 }"),
      [
        "error refused 1:12: var cannot be used in a block"
      ])
    #expect(
      talk.tell("var ann: Integer = 1")[0].hasPrefix("error usage 1:5: the variable ann cannot"))
    #expect(talk.tell("var x Integer = 1")[0].hasPrefix("error syntax 1:7: expected \":\""))
  }

  @Test(arguments: [
    ("x=", ""), ("x=Ann Lee", "Ann Lee"), ("x=12 Main Street", "12 Main Street"),
    ("x=\"Ann Lee\"", "Ann Lee"),
  ])
  func aTextNeedsNoQuotationMarks(given: String, value: String) throws {
    let talk = try Conversation(variables: [given])
    expectEqual(talk.tell("var x: Text; echo \"<:x>\""), ["<\(value)>"])
  }
}

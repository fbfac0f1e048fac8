import TestSupport
import Testing

@Suite struct DescribeTests {
  @Test func describeListsTheRulesBehindTheProperties() throws {
    let talk = try Conversation(RuleTests.workers)
    expectEqual(
      talk.tell("describe Person").last,
      "nil|rule|rule Person.grown \"must be 18 to lead\" : boss is null or age >= 18")
    talk.tell("rule Person.`a rule` severity warn : (\n  age  is\n\tnull # so\n  or true)")
    expectEqual(
      talk.tell("describe Person").last,
      "nil|rule|rule Person.`a rule` severity warn : ( age is null or true)")
  }

  @Test func eachPropertyHasItsKindAndItsDefinition() throws {
    let talk = try Conversation(
      "define P { a: Text = x, n: Integer? := (length(a)), b: Text key }\nindex P.a")
    expectEqual(
      talk.tell("describe P"),
      [
        "a|Text|a: Text = \"x\"", "n|Integer?|n: Integer? := (length(a))", "b|Text|b: Text key",
        "nil|index|index P.a",
      ])
  }

  @Test(arguments: [
    ("describe", "syntax 1:9: expected a type after \"describe\""),
    ("describe Persn", "name 1:10: there is no type \"Persn\" (did you mean \"Person\"?)"),
    ("describe ann", "name 1:10: there is no type \"ann\""),
  ])
  func aMistakeIsSaidAtItsPlace(command: String, error: String) throws {
    try expectEqual(Conversation(people).tell(command), ["error \(error)"])
  }
}

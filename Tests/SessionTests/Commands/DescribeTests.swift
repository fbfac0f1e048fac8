import Foundation
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
}

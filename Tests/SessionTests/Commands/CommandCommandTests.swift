import TestSupport
import Testing

@Suite struct CommandCommandTests {
  @Test func aCommandOfTheUserIsInTheMenuForWhatItFits() throws {
    let talk = try Conversation(
      BlockTests.staff + "command retire who when (:who.age > 60) { set who.age 60 }")
    expectEqual(talk.tell("select ann; menu").last, "retire|false|(:who.age > 60) is not true")
    expectEqual(talk.tell("select bob; menu").last, "retire|true|nil")
    expectEqual(talk.tell("do retire; get bob.age; log limit 1").first, "60")
    expectEqual(talk.tell("help retire").first?.hasPrefix("command retire who when"), true)
    expectEqual(talk.tell("help").first?.hasSuffix("Your commands:\n  retire who"), true)
  }

  @Test(arguments: [
    ("(:who.agee > 60)", "1:26: no such property: Person has no \"agee\" (did you mean \"age\"?)"),
    ("(:who.age > :limit)", "1:37: there is no session name \"limit\""),
    ("(frob(:who.age))", "1:26: there is no function \"frob\""),
  ])
  func aConditionIsJudgedWhenTheCommandIsDefined(condition: String, error: String) throws {
    let talk = try Conversation("define Lot { weight: Integer }\n" + BlockTests.staff)
    let lines = talk.tell("command retire who when \(condition) { }")
    expectEqual(lines.first?.hasPrefix("error name \(error)"), true, "\(lines)")
    #expect(try Conversation("command c who when (:who.age > 60) { }").tell("help c").count > 0)
  }
}

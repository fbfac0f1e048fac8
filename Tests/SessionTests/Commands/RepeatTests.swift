import TestSupport
import Testing

@Suite struct RepeatTests {
  @Test func anInterruptedLoopLeavesNothing() throws {
    var left = 0
    let talk = try Conversation(
      BlockTests.staff,
      isInterrupted: {
        left -= 1
        return left == 0
      })
    left = 25
    let lines = talk.enter("repeat 100 { try { set ann.age 5 } else { echo caught } }")
    expectEqual(lines.count, 1)
    #expect(lines[0].hasSuffix(": interrupted"))
    expectEqual(talk.enter("get ann.age"), ["41"])
  }

  @Test(arguments: [
    ("repeat 0 { echo a }", []), ("repeat 2 { echo a }", ["a", "a"]),
    ("repeat (:ann.age - 40) { echo a }", ["a"]), ("let n = 2; repeat :n { echo a }", ["a", "a"]),
  ])
  func itsCommandsRunAsOftenAsItSays(script: String, lines: [String]) throws {
    try expectEqual(Conversation(people).tell(script), lines)
  }

  @Test func allRoundsAreOneTransactionOrNone() throws {
    let talk = try Conversation(people)
    talk.tell("repeat 2 { set ann.age (age + 1) } --reason \"birthdays\"")
    expectEqual(talk.tell("get ann.age"), ["43"])
    expectEqual(talk.tell("log limit 1").first?.contains("|birthdays|"), true)
    expectEqual(
      talk.tell("repeat 3 { set ann.age (age + 54) }").first?.hasPrefix(
        "error rule 1:24: age must be 0…150, not "), true)
    expectEqual(talk.tell("get ann.age"), ["43"])
    talk.tell("undo")
    expectEqual(talk.tell("get ann.age"), ["41"])
  }

  @Test(arguments: [
    ("repeat 1.5 { }", "value 1:8: expected a whole number, 0 or greater"),
    ("repeat (nil) { }", "value 1:8: expected a whole number, 0 or greater"),
    ("repeat x { }", "syntax 1:8: expected a number of times after \"repeat\", not \"x\""),
    ("repeat { }", "syntax 1:8: expected a number of times after \"repeat\", not \"{\""),
  ])
  func aMistakeIsSaidAtItsPlace(command: String, error: String) throws {
    try expectEqual(Conversation(people).tell(command), ["error \(error)"])
  }
}

import TestSupport
import Testing

@Suite struct IfTests {
  @Test(arguments: [
    ("if :ann.age > 40 { echo old } else { echo young }", ["old"]),
    ("if :ann.age > 50 { echo old } else { echo young }", ["young"]),
    ("if :ann.age > 50 { echo a } else if :ann.age > 40 { echo b } else { echo c }", ["b"]),
    ("if :ann.age > 40 { echo a } else if :ann.age > 30 { echo b }", ["a"]),
    ("if :ann.weight > 1 { echo a }", []), ("if nil { echo a } else { echo b }", ["b"]),
  ])
  func theFirstBranchRunsWhoseConditionHolds(script: String, lines: [String]) throws {
    try expectEqual(Conversation(people).tell(script), lines)
  }

  @Test func itsCommandsAreCommandsOfTheSession() throws {
    let talk = try Conversation(people)
    expectEqual(talk.tell("if true { let k = 1; set ann.age :k; set ann.fee 2 }; echo :k"), ["1"])
    talk.tell("undo")
    expectEqual(talk.tell("get ann.age; get ann.fee"), ["1", "0.00"])
  }

  @Test func aCommandThatFailsEndsTheScript() throws {
    let talk = try Conversation(people)
    expectEqual(
      talk.tell("if true { set ann.age 1; set ann.age 900 }\necho on"),
      ["error rule 1:38: age must be 0…150, not 900"])
    expectEqual(talk.tell("get ann.age"), ["1"])
  }

  @Test(arguments: [
    ("if 3 { echo a }", "expression 1:4: expected a condition, not a number"),
    ("if true echo a", "syntax 1:15: expected \"{\" after \"a\""),
    ("if true { echo a } else", "syntax 1:24: expected \"{\" after \"else\""),
    ("if false { frob }", "name 1:12: there is no command \"frob\""),
  ])
  func aMistakeIsSaidAtItsPlace(script: String, error: String) throws {
    try expectEqual(Conversation(people).tell(script), ["error \(error)"])
  }
}

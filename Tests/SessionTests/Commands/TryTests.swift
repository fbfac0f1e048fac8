import TestSupport
import Testing

@Suite struct TryTests {
  @Test func labelsFollowWhatTryTakesBack() throws {
    let talk = try Conversation(
      BlockTests.staff + "label sum = (sum(Person.age))\nlabel age on ann.age\nbegin")
    expectEqual(
      talk.tell("try { set ann.age 1; set ann.age 900 }"),
      [
        "age: 1", "sum: 187", "age: 41", "sum: 227",
      ])
  }

  @Test(arguments: [
    (
      "try { set ann.age 1; set ann.age 900 } else { echo \"no: :error\" }",
      ["no: age must be 0…150, not 900"], "41"
    ),
    ("try { set ann.age 1 } else { echo no }", [], "1"),
    ("try { set ann.age 900 }\necho on", ["on"], "41"),
    ("try { echo a; set ann.age 900 } else { echo b }", ["b"], "41"),
    (
      "try { set ann.age 900 } else { set ann.age 901 }\necho on",
      ["error rule 1:44: age must be 0…150, not 901"], "41"
    ),
  ])
  func whatFailsIsTakenBackAndElseRuns(script: String, lines: [String], age: String) throws {
    let talk = try Conversation(people)
    expectEqual(talk.tell(script), lines)
    expectEqual(talk.tell("get ann.age"), [age])
  }

  @Test(arguments: [
    ("try { frob }", "name 1:7: there is no command \"frob\""),
    ("try echo a", "syntax 1:5: expected \"{\" after \"try\", not \"echo\""),
    ("try { } else", "syntax 1:13: expected \"{\" after \"else\""),
  ])
  func aMistakeOfSyntaxIsNotCaught(script: String, error: String) throws {
    try expectEqual(Conversation(people).tell(script), ["error \(error)"])
  }
}

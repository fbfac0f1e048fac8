import TestSupport
import Testing

@Suite struct ContinueTests {
  @Test(arguments: [
    (
      "for x in [1, 2] { for y in [1, 2] { if :y = 1 { continue }; echo :x :y }; echo :x }",
      ["1 2", "1", "2 2", "2"]
    ),
    ("repeat 2 { try { echo a; continue; echo b }; echo c }", ["a", "a"]),
    (
      "let n = 0; while :n < 3 { let n = (:n + 1); if :n = 2 { continue }; echo :n }",
      ["1", "3"]
    ),
  ])
  func theNextRoundOfTheInnermostLoopBegins(script: String, lines: [String]) throws {
    try expectEqual(Conversation().tell(script), lines)
  }

  @Test func whatTheRoundDidBeforeStays() throws {
    let talk = try Conversation(people)
    talk.tell("repeat 2 { set ann.age (age + 1); continue; set ann.age 0 }")
    expectEqual(talk.tell("get ann.age"), ["43"])
  }

  @Test(arguments: [
    ("continue", "1:1"), ("command f { continue }", "1:13"),
    ("repeat 1 { on change Person.age { continue } }", "1:35"),
  ])
  func outsideOfALoopItIsAMistake(script: String, place: String) throws {
    try expectEqual(
      Conversation(people).tell(script),
      [
        "error syntax \(place): continue can be used only in a loop "
          + "(for, repeat and while are loops; the body of a command or handler is not in a loop)"
      ])
  }
}

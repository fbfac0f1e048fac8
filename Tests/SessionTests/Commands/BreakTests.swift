import TestSupport
import Testing

@Suite struct BreakTests {
  @Test(arguments: [
    (
      "for x in [1, 2, 3] { for y in [1, 2] { if :y = 2 { break }; echo :x :y }; if :x = 2 { break } }",
      ["1 1", "2 1"]
    ),
    ("repeat 5 { try { break }; echo never }\necho after", ["after"]),
    (
      "let n = 0; while true { let n = (:n + 1); if :n = 3 { break } else { echo :n } }; echo :n",
      ["1", "2", "3"]
    ),
  ])
  func theInnermostLoopEndsThroughIfAndTry(script: String, lines: [String]) throws {
    try expectEqual(Conversation().tell(script), lines)
  }

  @Test func whatTheLoopDidBeforeStaysAndIsOneUndo() throws {
    let talk = try Conversation(people)
    talk.tell("for i in 1...3 { set ann.age :i; set ann.fee :i; break; set ann.age 9 }")
    expectEqual(talk.tell("get ann.age; get ann.fee"), ["1", "1.00"])
    talk.tell("undo")
    expectEqual(talk.tell("get ann.age; get ann.fee"), ["41", "0.00"])
  }

  @Test(arguments: [
    (
      "break",
      "1:1: break can be used only in a loop "
        + "(for, repeat and while are loops; the body of a command or handler is not in a loop)"
    ),
    (
      "for x in [1] { break now }",
      "1:22: expected the end of the command after \"break\", not \"now\""
    ),
  ])
  func aMistakeIsSaidAtItsPlace(script: String, error: String) throws {
    try expectEqual(Conversation().tell(script), ["error syntax \(error)"])
  }
}

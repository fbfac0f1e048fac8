import TestSupport
import Testing

@Suite struct UndoTests {
  @Test func theHintAfterAnotherProgramsChangeNamesACommandThatCanBeReverted() throws {
    let outsider = try Outsider()
    let talk = try Conversation(
      """
      define P { name: Text, phone: Text? }
      new P name=a phone="12345"; new P name=b
      set P/2.name c; erase P/1.phone "asked"
      """, database: outsider.path)
    try outsider.run("UPDATE P SET name = 'd' WHERE id = 2")
    #expect(
      talk.tell("undo").last?.contains("(`revert #4` undoes only your last change; `undo to #5")
        == true)
  }

  @Test func undoToATransactionSaysWhatItDoesAgain() throws {
    let talk = try Conversation("define P { a: Integer = 0, b: Integer = 0 }\nnew P\nset P/1.a 1")
    talk.tell("undo; set P/1.b 1")
    expectEqual(
      talk.tell("undo to #3").map { $0.split(separator: " by ")[0] },
      ["notice: undone #5", "notice: redone #3"])
    expectEqual(talk.tell("list P"), ["P/1|1|0"])
  }

  @Test func theLastCommandOrTheLastOfThemAreUndone() throws {
    let talk = try Conversation(people + "\nset ann.age 1\nset ann.age 2\nset ann.fee 3")
    expectEqual(talk.tell("undo"), ["notice: undone #5 by ann: set ann.fee 3"])
    expectEqual(
      talk.tell("undo 2"),
      ["notice: undone #4 by ann: set ann.age 2", "notice: undone #3 by ann: set ann.age 1"])
    expectEqual(talk.tell("get ann.age; get ann.fee"), ["41", "0.00"])
  }

  @Test(arguments: [
    ("undo 3", "refused 1:6: there are only 2 commands to undo"),
    ("undo to #99", "1:9: there is no transaction #99"),
    ("undo x", "syntax 1:6: expected a number of commands after \"undo\", not \"x\""),
    ("begin\nundo", "refused 2:1: undo, redo and revert cannot be used inside a transaction"),
    ("repeat 1 { undo }", "refused 1:12: undo cannot be used in a block"),
  ])
  func whereItIsNotPossibleItIsRefused(script: String, error: String) throws {
    let talk = try Conversation(people)
    let lines = talk.tell(script)
    expectEqual(lines.first?.contains(error), true, "\(lines)")
    expectEqual(talk.tell("get ann.age"), ["41"])
  }
}

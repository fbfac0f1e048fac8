import Session
import TestSupport
import Testing

@Suite struct UndoTests {
  @Test func undoToATransactionSaysWhatItDoesAgain() throws {
    let talk = try Conversation("define P { a: Integer = 0, b: Integer = 0 }\nnew P\nset P/1.a 1")
    talk.tell("undo; set P/1.b 1")
    expectEqual(
      talk.tell("undo to #3").map { $0.split(separator: " by ")[0] },
      ["notice: undone #5", "notice: redone #3"])
    expectEqual(talk.tell("list P"), ["P/1|1|0"])
  }
}

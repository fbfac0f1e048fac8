import Replies
import Session
import TestSupport
import Testing
import Values
import Workspace

@Suite struct ScreenUndoTests {
  private static let shop = """
    define Line { text: Text? }
    define Order { no: Integer key, status: Text = "received"; lines: [Line] owned }
    command ready o "Ready for pick-up" when (:o.status = "received") "only orders that are received" { set o.status "ready" }
    screen Sheet for Order { field s on status; menu ready, add lines }
    screen Desk for [Order] { columns no, status; opens Sheet; menu ready, delete }
    new Order no=17
    new Order no=18

    """

  private let keyboard = VisitedScreen()
  private let file: Outsider
  private let talk: Conversation
  private let other: Conversation

  init() throws {
    file = try Outsider()
    talk = try Conversation(
      Self.shop, database: file.path, keyboard: keyboard, isForPerson: true)
    other = try Conversation(database: file.path, actor: "bob")
  }

  @Test func itUndoesTheActionsOfTheScreenOneByOneAndSaysSo() throws {
    try talk.visit("open Desk", at: keyboard) { visit in
      #expect(visit.undoable == nil && !visit.undo())
      expectEqual(visit.notice, "there is nothing to undo on this screen")
      visit.select("17")
      #expect(visit.perform("ready"))
      expectEqual(visit.notice, "Order 17 status \"received\" → \"ready\" · u undoes")
      #expect(!visit.perform("ready"))
      expectEqual(visit.notice, "Ready for pick-up is disabled: only orders that are received")
      visit.select("18")
      #expect(!visit.perform("delete"))
      #expect(visit.perform("delete"))
      expectEqual(visit.notice, "delete Order/2 · u undoes")
      expectEqual(visit.names(), ["17"])
      #expect(visit.undo())
      expectEqual(visit.notice, "undone: delete Order/2")
      expectEqual(visit.names(), ["17", "18"])
      #expect(visit.undo())
      expectEqual(visit.notice, "undone: Order 17 status \"received\" → \"ready\"")
      #expect(visit.undoable == nil && !visit.undo())
    }
    expectEqual(talk.tell("list Order no, status"), ["Order/1|17|received", "Order/2|18|received"])
    // It is an undo like others.
    expectEqual(talk.tell("redo; get Order/1.status").last, "ready")
  }

  @Test func aFieldAndAnItemAreUndoneToo() throws {
    try talk.visit("open Sheet Order/1", at: keyboard) { visit in
      visit.edit("s", [.selectAll, .character("x"), .enter])
      expectEqual(visit.notice, "Order 17 status \"received\" → \"x\" · u undoes")
      #expect(visit.perform("add"))
      #expect(visit.undo())
      #expect(visit.notice?.hasPrefix("undone: new Line/1") == true, "\(visit.notice ?? "")")
      #expect(visit.undo())
    }
    expectEqual(talk.tell("get Order/1.status; count Line"), ["received", "0"])
  }

  @Test func whatOthersHaveDoneSinceStays() throws {
    try talk.visit("open Desk", at: keyboard) { visit in
      visit.select("17")
      #expect(visit.perform("ready"))
      other.tell("set Order/2.status closed")
      visit.refresh()
      #expect(visit.undo())
    }
    expectEqual(
      talk.tell("list Order no, status"), ["Order/1|17|received", "Order/2|18|closed"])
  }

  @Test func aChangeThatBuildsOnItIsNamed() throws {
    try talk.visit("open Desk", at: keyboard) { visit in
      visit.select("17")
      #expect(visit.perform("ready"))
      other.tell("set Order/1.status shipped")
      #expect(!visit.undo())
      #expect(visit.notice?.contains("set Order/1.status shipped") == true, "\(visit.notice ?? "")")
      #expect(visit.undoable != nil)
    }
    expectEqual(talk.tell("get Order/1.status"), ["shipped"])
  }

  @Test func whatIsUndoneElsewhereIsNotUndoneAgain() throws {
    let again = try Conversation(database: file.path)
    try talk.visit("open Desk", at: keyboard) { visit in
      visit.select("17")
      #expect(visit.perform("ready"))
      again.tell("undo")
      #expect(!visit.undo())
      #expect(visit.notice?.contains("already undone") == true, "\(visit.notice ?? "")")
      #expect(visit.undoable == nil)
    }
    expectEqual(talk.tell("get Order/1.status"), ["received"])
  }

  @Test func itUndoesNothingOfTheSessionAroundTheScreen() throws {
    talk.enter("set Order/1.status early")
    try talk.visit("open Desk", at: keyboard) { visit in #expect(!visit.undo()) }
    talk.enter("begin; set Order/1.status late")
    try talk.visit("open Desk", at: keyboard) { visit in
      visit.select("18")
      #expect(visit.perform("ready"))
      #expect(!visit.undo())
      expectEqual(visit.notice, "u cannot undo while a transaction is open")
    }
    talk.enter("rollback")
    expectEqual(talk.tell("get Order/1.status; get Order/2.status"), ["early", "received"])
  }

  @Test func aHostileTextIsWrittenOut() throws {
    let talk = try Conversation(
      "define T { n: Text }; command mark t { set t.n \"b\\u{1B}[31m\" }\n"
        + "new T n=\"a\\u{1B}[2J\\nb\"; screen L for [T] { columns n; menu mark }",
      keyboard: keyboard, isForPerson: true)
    try talk.visit("open L", at: keyboard) { visit in
      visit.selectAll()
      #expect(visit.perform("mark"))
      #expect(visit.notice?.contains("\"b\\u{1b}[31m\"") == true, "\(visit.notice ?? "")")
    }
  }
}

import Replies
import Session
import TestSupport
import Testing
import Values
import Workspace

@Suite struct MenuValueTests {
  private static let shop = """
    define Part { name: Text title, stock: Integer = 10 }
    define Bin { name: Text key }
    command sell p: Part amount: Integer bin: Bin? note: Text? { set p.stock (stock - :amount); echo ":bin :note" }
    command one p: Part amount: Integer = 1 { set p.stock (stock - :amount) }
    put Bin[A]
    put Bin[B]
    new Part name=Bell
    new Part name=Chain
    screen Shelf for [Part] { columns name, stock; menu sell, one }

    """

  private let keyboard = VisitedScreen()

  @Test func aScriptGivesTheValuesByName() throws {
    let talk = try Conversation(Self.shop + "open Shelf; select Part/1")
    expectEqual(talk.tell("do sell amount=3 note=x"), ["nil x"])
    expectEqual(
      talk.tell("do sell bin=\"B\" amount=(1 + 1); get Part/1.stock"), ["Bin/2 nil", "5"])
    expectEqual(talk.tell("do one; get Part/1.stock"), ["4"])
    expectEqual(
      talk.tell("do sell"),
      ["error value 1:4: sell needs a value for amount (do sell amount=VALUE)"])
    #expect(talk.tell("do sell amont=1").first?.contains("sell has no parameter amont") == true)
    #expect(talk.tell("do sell amount=x").first?.contains("1:16:") == true)
    #expect(talk.tell("do sell amount=1 amount=2").first?.contains("twice") == true)
    expectEqual(talk.tell("get Part/1.stock"), ["4"])
  }

  @Test func aScreenAsksForThemInAForm() throws {
    let talk = try Conversation(Self.shop, keyboard: keyboard, isForPerson: true)
    var titles: [String] = []
    keyboard.fill = { editing in
      titles.append(editing.name)
      for key in "4".unicodeScalars { _ = editing.type(.character(key)) }
      _ = editing.type(.submit)
    }
    try talk.visit("open Shelf", at: keyboard) { visit in
      visit.selectAll()
      #expect(visit.perform("sell"), "\(visit.notice ?? "")")
      #expect(visit.notice?.hasSuffix("u undoes") == true, "\(visit.notice ?? "")")
      visit.select("Bell")
      #expect(visit.perform("one"))
    }
    expectEqual(titles, ["sell.amount", "one.amount"])
    expectEqual(talk.tell("get Part/1.stock; get Part/2.stock"), ["2", "6"])
    expectEqual(talk.tell("undo 2; get Part/1.stock").last, "10")
  }

  @Test func aFormThatIsCancelledRunsNothing() throws {
    let talk = try Conversation(Self.shop, keyboard: keyboard, isForPerson: true)
    try talk.visit("open Shelf", at: keyboard) { visit in
      visit.selectAll()
      #expect(visit.perform("sell"))
      expectEqual(visit.notice, "sell was cancelled")
      #expect(visit.undoable == nil)
    }
    expectEqual(talk.tell("get Part/1.stock"), ["10"])
  }

  @Test func aValueThatIsMissingKeepsTheFormOpen() throws {
    let talk = try Conversation(Self.shop, keyboard: keyboard, isForPerson: true)
    var hint = ""
    keyboard.fill = { editing in
      _ = editing.type(.submit)
      hint = editing.hint
      #expect(!editing.isEnded)
    }
    try talk.visit("open Shelf", at: keyboard) { visit in
      visit.select("Bell")
      #expect(visit.perform("sell"))
    }
    #expect(hint.contains("required"), "\(hint)")
    expectEqual(talk.tell("get Part/1.stock"), ["10"])
  }

  @Test func aRecordThatIsDeletedMeanwhileIsSaidToBe() throws {
    let file = try Outsider()
    let talk = try Conversation(
      Self.shop, database: file.path, keyboard: keyboard, isForPerson: true)
    let other = try Conversation(database: file.path, actor: "bob")
    keyboard.fill = { editing in
      other.tell("delete Part/1")
      _ = editing.type(.character("4"))
      _ = editing.type(.submit)
    }
    try talk.visit("open Shelf", at: keyboard) { visit in
      visit.select("Bell")
      #expect(!visit.perform("sell"))
      #expect(visit.notice?.hasPrefix("Part/1 was deleted by bob") == true, "\(visit.notice ?? "")")
      expectEqual(visit.names(), ["Chain"])
    }
  }

  @Test func aMenuTakesOnlyCommandsWhoseValuesItCanAskFor() throws {
    let talk = try Conversation(Self.shop + "command two a b { echo 1 }")
    #expect(
      talk.tell("screen X for Part { menu two }").first?.contains("a menu cannot run two a b")
        == true)
  }
}

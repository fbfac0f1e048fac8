import TestSupport
import Testing

@Suite struct MenuTests {
  @Test func theMenuOfAScreenHasTheCommandsThatItNamesAndNoOthers() throws {
    let talk = try Conversation(ScreenTests.shop + "open Bins")
    expectEqual(talk.tell("menu"), ["add|true|nil"])
    talk.tell("command empty b when (:b.n > 0) { set b.n 0 }")
    expectEqual(talk.tell("menu"), ["add|true|nil"])
    talk.tell("back; select Bin/1")
    expectEqual(talk.tell("menu").filter { $0.hasPrefix("empty") }, ["empty|true|nil"])
    #expect(talk.tell("do ready").first?.contains("it does not apply to Bin/1") == true)
  }

  @Test func theMenuSaysWhyACommandIsDisabled() throws {
    let talk = try Conversation(SelectionTests.staff)
    expectEqual(
      talk.tell("menu"),
      [
        "open|false|nothing is selected", "show|false|nothing is selected",
        "edit|false|nothing is selected", "delete|false|nothing is selected",
      ])
    talk.tell("select Person")
    expectEqual(
      talk.tell("menu"),
      [
        "open|false|3 items are selected; expected one",
        "show|false|3 items are selected; expected one",
        "edit|false|3 items are selected; expected one", "delete|true|nil",
      ])
    talk.tell("select ann")
    expectEqual(
      talk.tell("menu"),
      [
        "open|false|there is no screen for Person", "show|true|nil",
        "edit|false|edit needs a terminal", "delete|true|nil",
      ])
  }
}

import Session
import TestSupport
import Testing

@Suite struct NestTests {
  @Test func whatIsNestedComesBehindTheFormsOwnPartsAndKeepsItsName() throws {
    let talk = try Conversation(
      FormTests.world + "\nfield f on bob.age\nnest f in sheet\nnest sheet in editor")
    expectEqual(
      talk.tell("type editor \"<Tab><Tab><Tab><Tab>!<Tab>\"").suffix(2),
      [
        "sheet.title: \"Lost!\" show.title = \"Lost!\"",
        "sheet.year: \"\" show.year = nil",
      ])
    expectEqual(
      talk.tell("type sheet \"<Up><Tab><Tab><Tab><Tab><Tab><Tab>9<Return>\"").last,
      "f: \"79\" bob.age = 79")
    expectEqual(talk.tell("type editor \"<Esc><Esc>\"; get bob.age").last, "7")
    expectEqual(
      talk.tell("deactivate editor; type f \"1\"").last?.contains("f is deactivated"), true)
    expectEqual(talk.tell("activate editor; type f \"9<Return>\""), ["f: \"79\" bob.age = 79"])
  }
}

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
      talk.tell("type sheet \"<Up><Tab><Tab><Tab><Tab><Tab><Tab><Return>9<Return>\"").last,
      "f: \"79\" bob.age = 79")
    expectEqual(talk.tell("type editor \"<Esc><Esc>\"; get bob.age").last, "7")
    expectEqual(
      talk.tell("deactivate editor; type f \"1\"").last?.contains("f is deactivated"), true)
    expectEqual(talk.tell("activate editor; type f \"9<Return>\""), ["f: \"79\" bob.age = 79"])
  }

  @Test(arguments: [
    ("nest", "syntax 1:5: expected a label, field or form after \"nest\""),
    ("nest f in b", "name 1:11: there is no form \"b\""),
    ("nest editor in editor", "refused 1:6: editor cannot be a part of itself"),
    (
      "nest f in editor; nest f in sheet",
      "refused 1:24: f is already a part of editor (`unnest f` removes f from its form)"
    ),
    (
      "nest editor in sheet; nest sheet in editor",
      "refused 1:28: editor is a part of sheet, so sheet cannot be a part of editor"
    ),
    (
      "nest editor.age in sheet",
      "refused 1:6: editor.age is already a part of editor "
        + "(`field NAME on ann.age` creates a field that can be nested)"
    ),
  ])
  func aPartIsInOneFormAndInNoRing(command: String, error: String) throws {
    let talk = try Conversation(FormTests.world + "\nfield f on ann.age")
    expectEqual(talk.tell(command), ["error \(error)"])
  }
}

import TestSupport
import Testing

@Suite struct UnnestTests {
  @Test func whatIsTakenOutRestsAndAPartWithoutANameEnds() throws {
    let talk = try Conversation(FormTests.world + "\nfield f on bob.age\nnest f in editor")
    talk.tell("type f \"2\"; unnest f")
    expectEqual(talk.tell("get bob.age; interactors").first, "72")
    expectEqual(talk.tell("interactors").last, "f|field|bob.age|false")
    #expect(talk.tell("activate f; nest f in sheet").isEmpty)
    talk.tell("unnest editor.age; detach editor.boss; unnest sheet.reviews; unnest editor.tags")
    expectEqual(
      talk.tell("interactors").map { $0.prefix { $0 != "|" } },
      [
        "editor", "editor.name", "editor.card", "sheet", "sheet.title", "sheet.year", "f",
      ])
    expectEqual(
      talk.tell("type editor \"<Tab><Tab>\""),
      [
        "editor.name: \"Ann\" ann.name = \"Ann\"", "editor.card: \"\" ann.card = nil",
      ])
  }

  @Test(arguments: [
    ("unnest", "syntax 1:7: expected a label, field or form after \"unnest\""),
    ("unnest f", "refused 1:8: f is not a part of a form"),
    ("unnest nothing", "name 1:8: there is no label, field or form \"nothing\""),
    (
      "unnest sheet.reviews[0]",
      "refused 1:8: the row sheet.reviews[0] cannot be removed while its record is in the list "
        + "(use remove to take the record out of its list)"
    ),
  ])
  func aMistakeIsSaidAtItsPlace(command: String, error: String) throws {
    let talk = try Conversation(FormTests.world + "\nfield f on ann.age")
    expectEqual(talk.tell(command), ["error \(error)"])
  }
}

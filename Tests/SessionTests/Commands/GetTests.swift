import Session
import TestSupport
import Testing

@Suite struct GetTests {
  @Test func getPrintsAFieldALabelOrAllOfAForm() throws {
    let talk = try Conversation(FormTests.world + "\nset ann.card \"4111 1111 1111 1111\"")
    expectEqual(talk.tell("get editor.age; get editor.boss"), ["41", ""])
    expectEqual(talk.tell("get sheet.reviews[1].text"), ["bad"])
    expectEqual(talk.tell("get editor.card"), ["•••• 1111"])
    expectEqual(talk.tell("get editor.card --reveal"), ["4111 1111 1111 1111"])
    expectEqual(
      talk.tell("nest sheet in editor; get editor"),
      [
        "form=editor editor.name=Ann editor.age=41 editor.boss= editor.tags=a, b "
          + "editor.card=•••• 1111 sheet.title=Lost sheet.year= sheet.reviews[0].rating=4 "
          + "sheet.reviews[0].text=fine sheet.reviews[1].rating=2 sheet.reviews[1].text=bad"
      ])
    expectEqual(
      talk.tell("get sheet.reviews[0]"),
      [
        "form=sheet.reviews[0] sheet.reviews[0].rating=4 sheet.reviews[0].text=fine"
      ])
  }
}

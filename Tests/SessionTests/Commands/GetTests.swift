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

  @Test func aPropertyAnItemAndALabelAreOneLineEach() throws {
    let talk = try Conversation(
      ListCommandTests.world + "\nlabel l on show.title\nset show.title New")
    expectEqual(
      talk.tell("get show.title; get show.tags; get show.tags[1]; get l; get Show[\"T\"].title"),
      ["New", "[a, b]", "b", "l: New", "T"])
    expectEqual(talk.tell("get show.title at #4"), ["S"])
  }

  @Test(arguments: [
    ("get nobody", "name 1:5: there is no label \"nobody\""),
    (
      "let n = 3; get n",
      "name 1:16: \"n\" is a value; expected a property or a label (`echo \":n\"` prints the value)"
    ),
    (
      "get ann.age at #99",
      "name 1:16: there is no transaction #99 (the first is #1, the newest #2)"
    ),
    ("get Person[\"X\"].age", "name 1:5: there is no Person whose name is \"X\""),
  ])
  func aMistakeIsSaidAtItsPlace(command: String, error: String) throws {
    try expectEqual(Conversation(people).tell(command), ["error \(error)"])
  }
}

import TestSupport
import Testing

@Suite struct DetachTests {
  @Test func anEditingThatIsDetachedIsCancelledWithAWarning() throws {
    let talk = try Conversation(TypeTests.fields)
    talk.tell("type f \"<BS>\"")
    expectEqual(talk.tell("detach f").first?.hasPrefix("warning refused: the edit of f"), true)
    talk.tell("type g \"<Clear>\"")
    expectEqual(
      talk.tell("deactivate g").first?.hasSuffix("cannot be left: name is required"), true)
  }

  @Test func detachEndsAFormAndWhatWasNestedStays() throws {
    let talk = try Conversation(FormTests.world + "\nlabel n on ann.name\nnest n in editor")
    expectEqual(
      talk.tell("type editor.age \"<BS>\"; detach editor").last,
      "warning refused: the edit of editor.age was discarded, because it was not accepted with <Return>"
    )
    expectEqual(talk.tell("get ann.age; label editor on ann.age"), ["41", "editor: 41"])
    expectEqual(talk.tell("set ann.name Eve; activate n"), ["n: Eve"])
    talk.tell("nest n in sheet; detach n")
    expectEqual(talk.tell("interactors").contains { $0.hasPrefix("n|") }, false)
    expectEqual(talk.tell("get sheet")[0].contains("n="), false)
  }
}

import TestSupport
import Testing

@Suite struct WhyTests {
  /// The last columns of each change: old value, new value, kind and command.
  private func causes(_ talk: Conversation, _ command: String) -> [String] {
    talk.tell(command).map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).suffix(4).joined(separator: "|")
    }
  }

  @Test func undoAndRedoAreFollowedBackToTheCommandThatSetTheValue() throws {
    let talk = try Conversation(
      people + "\nset ann.age 1\nset ann.age 2\nundo\nredo\nset ann.fee 3")
    let first = "nil|41|edit|let ann = put Person[\"Ann\"] age=41"
    expectEqual(
      causes(talk, "why ann.age"),
      ["1|2|edit|set ann.age 2", "2|1|undo|undo", "1|2|redo|redo"])
    expectEqual(causes(talk, "why ann.fee"), ["0.00|3.00|edit|set ann.fee 3"])
    talk.tell("undo 3")
    expectEqual(causes(talk, "why ann.age").first, first)
  }

  @Test func aCardIsMaskedInValuesAndCommands() throws {
    let talk = try Conversation(
      "define P { card: Card? }\nnew P\nset P/1.card \"4111 1111 1111 1111\"")
    expectEqual(
      causes(talk, "why P/1.card"), ["nil|•••• 1111|edit|set P/1.card \"•••• 1111\""])
    expectEqual(
      causes(talk, "why P/1.card --reveal"),
      ["nil|4111111111111111|edit|set P/1.card \"4111 1111 1111 1111\""])
  }

  @Test(arguments: [
    ("why ann", "syntax 1:8: expected \".\" and a property after \"ann\""),
    (
      "why ann.agee",
      "name 1:9: no such property: Person has no \"agee\" (did you mean \"age\"?)"
    ),
    ("why Person/9.age", "name 1:5: there is no Person/9"),
  ])
  func aMistakeIsSaidAtItsPlace(command: String, error: String) throws {
    try expectEqual(Conversation(people).tell(command), ["error \(error)"])
  }
}

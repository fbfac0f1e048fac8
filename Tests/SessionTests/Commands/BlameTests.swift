import TestSupport
import Testing

@Suite struct BlameTests {
  @Test func blameAndWhyNameTheCommandsBehindAValue() throws {
    let (talk, now) = try AsOfTests.conversation()
    talk.tell("set ann.age 5")
    talk.tell("undo")
    let blame = talk.tell("blame ann").map {
      $0.split(separator: "|").prefix(3).joined(separator: " ")
    }
    expectEqual(
      blame,
      [
        "name Ann \(now - 1)", "age 41 \(now + 2)", "team Team/1 \(now - 1)", "card nil \(now - 1)",
        "twice 82 \(now + 2)", "notes [Note/1] \(now)",
      ])
    expectEqual(talk.tell("show ann --blame"), talk.tell("blame ann"))
    #expect(
      talk.tell("show ann at #2 --blame")[0].hasPrefix("error refused 1:13: --blame cannot be used")
    )
    let why = talk.tell("why ann.twice").map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).suffix(4).joined(separator: "|")
    }
    expectEqual(
      why,
      [
        "nil|41|edit|let ann = new Person name=Ann age=41 team=red", "41|5|edit|set ann.age 5",
        "5|41|undo|undo",
      ])
  }

  @Test func aCardIsMaskedUnlessItIsToBeRevealed() throws {
    let talk = try Conversation(
      "define P { card: Card? }\nnew P\nset P/1.card \"4111 1111 1111 1111\"")
    expectEqual(talk.tell("blame P/1").map { $0.prefix(17) }, ["card|•••• 1111|3|"])
    expectEqual(talk.tell("blame P/1 --reveal").map { $0.prefix(24) }, ["card|4111111111111111|3|"])
  }

  @Test(arguments: [
    ("blame Person/9", "name 1:7: there is no Person/9"),
    ("blame ann.age", "syntax 1:10: expected the end of the command after \"ann\", not \".\""),
  ])
  func aMistakeIsSaidAtItsPlace(command: String, error: String) throws {
    try expectEqual(Conversation(people).tell(command), ["error \(error)"])
  }
}

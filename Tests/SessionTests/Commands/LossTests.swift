import Session
import TestSupport
import Testing

@Suite struct LossTests {
  private static let store = """
    define Member { name: Text key, phone: Text?, tags: [Text], boats: [Boat] owned, rent: Integer = 3 }
    define Boat { n: Integer = 0 }
    define Fee { of: Member on delete cascade }
    let ann = new Member name=Ann phone="1" tags=[a]
    new Member name=Bob phone="2"
    append ann.boats new Boat; append ann.boats new Boat
    new Fee of=ann
    """

  private static let losses: [(command: String, question: String, said: [String])] = [
    (
      "alter Member { drop phone }", "drop 2 values of Member.phone?",
      ["notice: 2 values of Member.phone dropped"]
    ),
    (
      "alter Member { rename phone to fax; drop fax; drop tags }",
      "drop 2 values of Member.phone and 1 value of Member.tags?",
      ["notice: 2 values of Member.phone and 1 value of Member.tags dropped"]
    ),
    ("remove ann.boats 0", "delete Boat/1?", ["notice: Boat/1 deleted"]),
    (
      "delete ann", "delete Member/1, together with 3 records: Boat/1, Boat/2, Fee/1?",
      ["notice: deleted with Member/1: Boat/1, Boat/2, Fee/1"]
    ),
    ("drop type Fee", "delete 1 record of Fee?", ["notice: 1 record of Fee deleted"]),
    (
      "select Fee; do delete", "delete Fee/1?", ["notice: Fee/1 deleted"]
    ),
  ]

  @Test func aChangeThatFailsIsNotAskedAbout() throws {
    var asked: [String] = []
    let talk = try Conversation(
      Self.store + "\nrule Member.reached : phone is not nil",
      confirm: {
        asked.append($0)
        return true
      })
    let before = Self.state(of: talk)
    let said = talk.enter("alter Member { drop phone }")
    #expect(
      said.last?.contains(": the rule Member.reached would no longer work: ") == true, "\(said)")
    expectEqual(asked, [])
    expectEqual(Self.state(of: talk), before)
    talk.enter("begin; set ann.rent 4; alter Member { drop phone }")
    expectEqual(talk.enter("get ann.rent; commit").first, "4")
  }

  private static func state(of talk: Conversation) -> [String] {
    talk.tell("list Member; list Boat; count Fee; describe Member; log").filter { !$0.isEmpty }
  }

  @Test(arguments: losses)
  func aCommandThatDeletesWhatItDoesNotNameAsksAtAPromptAndSaysWhatItDid(
    command: String, question: String, said: [String]
  ) throws {
    var asked: [String] = []
    var answer = false
    let talk = try Conversation(
      Self.store,
      confirm: {
        asked.append($0)
        return answer
      })
    let before = Self.state(of: talk)
    let deed = command.hasPrefix("alter") ? "changed" : "deleted"
    expectEqual(talk.enter(command).last, "notice: nothing was \(deed)")
    expectEqual(asked, [question])
    expectEqual(Self.state(of: talk), before)
    answer = true
    expectEqual(talk.enter(command).suffix(said.count), said[...])
    expectEqual(asked, [question, question])
    #expect(Self.state(of: talk) != before)
  }

  @Test(arguments: losses)
  func aScriptIsNotAskedAndIsTold(command: String, question: String, said: [String]) throws {
    let talk = try Conversation(
      Self.store,
      confirm: { _ in
        Issue.record("nobody is to be asked")
        return false
      })
    expectEqual(talk.tell(command).suffix(said.count), said[...])
  }

  @Test(arguments: [
    "alter Member { add fax: Text? }", "delete Boat/1", "delete Member/2", "remove ann.tags 0",
    "alter Member { rename phone to fax }", "alter Member { add fax: Text?; drop fax }",
  ])
  func whatIsNamedIsNotAskedAbout(command: String) throws {
    let talk = try Conversation(
      Self.store,
      confirm: { question in
        Issue.record("\(question)")
        return false
      })
    let before = talk.tell("log").count
    talk.enter(command)
    expectEqual(talk.tell("log").count, before + (command.hasSuffix("drop fax }") ? 0 : 1))
  }
}

import TestSupport
import Testing

@Suite struct DiffTests {
  @Test func aListThatIsAsItWasDoesNotDiffer() throws {
    let talk = try Conversation(HistoryTests.lists)
    talk.tell("set A/1.mem []; set A/1.mem [B/1]")
    expectEqual(talk.tell("diff #8"), [])
    talk.tell("delete A/1; restore A/1 to #8")
    expectEqual(talk.tell("diff #8").filter { $0.contains("mem") }, [])
    talk.tell("set A/1.mem []")
    expectEqual(talk.tell("diff #8").filter { $0.contains("mem") }.count, 1)
  }

  @Test func diffTellsWhatCameWentAndChanged() throws {
    let (talk, now) = try AsOfTests.conversation()
    talk.tell("set ann age=5 card=\"4111 1111 1111 1111\"; delete red; new Person name=\"Bob B\"")
    expectEqual(
      talk.tell("diff #\(now)"),
      [
        "- Team/1 name=\"Red\"",
        "~ Person/1 age 41 → 5, team Team/1 → nil, card nil → •••• 1111",
        "+ Person/2 name=\"Bob B\"",
      ])
    expectEqual(talk.tell("diff #\(now + 1) #\(now)").count, 1)
    expectEqual(talk.tell("diff #\(now) #\(now)"), [])
  }
}

import TestSupport
import Testing

@Suite struct LabelTests {
  @Test func aLabelOfADeletedRecordSaysNilUntilItIsBack() throws {
    let talk = try Conversation(TypeTests.fields)
    expectEqual(talk.tell("delete ann"), ["age: «nil»"])
    expectEqual(
      talk.tell("type f \"1\"").first,
      "error name 1:6: Person/1 was deleted by ann at 2026-11-21T10:00:00.000Z")
    expectEqual(talk.tell("undo").last, "age: 41")
    expectEqual(talk.tell("type f \"<BS><Return>\"").last, "f: \"4\" ann.age = 4")
  }

  @Test func aTextInAnotherNormalFormIsNoChangeForALabel() throws {
    let talk = try Conversation(people + "\nset ann.name \"\u{E9}\"\nlabel n on ann.name")
    expectEqual(talk.tell("set ann.name \"e\u{301}\""), [])
    expectEqual(talk.tell("set ann.name \"e\"").count, 1)
  }

  @Test func aLabelOfAPastStateStaysAsItIs() throws {
    let (talk, now) = try AsOfTests.conversation()
    expectEqual(talk.tell("label then on ann.age at #\(now)"), ["then: 41"])
    expectEqual(talk.tell("label t on ann.team.name at #\(now)"), ["t: Red"])
    talk.tell("set ann.age 3; set red.name Blue; delete ann")
    expectEqual(talk.tell("get then; get t; deactivate t; activate t"), ["then: 41", "t: Red"])
    expectEqual(talk.tell("interactors").first?.contains("ann.age at #\(now)"), true)
  }
}

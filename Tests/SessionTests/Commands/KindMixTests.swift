import TestSupport
import Testing

/// Values that are of another kind than what they are given to.
@Suite struct KindMixTests {
  private static let world = """
    define P { name: Text key, age: Integer?, boss: P?, crew: [P] on delete clear, tags: [Text], note: Text? }
    new P name=a age=3 as a
    new P name=b tags=[z, w]
    new P name=c age=5 as c
    set a.crew [P/3, P/2, P/1]
    let i = 1
    """

  @Test(arguments: [
    "set c boss=(age - 3)", "set c age=(P/1)", "set c.boss (:a.age)", "set c boss=(count(crew))",
    "append c.crew :i", "remove a.crew :i", "put P[\"q\"] crew=[:i]",
    "append a.tags (P[\"b\"].tags)",
    "insert a.tags 0 (P[\"b\"].tags)", "set a note=(P[\"b\"].tags)", "set a note=(P/1)",
  ])
  func aNumberIsNoRecordAndAListIsNoText(command: String) throws {
    let talk = try Conversation(Self.world)
    let before = talk.tell("list P --long")
    #expect(talk.tell(command).last?.contains("cannot be") ?? false)
    expectEqual(talk.tell("list P --long"), before)
  }

  @Test func aRecordIsOneHoweverItIsCalculated() throws {
    let talk = try Conversation(Self.world)
    talk.tell("set a boss=(P[\"c\"]); set c.boss (:a.boss); let r = (P[\"b\"]); append c.crew :r")
    talk.tell("set a tags=(P[\"b\"].tags)")
    expectEqual(
      talk.tell("get a.boss; get c.boss; get c.crew; get a.tags"),
      ["P/3", "P/3", "[P/2]", "[z, w]"])
  }
}

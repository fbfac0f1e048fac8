import Replies
import Session
import TestSupport
import Testing

@Suite struct ReferenceFieldTests {
  private static let world = """
    define Person {
      name: Text key
      boss: Person? on delete clear
      age: Integer = 1
    }
    let ann = new Person name=Ann
    let bob = new Person name=Bob boss=ann
    let cid = new Person name=Cid boss=bob
    field f on cid.boss
    """

  @Test func theKeyOfARecordIsTyped() throws {
    let talk = try Conversation(Self.world)
    expectEqual(talk.tell("type f \"<Clear>Ann<Return>\""), ["f: \"Ann\" cid.boss = Person/1"])
    #expect(talk.tell("type f \"<Clear><Return>; get cid.boss\"").last != "Person/1")
    expectEqual(
      talk.tell("type f \"<Clear>ann\""), ["f: \"Ann\" cid.boss = Person/1 (editing)"])
    expectEqual(
      talk.tell("type f \"<Clear>x\"").first,
      "x rejected at 0: \"x\" cannot come first; expected \"Ann\", \"Bob\" or \"Cid\"")
  }

  @Test func aRecordThatIsMadeUnderAnEditingCanBeChosen() throws {
    let talk = try Conversation(Self.world)
    expectEqual(talk.tell("type f \"<Clear>D\"").first?.contains("rejected"), true)
    talk.tell("new Person name=Dan")
    expectEqual(talk.tell("type f \"Dan<BS>n<Return>\""), ["f: \"Dan\" cid.boss = Person/4"])
    expectEqual(talk.tell("get cid.boss"), ["Person/4"])
    talk.tell("type f \"<Clear>\"; new Person name=Eve")
    expectEqual(talk.tell("type f \"E<Tab>\""), ["f: \"Eve\" cid.boss = Person/5 (editing)"])
    expectEqual(talk.tell("type f \"<Esc>\"; get cid.boss").last, "Person/4")
  }

  @Test func aRecordThatIsDeletedUnderAnEditingCannotBeChosen() throws {
    let talk = try Conversation(Self.world)
    talk.tell("type f \"<Clear>Ann\"; delete ann")
    expectEqual(
      talk.tell("type f \"<Return>\"").last,
      "error refused 1:8: f is incomplete: \"A\" cannot come first; expected \"Bob\" or \"Cid\"")
    expectEqual(talk.tell("type f \"<Esc>\"; get cid.boss").last, "Person/2")
  }

  @Test func aRecordThatWasChosenAndIsThenDeletedIsNoMoreTheValue() throws {
    let talk = try Conversation(Self.world)
    talk.tell("type f \"<Clear>Ann<Return>\"; delete ann")
    expectEqual(talk.tell("get cid.boss; type f \"\"; check"), ["nil", "f: \"\" cid.boss = nil"])
  }

  @Test func aFieldFollowsItsPathBetweenEditings() throws {
    let talk = try Conversation(Self.world + "\nfield g on cid.boss.age")
    expectEqual(talk.tell("type g \"2<Return>\"; get bob.age").last, "12")
    talk.tell("set cid.boss ann")
    expectEqual(
      talk.tell("type g \"3<Return>\"; get ann.age; get bob.age").suffix(2), ["13", "12"])
  }

  @Test func aPathThatLeadsNowhereIsBlamedOnTheKeysThatNeedIt() throws {
    let talk = try Conversation(Self.world + "\nfield g on cid.boss.age")
    talk.tell("set cid.boss nil")
    expectEqual(
      talk.tell("get cid.age\n  type g \"3\""),
      [
        "1", "error name 2:8: Person/3.boss is nil and has no \"age\"",
      ])
  }

  @Test func aFieldShowsTheTitleAndTheKeyOnlyBehindOneThatSeveralHave() throws {
    let talk = try Conversation(
      """
      define P { name: Text key; nick: Text? title; boss: P? on delete clear }
      let a = new P name="1" nick=Ann; new P name="2" nick=Bob; new P name="3" nick=Bob; new P name="4"
      field f on a.boss
      """)
    expectEqual(talk.tell("type f \"Ann<Return>\""), ["f: \"Ann\" a.boss = P/1"])
    expectEqual(talk.tell("type f \"<Clear>2<Return>\""), ["f: \"Bob (2)\" a.boss = P/2"])
    expectEqual(talk.tell("type f \"<Clear>Bob (3)<Return>\""), ["f: \"Bob (3)\" a.boss = P/3"])
    expectEqual(talk.tell("type f \"<Clear>4<Return>\""), ["f: \"4\" a.boss = P/4"])
    #expect(talk.tell("type f \"<Clear>Bob<Return>\"").contains { $0.contains("incomplete") })
  }
}

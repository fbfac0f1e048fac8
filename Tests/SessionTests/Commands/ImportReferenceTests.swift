import Replies
import TestSupport
import Testing

struct ImportReferenceTests {
  @Test func aRuleOfAnotherTypeRejectsTheRowThatBreaksIt() throws {
    let talk = try Conversation(
      """
      define Team { name: Text key, players: [Player] by team }
      define Player { name: Text key, team: Team }
      rule Team.small "has two players at most" : count(players) <= 2
      new Team name=Red; new Team name=Blue
      """,
      files: ["p.csv": "name,team\na,Red\nb,Blue\nc,Red\nd,Red\ne,Blue\n"])
    let told = talk.tell("import p.csv into Player --keep-going")
    #expect(told.contains { $0.contains(" 5:0:") && $0.contains("two players at most") }, "\(told)")
    expectEqual(told.last, "notice: 4 records created, 1 row rejected")
    expectEqual(talk.tell("check"), [])
  }

  @Test func recordsComeIntoTheListsThatOwnThem() throws {
    let talk = try Conversation(
      """
      define Show { title: Text key, reviews: [Review] owned, cast: [Person] }
      define Review { text: Text }
      define Person { name: Text key }
      new Review text=good; new Review text=bad; new Person name=Ann
      """,
      files: [
        "s.csv":
          "title,reviews,cast\nLost,\"[\"\"Review/2\"\",\"\"Review/1\"\"]\",\"[\"\"Ann\"\"]\"\n"
      ])
    expectEqual(talk.tell("import s.csv into Show"), ["notice: 1 record created"])
    expectEqual(
      talk.tell("get Show/1.reviews; get Show/1.cast"), ["[Review/2, Review/1]", "[Person/1]"])
  }

  @Test func anUpdateAddsToAListThatOwnsAndTakesNothingOut() throws {
    let talk = try Conversation(
      """
      define Show { title: Text key, reviews: [Review] owned, year: Integer? }
      define Review { text: Text }
      new Show title=Lost; append Show/1.reviews new Review text=a; new Review text=b
      """,
      files: [
        "more.csv": "title,reviews\nLost,\"[\"\"Review/1\"\",\"\"Review/2\"\"]\"\n",
        "less.csv": "title,reviews\nLost,\"[\"\"Review/2\"\"]\"\n",
        "none.csv": "title,reviews,year\nLost,,2004\n",
      ])
    expectEqual(talk.tell("import more.csv into Show update by title"), ["notice: 1 changed"])
    expectEqual(talk.tell("get Show/1.reviews"), ["[Review/1, Review/2]"])
    #expect(
      talk.tell("import less.csv into Show update by title")[0].contains("only add records"))
    expectEqual(talk.tell("import none.csv into Show update by title"), ["notice: 1 changed"])
    expectEqual(talk.tell("get Show/1.reviews; count Review"), ["[Review/1, Review/2]", "2"])
  }

  @Test func aRuleThatARingBreaksRejectsItsRowsAndNoOthers() throws {
    let talk = try Conversation(
      """
      define P { name: Text key, boss: P?, age: Integer? }
      rule P.older "boss must be older" : age is null or boss.age is null or boss.age >= age
      """,
      files: ["p.csv": "name,boss,age\nOK,,1\nA,B,10\nB,A,5\nC,D,\nD,E,\n"])
    let told = talk.tell("import p.csv into P --keep-going")
    #expect(told.contains { $0.hasPrefix("warning rule 3:") && $0.contains("older") }, "\(told)")
    #expect(told.contains { $0.hasPrefix("warning rule 4:") })
    expectEqual(told.filter { $0.hasPrefix("warning name") }.count, 2)
    expectEqual(told.last, "notice: 1 record created, 4 rows rejected")
    expectEqual(talk.tell("list P name"), ["P/1|OK"])
  }
}

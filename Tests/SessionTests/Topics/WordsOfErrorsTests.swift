import Session
import TestSupport
import Testing

@Suite struct WordsOfErrorsTests {
  private static let world = """
    define P { name: Text key, age: Integer?, n: Integer = 0 }
    new P name=A age=3
    new P name=B age=4
    alter P { drop n }
    """

  @Test(arguments: [
    ("sum(Typo.n where n > 1) > 0", "there is no type \"Typo\""),
    ("avg(typo.n where n > 1) > 0", "there is no type \"typo\""),
    ("count(Typo where n > 1) > 0", "there is no type \"Typo\""),
    (
      "max(age where age > 1) > 0",
      "\"where\" can be used only after a list or a type (as in "
        + "max(Type.property where …))"
    ),
    (
      "(select name from P order by 5) = \"A\"",
      "a number after \"order by\" is the position of a result, from 1 to 1"
    ),
    (
      "(select name from P group by 5) = \"A\"",
      "a number after \"group by\" is the position of a result, from 1 to 1"
    ),
    (
      "(select name from P union select name from P order by age) = \"A\"",
      "\"order by\" after several selects accepts only columns that every select returns"
    ),
  ])
  func anExpressionIsRefusedInItsOwnTerms(condition: String, message: String) throws {
    let talk = try Conversation(Self.world)
    let said = talk.tell("count P where \(condition)").first ?? ""
    #expect(said.hasSuffix(": \(message)"), "\(said)")
  }

  @Test(arguments: [
    ("list L where m = 7", "write M[7]"), ("list L where p = 7", "write P[\"7\"]"),
    ("list L where l = 7", "write L/7"), ("list L where day = yesterday", "write today - 1"),
    ("list L where day < Tomorrow", "write today + 1"),
    ("list L p group by p having count > 1", "use sql"),
  ])
  func aHintIsWhatTheUserMeant(command: String, hint: String) throws {
    let talk = try Conversation(
      Self.world + "\ndefine M { number: Integer key }"
        + "\ndefine L { m: M?, p: P?, l: L?, day: Date? }")
    let said = talk.tell(command).first ?? ""
    #expect(said.hasPrefix("error") && said.contains(hint), "\(said)")
  }

  @Test func aComputedPropertyCannotReadTheClock() throws {
    let said = try Conversation("").tell("define C { day: Date, age: Integer := (today - day) }")
    #expect(said.first?.contains("today is not allowed here") == true, "\(said)")
  }

  @Test(arguments: [
    "list P where n > 1", "set P where n > 1 : age=3", "list P order by n", "list P (n)",
    "count P where (n + 1) > 2", "list P name, (age + 1) as older where older > 3",
    "list P name, (age + 1) as older order by oldr", "count P where count(Typo where n > 1) > 0",
  ])
  func aNameThatIsMeantAsOneIsNotTakenForAText(command: String) throws {
    let talk = try Conversation(Self.world)
    let said = talk.tell(command).first ?? ""
    #expect(said.hasPrefix("error name") && !said.contains("quotation marks"), "\(said)")
    expectEqual(talk.tell("count P where name = Ann").first?.contains("\"Ann\")"), true)
    expectEqual(talk.tell("count P where name || Ann is nil").first?.contains("\"Ann\")"), true)
  }

  @Test(arguments: ["set P where age > 0 : age=50", "set P/1.age 50; set P/2.age 60"])
  func whatAHandlerRefusesIsNotSaidToBeDone(command: String) throws {
    let talk = try Conversation(
      Self.world
        + "\non change P.age { if :new > 49 { set :record.name \"\" } }".replacing(
          "set :record.name", with: "new P name="))
    let said = talk.tell(command)
    #expect(said.count == 1 && said[0].hasPrefix("error"), "\(said)")
    expectEqual(talk.tell("get P/1.age; get P/2.age"), ["3", "4"])
    expectEqual(talk.tell("set P where age > 0 : age=5").first, "notice: 2 records changed")
  }
}

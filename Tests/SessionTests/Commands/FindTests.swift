import TestSupport
import Testing

@Suite struct FindTests {
  private static let people = """
    define Person {
      name: Text key; notes: Text = ""; tags: [Text]; card: Card?
      role: Choice(admin, editor) = editor; mail: Email?; boss: Person?; age: Integer?
    }
    define Visit { who: Person; day: Date? }
    let ada = new Person name="Ada Lovelace" notes="likes ADA,\nthe language" tags=["adamant", "x"]
    new Person name="Straße" card="4111111111111111" boss=:ada age=4111
    new Person name="Ines" role=admin mail="ADA@example.org"
    new Visit who=:ada
    """

  private static func found(_ command: String) throws -> [String] {
    try Conversation(people).tell(command).map { line in
      line.split(separator: "|").prefix(2).joined(separator: ".")
    }
  }

  @Test func everyTextOfEveryRecordIsFoundWhateverItsCase() throws {
    try expectEqual(
      Self.found("find \"aDa\""),
      [
        "Person/1.name", "Person/1.notes", "Person/1.tags", "Person/2.boss", "Person/3.mail",
        "Visit/1.who",
      ])
    try expectEqual(Self.found("find \"STRASSE\""), ["Person/2.name"])
    try expectEqual(Self.found("find \"admin\""), ["Person/3.role"])
  }

  @Test(arguments: ["muller", "MÜLLER", "mu\u{308}ller", "Ｍuller"])
  func aTextIsFoundWhateverItsAccents(text: String) throws {
    let talk = try Conversation("define P { name: Text }\nnew P name=\"Jörg Müller-Lüdenscheidt\"")
    expectEqual(talk.tell("find \"\(text)\""), ["P/1|name|Jörg Müller-Lüdenscheidt"])
    expectEqual(talk.tell("find \"mueller\""), [])
  }

  @Test func aTypeCanBeGiven() throws {
    try expectEqual(Self.found("find \"ada\" in Visit"), ["Visit/1.who"])
    let mistakes = try Conversation(Self.people).tell("find \"ada\" in Persn")
    #expect(mistakes.contains { $0.contains("there is no type \"Persn\"") })
  }

  @Test func neitherCardsNorNumbersAreSearched() throws {
    #expect(try Self.found("find \"4111\"").isEmpty)
  }

  @Test func anEmptyTextIsRefused() throws {
    let lines = try Conversation(Self.people).tell("find \"\"")
    #expect(lines.contains { $0.contains("the search text is empty") })
  }

  @Test(arguments: [
    ("DE89 3704 0044", "iban"), ("0044 0532", "iban"), ("de89370400440532", "iban"),
    ("+49 30 123", "phone"), ("030 123 45", "phone"), ("(030) 12-345", "phone"),
    ("4912 345", "none"),
  ])
  func aNumberIsFoundHoweverItIsSpaced(text: String, property: String) throws {
    let talk = try Conversation(
      """
      define Payer { iban: IBAN?, phone: Phone(+49)?, card: Card?, note: Text = "00440532" }
      new Payer iban="DE89 3704 0044 0532 0130 00" phone="030 1234567" card="4111 1111 1111 1111"
      """)
    let found = talk.tell("find \"\(text)\"").map { $0.split(separator: "|")[1] }
    expectEqual(found, (property == "none" ? [] : [Substring(property)]))
    expectEqual(talk.tell("find \"4111 1111\""), [])
  }
}

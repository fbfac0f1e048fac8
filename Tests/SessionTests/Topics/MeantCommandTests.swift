import Replies
import TestSupport
import Testing

/// Commands of other programs, and slips, are answered with the command that was meant.
@Suite struct MeantCommandTests {
  private static let shop = """
    define Tag { word: Text key }
    define Part {
      number: Text key, name: Text = "", price: Decimal(integer: 6, fraction: 2) = 0
      day: Date = 2025-01-01, tags: [Tag] owned, count: Integer = 0, off: Percent?
    }
    new Part number="SH-1234-B" name="Part 9" price=3
    new Part number="4711" name="Bolt"
    append Part/1.tags new Tag word=a
    append Part/1.tags new Tag word=b
    append Part/1.tags new Tag word=c
    new Part number="SH-9"
    delete Part["SH-9"]
    define Screw { code: Text key, label: Text title }
    new Screw code="SH-7" label="Long Bolt"

    """

  private static func hint(_ talk: Conversation, _ command: String) throws -> String? {
    guard case .diagnostic(let diagnostic)? = talk.replies(to: command).last else { return nil }
    return diagnostic.hint
  }

  @Test(arguments: [
    ("list parts", "list Part"), ("list part where price > 1", "list Part where price > 1"),
    ("count PARTS", "count Part"), ("new part number=x", "new Part number=x"),
    ("show part/1", "show Part/1"), ("LIST Part", "list Part"),
    ("List Part where price > 1 limit 2", "list Part where price > 1 limit 2"),
    ("show Part SH-1234-B", "show Part[\"SH-1234-B\"]"), ("show Part 4711", "show Part[4711]"),
    ("show Part \"SH-1234-B\"", "show Part[\"SH-1234-B\"]"),
    ("show Part 'SH-1234-B'", "show Part[\"SH-1234-B\"]"),
    ("history Part SH-1234-B limit 3", "history Part[\"SH-1234-B\"] limit 3"),
    ("show Part[\"sh-1234-b\"]", "show Part[\"SH-1234-B\"]"),
    ("set Part[\"sh-1234-b\"].price 4", "set Part[\"SH-1234-B\"].price 4"),
    ("new Part number='A-1' name='b c'", "new Part number=\"A-1\" name=\"b c\""),
    ("set Part/1.name 'b \"c\"'", "set Part/1.name \"b \\\"c\\\"\""),
    ("insert into Part (number, price) values ('A-1', 2)", "new Part number=\"A-1\" price=2"),
    (
      "INSERT INTO Part(number, name, price) VALUES ('A-1', null, 2 * 3);",
      "new Part number=\"A-1\" name=nil price=(2 * 3)"
    ),
    (
      "update Part set price = 3, name = 'x' where number = '4711'",
      "set Part where number = \"4711\" : price=3 name=\"x\""
    ),
    ("UPDATE Part SET price = price + 1", "set Part where true : price=(price + 1)"),
    ("delete from Part where price > 3", "delete Part where price > 3"),
    ("DELETE FROM Part", "delete Part where true"),
    ("select * from Part", "list Part"), ("SELECT * FROM Part;", "list Part"),
    (
      "select name, price from Part where name <> 'x' order by price desc limit 10, 20",
      "list Part name, price where name <> \"x\" order by price desc limit 20 offset 10"
    ),
    ("select count(*) from Part where price > 2", "count Part where price > 2"),
    ("SELECT sum(price) FROM Part GROUP BY name", "list Part sum(price) group by name"),
    ("drop table Part", "drop type Part"), ("drop Part", "drop type Part"),
    ("new Part \"A-1\" price=2", "new Part number=\"A-1\" price=2"),
    ("new Part 'A-1'", "new Part number=\"A-1\""),
    ("show \"SH-1234-B\"", "show Part[\"SH-1234-B\"]"),
    ("set \"SH-1234-B\".price 4", "set Part[\"SH-1234-B\"].price 4"),
    ("show Long Bolt", "show Screw[\"SH-7\"]"), ("show \"Long Bolt\"", "show Screw[\"SH-7\"]"),
    ("show Screw Long Bolt", "show Screw[\"SH-7\"]"),
    ("set Part/1.price = 3", "set Part/1.price 3"),
    ("set Part/1.price = (price + 1)", "set Part/1.price (price + 1)"),
    (
      "insert into Part values ('A-1', 'b', 2, '2025-01-01', 3)",
      "new Part number=\"A-1\" name=\"b\" price=2 day=\"2025-01-01\" count=3"
    ),
    ("INSERT INTO tag VALUES (1 + 1);", "new Tag word=(1 + 1)"),
    ("INSERT INTO Part VALUES ('x')", "new Part number=\"x\""),
    ("insert into Part values ('x', 'y')", "new Part number=\"x\" name=\"y\""),
    ("insert into Tag values ('x'), ('y')", "new Tag word=\"x\"; new Tag word=\"y\""),
    (
      "insert into Part(number, count) values ('x', (1)),('y', null);",
      "new Part number=\"x\" count=((1)); new Part number=\"y\" count=nil"
    ),
    ("INSERT INTO Tag VALUES (1, 2)", "describe Tag"),
    ("Part[\"sh-1234-b\"]", "show Part[\"SH-1234-B\"]"),
    ("Part[\"SH-1234-B\"]", "show Part[\"SH-1234-B\"]"), ("Part/1", "show Part/1"),
    ("Part[4711]", "show Part[4711]"), ("Part/1.name", "get Part/1.name"),
    ("Part[\"sh-1234-b\"].tags[1].word", "get Part[\"SH-1234-B\"].tags[1].word"),
    (
      "create table Bolt (code varchar(20) primary key, size decimal(8, 2) not null, at timestamp);",
      "define Bolt { code: Text key, size: Decimal(integer: 6, fraction: 2), at: DateTime? }"
    ),
    (
      "CREATE TABLE Nut (id INTEGER PRIMARY KEY NOT NULL, name TEXT UNIQUE, x DOUBLE PRECISION DEFAULT 1)",
      "define Nut { id: Integer key, name: Text? unique, x: Double? = 1 }"
    ),
  ])
  func whatWasMeantCanBePasted(command: String, meant: String) throws {
    let talk = try Conversation(Self.shop)
    try expectEqual(Self.hint(talk, command), meant)
    let lines = talk.tell(meant)
    #expect(!lines.contains { $0.hasPrefix("error syntax") }, "\(lines)")
    #expect(!lines.contains { $0.hasPrefix("error name") && !meant.contains("4711") }, "\(lines)")
  }

  @Test(arguments: [
    "show \"Ada\"", "show Ada Lovelace", "new Nut \"x\"", "show \"Short\"", "new Part (1)",
  ])
  func aTextThatNamesNoSingleRecordGetsNoHint(command: String) throws {
    let talk = try Conversation(
      Self.shop + "new Screw code=\"SH-8\" label=Short; new Screw code=\"SH-9\" label=Short")
    try expectEqual(Self.hint(talk, command), nil)
  }

  @Test(arguments: [
    "create table", "create table (", "create table X ()", "create table X (a)",
    "create table X (a geometry)", "create table X (a text, foreign key (a) references b)",
    "create table X (a decimal(2, 3))", "create table X (a int default)",
    "select a from b join c", "insert into", "insert into Part", "update", "update Part",
    "update Part set", "update Part set where", "delete from", "insert into Part () values ()",
    "insert into Part (a, b) values (1)", "insert into Part values (1, 2)",
    "insert into Tag values ('a'), ('b')", "drop table",
    "select from", "select * from", "select * from Part limit", "select * from Part limit 1,",
    "LIST", "Show 'a", "show Part (", "show Part \"", "show ann 'x'", "new Part a='",
    "update Part set a = b = c",
  ])
  func aStrangeStatementIsAnErrorAsEver(command: String) throws {
    let talk = try Conversation(Self.shop)
    #expect(talk.tell(command).last?.hasPrefix("error") ?? false)
  }

  @Test(arguments: [
    (
      ".dump",
      "`dump to \"shop.wb\"` writes everything as commands, and `check` verifies the database"
    ),
    (".schema", "`schema` prints all definitions, and `describe Person` prints one type"),
    (".backup x.db", "`backup \"copy.db\"` copies the database"),
    (".timer on", "`log` lists the transactions"),
    (".nonsense", "`help` lists the commands"),
  ])
  func aDotCommandIsAnsweredWithOurs(command: String, hint: String) throws {
    try expectEqual(Self.hint(Conversation(), command), hint)
  }

  @Test func aDeletedRecordIsAnsweredWithItsRestoration() throws {
    let talk = try Conversation(Self.shop)
    let meant = "restore Part/3 to #8"
    for command in ["show Part[\"SH-9\"]", "show Part/3", "set Part[\"SH-9\"].price 3"] {
      try expectEqual(Self.hint(talk, command), "#9 deleted this record: " + meant)
    }
    try expectEqual(Self.hint(talk, "show Part/3 at #7"), nil)
    talk.tell(meant)
    expectEqual(talk.tell("get Part[\"SH-9\"].number"), ["SH-9"])
    talk.tell("set Part[\"SH-9\"].number \"SH-10\"")
    try expectEqual(Self.hint(talk, "show Part[\"SH-9\"]"), nil)
  }

  @Test(arguments: [
    ("set Part/1.day \"01.02.2025\"", "write dates as 2025-02-01"),
    ("set Part/1.price \"34,95\"", "write 34.95"), ("set Part/1.count \"34,95\"", "write 34.95"),
    ("set Part/1.price \"-34,95\"", "write -34.95"),
    ("set Part/1.price \"1.234,50\"", "write 1234.50"),
    ("set Part/1.price \"1,234.50\"", "write 1234.50"),
    ("set Part/1.count \"1,000\"", "write 1000"),
    ("set Part/1.price \"1,000\"", "write 1000, or 1.000 if the comma is a decimal separator"),
    ("set Part/1.price \"0,125\"", "write 0.125"),
    ("set Part/1.off \"12,5%\"", "write 12.5%"), ("set Part/1.off \"12,5\"", "write 12.5%"),
    ("set Part/1.price -34,95", "write -34.95"),
    ("set Part/1 price=-34,95", "write -34.95"),
    ("set Part/1.count 1,000", "write 1000, or 1.000 if the comma is a decimal separator"),
    ("set Part/1.count -1,000", "write -1000, or -1.000 if the comma is a decimal separator"),
    ("set Part/1.price 1.234,50", "write 1234.50"),
    ("set Part/1.price 1,234.50", "write 1234.50"),
    ("set Part/1.count 1,234,567", "write 1234567"),
    ("set Part/1.count 1.234.567", "write 1234567"),
    ("set Part/1.price -1.234.567,50", "write -1234567.50"),
    ("set Part/1.off 12,5%", "write 12.5%"), ("set Part/1 off=12,5% count=1", "write 12.5%"),
    ("new Part price=1,5, count=2", "write 1.5"), ("set Part/1.count 1,2,3", nil),
    ("set Part/1.count 12,34.5", nil), ("set Part/1.price \"1,2,3\"", nil),
    ("set Part/1.price \"a,5\"", nil),
    ("set Part/1.name \"34,95\"", nil),
  ])
  func aValueInAnotherNotationIsAnsweredWithOurs(command: String, hint: String?) throws {
    try expectEqual(Self.hint(Conversation(Self.shop), command), hint)
  }

  @Test func aLineOfSeveralCommandsIsNotRewritten() throws {
    let talk = try Conversation(Self.shop)
    try expectEqual(Self.hint(talk, "types; list parts"), "did you mean \"Part\"?")
  }

  @Test(arguments: [
    ("[Tag/3, Tag/1, Tag/2]", "[c, a, b]"), ("[Tag/1, Tag/2, Tag/3]", "[a, b, c]"),
    ("[Tag[\"b\"], Tag/3, Tag[\"a\"]]", "[b, c, a]"), ("[Tag/3, Tag/2, Tag/1]", "[c, b, a]"),
  ])
  func settingAnOwnedListOrdersIt(list: String, order: String) throws {
    let talk = try Conversation(Self.shop)
    expectEqual(talk.tell("set Part/1.tags \(list)"), [])
    let tags = order.dropFirst().dropLast().split(separator: ", ").map(String.init)
    let words = try tags.indices.map { place in
      try #require(talk.tell("get Part/1.tags[\(place)].word").first)
    }
    expectEqual(words, tags)
    expectEqual(talk.tell("count Tag"), ["3"])
    if order != "[a, b, c]" {
      talk.tell("undo")
      expectEqual(talk.tell("get Part/1.tags[0].word"), ["a"])
    }
  }

  @Test(arguments: [
    (
      "[Tag/1, Tag/2]",
      "error refused 1:17: Part/1.tags owns its records, so set can only reorder them; Tag/3 is missing"
    ),
    (
      "[]",
      "error refused 1:17: Part/1.tags owns its records, so set can only reorder them; Tag/1 is missing"
    ),
    (
      "[Tag/1, Tag/2, Tag/3, Tag/4]",
      "error refused 1:17: Part/1.tags owns its records, so set can only reorder them; Tag/4 is not in the list"
    ),
    (
      "[Tag/1, Tag/2, Tag/2, Tag/3]",
      "error conflict 1:17: Tag/2 is given twice, but a list contains each record only once"
    ),
    ("[Part/1]", "error value 1:18: tags cannot be Part/1; expected a record of Tag"),
  ])
  func anOwnedListIsNotSetToOtherRecords(list: String, error: String) throws {
    let talk = try Conversation(Self.shop + "new Tag word=d")
    expectEqual(talk.tell("set Part/1.tags \(list)"), [error])
    expectEqual(
      talk.tell("list Part tags where number = \"SH-1234-B\""), ["Part/1|[Tag/1, Tag/2, Tag/3]"])
  }

  @Test func settingAnOwnedListChangesAsFewRowsAsPossible() throws {
    let talk = try Conversation(Self.shop)
    let before = talk.tell("history Tag").count
    talk.tell("set Part/1.tags [Tag/3, Tag/1, Tag/2]")
    expectEqual(talk.tell("history Tag").count, before + 1)
    expectEqual(talk.tell("log limit 1 --long").last?.hasSuffix("|1"), true)
  }
}

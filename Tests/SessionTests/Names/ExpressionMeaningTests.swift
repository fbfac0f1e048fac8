import Session
import TestSupport
import Testing

@Suite struct ExpressionMeaningTests {
  static let world = """
    define Person {
      name: Text key
      age: Integer?
      boss: Person? on delete clear
      role: Choice(admin, editor, "read only") = editor
      joined: Date?
      seen: DateTime?
      from: Time?
      until: Time?
      reviews: [Review] owned
      tags: [Text]
      marks: [Integer]
      type: [Text] = [x]
      spent: Duration?
    }
    define Review { rating: Integer, price: Decimal(integer: 8, fraction: 2) = 0, by: Person? on delete clear, sold: Boolean = false, comments: [Comment] owned }
    define Comment { score: Integer }
    let ann = new Person name=Ann age=41 joined=2026-01-01 from=08:30 until=17:15 seen=2026-01-01T10:00:00Z
    let bob = new Person name=Bob age=17 boss=ann joined=2027-01-10
    let cid = new Person name=Cid boss=bob role="read only"
    append ann.reviews new Review rating=5 price=0.10 by=bob
    append ann.reviews new Review rating=3 price=0.20 sold=true
    append bob.reviews new Review rating=0 price=0.30
    append Review/1.comments new Comment score=3
    append Review/2.comments new Comment score=5
    set ann tags=[b, a] marks=[3, 5] spent=1:30
    """

  @Test(
    arguments: [
      ("joined < today", "1"), ("joined < today + 60", "2"), ("joined > :today", "1"),
      ("joined = \"2026-01-01\"", "1"), ("seen < now", "1"), ("seen > joined - 1", "1"),
      ("role = \"read only\"", "1"), ("boss = Person/1", "1"), ("boss = Person[\"Ann\"]", "1"),
      ("boss = ann or boss = bob", "2"), ("boss.name = \"Ann\"", "1"),
      ("boss.boss.name = \"Ann\"", "1"), ("boss.boss is nil", "2"), ("count(reviews) > 1", "1"),
      ("boss.reviews is nil", nil), ("count(boss.reviews) = 2", "1"),
      ("avg(reviews.rating where rating > 0) = 4", "1"), ("sum(reviews.price) = 0.30", "2"),
      ("max(reviews.by.age) = 17", "1"), ("age > avg(Person.age)", "1"),
      ("count(reviews where by.boss.name = \"Ann\") = 1", "1"),
      ("until - from = \"8:45\"", "1"), ("today - joined > 300", "1"),
      ("seen + \"24:00\" > 2026-01-02", "1"), ("age > ann.age - 30", "2"),
      ("\"a\" in tags", "1"), ("\"a\" not in tags", "2"), ("5 in marks", "1"),
      ("\"x\" in type", "3"), ("name in boss.tags", "0"), ("\"a\" in :ann.tags", "3"),
      ("bob in reviews.by", "1"), ("bob not in reviews.by", "2"), ("Review/1 in reviews", "1"),
      ("boss in Person", "2"), ("0.30 in reviews.price", "1"),
      ("count(tags) = 2", "1"), ("min(tags) = \"a\"", "1"), ("avg(marks) = 4", "1"),
      ("count(marks where value > 3) = 1", "1"), ("count(type where value = \"x\") = 1", "3"),
      ("max(boss.marks) = 5", "1"),
      ("avg(reviews.comments.score) = 4", "1"), ("count(Person.reviews.comments) = 2", "3"),
      ("count(reviews.by.reviews) = 1", "1"),
      ("sum(reviews.comments.score where score > 3) = 5", "1"),
      ("spent || \"\" = \"1:30\"", "1"), ("sum(tags) > 1", nil), ("max(tags.x) > 1", nil),
    ] as [(String, String?)])
  func aConditionHoldsOfTheRecordsThatItSays(condition: String, count: String?) throws {
    let talk = try Conversation(Self.world)
    let said = talk.tell("count Person where \(condition)")
    if let count {
      expectEqual(said, [count])
    } else {
      expectEqual(said.first?.hasPrefix("error"), true)
    }
  }

  @Test(
    arguments: [
      (
        "joined < \"today\"",
        "joined is a date, but the text \"today\" is not; expected a date "
          + "such as 2026-11-21 (today)"
      ),
      (
        "role = \"edtor\"",
        "role cannot be the text \"edtor\"; expected admin, editor or "
          + "\"read only\" (did you mean \"editor\"?)"
      ),
      (
        "boss = \"Ann\"",
        "boss is a record of Person and cannot be compared with a text (write records as "
          + "Person[\"Ann\"])"
      ),
      (
        "boss.name.x = 1",
        "boss.name is a text and has no \"x\""
      ),
      (
        "seen = joined",
        "seen is a date and time and cannot be compared with a date "
          + "(date(seen) is the day without the time)"
      ),
      ("sum(name) > 1", nil),
      (
        "sum(reviews.by) > 1",
        "sum() needs numbers, but reviews.by is a "
          + "record of Person"
      ),
      (
        "tags = \"a\"",
        "tags is a list and cannot be compared with a text (write \"a\" in tags)"
      ),
      (
        "name <> tags",
        "name is a text and cannot be compared with a list (write name in tags)"
      ),
      ("tags in (\"a\")", nil), ("marks = 3", nil),
      (
        "3 in tags",
        "a text cannot be compared with a number (write texts in quotation marks: \"3\")"
      ),
      ("\"x\" in marks", "a number cannot be compared with a text"),
      (
        "3 in age",
        "expected a list after \"in\", not age (a list is a property such as tags: [Text], or "
          + "values in parentheses)"
      ),
      ("sum(reviews) > 1", "sum() needs a property of Review (as in sum(reviews.rating))"),
    ] as [(String, String?)])
  func aConditionThatCouldNeverHoldIsRefused(condition: String, message: String?) throws {
    let talk = try Conversation(Self.world)
    let said = talk.tell("list Person where \(condition)").first ?? ""
    #expect(said.hasPrefix("error expression ") || said.hasPrefix("error name "), "\(said)")
    if let message { #expect(said.hasSuffix(": " + message), "\(said)") }
  }

  @Test func aPathThroughATypeToComeSaysWhichIsMissing() throws {
    let talk = try Conversation("begin\ndefine Book { author: Author? }")
    expectEqual(
      talk.tell("count Book where author.name = \"x\""),
      [
        "error name 1:25: there is no type \"Author\" (define Author before you use its properties)"
      ])
  }

  @Test func aRecordThatIsNotThereIsNamedWithTheNearest() throws {
    let talk = try Conversation(Self.world)
    expectEqual(
      talk.tell("count Person where boss = Person[\"Anm\"]"),
      [
        "error name 1:27: there is no Person whose name is \"Anm\" (did you mean Person[\"Ann\"]?)"
      ])
    expectEqual(
      talk.tell("count Person where boss = Person/9"), ["error name 1:27: there is no Person/9"])
  }

  @Test func propertiesOfTheRecordItselfAreInScopeWhereItIsSetOrMade() throws {
    let talk = try Conversation(Self.world)
    expectEqual(talk.tell("set ann age=(age + 1); get ann.age"), ["42"])
    expectEqual(talk.tell("set ann.age (age + count(reviews)); get ann.age"), ["44"])
    expectEqual(
      talk.tell("put Person[\"Ann\"] age=(age * 2) joined=(joined + 1); get ann.joined"),
      ["Person/1", "2026-01-02"])
    expectEqual(
      talk.tell(
        "new Person name=Eve age=3 as eve; get eve.age; new Person name=Yo age=(length(name))"),
      ["Person/4", "3", "Person/5"])
    expectEqual(
      talk.tell("put Person[\"Zoe\"] age=(length(name) + 1); get Person/6.age"),
      [
        "Person/6", "4",
      ])
    // Both expressions see the old record.
    expectEqual(talk.tell("set eve age=(age + 1) name=(name || age); get eve.name"), ["Eve3"])
  }

  @Test func aPropertyIsMeantBeforeANameOfTheSession() throws {
    let talk = try Conversation(
      "define T { today: Integer, count: Integer, ann: Integer }\nnew T today=3 count=4 ann=5")
    expectEqual(talk.tell("count T where today = 3 and count = 4"), ["1"])
    expectEqual(talk.tell("let ann = 7; count T where ann = 5 and :ann = 7"), ["1"])
    expectEqual(
      talk.tell("count T where today < :today").first?.hasPrefix("error expression"), true)
  }

  @Test func aLabelFollowsAPath() throws {
    let talk = try Conversation(Self.world)
    expectEqual(talk.tell("label l = (cid.boss.boss.name || '!')"), ["l: Ann!"])
    expectEqual(talk.tell("set ann name=Anna"), ["l: Anna!"])
    expectEqual(talk.tell("set bob boss=nil"), ["l: «nil»"])
    expectEqual(talk.tell("label m = (sum(bob.reviews.price))"), ["m: 0.30"])
    expectEqual(
      talk.tell("append bob.reviews new Review rating=1 price=1.20"), ["m: 1.50", "Review/4"])
  }

  @Test func aRuleAlongAPathIsJudgedWhereThePathChanged() throws {
    let talk = try Conversation(Self.world)
    expectEqual(talk.tell("rule Person.older : boss.age > age"), [])
    expectEqual(
      talk.tell("set ann age=5").first?.hasPrefix("error rule 1:5: Person/2 breaks older"), true)
    expectEqual(talk.tell("set ann age=50"), [])
  }

  @Test(
    arguments: [
      ("boss.boss.age > 5", "set bob boss=eve"), ("boss.boss.age > 5", "set ann age=2"),
      ("avg(boss.reviews.comments.score) >= 4", "set Comment/1 score=1"),
      ("avg(boss.reviews.comments.score) >= 4", "delete Comment/2"),
      (
        "boss.name <> \"Ann\" or count(boss.reviews where by.age < 20) > 0", "set bob age=30"
      ),
      ("boss is nil or count(boss.reviews) > 0", "remove bob.reviews 0"),
      ("boss.age < 50 or (select count(*) from Review) < 4", "set ann age=60"),
    ])
  func aRuleAlongALongPathIsJudgedToo(condition: String, command: String) throws {
    let talk = try Conversation(
      Self.world + "\nlet eve = new Person name=Eve age=3\nnew Review rating=1")
    expectEqual(talk.tell("rule Person.far : \(condition)"), [])
    let said = talk.tell(command).first ?? ""
    #expect(said.hasPrefix("error rule") && said.contains("breaks far"), "\(said)")
    expectEqual(talk.tell("check"), [])
  }

  @Test func columnsAreChosenAndGathered() throws {
    let talk = try Conversation(Self.world)
    func rows(_ command: String) -> [String] { talk.tell(command) }
    expectEqual(
      rows("list Person name, boss.name, (age / 10) as decade order by decade desc, name limit 2"),
      ["Person/1|Ann|nil|4", "Person/2|Bob|Ann|1"])
    expectEqual(
      rows(
        "list Review by.name, (count()) as n, (sum(price)) as total group by by.name order by n"),
      ["Bob|1|0.10", "nil|2|0.50"])
    expectEqual(rows("count Person by role"), ["editor|2", "read only|1"])
    expectEqual(rows("list Person (count()) as n, (avg(age)) as mean"), ["3|29.0"])
    expectEqual(
      rows("list Person name, age group by role"),
      [
        "error expression 1:13: a group can have several values of name (use min(name), or add name "
          + "to group by)"
      ])
    expectEqual(
      rows("list Person name, boss.name as name").first?.hasPrefix(
        "error name 1:19: there is already a column name"), true)
  }

  @Test(arguments: [
    (
      "list Person where role = ",
      ["\"admin\"", "\"editor\"", "\"read only\"", "name", "nil", "role"]
    ),
    ("list Person where boss.", ["age", "boss", "boss.", "name"]),
    ("list Person where boss = ", ["Person/", "Person[", "ann", "boss", "nil"]),
    ("list Person where boss = Person[", ["\"Ann\"]", "\"Bob\"]"]),
    ("list Person where joined > ", ["joined", "today", "seen"]),
    ("list Person where avg(", ["reviews.", "age", "boss."]),
    ("list Person where avg(reviews.", ["rating", "price"]),
    ("list Person where avg(reviews.rating where ", ["rating", "sold"]),
    ("list Person where avg(reviews.rating ", ["where", ")"]),
    ("list Person where subs", ["substr("]),
    ("list Person where \"a\" in ", ["tags", "marks", "reviews.", "("]),
    ("list Person ", ["name", "boss.", "where", "group"]),
    ("list Person (age / 10) as decade order by d", ["decade"]),
    ("set ann age=(a", ["age"]), ("new Person age=(n", ["name"]),
  ])
  func whatFitsIsOffered(line: String, candidates: [String]) throws {
    let talk = try Conversation(Self.world)
    let found = talk.completions(in: line, at: line.unicodeScalars.count).candidates.map(\.text)
    for candidate in candidates { #expect(found.contains(candidate), "\(candidate) in \(found)") }
  }

  @Test(arguments: [
    ("list Person where age > ", ["name", "role", "joined", "true", "boss"]),
    ("list Person where name = ", ["age", "today", "false"]),
    ("list Person where joined < ", ["age", "name", "from"]),
  ])
  func whatDoesNotFitIsNot(line: String, others: [String]) throws {
    let talk = try Conversation(Self.world)
    let found = talk.completions(in: line, at: line.unicodeScalars.count).candidates.map(\.text)
    for other in others { #expect(!found.contains(other), "\(other) in \(found)") }
  }

  @Test(arguments: [
    ("list Person where | = \"editor\"", ["role", "name"], ["age", "joined"]),
    ("list Person where (age + | > 3) and x", ["age", "id"], ["name", "joined"]),
    ("list Person where count(|) > 1", ["reviews.", "tags", "Person"], []),
    ("sql \"sel|", ["select"], ["from"]),
    ("sql \"select | from Person\"", ["name", "age", "distinct"], ["rating", "from"]),
    ("sql \"select name |", ["from", "and"], ["name"]),
    ("sql \"select name from |", ["Person", "history"], ["name"]),
    ("sql \"select p.na| from Person as p\"", ["name"], ["from"]),
    ("sql \"select * from Person p join Review r on r.|", ["rating", "id"], ["name"]),
    ("sql \"select count(*) from Person where subs|", ["substr(text, start, [length])"], []),
    ("sql \"select 'na|", [], ["name"]),
    ("sql \"select |", ["name", "rating", "*"], ["from"]),
    ("sql \"explain |", ["query", "select"], ["plan"]),
    ("sql \"select p.name from Person p where |", ["p.", "null", "case"], ["boss.", "nil"]),
    ("sql \"select * from history where txn > 2.5 and |", ["txn", "actor"], ["name"]),
    ("sql \"select name from Person order by name |", ["desc", "limit"], ["where", "name"]),
    ("list Person where age in (select rating from |)", ["Review"], ["Review."]),
    ("list Person where age in (select r.| from Review r)", ["rating"], ["name"]),
    ("list Person where subs|", ["substr(text, start, [length])"], []),
  ])
  func whatStandsAroundTheCaretDecides(
    marked: String, candidates: [String], others: [String]
  ) throws {
    let talk = try Conversation(Self.world)
    let caret = marked.unicodeScalars.prefix { $0 != "|" }.count
    let line = marked.replacing("|", with: "", maxReplacements: 1)
    let found = talk.completions(in: line, at: caret).candidates.map(\.shown)
    for candidate in candidates { #expect(found.contains(candidate), "\(candidate) in \(found)") }
    for other in others { #expect(!found.contains(other), "\(other) in \(found)") }
  }

  @Test func todayIsSuggestedWhereItIsMisspelled() throws {
    let talk = try Conversation(Self.world)
    expectEqual(
      talk.tell("count Person where joined < tody"),
      [
        "error name 1:29: no such property: Person has no \"tody\" (did you mean \"today\"?)"
      ])
  }

  @Test func largeAndDeepExpressionsAreAnErrorOrRight() throws {
    let talk = try Conversation(Self.world)
    let sum = Array(repeating: "age", count: 20_000).joined(separator: " + ")
    expectEqual(
      talk.tell("count Person where \(sum) > 3").first?.contains("too many operators"), true)
    let path = String(repeating: "boss.", count: 400)
    expectEqual(talk.tell("count Person where \(path)name = \"x\"").first?.hasPrefix("error"), true)
    expectEqual(talk.tell("count Person where \(path.prefix(150))name = \"x\""), ["0"])
    let long = String(repeating: "x", count: 1_000_000)
    expectEqual(talk.tell("count Person where name = \"\(long)\""), ["0"])
    expectEqual(
      talk.tell(
        "new Person name=\"A \\\"q\\\" b\"; count Person where boss = Person[\"A \\\"q\\\" b\"]"),
      ["Person/4", "0"])
    expectEqual(
      talk.tell(
        "count Person where nil = nil or nil < today or nil in (nil) or boss.age + nil > 1"), ["0"])
  }

  @Test func aTextBesideAPropertyIsReadAsItsKind() throws {
    let talk = try Conversation(
      """
      define M {
        k: IBAN?, h: Hex(6)?, e: Email?, m: Mask("+1 000")?, c: Card?, u: Url?, p: [Phone]
      }
      new M k="DE89370400440532013000" h=ff00aa e="a@b.de" m="+1 555" c="4111111111111111"
      set M/1 u="http://a/" p=["+4930123456"]
      """)
    for condition in [
      "k = \"de89 3704 0044 0532 0130 00\"", "h = '#ff00aa'", "\"a@B.De\" = e", "m in ('555')",
      "c = \"4111-1111-1111-1111\"", "u is 'HTTP://a/'", "'+49 30/12 34 56' in p",
      "e < 'b' and k > ''", "coalesce(h, '') <> ''",
      "case h when 'ff00aa' then true else false end",
    ] {
      expectEqual(talk.tell("count M where \(condition)"), ["1"], "\(condition)")
    }
    expectEqual(
      talk.tell("count M where h = \"red\""),
      [
        "error expression 1:19: h cannot be the text \"red\"; expected exactly 6 hexadecimal "
          + "digits; \"r\" is not one"
      ])
    expectEqual(talk.tell("rule M.r : h <> 'ff00bb'"), [])
    #expect(talk.tell("set M/1.h ff00bb")[0].hasPrefix("error rule"))
    expectEqual(talk.tell("check"), [])
  }
}

import Foundation
import Session
import TestSupport
import Testing

@Suite struct ComputedPropertyTests {
  private static let world = """
    define Person {
      name: Text key
      age: Integer? in 0...150
      net: Decimal(integer: 8, fraction: 2) = 0
      tax: Decimal(integer: 8, fraction: 2) = 0
      boss: Person?
      initials: Text := (substr(name, 1, 1))
      total: Decimal(integer: 8, fraction: 2) := (net + tax) unit "€" grouped
      adult: Boolean? := (age >= 18)
      badge: Text := (initials || '/' || id)
    }
    let ann = new Person name=Ann age=41 net=0.10 tax=0.20
    """

  @Test func theyAreReadLikeAnyOtherProperty() throws {
    let talk = try Conversation(Self.world)
    expectEqual(talk.tell("get ann.initials; get ann.total; get ann.adult"), ["A", "0.30", "true"])
    expectEqual(
      talk.tell("show ann"),
      [
        "ref=Person/1 name=Ann age=41 net=0.10 tax=0.20 boss=nil initials=A total=0.30 "
          + "adult=true badge=A/1"
      ])
    talk.tell("new Person name=Bob age=3 boss=ann as bob")
    expectEqual(talk.tell("list Person where initials = 'B' and not adult order by total").count, 1)
    expectEqual(
      talk.tell("count Person where total = 0.30; count Person where badge = 'B/2'"), ["1", "1"])
    expectEqual(
      talk.tell("get bob.boss.badge; echo \":bob.boss.initials:(:ann.total * 2)\""),
      [
        "A/1", "A0.60",
      ])
    expectEqual(talk.tell("expect (count(Person where adult) = 1)"), [])
    expectEqual(
      talk.tell("describe Person").suffix(4).first,
      "initials|Text|initials: Text := (substr(name, 1, 1))")
    expectEqual(
      talk.tell("label x on ann.total; set ann net=1234 tax=0"),
      [
        "x: 0.30\u{A0}€", "x: 1,234.00\u{A0}€",
      ])
    expectEqual(talk.tell("check"), [])
    // Repeating the definition in another layout is not an error.
    let definition = String(Self.world.split(separator: "let")[0])
    expectEqual(talk.tell(definition.replacing("net + tax", with: "net  +  tax")), [])
  }

  @Test(arguments: [
    ("Text", "upper(name) || age", "ADA36"), ("Text?", "nullif(name, 'Ada')", "nil"),
    ("Text", "net", "1.5"), ("Integer", "age * 2 - 1", "71"), ("Integer", "age / 5.0", "7"),
    ("Integer", "length(name)", "3"), ("Integer", "cast('12x' as integer)", "12"),
    ("Decimal(integer: 5, fraction: 1...2)", "net * 1.19", "1.79"),
    ("Decimal(integer: 5, fraction: 1...2)", "age", "36.0"),
    ("Decimal(integer: 5, fraction: 0)", "net * 3", "5"),
    ("Double", "age / 8.0", "4.5"), ("Double", "age", "36.0"), ("Double?", "age / 0", "nil"),
    ("Boolean", "net + net = 3", "true"), ("Boolean", "age", "true"),
    ("Boolean?", "nullif(age, 36) > 3", "nil"), ("Boolean", "born < 1900-01-01", "true"),
    ("Boolean", "active is not true", "false"), ("Date", "born", "1815-12-10"),
    ("Date", "substr(born, 1, 8) || '11'", "1815-12-11"),
    ("DateTime", "born || 'T10:00:00.000Z'", "1815-12-10T10:00:00.000Z"),
    ("Text", "role", "admin"), ("Text", "substr(card, -4)", "1111"),
    ("Text", "role || seen", "admin2026-11-21T10:00:00.000Z"),
  ])
  func eachKindTakesWhatAnExpressionComesTo(kind: String, expression: String, value: String) throws
  {
    let talk = try Conversation(
      """
      define Person {
        name: Text key, age: Integer, net: Decimal(integer: 5, fraction: 2), born: Date
        active: Boolean = true, role: Choice(admin, editor) = admin, card: Card?, seen: DateTime = now
        it: \(kind) := (\(expression))
      }
      new Person name=Ada age=36 net=1.5 born=1815-12-10 card="4111 1111 1111 1111" as ada
      """)
    expectEqual(talk.tell("get ada.it"), [value])
    expectEqual(
      talk.tell("label x on ada.it; field f on ada.age; type f \"<Esc>\"").first?.hasPrefix("x: "),
      true)
    expectEqual(talk.tell("check"), [])
  }

  // MARK: Refusals

  @Test(arguments: [
    (
      "it: Text := (nme)", 14, "name", "no such property: P has no \"nme\" (did you mean \"name\"?)"
    ),
    ("it: Text := (upper(it))", 20, "expression", "it is computed from itself"),
    (
      "it: Text := (b), b: Text := (c), c: Text := (it)", 14, "expression",
      "it is computed from b, which is computed from c, which is computed from it"
    ),
    (
      "it: Text := (name || :limit)", 22, "expression",
      "a computed property cannot read session names such as :limit"
    ),
    ("it: Text := (kids)", 14, "expression", "kids is a list of records, which has no value here"),
    (
      "it: Double := (1 + random())", 20, "expression",
      "random() is not deterministic and cannot be used in an expression"
    ),
    (
      "it: Integer := (name)", 17, "expression",
      "it is of kind Integer, but the expression is a text; convert it with cast(… as integer)"
    ),
    ("it: Date := (2026-02-30)", 14, "value", "2026-02-30 is an invalid date"),
    ("it: P := (1)", 5, "value", "P cannot be computed"),
    (
      "it: Text unique := (name)", 21, "value",
      "a computed property cannot be a key, unique or limited"
    ),
  ])
  func aMistakeIsSaidAtItsPlace(
    definition: String, column: Int, kind: String, words: String
  ) throws {
    let talk = try Conversation()
    let start = "define P{name:Text,boss:P?,tags:[Text],kids:[P],"
    let said = talk.tell("\(start)\(definition)}").first ?? "nothing"
    #expect(said.hasPrefix("error \(kind) 1:\(start.count + column): \(words)"), "\(said)")
    expectEqual(talk.tell("types"), [])
  }

  private static let words = "initials is computed as (substr(name, 1, 1)) and"

  @Test(arguments: [
    ("set ann.initials X", "rule 1:9", "\(words) cannot be set"),
    ("set ann age=3 initials=X", "rule 1:15", "\(words) cannot be set"),
    ("new Person name=Q initials=X", "rule 1:19", "\(words) cannot be set"),
    ("put Person[\"Q\"] initials=X", "rule 1:17", "\(words) cannot be set"),
    ("set Person where true : initials=X", "rule 1:25", "\(words) cannot be set"),
    ("set Person where true : initials=(name)", "rule 1:25", "\(words) cannot be set"),
    ("field g on ann.initials", "rule 1:16", "\(words) cannot be set"),
    ("attach f to ann.initials", "rule 1:17", "\(words) cannot be set"),
    ("history ann.initials", "refused 1:13", "\(words) has no history; see the history of name"),
    (
      "history ann.badge", "refused 1:13",
      "badge is computed as (initials || '/' || id) and has no history; see the history of name"
    ),
  ])
  func whatIsComputedCannotBeSet(command: String, place: String, words: String) throws {
    let talk = try Conversation(Self.world + "\nfield f on ann.name")
    expectEqual(talk.tell(command), ["error \(place): \(words)"])
    expectEqual(talk.tell("list Person").first?.hasPrefix("Person/1|Ann|41|"), true)
  }

  @Test func aValueThatItCannotHaveRefusesTheCommand() throws {
    let talk = try Conversation(
      """
      define Day { text: Text, code: Text?, day: Date? := (nullif(text, '')), short: Text := (code) }
      new Day text="2026-11-21" code=x as day
      field f on day.text
      """)
    let nilWords = "short is required, but its expression is nil"
    expectEqual(talk.tell("set day.code nil"), ["error rule 1:5: \(nilWords)"])
    expectEqual(talk.tell("new Day text=\"\""), ["error rule 1:5: \(nilWords)"])
    expectEqual(
      talk.tell("set day.text soon"),
      [
        "error rule 1:5: day cannot be \"soon\"; expected a date such as 2026-11-21; "
          + "it is computed as (nullif(text, ''))"
      ])
    // A field reports the error at Return and remains open.
    let typed = talk.tell("type f \"<BS><Return>\"")
    expectEqual(typed.last?.contains("day cannot be \"2026-11-2\""), true, "\(typed)")
    expectEqual(talk.tell("get day.day"), ["2026-11-2"])
    expectEqual(
      talk.tell("type f \"<Esc>\"; show day").last,
      "ref=Day/1 text=2026-11-21 code=x day=2026-11-21 short=x")
    expectEqual(talk.tell("log limit 1").count, 1)
    expectEqual(talk.tell("check"), [])
  }

  // MARK: Live

  @Test func everythingFollowsAnEditingKeyByKey() throws {
    let talk = try Conversation(
      Self.world + """

        label l on ann.initials
        label e = (:ann.initials || '-' || :ann.badge)
        label c = (count(Person where initials = 'A'))
        new Person name=Bob boss=ann as bob
        label b on bob.boss.badge
        field f on ann.name
        """)
    expectEqual(
      talk.tell("type f \"<All>Z\""),
      [
        "l: Z", "b: Z/1", "e: Z-Z/1",
        "f: \"Z\" ann.name = \"Z\" (editing)",
      ])
    expectEqual(
      talk.tell("get ann.initials; show ann"),
      [
        "Z",
        "ref=Person/1 name=Z age=41 net=0.10 tax=0.20 boss=nil initials=Z total=0.30 adult=true badge=Z/1",
      ])
    // The store is changed at Return.
    expectEqual(talk.tell("count Person where initials = 'Z'"), ["0"])
    expectEqual(talk.tell("type f \"oe\"").count, 1)
    expectEqual(talk.tell("type f \"<Return>\"").first, "c: 0")
    expectEqual(talk.tell("count Person where initials = 'Z'"), ["1"])
    expectEqual(
      talk.tell("type f \"<All>Eve<Esc>\""),
      [
        "l: E", "b: E/1", "e: E-E/1", "l: Z", "b: Z/1", "e: Z-Z/1", "f: \"Zoe\" ann.name = \"Zoe\"",
      ])
    expectEqual(
      talk.tell("undo").filter { !$0.hasPrefix("undone") && !$0.hasPrefix("notice") },
      [
        "l: A", "b: A/1", "e: A-A/1", "c: 1",
      ])
  }

  @Test func inAnyOrderADecimalHasItsDigits() throws {
    let talk = try Conversation(
      "define T { n: Decimal(integer: 4, fraction: 2), d: Decimal(integer: 4, fraction: 2) := (n * 2) }"
    )
    talk.tell("new T n=1; new T n=2.25")
    expectEqual(talk.tell("list T order by d desc"), ["T/2|2.25|4.50", "T/1|1.00|2.00"])
    expectEqual(talk.tell("list T where d = 2"), ["T/1|1.00|2.00"])
  }

  @Test func aCommandThatChangesTwoPropertiesShowsOneValue() throws {
    let talk = try Conversation(Self.world + "\nlabel t on ann.total\nfield f on ann.name")
    expectEqual(talk.tell("set ann net=5 tax=6"), ["t: 11.00\u{A0}€"])
    expectEqual(
      talk.tell("set Person where true : net=1 tax=1").filter { $0.hasPrefix("t") },
      [
        "t: 2.00\u{A0}€"
      ])
    expectEqual(talk.tell("set ann net=2 tax=0"), [])
    expectEqual(talk.tell("undo").contains { $0.hasPrefix("t") }, false)
    expectEqual(talk.tell("type f \"x\"; set ann net=4 tax=4").suffix(1), ["t: 8.00\u{A0}€"])
    expectEqual(
      talk.tell("begin; set ann.net 7; rollback").suffix(2),
      [
        "t: 11.00\u{A0}€", "t: 8.00\u{A0}€",
      ])
    expectEqual(talk.tell("delete ann"), ["t: «nil»"])
    #expect(talk.tell("undo").contains("t: 8.00\u{A0}€"))
  }

  @Test func anotherProgramsChangesAreFollowedBesideAnEditing() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).db").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let talk = try Conversation(
      Self.world + "\nfield f on ann.net\nlabel t on ann.total", database: path)
    expectEqual(talk.tell("type f \"<All>5\"").first, "t: 5.20\u{A0}€")
    let other = try Conversation(database: path, actor: "bob")
    other.tell("set Person/1.tax 1")
    // Edited values stay; other values come from the other session.
    expectEqual(talk.tell("get ann.total"), ["t: 6.00\u{A0}€", "6.00"])
    expectEqual(talk.tell("type f \"<Return>\"; get ann.total").last, "6.00")
    _ = talk.finish()
    _ = other.finish()
  }

  @Test func aTypeThatNeverCameToBeTakesThemAlong() throws {
    let talk = try Conversation()
    talk.tell("begin; define P { a: Text, b: Text := (a || a) }; new P a=x as p; label l on p.b")
    expectEqual(talk.tell("field f on p.a; type f \"y\"").first, "l: xyxy")
    talk.tell("rollback; define P { a: Text, c: Text?, b: Text := (a) }; new P a=z as q")
    expectEqual(talk.tell("get q.b; label m on q.b; set q.a w"), ["z", "m: z", "m: w"])
    expectEqual(talk.tell("check"), [])
  }

  @Test func aRuleOverThemNamesThem() throws {
    let talk = try Conversation(Self.world)
    talk.tell("rule Person.cheap \"is cheap\" : total < 100")
    expectEqual(
      talk.tell("set ann.net 200"),
      ["error rule 1:5: Person/1 breaks cheap, is cheap: total is 200.20"])
    expectEqual(
      talk.tell("rule Person.named : initials <> 'A'").first?.hasPrefix(
        "error rule 1:13: 1 record breaks named"), true)
  }

  @Test(arguments: [
    "due: Date? := (day + n)", "due: Date := (coalesce(day + n, day))",
    "late: Boolean? := (day + n > 2025-01-01)", "days: Integer? := ((day - -n) - day)",
  ])
  func whatIsComputedFromADayOutsideTheCalendarIsRefused(definition: String) throws {
    let talk = try Conversation(
      """
      define T { day: Date, n: Integer, \(definition) }
      new T day=2024-01-01 n=5 as t
      """)
    for (number, sign) in [("3000000", "+"), ("-739000", "-")] {
      let said =
        "2024-01-01 \(sign) \(number.drop { $0 == "-" }) days is outside the years 0001 to 9999"
      for command in [
        "set t.n \(number)", "set t.n (\(number))", "new T day=2024-01-01 n=\(number)",
        "alter T { change n: Integer using (\(number)) }",
      ] {
        expectEqual(talk.tell(command).first?.contains(said), true, "\(command)")
      }
    }
    expectEqual(talk.tell("get t.n; count T"), ["5", "1"])
    let column = String(definition.prefix { $0 != ":" })
    talk.tell("alter T { drop \(column) }; set t.n 3000000")
    let refused = talk.tell("alter T { add \(definition) }").first ?? ""
    #expect(refused.contains("T/1: \(column) cannot be computed as"), "\(refused)")
    expectEqual(talk.tell("set t.n 5; alter T { add \(definition) }; check"), [])
  }

  @Test func completionOffersWhatCanBeComputedAndSet() throws {
    let talk = try Conversation(Self.world)
    let words = { (line: String) in
      talk.completions(in: line, at: line.unicodeScalars.count).candidates.map(\.text)
    }
    expectEqual(words("set ann in"), [])
    expectEqual(words("list Person where in"), ["initials"])
    expectEqual(words("get ann.in"), ["initials"])
    #expect(words("define X { name: Text, it: Text := (n").contains("name"))
    expectEqual(words("define X { tags: [Text], it: Text := (t"), ["true"])
    expectEqual(words("define X { name: Text, it: Boolean := (name r"), [])
  }

  @Test func aQuotedMomentIsReadInTheSameWayWhenTheDefinitionIsReadAgain() throws {
    let outsider = try Outsider()
    let talk = try Conversation(
      """
      define T { n: Text key, t: DateTime?, c: Boolean? := (t = "2026-06-01T10:00:00Z") }
      new T n=a t="2026-06-01T10:00:00Z"
      """, database: outsider.path)
    let again = try Conversation("", database: outsider.path)
    expectEqual(again.tell("check; get T/1.c"), ["true"])
    expectEqual(talk.tell("alter T { add u: Text? }; get T/1.c; check").last, "true")
  }
}

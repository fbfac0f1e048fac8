import Session
import TestSupport
import Testing

@Suite struct AlterTests {
  static let members = """
    define Club { title: Text key, head: Person? on delete clear }
    define Person {
      name: Text key
      age: Integer? in 0...150
      fee: Decimal(integer: 5, fraction: 2) = 0
      shade: Hex(6)?
      next: Integer? := (age + 1)
    }
    let ann = new Person name=Ann age=41 fee=2.50 shade="AABBCC"
    let bob = new Person name=Bob
    let club = new Club title=chess head=ann
    """

  @Test func anEmptyListOfChangesChangesNothing() throws {
    let talk = try Conversation("define P { n: Integer }")
    expectEqual(talk.tell("alter P { }; log limit 9").count, 2)
    expectEqual(talk.tell("alter P { }"), ["notice: nothing to change in P"])
  }

  @Test(arguments: [
    "change i: Double?", "add g: Double? using (9007199254740993)",
  ])
  func aNumberThatADoubleCannotHoldDoesNotBecomeOne(change: String) throws {
    let talk = try Conversation(
      """
      define T { n: Text key, i: Integer?, d: Decimal(integer: 20, fraction: 2)? }
      new T n=a i=9007199254740993 d=12345678901234567.89; new T n=b i=4 d=2.5
      """)
    let before = talk.tell("list T")
    expectEqual(talk.tell("alter T { \(change) }").first?.hasPrefix("error"), true)
    expectEqual(talk.tell("list T"), before)
    talk.tell("delete T where n = 'a'")
    expectEqual(
      talk.tell("alter T { change i: Double?, change d: Double? }; list T n, i, d").last,
      "T/2|b|4.0|2.5")
  }

  private static let parts = """
    define Brand { name: Text key }
    define Part { brand: Text?, maker: Brand? }
    let acme = new Brand name=acme
    let part = new Part brand=acme maker=:acme
    """

  @Test func aKeyInUsingIsLookedUp() throws {
    let talk = try Conversation(Self.parts)
    expectEqual(
      talk.tell("alter Part { change brand: Brand? using (Brand[brand]) }; get part.brand.name"),
      ["notice: 1 value of Part changed", "acme"])
    let other = try Conversation(Self.parts + "\nnew Part brand=none")
    expectEqual(
      other.tell("alter Part { change brand: Brand? using (Brand[brand]) }").first,
      "error rule 1:21: 1 record does not fit brand: Brand?: Part/2: there is no Brand[\"none\"]")
    #expect(
      other.tell("alter Part { change brand: Brand? using (Brand[\"nope\"]) }").joined()
        .contains("there is no Brand whose name is \"nope\""))
    expectEqual(other.tell("count Part where maker = Brand[lower(\"AC\") || \"me\"]"), ["1"])
  }

  @Test func aConversionSaysHowManyValuesItEmpties() throws {
    let command = "alter Part { change maker: Brand? using (nil) }"
    expectEqual(
      try Conversation(Self.parts).tell(command),
      ["notice: 1 value of Part changed", "notice: 1 value of Part.maker emptied"])
    var questions: [String] = []
    let talk = try Conversation(
      Self.parts,
      confirm: {
        questions.append($0)
        return false
      })
    _ = talk.enter(command)
    expectEqual(talk.tell("get part.maker.name"), ["acme"])
    expectEqual(questions, ["empty 1 value of Part.maker?"])
  }

  private static let readers = """

    rule Person.grown : age is null or age >= 18
    rule Club.old : head.age > 3 and count(Person where age > 1) > 0
    index Person.age
    formatter card for Person "{{name}} {{#age}}{{.}}{{/age}}"
    screen Sheet for Person { title "{{age}}"; label a on age; field f on age }
    label a on ann.age
    label b = (:ann.age + 1)
    label c on club.head.age
    field f on ann.age
    on change Person.age as h { echo :new }
    save layout desk
    """

  @Test(arguments: [
    ("rename age to years; add age: Integer = 7", "years"),
    ("add years: Integer = 7; rename age to x; rename years to age; rename x to years", "years"),
    ("drop fee; rename age to fee; add age: Text = x", "fee"),
    ("add hue: Integer = 7; rename age to hue_; rename hue to age", "hue_"),
  ])
  func aNameThatAnotherPropertyGetsIsNotFollowed(steps: String, name: String) throws {
    let talk = try Conversation(Self.members + Self.readers)
    let before = talk.tell("schema; list Person; list Club; show ann with card")
    #expect(talk.tell("alter Person { \(steps) }").allSatisfy { $0.hasPrefix("notice") })
    let schema = talk.tell("schema").joined(separator: "\n")
    for text in [
      "next: Integer? := (\(name) + 1)", "grown : \(name) is null or \(name) >= 18",
      "head.\(name) > 3 and count(Person where \(name) > 1) > 0", "index Person.\(name)",
      "{{name}} {{#\(name)}}{{.}}{{/\(name)}}", "title \"{{\(name)}}\"", "label a on \(name)",
      "field f on \(name)", "label c on Club/1.head.\(name)",
    ] {
      #expect(schema.contains(text), "\(text)")
    }
    expectEqual(talk.tell("set ann.\(name) 42"), ["a: 42", "c: 42", "42", "b: 43"])
    expectEqual(talk.tell("type f \"<All>43<Return>\"").last?.contains(".\(name) = 43"), true)
    #expect(talk.tell("open Sheet ann; back")[0].contains("43"))
    expectEqual(talk.tell("check"), [])
    talk.tell("undo 2")
    #expect(talk.tell("undo").allSatisfy { !$0.hasPrefix("error") })
    expectEqual(talk.tell("schema; list Person; list Club; show ann with card"), before)
    expectEqual(talk.tell("check"), [])
  }

  private static let exchange = "rename a to x; rename b to a; rename x to b"

  /// The property changes by an undo, in another session, or because another property gets its
  /// name.
  @Test func whatIsOfTheSessionFollowsThePropertyAndNotTheName() throws {
    let file = try Outsider()
    let talk = try Conversation(
      """
      define T { k: Text key, a: Integer?, b: Integer?, of: T? }
      let t = new T k=t a=1 b=2
      new T k=u of=T/1
      alter T { \(Self.exchange) }
      label x on t.a
      label y on T["u"].of.b
      label z = (:t.a * 10 + :t.b)
      label w = ((select sum(a) from T))
      field f on t.a
      on change T.a as h { echo :new }
      """, database: file.path)
    let other = try Conversation(database: file.path, actor: "bob")
    func subjects() -> [String] {
      talk.tell("interactors").map { $0.split(separator: "|") }.filter { $0.count > 2 }
        .map { $0[2].description }
    }
    let exchanged = [
      "T/1.b", "T/2.of.a", "(:t.b * 10 + :t.a)", "((select sum(b) from T))", "T/1.b", "T.b",
    ]
    let former = [
      "T/1.a", "T/2.of.b", "(:t.a * 10 + :t.b)", "((select sum(a) from T))", "T/1.a", "T.a",
    ]
    talk.tell("undo")
    expectEqual(subjects(), exchanged)
    talk.tell("redo")
    expectEqual(subjects(), former)
    other.tell("alter T { \(Self.exchange) }")
    expectEqual(subjects(), exchanged)
    expectEqual(talk.tell("set T/1.b 5"), ["x: 5", "5", "z: 51", "w: 5"])
    other.tell("alter T { \(Self.exchange) }; alter T { drop a; add a: Integer? = 7 }")
    expectEqual(subjects(), ["T/2.of.b"])
    expectEqual(talk.tell("set T/1.a 8"), [])
  }

  @Test(arguments: ["add", "drop fee; add fee: Decimal(integer: 5, fraction: 2) = 0; add"])
  func whatIsDroppedAndAddedIsAnotherProperty(step: String) throws {
    let talk = try Conversation(
      "define P { fee: Decimal(integer: 5, fraction: 2) = 0, n: Integer? }")
    talk.tell("new P n=3 fee=1; label a on P/1.n; on change P.n as h { echo :new }")
    let before = talk.tell("schema; list P")
    let said = talk.tell("alter P { drop n; \(step) n: Integer? }")
    #expect(said.contains { $0.hasPrefix("warning") && $0.contains("a is detached") })
    expectEqual(talk.tell("get P/1.n; set P/1.n 4"), ["nil"])
    expectEqual(talk.tell("list P where n = 3 at #2; check").last?.hasSuffix("|3"), true)
    let copy = try Conversation(talk.tell("history --script").joined(separator: "\n"))
    expectEqual(copy.tell("list P; schema"), talk.tell("list P; schema"))
    #expect(talk.tell("undo 2").allSatisfy { !$0.hasPrefix("error") })
    expectEqual(talk.tell("schema; list P"), before)
    expectEqual(talk.tell("redo 2; get P/1.n; check").suffix(1), ["4"])
  }

  @Test(arguments: [
    ("rule P.r : n > 0", "rule P.r would no longer work"),
    ("formatter f for P \"{{n}}\"", "formatter \"f\" would no longer work"),
    ("alter P { add m: Integer? := (n + 1) }", "computed property P.m would no longer work"),
  ])
  func whatIsReadIsNotDroppedToAddAnother(reader: String, name: String) throws {
    let talk = try Conversation("define P { n: Integer = 1 }\n\(reader)\nnew P n=3")
    let said = talk.tell("alter P { drop n; add n: Integer = 1 }")
    #expect(
      said.first?.hasPrefix("error refused") == true && said[0].contains("the \(name)"))
    expectEqual(talk.tell("get P/1.n; check"), ["3"])
  }

  @Test func aRenameIsFollowedByWhatReadsTheProperty() throws {
    let talk = try Conversation(
      Self.members + """

        rule Person.grown : age is null or age >= 18
        rule Club.old : head.age > 3 and count(Person where age > 1) > 0
        index Person.age
        formatter card for Person "{{name}} {{#age}}{{.}}{{/age}}"
        screen Sheet for Person { title "{{age}}"; label a on age; field f on age }
        label a on ann.age
        label b = (:ann.age + 1)
        label c on club.head.age
        field f on ann.age
        """)
    expectEqual(talk.tell("alter Person { rename age to years }"), [])
    expectEqual(
      talk.tell("describe Person").suffix(3),
      [
        "next|Integer?|next: Integer? := (years + 1)",
        "nil|rule|rule Person.grown : years is null or years >= 18",
        "nil|index|index Person.years",
      ])
    #expect(
      talk.tell("describe Club").contains(
        "nil|rule|rule Club.old : head.years > 3 and count(Person where years > 1) > 0"))
    #expect(talk.tell("show ann with card").contains { $0.contains("Ann 41") })
    expectEqual(talk.tell("set ann.years 42"), ["a: 42", "c: 42", "b: 43"])
    talk.tell("type f \"<All>43<Return>\"")
    expectEqual(talk.tell("get ann.years; get ann.next"), ["43", "44"])
    expectEqual(talk.tell("check"), [])
    // Undoing a rename keeps later values.
    let alter = try #require(
      talk.tell("log").first { $0.contains("|alter Person") }?.split(separator: "|").first)
    talk.tell("revert #\(alter)")
    expectEqual(talk.tell("get ann.age; get ann.next"), ["43", "44"])
    expectEqual(talk.tell("set ann.age 44"), ["a: 44", "c: 44", "b: 45"])
    expectEqual(talk.tell("check"), [])
  }

  @Test func anOwnedListThatARuleJoinsCanBeRenamed() throws {
    let talk = try Conversation(
      """
      define Part { name: Text key }
      define Box { n: Integer = 0, parts: [Part] owned }
      rule Box.named : join(parts.name, ",") <> "x"
      """)
    expectEqual(talk.tell("alter Box { rename parts to items }"), [])
    #expect(talk.tell("describe Box").contains { $0.contains("join(items.name") })
  }

  @Test(arguments: [
    (
      "change fee: Integer", "rule",
      "1 record does not fit fee: Integer: Person/1: fee cannot be 2.5"
    ),
    (
      "change age: Integer", "rule",
      "1 record does not fit age: Integer: Person/2: age cannot be nil"
    ),
    ("change age: Integer? in 0...40", "rule", "Person/1: age must be 0…40, not 41"),
    ("change name: Integer key", "rule", "2 records do not fit name: Integer key"),
    ("add email: Text key", "refused", "name is already the key"),
    ("add code: Card", "rule", "2 records do not fit code: Card"),
    (
      "change fee: Text unique using (\"x\")", "rule",
      "Person/2: fee is the same as in Person/1"
    ),
    ("drop age", "refused", "the computed property Person.next would no longer work"),
    ("drop agee", "name", "no such property: Person has no \"agee\""),
    ("rename age to fee", "name", "Person already has the property fee"),
    ("add fee: Text", "name", "Person already has the property fee"),
    ("add boss: Boss?", "name", "there is no type \"Boss\""),
    ("change shade: [Club]", "refused", "cannot become"),
    ("change next: Integer? := (agee)", "name", "no such property"),
    ("change age: Integer? using (agee)", "name", "no such property: Person has no \"agee\""),
  ])
  func whatDoesNotFitChangesNothing(steps: String, kind: String, words: String) throws {
    let talk = try Conversation(Self.members)
    let before = talk.tell("describe Person; list Person; log")
    let errors = talk.tell("alter Person { \(steps) }")
    #expect(errors.count == 1 && errors[0].hasPrefix("error \(kind) 1:"), "\(errors)")
    #expect(errors[0].contains(words), "\(errors)")
    expectEqual(talk.tell("describe Person; list Person; log"), before)
    expectEqual(talk.tell("check"), [])
  }

  /// Otherwise the output of `schema` would be invalid.
  @Test func aRuleThatCouldNotBeDefinedAnyMoreIsInTheWay() throws {
    let talk = try Conversation(
      """
      define Part { size: Integer = 1, next: Part? }
      rule Part.small : size < 900
      define Box { part: Part? }
      rule Box.full : part.size > 0
      new Part
      """)
    let before = talk.tell("schema; list Part; log")
    for steps in ["change size: Text", "rename size to length, change length: Text using (\"a\")"] {
      let errors = talk.tell("alter Part { \(steps) }")
      #expect(errors.count == 1 && errors[0].hasPrefix("error refused 1:"), "\(errors)")
      #expect(errors[0].contains("the rule Part.small would no longer work: "), "\(errors)")
    }
    talk.tell("drop rule Part.small")
    #expect(talk.tell("alter Part { change size: Text }")[0].contains("the rule Box.full would"))
    talk.tell("undo")
    expectEqual(
      talk.tell("schema; list Part"), before.filter { !$0.contains("|") || $0.hasPrefix("Part/") })
    expectEqual(talk.tell("alter Part { change size: Integer? }; check"), [])
    #expect(talk.tell("set Part/1.size 900").contains { $0.contains("breaks small") })
  }

  @Test(arguments: [
    ("change age: Decimal(integer: 3, fraction: 1)?", "41.0", "nil"),
    ("change age: Text = \"?\" using (coalesce(age || \" y\", \"?\"))", "41 y", "?"),
    ("change age: Text?", "41", "nil"),
    ("change age: [Integer] using (\"[]\")", "[]", "[]"),
    ("change age: Integer = 5 using (coalesce(age, 5))", "41", "5"),
    ("change age: Boolean using (age is not null)", "true", "false"),
    ("change age: Double?", "41.0", "nil"),
    ("drop age, drop next, add age: Percent = 5%", "5.0%", "5.0%"),
  ])
  func valuesAreReadAsTheNewKindAndUndoneBitForBit(
    steps: String, first: String, second: String
  ) throws {
    let talk = try Conversation(Self.members)
    // The computed property would no longer have its kind.
    talk.tell("alter Person { drop next, add next: Text? }")
    let before = talk.tell("describe Person; list Person")
    let past = talk.tell("list Person; get ann.age")
    let newest = talk.tell("log limit 1")[0].split(separator: "|")[0]
    expectEqual(talk.tell("alter Person { \(steps) }").filter { $0.hasPrefix("error") }, [])
    expectEqual(talk.tell("get ann.age; get bob.age"), [first, second])
    let after = talk.tell("describe Person; list Person; sql \"select * from Person\"")
    expectEqual(talk.tell("list Person at #\(newest); get ann.age at #\(newest)"), past)
    expectEqual(talk.tell("check"), [])
    talk.tell("undo")
    expectEqual(talk.tell("get ann.age; get bob.age; check"), ["41", "nil"])
    expectEqual(talk.tell("describe Person; list Person"), before)
    talk.tell("redo")
    expectEqual(talk.tell("describe Person; list Person; sql \"select * from Person\""), after)
    expectEqual(talk.tell("check"), [])
  }

  @Test func whatThePresentNoLongerFitsIsNotUndone() throws {
    let talk = try Conversation(Self.members)
    talk.tell("alter Person { change age: Integer? in 0...200 }\nset bob.age 180")
    let wide = talk.tell("log limit 2")[1].split(separator: "|")[0]
    expectEqual(
      talk.tell("revert #\(wide)"),
      [
        "error refused 1:8: #\(wide) (alter Person { change age: Integer? in 0...200 }) cannot be "
          + "undone: age must be 0…150, not 180, in Person/2.age "
          + "(#\((Int(wide) ?? 0) + 1) (set bob.age 180), which is ann's)"
      ])
    talk.tell("set bob.age 18\nalter Person { add email: Text? }\nset bob.email \"b@c.de\"")
    let added = talk.tell("log limit 2")[1].split(separator: "|")[0]
    expectEqual(
      talk.tell("revert #\(added)").first?.contains(
        "email would no longer exist, in Person/2.email (#\((Int(added) ?? 0) + 1) (set bob.email"),
      true)
    expectEqual(talk.tell("revert #\(wide)").first?.hasPrefix("notice: reverted"), true)
    expectEqual(talk.tell("check"), [])
  }

  @Test func aDefinitionIsUndoneWithWhatItHasMeant() throws {
    let talk = try Conversation("define Tag { word: Text key }")
    talk.tell("define Note { text: Text, tags: [Tag] owned }\nrule Note.full : text <> ''")
    expectEqual(talk.tell("undo 2").count, 2)
    expectEqual(talk.tell("types; check"), ["Tag|0"])
    expectEqual(talk.tell("redo 2").count, 2)
    talk.tell("let n = new Note text=x\nappend n.tags new Tag word=y\ndrop rule Note.full")
    talk.tell("set n.text \"\"")
    let dropped = talk.tell("log limit 2")[1].split(separator: "|")[0]
    expectEqual(
      talk.tell("revert #\(dropped)").first?.contains("1 record breaks full: Note/1"), true)
    expectEqual(talk.tell("get n.tags; check"), ["[Tag/1]"])
  }

  @Test func handlersAndOpenScreensFollowOrEndWithAWord() throws {
    let talk = try Conversation(
      Self.members + """

        screen Sheet for Person { title "{{name}}"; label a on age }
        on change Person.age as aged { echo "aged" }
        on change Person.fee as paid { echo "paid" }
        open Sheet ann
        """)
    let lines = talk.tell("alter Person { rename age to years, drop fee }")
    #expect(lines.contains { $0.contains("the screen Sheet on Person/1 is closed") }, "\(lines)")
    #expect(lines.contains { $0.contains("paid is detached: Person has no \"fee\"") }, "\(lines)")
    expectEqual(talk.tell("set ann.years 3"), ["aged"])
    expectEqual(talk.tell("screens"), [])
  }

  @Test func aDifferentDefinitionSaysWhichAlterMakesIt() throws {
    let talk = try Conversation(people)
    let error = talk.tell("define Person { name: Text key, age: Integer?, shoe: Integer = 40 }")
    expectEqual(
      error,
      [
        "error refused 1:8: Person is already defined differently: it has age: Integer? in "
          + "0...150 (alter Person { change age: Integer?, add shoe: Integer = 40, drop fee, "
          + "drop weight, drop active, drop code })"
      ])
  }

  @Test func anotherProgramSeesTheChangeAndItsLabelsFollow() throws {
    let outsider = try Outsider()
    let talk = try Conversation(people, database: outsider.path)
    talk.tell("label a on ann.age\nfield f on ann.fee")
    let other = try Conversation("", database: outsider.path, actor: "bob")
    other.tell("alter Person { rename age to years, drop fee }")
    expectEqual(
      talk.tell("set ann.years 7"),
      [
        "warning name: f is detached: no such property: Person has no \"fee\"", "a: 7",
      ])
    try outsider.run("INSERT INTO Person(name, years) VALUES ('Zoe', 9)")
    #expect(talk.tell("history Person/2").contains { $0.hasSuffix("|years|nil|9") })
    expectEqual(other.tell("check"), [])
  }

  @Test func whatWasNilStaysNilWhenAPropertyWithADefaultComesBack() throws {
    let talk = try Conversation("define P { n: Integer?, c: Boolean? }\nnew P n=1")
    talk.tell("alter P { change c: Integer? = 7 }\nnew P n=2\nalter P { drop c }\nundo")
    expectEqual(talk.tell("list P; check"), ["P/1|1|nil", "P/2|2|7"])
  }

  @Test func whatCameWhileAnAlterWasUndoneGetsTheKindWhenItIsDoneAgain() throws {
    let talk = try Conversation("define P { n: Integer? }\nnew P n=1")
    let newest = "\(talk.tell("log").count + 2)"
    talk.tell("alter P { change n: Double? }\nundo\nnew P n=2\nrevert #\(newest)")
    expectEqual(talk.tell("list P; check"), ["P/1|1.0", "P/2|2.0"])
    expectEqual(talk.tell("undo; list P; check").suffix(2), ["P/1|1", "P/2|2"])
  }

  @Test func aRecordDoesNotComeBackWithValuesOfAnotherKind() throws {
    let talk = try Conversation("define P { n: Text? }")
    talk.tell("alter P { change n: Integer? }\nnew P n=1\nundo 2")
    expectEqual(talk.tell("describe P; list P"), ["n|Text?|n: Text?"])
    let undo = "\(talk.tell("log").count - 1)"
    talk.tell("alter P { change n: [Text] using (\"[]\") }")
    expectEqual(
      talk.tell("revert #\(undo)").first?.contains(
        "n cannot be 1; expected a list such as [a, b], each item a text, in P/1 (#6 (alter P "),
      true, "\(talk.tell("log"))")
    expectEqual(talk.tell("list P; check"), [])
  }

  @Test func aTextWithoutAZoneBecomesAMomentOfTheUsersTime() throws {
    let talk = try Conversation(
      """
      define E { a: Text, b: Integer = 0 }
      new E a="2026-06-01 02:00"
      """, hoursAhead: 2)
    talk.tell("alter E { change a: DateTime; change b: DateTime using (\"2026-06-01T10:00\") }")
    expectEqual(
      talk.tell("get E/1.a; get E/1.b"), ["2026-06-01T00:00:00.000Z", "2026-06-01T08:00:00.000Z"])
  }

  @Test func aPercentageAndADecimalAreTheSameNumber() throws {
    let talk = try Conversation(
      "define K { p: Percent(fraction: 0...1)?, d: Integer? := (round(p * 200)) }\nnew K p=12.5%\nnew K"
    )
    for kind in [
      "Double?", "Percent(fraction: 0...1)? using (p)", "Decimal(integer: 3, fraction: 3)?",
    ] {
      expectEqual(talk.tell("alter K { change p: \(kind) }").filter { $0.contains("error") }, [])
      expectEqual(talk.tell("list K d"), ["K/1|25", "K/2|nil"], "\(kind)")
    }
    expectEqual(talk.tell("get K/1.p"), ["0.125"])
  }

  @Test(arguments: ["Integer?", "Decimal?", "Double?", "Integer? := (10)"])
  func aNumberBecomesAPercentageOnlyIfYouSayHow(kind: String) throws {
    let talk = try Conversation("define K { a: \(kind) }")
    talk.tell(kind.contains("=") ? "new K" : "new K a=0; new K; new K a=10")
    let record = kind.contains("=") ? "K/1" : "K/3"
    let said = talk.tell("alter K { change a: Percent? }")[0]
    #expect(
      said.contains("\(record): a would be 1000")
        && said.contains("% if its number is read as a fraction"),
      "\(said)")
    #expect(
      said.hasSuffix(
        "write \"using (a)\" if the numbers are fractions, or \"using (a / 100)\" if they are "
          + "percentages)")
    )
    talk.tell("alter K { change a: Percent? using (a / 100.0) }")
    expectEqual(talk.tell("get \(record).a"), ["10.0%"])
    talk.tell("undo; alter K { change a: Percent? using (a) }")
    expectEqual(talk.tell("get \(record).a"), ["1000.0%"])
  }

  @Test func aNumberThatIsZeroBecomesAPercentage() throws {
    let talk = try Conversation("define K { a: Decimal = 0, b: Integer? }\nnew K\nnew K")
    expectEqual(
      talk.tell("alter K { change a: Percent = 0%; change b: Percent? }; list K a, b"),
      ["K/1|0.0%|nil", "K/2|0.0%|nil"])
  }

  @Test func anIndexIsDroppedBeforeAPropertyIsComputedFromOtherRecords() throws {
    let talk = try Conversation(
      "define P { name: Text key, age: Integer? }\nindex P.age\nnew P name=a age=3")
    let error = talk.tell("alter P { change age: Integer? := (count(P)) }").last ?? ""
    #expect(
      error.contains("P.age has an index") && error.contains("drop index P.age first"), "\(error)")
    expectEqual(
      talk.tell("drop index P.age; alter P { change age: Integer? := (count(P)) }; list P age")
        .last, "P/1|1")
  }
}

import Replies
import Session
import TestSupport
import Testing

private let tooLong = String(repeating: "1234567890", count: 4)

@Suite struct KindClauseTests {
  @Test(arguments: [
    ("Date in 2026-02-30...", 23, "2026-02-30 is an invalid date: February 2026 has 28 days"),
    ("Date in ...2026-13-01", 26, "2026-13-01 is an invalid date: there is no month 13"),
    ("Date = 2026-02-30", 22, "2026-02-30 is an invalid date: February 2026 has 28 days"),
    ("Date in 2026-12-31...2026-01-01", 23, "the range 2026-12-31...2026-01-01 is empty"),
    ("Date in 0...5", 23, "the bounds of 0...5 must be valid Date values"),
    (
      "Date in 2026-01-01T00:00:00Z...", 23,
      "the bounds of 2026-01-01T00:00:00.000Z... must be valid Date values"
    ),
    (
      "Date in 2026-01-01... = 2025-12-31", 39,
      "the default is not allowed: a must be at least 2026-01-01, not 2025-12-31"
    ),
    ("Date = now", 22, "the default now needs a DateTime, not Date; use today"),
    ("DateTime = today", 26, "the default today needs a Date, not DateTime; use now"),
    ("DateTime in 2026-01-01...", 27, "the bounds of 2026-01-01... must be valid DateTime values"),
    (
      "DateTime = 2026-11-21T25:00:00Z", 26,
      "2026-11-21T25:00:00Z is an invalid date: there is no hour 25"
    ),
    ("Integer in 2026-01-01...", 26, "the bounds of 2026-01-01... must be valid Integer values"),
    (
      "Integer in 0...9223372036854775808", 26,
      "the bounds of 0...9223372036854775808 must be valid Integer values"
    ),
    ("Integer in 5... = 4", 33, "the default is not allowed: a must be at least 5, not 4"),
    ("Integer in ...5 = 6", 33, "the default is not allowed: a must be at most 5, not 6"),
    (
      "Integer = 9223372036854775808", 25,
      "the default is not allowed: a cannot be 9223372036854775808; expected a 64-bit whole number"
    ),
    ("Decimal in 0...\(tooLong)", 30, "\(tooLong) has more than 38 digits"),
    ("Decimal = \(tooLong)", 25, "\(tooLong) has more than 38 digits"),
    ("Choice(x, y) = z", 30, "the default is not allowed: a cannot be \"z\"; expected x or y"),
    ("Choice(x, \"\")", 25, "a name of a choice cannot be empty"),
    ("Choice(x) in 0...5", 28, "Choice cannot have a range"),
    ("Hex(0)", 15, "a Hex can have 1 to 65536 digits, as in Hex(6)"),
    ("Text matching /a\\s/ length 1...1", 30, "no text of exactly 1 character matches /a\\s/"),
    ("Text matching /\\r\\n/ length 2...2", 30, "no text of exactly 2 characters"),
    ("Hex(65537)", 15, "a Hex can have 1 to 65536 digits, as in Hex(6)"),
    ("Hex(2) = \"F\"", 24, "the default is not allowed: a cannot be \"F\"; expected exactly 2"),
    ("Hex(2) length 2...2", 29, "Hex cannot have a length"),
    ("Card key", 12, "a key must be a Text or an Integer, not Card"),
    (
      "Card = \"4111\"", 22,
      "the default is not allowed: a cannot be ••••; expected 12 to 19 digits"
    ),
    ("Mask(\"+1\")", 20, "a mask needs a placeholder: 0, A, a or N"),
    (
      "Mask(\"00\\\\\")", 20, "a mask cannot end in a backslash, which escapes the next character"
    ),
    ("Integer matching /x/", 33, "Integer cannot have a pattern; only Text can"),
    ("Text matching /(/", 30, "this \"(\" is never closed"),
    ("Text matching /é[b-a]/", 32, "this range is in reverse order"),
    ("Text matching /a(?=b)/", 31, "a pattern cannot use lookaround: (?=, (?!, (?<= or (?<!"),
    ("Text matching /(a)\\1/", 33, "a pattern cannot use back references such as \\1"),
    ("Text matching //", 30, "a pattern cannot be empty"),
    ("Text matching /x/ = y", 35, "the default is not allowed: a must be \"x\", not \"y\""),
    ("Text unit \"€\"", 25, "Text cannot have a unit; only numbers can"),
    (
      "Integer unit \"\"", 28,
      "a unit must be a text such as \"€\", without control characters or white space around it"
    ),
    ("Date grouped", 20, "Date cannot be grouped; only Integer and Decimal can"),
    ("Double grouped", 22, "Double cannot be grouped; only Integer and Decimal can"),
  ])
  func aDefinitionThatContradictsItselfIsRefusedWhereItIsWritten(
    kind: String, column: Int, message: String
  ) throws {
    let talk = try Conversation()
    let said = talk.tell("define T { a: \(kind) }").first ?? "nothing"
    #expect(said.hasPrefix("error value 1:\(column): \(message)"), "\(said)")
    expectEqual(talk.tell("types"), [])
  }

  @Test func theKindsAreNoNamesForTypes() throws {
    let talk = try Conversation()
    for kind in ["Date", "DateTime", "Choice", "Hex", "Card", "Mask"] {
      expectEqual(
        talk.tell("define \(kind) { a: Text }"),
        [
          "error value 1:8: \(kind) is a kind; choose another name for the type"
        ])
    }
  }

  @Test func aWrongChoiceComesWithTheOneThatWasMeant() throws {
    let talk = try Conversation("define T { a: Choice(admin, editor) = editor }\nnew T as it")
    expectEqual(talk.tell("get it.a"), ["editor"])
    expectEqual(
      talk.tell("set it.a amdin"),
      [
        "error value 1:10: a cannot be \"amdin\"; expected admin or editor (did you mean \"admin\"?)"
      ])
  }

  @Test(arguments: ["Date", "DateTime", "Choice(x, y)", "Hex(2)", "Card", "Mask(\"00\")"])
  func whatHasNoZeroIsRequiredUnlessItHasADefaultOrIsOptional(kind: String) throws {
    let talk = try Conversation("define T { n: Integer, a: \(kind) }\ndefine U { a: \(kind)? }")
    expectEqual(talk.tell("new T n=1"), ["error rule 1:5: a is required"])
    expectEqual(talk.tell("new U; get U/1.a"), ["U/1", "nil"])
  }

  // MARK: The clock

  @Test func todayAndNowAreTakenAnewForEachRecord() throws {
    let hour = 3_600_000
    let talk = try Conversation(
      "define T { day: Date = today, at: DateTime = now }", hoursAhead: 14)
    // At 10:00 UTC it is already tomorrow for the user.
    expectEqual(
      talk.tell("new T; show T/1"), ["T/1", "ref=T/1 day=2026-11-22 at=2026-11-21T10:00:00.000Z"])
    talk.advance(milliseconds: 24 * hour + 1)
    expectEqual(
      talk.tell("new T; show T/2"), ["T/2", "ref=T/2 day=2026-11-23 at=2026-11-22T10:00:00.001Z"])
    expectEqual(
      talk.tell("set T/1 day=today at=now; show T/1"),
      [
        "ref=T/1 day=2026-11-23 at=2026-11-22T10:00:00.001Z"
      ])
    expectEqual(
      talk.tell("describe T"), ["day|Date|day: Date = today", "at|DateTime|at: DateTime = now"])
  }

  @Test func todayIsATextWhereATextIsWanted() throws {
    let talk = try Conversation("define T { a: Text = today, b: Choice(today, now) = now }\nnew T")
    expectEqual(talk.tell("show T/1"), ["ref=T/1 a=today b=now"])
    expectEqual(talk.tell("set T/1 a=now b=today; show T/1"), ["ref=T/1 a=now b=today"])
    expectEqual(talk.tell("set T/1.a :today; get T/1.a"), ["2026-11-21"])
  }

  @Test func aDateTheClockPutsOutOfTheRangeIsRefused() throws {
    let talk = try Conversation("define T { day: Date in ...2026-11-21 = today }\nnew T")
    talk.advance(milliseconds: 86_400_000)
    expectEqual(
      talk.tell("new T"), ["error rule 1:5: day must be at most 2026-11-21, not 2026-11-22"])
  }

  @Test func anEmptiedFieldHasTheDefaultOfTheDay() throws {
    let talk = try Conversation(
      "define T { day: Date = today, due: Date }\nnew T day=2000-01-01 due=2000-01-01 as it")
    talk.tell("field f on it.day\nfield g on it.due")
    expectEqual(talk.tell("type f \"<Clear><Return>\""), ["f: \"2026-11-21\" it.day = 2026-11-21"])
    expectEqual(talk.tell("type g \"<Clear>\""), ["g: \"\" incomplete: due is required (editing)"])
    expectEqual(talk.tell("type g \"<Esc>\"; get it.due").last, "2000-01-01")
  }

  @Test func aTimeWithoutZoneIsTheUsersEverywhere() throws {
    let talk = try Conversation(
      "define T { at: DateTime? in 2026-01-01T00:00:00...2027-01-01T00:00:00 }",
      hoursAhead: 1)
    expectEqual(
      talk.tell("describe T"),
      [
        "at|DateTime?|at: DateTime? in 2025-12-31T23:00:00.000Z...2026-12-31T23:00:00.000Z"
      ])
    expectEqual(
      talk.tell("new T at=2026-11-21T10:00:00 as it; get it.at"),
      [
        "T/1", "2026-11-21T09:00:00.000Z",
      ])
    expectEqual(
      talk.tell("set it.at \"2026-11-21 12:30\"; get it.at"), ["2026-11-21T11:30:00.000Z"])
    expectEqual(talk.tell("count T where at = 2026-11-21T12:30:00"), ["1"])
    expectEqual(talk.tell("count T where at = 2026-11-21T12:30:00Z"), ["0"])
    // Calculations with moments are in UTC.
    expectEqual(
      talk.tell("set it.at (datetime(:it.at, '+1 hour')); get it.at"),
      [
        "2026-11-21T12:30:00.000Z"
      ])
    // A field edits in UTC.
    talk.tell("field f on it.at")
    let typed = talk.tell("type f \"<Clear>2026-11-21T10:00:00\"").last ?? ""
    #expect(typed.contains("\"2026-11-21T10:00:00Z\""), "\(typed)")
    expectEqual(
      talk.tell("type f \"Z<Return>\""),
      [
        "f: \"2026-11-21T10:00:00Z\" it.at = 2026-11-21T10:00:00.000Z"
      ])
  }

  @Test func expressionsKnowTodayNowAndDates() throws {
    let talk = try Conversation(
      "define T { day: Date?, at: DateTime? }\nnew T day=2026-11-21 at=2026-11-21T10:00:00Z as it")
    expectEqual(talk.tell("count T where day = :today and at = :now"), ["1"])
    expectEqual(talk.tell("count T where day between 2026-11-01 and 2026-11-30"), ["1"])
    expectEqual(talk.tell("count T where at > 2026-11-21 and at < 2026-11-22"), ["1"])
    expectEqual(talk.tell("set it.day (date(:it.day, '+10 days')); get it.day"), ["2026-12-01"])
    expectEqual(
      talk.tell("set it.day :today; set it.at :now; get it.at"), ["2026-11-21T10:00:00.000Z"])
    expectEqual(
      talk.tell("echo \":today :now :it.day\""),
      [
        "2026-11-21 2026-11-21T10:00:00.000Z 2026-11-21"
      ])
    expectEqual(
      talk.tell("count T where day > 2026-02-30"),
      [
        "error value 1:21: 2026-02-30 is an invalid date: February 2026 has 28 days"
      ])
    expectEqual(
      talk.tell("set it.day (1 + 1)"),
      [
        "error value 1:12: day cannot be 2; expected a date such as 2026-11-21"
      ])
  }

  // MARK: Cards

  private static let cards = """
    define P { name: Text key, card: Card? unique }
    new P name=Ann card="4111 1111 1111 1111" as ann
    """

  @Test func aCardIsMaskedWhereverItIsShown() throws {
    let talk = try Conversation(Self.cards)
    let lines = talk.tell(
      """
      show ann; list P; get ann.card; echo ":ann.card"; history ann.card; log
      label l on ann.card
      field f on ann.card; get f
      sql "select card, card || '!' from P"; sql "select new from history"
      undo; redo
      """)
    #expect(lines.count > 8)
    for line in lines {
      #expect(!line.contains("4111"), "\(line)")
      #expect(!line.contains("1111 1111"), "\(line)")
    }
    #expect(lines.contains { $0.contains("new P name=Ann card=\"•••• 1111\" as ann") })
  }

  @Test func aCardIsShownWhereThatIsAskedFor() throws {
    let talk = try Conversation(Self.cards)
    for command in ["show ann", "list P", "get ann.card", "history ann.card"] {
      #expect(talk.tell("\(command) --reveal").joined().contains("4111111111111111"))
    }
    #expect(talk.tell("log --reveal").joined().contains("4111 1111 1111 1111"))
    expectEqual(
      talk.tell("sql \"select card, upper(card) from P\" --reveal"),
      ["4111111111111111|4111111111111111"])
    expectEqual(talk.tell("field f on ann.card; get f --reveal"), ["4111 1111 1111 1111"])
    expectEqual(
      talk.tell("type f \"<All>378282246310005<Return>\""),
      [
        "f: \"3782 822463 10005\" ann.card = \"378282246310005\""
      ])
  }

  @Test func whatWasTypedIsMaskedInTheLog() throws {
    let talk = try Conversation(Self.cards)
    talk.tell("field f on ann.card\ntype f \"<Clear>378282246310004<BS>5<Return>\"")
    expectEqual(talk.tell("get ann.card --reveal"), ["378282246310005"])
    let log = talk.tell("log limit 1").joined()
    #expect(log.contains("type f \"<Clear>•••• 0045<Return>\""), "\(log)")
  }

  @Test func anotherCardThatIsTakenIsNotTold() throws {
    let talk = try Conversation(Self.cards)
    expectEqual(
      talk.tell("new P name=Bob card=\"4111111111111111\""),
      [
        "error conflict 1:21: card •••• 1111 is taken by P/1"
      ])
  }

  /// Without cards, long numbers are not masked.
  @Test func aLongNumberInTheLogIsNoCardWithoutCards() throws {
    let talk = try Conversation("define T { n: Integer }\nnew T n=4111111111111111")
    #expect(talk.tell("log limit 1").joined().contains("new T n=4111111111111111"))
  }

  // MARK: Units and groups

  @Test func aUnitStandsInLabelsAndNowhereElse() throws {
    let talk = try Conversation(
      """
      define T { price: Decimal(integer: 8, fraction: 2) = 1234.5 unit "€" grouped, n: Integer }
      new T as it
      """)
    expectEqual(
      talk.tell("get it.price; show it; list T"),
      [
        "1234.50", "ref=T/1 price=1234.50 n=0", "T/1|1234.50|0",
      ])
    expectEqual(talk.tell("label l on it.price"), ["l: 1,234.50\u{A0}€"])
    expectEqual(talk.tell("label m on it.price locale de_DE"), ["m: 1.234,50\u{A0}€"])
    expectEqual(talk.tell("label n on it.n grouped"), ["n: 0"])
    expectEqual(
      talk.tell("field f on it.price\ntype f \"<All><Paste:9,876.5 €><Return>\"").last,
      "f: \"9,876.50\" it.price = 9876.50")
  }

  // MARK: Patterns

  @Test func aPatternAndALengthAreBothKept() throws {
    let talk = try Conversation(
      "define T { a: Text? length 2...4 matching /[a-z]*/ }\nnew T as it\nfield f on it.a")
    expectEqual(
      talk.tell("type f \"a\""),
      [
        "f: \"a\" incomplete: expected a–z (editing)"
      ])
    expectEqual(
      talk.tell("type f \"B\"").first, "B rejected at 1: \"B\" cannot follow \"a\"; expected a–z")
    expectEqual(talk.tell("type f \"bcde\"").first, "e rejected at 4: at most 4 characters")
    expectEqual(
      talk.tell("type f \"<Return>\"").last,
      "error refused 1:8: \"B\" was rejected; press Return again to keep \"abcd\"")
    expectEqual(talk.tell("type f \"<Return>\""), ["f: \"abcd\" it.a = \"abcd\""])
  }

  @Test func aTextThatMayNotBeEmptyIsRequired() throws {
    let talk = try Conversation("define T { n: Integer, a: Text matching /x+/ }")
    expectEqual(talk.tell("new T n=1"), ["error rule 1:5: a is required"])
  }

  @Test func aPropertyCalledMatchingIsDividedAsAnyOther() throws {
    let talk = try Conversation("define T { matching: Integer }\nnew T matching=8")
    expectEqual(talk.tell("count T where matching / 2 = 4 and matching /4/ 2 = 1"), ["1"])
  }
}

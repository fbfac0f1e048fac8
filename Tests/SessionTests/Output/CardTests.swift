import TestSupport
import Testing

/// Card numbers are shown in full only on request, whatever their source.
@Suite struct CardTests {
  private static let card = "4111111111111111"

  private static let cards = """
    define M { name: Text key, c: Card?, cards: [Card], n: Integer? }
    define Other { name: Text key }
    new M name=a c="4111 1111 1111 1111" cards=["4111111111111111"] as a
    new M name=b c="4111-1111-1111-1111"
    set a.c "4111.1111.1111.1111"
    """

  private func shows(_ text: String) -> Bool {
    let digits = text.filter { $0.isNumber || $0 == "•" || $0.isLetter }
    return digits.contains(Self.card)
  }

  @Test(arguments: [
    "delete M where name <> \"\"; drop type M", "alter M { change c: Text?; change cards: [Text] }",
    "alter M { drop c; drop cards; add c: Text? }", "alter M { rename c to d }",
    "alter M { rename c to d; drop cards }; alter M { change d: Integer? }",
  ])
  func whatWasACardIsMasked(change: String) throws {
    let talk = try Conversation(Self.cards)
    expectEqual(talk.tell(change).filter { $0.hasPrefix("error") }, [])
    let commands = [
      "log", "log --long", "diff #1", "diff #1 #4", "diff #4", "history Other",
      "sql \"select * from history\"", "sql \"select * from wb_change\"",
      "sql \"select cmd, cmd || '!' from wb_tx\"", "sql at #5 \"select * from M\"",
      "sql \"select cast(new as integer), new + 0, new * 1.0 from wb_change\"",
    ]
    for command in commands {
      let said = talk.tell(command)
      #expect(!said.contains { shows($0) }, "\(command): \(said)")
    }
    #expect(talk.tell("log --reveal").contains { $0.contains("4111 1111 1111 1111") })
    #expect(talk.tell("sql \"select new from history\" --reveal").contains(Self.card))
  }

  @Test func theHistoryOfWhatIsATextNowIsMasked() throws {
    let talk = try Conversation(Self.cards + "\nalter M { change c: Text? }")
    for command in [
      "history M", "history a.c", "history a --long", "why a.c", "why a.c --long", "diff #1 #5",
      "sql \"select c from M\"", "sql at #4 \"select c from M\"", "list M at #4", "get a.c at #4",
    ] {
      let said = talk.tell(command)
      #expect(!said.isEmpty && !said.contains { shows($0) }, "\(command): \(said)")
      if !command.hasPrefix("sql at"), !command.hasPrefix("why") {
        let revealed = talk.tell(command + " --reveal")
        #expect(revealed.contains { shows($0) }, "\(command): \(revealed)")
      }
    }
  }

  @Test(arguments: [
    "alter M { change c: Text? }\nalter M { rename c to d }",
    "alter M { rename c to d }\nalter M { change d: Text? }",
    "alter M { change c: Text? }\nalter M { rename c to e }\nalter M { rename e to d }",
    "alter M { rename c to d }\nalter M { rename d to c, change c: Text? }\nalter M { rename c to d }",
  ])
  func theHistoryOfWhatHasAnotherNameNowIsMasked(alterations: String) throws {
    let talk = try Conversation(Self.cards + "\n" + alterations)
    for command in [
      "history M", "history a.d", "why a.d", "diff #1 #5", "sql \"select d from M\"",
      "list M at #4",
      "log",
    ] {
      let said = talk.tell(command)
      #expect(!said.isEmpty && !said.contains { shows($0) }, "\(command): \(said)")
    }
    #expect(talk.tell("history a.d --reveal").contains { shows($0) })
    expectEqual(talk.tell("get a.d"), [Self.card])
  }

  @Test func aNumberThatAStatementMakesOfACardIsMasked() throws {
    let talk = try Conversation(Self.cards)
    for column in [
      "c + 0", "cast(c as integer)", "c * 1.0", "-c", "cast(c as blob)", "quote(c)", "max(c + 0)",
      "json_array(c + 0)", "substr(c, 1, 4) || '-' || substr(c, 5)",
    ] {
      let said = talk.tell("sql \"select \(column) from M\"")
      expectEqual(said.first?.contains("•••• "), true, "\(column): \(said)")
      expectEqual(talk.tell("sql \"select \(column) from M\" --reveal").first?.contains("•"), false)
    }
    expectEqual(talk.tell("sql \"select ts from wb_tx limit 1\"").first?.contains("•"), false)
    expectEqual(talk.tell("sql \"select count(*), sum(id) from M\""), ["2|3"])
  }

  @Test func anErrorDoesNotTellACard() throws {
    let talk = try Conversation(Self.cards)
    for command in [
      "set a n=(c)", "set a.n (c)", "set M where true : n=(c)", "new M name=(:a.c) n=(:a.c)",
      "expect (:a.c = nil)", "let d = (:a.c); set a.n :d",
    ] {
      let said = talk.tell(command)
      #expect(said.contains { $0.hasPrefix("error") }, "\(command): \(said)")
      #expect(!said.contains { shows($0) }, "\(command): \(said)")
    }
  }

  @Test func aMessageShowsALongNumberThatIsNoCard() throws {
    let talk = try Conversation(Self.cards + "; alter M { add k: Integer? in 0...9 }")
    for number in ["123456789012345", "1234567890123456789"] {
      #expect(talk.tell("set a.k \(number)").contains { $0.contains(number) })
      #expect(talk.tell("set a.n \(number); log limit 1").contains { $0.contains(number) })
    }
    // A part of a card is masked if its source is a card.
    #expect(talk.tell("sql \"select substr(c, 1, 15) from M\"").contains { $0.contains("••••") })
  }

  @Test func whatIsNoCardIsShownAsItIs() throws {
    let talk = try Conversation(
      """
      define M { name: Text key, n: Integer?, phone: Phone? }
      new M name="4111111111111111" n=4111111111111111 phone="+4915112345678"
      """)
    expectEqual(talk.tell("sql \"select n + 0, name || '' from M\""), ["\(Self.card)|\(Self.card)"])
    #expect(talk.tell("log limit 1").joined().contains(Self.card))
    #expect(talk.tell("define C { c: Card? }; log limit 2").joined().contains("name=\"•••• 1111\""))
    expectEqual(talk.tell("list M"), ["M/1|\(Self.card)|\(Self.card)|+4915112345678"])
  }

  @Test(arguments: [
    "let x = (M/1.c); echo :x; echo \"it is :x\"", "let x = (M/1.cards); echo :x",
    "let x = (M/1.c || \"!\"); echo :x; let y = (:x || \"?\"); echo :y (:y || \".\")",
    "echo (M/1.c || \" of a\")", "echo \"card :(M/1.c || '!')\"",
    "for x in (M/1.cards) { echo :x (:x || \"!\") }",
    "let x = (M/1.c); for y in [:x, \"b\"] { echo :y }",
    "for x in (split(M/1.c || \",\" || M/1.c, \",\")) { echo :x }",
    "echo (join(M/1.cards, \" \"))", "list M (c || \"!\"), (join(cards, \" \"))",
  ])
  func whatIsMadeOfACardIsMasked(script: String) throws {
    let talk = try Conversation(Self.cards)
    let said = talk.tell(script)
    #expect(!said.isEmpty && !said.contains { $0.hasPrefix("error") }, "\(said)")
    #expect(!said.contains { shows($0) || $0.contains("4111") }, "\(said)")
    #expect(said.contains { $0.contains("1111") }, "\(said)")
  }

  @Test func whatHasNoCardInItIsShown() throws {
    let talk = try Conversation(Self.cards)
    expectEqual(
      talk.tell(
        "let x = (iif(M/1.c is null, \"none\", \"has one\")); echo :x (length(M/1.c))"),
      ["has one 16"])
  }

  @Test(arguments: [" ", "  ", ", ", "/"])
  func everyCardOfAListIsSeen(separator: String) throws {
    let talk = try Conversation(
      Self.cards + "\nappend a.cards \"5500000000000004\"; append a.cards \"378282246310005\"")
    let shown = ["•••• 1111", "•••• 0004", "•••• 0005"].joined(separator: separator)
    expectEqual(
      talk.tell("list M (join(cards, \"\(separator)\")) as all where name = \"a\""),
      ["M/1|\(shown)"])
  }

  @Test func aFileIsNamedAfterNoCard() throws {
    let talk = try Conversation(Self.cards + "\nlet x = (M/1.c)")
    expectEqual(talk.tell("get a.name to \":x.txt\""), [])
    expectEqual(talk.files.keys.sorted(), ["•••• 1111.txt"])
  }
}

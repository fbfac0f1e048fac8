import Foundation
import TestSupport
import Testing

@Suite struct EraseTextTests {
  private static let definitions = """
    define P {
      name: Text key
      text: Text?
      number: Integer?
      amount: Decimal(integer: 8, fraction: 2)?
      card: Card?
      phone: Phone(+49)?
      mail: Email?
      account: IBAN?
      hex: Hex(10)?
      tags: [Text]
      cards: [Card]
      numbers: [Integer]
    }
    define Q { name: Text key, n: Integer = 0, t: Text? }
    new P name=first; new P name=second; new Q name=third
    """

  @Test(arguments: ["erase T/1.s \"asked\"", "erase T/1 \"asked\""])
  func theDefaultOfADroppedTypeIsErasedWithTheValue(command: String) throws {
    let outsider = try Outsider()
    let talk = try Conversation(
      """
      define T { k: Text key, s: Text = "VERYSECRET" }
      new T k=a
      drop type T
      """, database: outsider.path)
    #expect(talk.tell(command).allSatisfy { !$0.hasPrefix("error") })
    #expect(!talk.tell("log; history T").joined().contains("VERYSECRET"))
    #expect(try !Self.isIn("VERYSECRET", of: talk, outsider.path))
  }

  @Test(arguments: [
    ("Date", "2025-03-05", "2025-03-04"), ("Integer in 5...9", "7", "8"),
    ("Decimal(integer: 8, fraction: 2) in 1000...9000", "7654.32", "8000"),
    ("Email", "\"ada@example.org\"", "\"a@example.org\""),
    ("Text length 20...30", "\"a text that nobody knows\"", "\"another text of the kind\""),
    ("Time", "10:17", "11:00"),
  ])
  func theDefaultOfAFormerDefinitionIsReplacedWhateverItsKind(
    kind: String, value: String, other: String
  ) throws {
    let outsider = try Outsider()
    let talk = try Conversation(
      """
      define T { n: Integer, d: \(kind) = \(other) }
      new T n=1 d=\(value)
      alter T { change d: \(kind) = \(value) }
      alter T { change d: \(kind.split(separator: " ")[0].prefix { $0 != "(" })? }
      """, database: outsider.path)
    expectEqual(talk.tell("erase T/1.d \"gone\"").filter { $0.hasPrefix("error") }, [])
    let text = value.filter { $0 != "\"" }
    if text.count > 3 { #expect(try !Self.isIn(text, of: talk, outsider.path)) }
    expectEqual(talk.tell("check"), [])
  }

  private static func isIn(_ text: String, of talk: Conversation, _ path: String) throws -> Bool {
    let copy = path + ".\(UUID()).copy"
    talk.tell("backup \"\(copy)\"")
    return try [path, path + "-wal", copy].contains {
      try Data(contentsOf: URL(filePath: $0)).range(of: Data(text.utf8)) != nil
    }
  }

  /// A random value in several notations; the first is the property's own.
  private struct Value {
    var property: String
    var ways: [String]
    var isList: Bool { property.hasSuffix("s") }
    func literal(_ way: String) -> String {
      ["number", "amount", "numbers"].contains(property) ? way : "\"\(way)\""
    }

    init(_ random: inout Seeded) {
      func digits(_ count: Int) -> String {
        "\(1 + random.below(9))" + (1..<count).map { _ in "\(random.below(10))" }.joined()
      }
      func grouped(_ digits: String, by sign: String) -> String {
        digits.enumerated().map {
          ($0.offset > 0 && $0.offset % 4 == 0 ? sign : "") + "\($0.element)"
        }
        .joined()
      }
      func card() -> String {
        let start = "4" + digits(14)
        var sum = 0
        for (place, digit) in start.compactMap(\.wholeNumberValue).reversed().enumerated() {
          sum += place % 2 == 0 ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
        }
        return start + "\((10 - sum % 10) % 10)"
      }
      property =
        [
          "text", "number", "amount", "card", "phone", "mail", "account", "hex", "tags", "cards",
          "numbers",
        ][random.below(11)]
      switch property {
      case "number", "numbers": ways = [digits(9)]
      case "amount": ways = [digits(6) + ".5", ""].filter { !$0.isEmpty }
      case "card", "cards":
        let card = card()
        ways = [card, grouped(card, by: " "), grouped(card, by: "-")]
      case "phone":
        let number = "49301" + digits(7)
        let rest = number.dropFirst(4)
        ways = ["+\(number)", "+49 (30) \(rest)", "030/\(rest)", "+49 (0)30 \(rest)"]
      case "mail": ways = ["u\(digits(7))@example.org", "u"].filter { $0.count > 1 }
      case "account":
        let body = digits(18)
        // The check digits make the whole number congruent to 1 modulo 97.
        let rest = (body + "131400").reduce(0) { ($0 * 10 + ($1.wholeNumberValue ?? 0)) % 97 }
        let check = 98 - rest
        let account = "DE\(check < 10 ? "0" : "")\(check)" + body
        ways = [account, grouped(account, by: " "), account.lowercased()]
      case "hex": ways = ["AB" + digits(8), "ab"].filter { $0.count > 2 }
      default:
        let word = "w\(digits(8))"
        ways =
          [
            [word, word.uppercased()], ["\(word)\\\"quoted\\\" it"], ["\(word)\\nline two\\\\"],
            ["\\u{e4}\(word) ä"], ["O'\(word)"],
          ][random.below(5)]
      }
    }
  }

  @Test(arguments: 0..<6)
  func whatWasErasedIsNowhereHoweverItWasMentioned(number: Int) throws {
    let seed = Seeded.seed &+ UInt64(number)
    var random = Seeded(seed: seed)
    let outsider = try Outsider()
    let talk = try Conversation(Self.definitions, database: outsider.path)
    for round in 0..<4 {
      let value = Value(&random)
      let property = "P/1.\(value.property)"
      func way() -> String { value.ways[random.below(value.ways.count)] }
      var said = talk.tell(
        value.isList
          ? "append \(property) \(value.literal(value.ways[0]))"
          : "set \(property) \(value.literal(value.ways[0]))")
      for _ in 0..<3 {
        let quoted = "\"\(way())\""
        switch random.below(6) {
        case 0: said += talk.tell("set Q where t is null or t <> \(quoted) : n=(n + 1)")
        case 1: said += talk.tell("begin \(quoted); set Q/1 n=(n + 1); commit")
        case 2: said += talk.tell("begin; set Q/1 n=(n + 1); commit \(quoted)")
        case 3: said += talk.tell("define D\(round) { t: Text = \(quoted) }; drop type D\(round)")
        case 4:
          said += talk.tell(
            "rule Q.r\(round) \(quoted) : t is null or t <> \(quoted); drop rule Q.r\(round)")
        default:
          said += talk.tell("set Q/1 n=(iif(t = \(quoted), 1, n + 1))")
        }
      }
      #expect(
        try Self.isIn(value.ways[0], of: talk, outsider.path) || value.property == "amount",
        "\(value), seed \(seed)")
      said += talk.tell("erase \(property) \"asked by the member\"")
      let errors = said.filter { $0.hasPrefix("error") }
      expectEqual(errors, [], "\(value), seed \(seed)")
      for way in value.ways {
        #expect(
          try !Self.isIn(way, of: talk, outsider.path), "\(way) of \(value), seed \(seed)")
      }
    }
    expectEqual(talk.tell("check"), [], "seed \(seed)")
    expectEqual(talk.tell("history --script --reveal").filter { $0.hasPrefix("error") }, [])
    expectEqual(talk.tell("count P at #5; count Q").count, 2)
  }

  @Test func aDefinitionInForceOrTheReasonThatMentionsItIsInTheWay() throws {
    let outsider = try Outsider()
    let talk = try Conversation(
      """
      define P { name: Text key, card: Card?, n: Integer? }
      new P name=a card="4111 1111 1111 1111"
      rule P.other "must be another card" : card is null or card <> "4111 1111 1111 1111" or n = 1
      set P/1.n 1
      """.replacing("rule P", with: "set P/1.n 1\nrule P"), database: outsider.path)
    expectEqual(
      talk.tell("erase P/1.card \"was 4111-1111-1111-1111\"").first,
      "error refused 1:11: the reason contains a value to be erased, which would stay in the log; "
        + "give another reason")
    expectEqual(
      talk.tell("erase P/1.card \"asked\"").first,
      "error refused 1:11: rule P.other mentions a value to be erased; change or drop it first")
    expectEqual(talk.tell("get P/1.card --reveal"), ["4111111111111111"])
    let erased = talk.tell("drop rule P.other; erase P/1.card \"asked\"")
    #expect(erased.contains { $0.hasPrefix("notice: erased P/1.card") }, "\(erased)")
    for text in ["4111111111111111", "4111 1111 1111 1111"] {
      #expect(try !Self.isIn(text, of: talk, outsider.path))
    }
    expectEqual(talk.tell("check"), [])
  }

  @Test func whatADefinitionGivesAndNamesOfItAreNoValues() throws {
    let talk = try Conversation(
      """
      define P { name: Text key, role: Choice(admin, reader)?, level: Text? = "ordinary", active: Boolean = true }
      new P name=admin role=admin
      set P/1.level special
      new P name=reader role=reader
      """)
    let said = talk.tell("erase P/1.role \"a\"; erase P/1.level \"b\"; erase P/1.active \"c\"")
    expectEqual(said.filter { $0.hasPrefix("error") }, [])
    #expect(talk.tell("log").contains { $0.contains("new P name=reader role=reader") })
    #expect(talk.tell("describe P").joined().contains("ordinary"))
  }
}

import Replies
import Session
import TestSupport
import Testing

@Suite struct CalculatedPropertyTests {
  private static let script = """
    define Fee { name: Text key, yearly: Decimal(integer: 4, fraction: 2) }
    define Payment { member: Member, day: Date, amount: Decimal(integer: 4, fraction: 2) in 0.01... }
    define Member {
      name: Text key, fee: Fee, born: Date?, payments: [Payment] by member
      owes: Decimal(integer: 6, fraction: 2) := (fee.yearly - coalesce(sum(payments.amount), 0))
      paid: Boolean := (owes <= 0)
      year: Integer? := (year(born))
    }
    new Fee name=full yearly=120
    new Fee name=half yearly=60
    new Member name=Ann fee=Fee["full"] born=1990-05-06 as ann
    new Member name=Bob fee=Fee["half"] as bob
    new Payment member=ann day=2026-01-02 amount=100
    """

  private func conversation() throws -> Conversation { try Conversation(Self.script) }

  @Test(arguments: [
    ("get ann.owes", ["20.00"]),
    (
      "show bob",
      ["ref=Member/2 name=Bob fee=Fee/2 born=nil payments=[] owes=60.00 paid=false year=nil"]
    ),
    (
      "list Member name, owes, paid, year",
      ["Member/1|Ann|20.00|false|1990", "Member/2|Bob|60.00|false|nil"]
    ),
    ("list Member name where owes > 30", ["Member/2|Bob"]),
    ("list Member name order by owes desc", ["Member/2|Bob", "Member/1|Ann"]),
    ("list Member (owes) as o, (count()) as n group by owes", ["20.00|1", "60.00|1"]),
    ("list Payment (member.owes) as o", ["Payment/1|20.00"]),
    (
      "list Fee name, (sum(Member.owes where fee = id)) as all",
      ["Fee/1|full|20.00", "Fee/2|half|60.00"]
    ),
    ("count Member where not paid", ["2"]), ("echo (sum(Member.owes))", ["80.00"]),
    ("echo (:ann.owes + Member[\"Bob\"].owes)", ["80.00"]),
    ("list Member name, owes at #7", ["Member/1|Ann|120.00", "Member/2|Bob|60.00"]),
    ("list Member name where owes = 120 at #7", ["Member/1|Ann"]),
    ("for m in Member where owes < 50 { echo :m.name }", ["Ann"]),
  ])
  func itIsReadByWhateverReadsProperties(command: String, lines: [String]) throws {
    try expectEqual(conversation().tell(command), lines)
  }

  /// Reading the whole record shows nil instead, and `check` gives the reason.
  @Test(arguments: [
    ("Decimal(integer: 10, fraction: 5)", "b * b * count(ls)", "15 digits"),
    ("Decimal(integer: 10, fraction: 5)", "b * 1.5e3 / 7 * count(ls)", "15 digits"),
    ("Percent", "b * b * count(ls)", "15 digits"),
    ("Integer", "b * b * count(ls)", "64 bits"),
    ("Duration", "b * b * count(ls)", "64 bits"),
    ("Integer", "1e30 * count(ls)", "64 bits"),
  ])
  func aNumberThatItsKindDoesNotHoldIsAnErrorAndNoRoundedNumber(
    kind: String, expression: String, most: String
  ) throws {
    let talk = try Conversation(
      """
      define L { t: T? }
      define T { b: Decimal(integer: 13, fraction: 2), ls: [L] by t, c: \(kind)? := (\(expression)) }
      new T b=1234567890123.45; new L t=T/1; new T b=2
      """)
    let error = talk.tell("list T c")[0]
    #expect(error.hasSuffix("c is computed as a number of more than \(most)"), "\(error)")
    expectEqual(talk.tell("list T b, c where id = 2").last?.hasPrefix("T/2|2.00|0"), true)
    expectEqual(talk.tell("list T")[0], "T/1|1234567890123.45|[L/1]|nil")
    #expect(talk.tell("check").contains { $0.contains("more than \(most)") })
  }

  @Test func aNumberOfFifteenDigitsIsReadAsItIs() throws {
    let talk = try Conversation(
      """
      define L { t: T? }
      define T { b: Decimal(integer: 13, fraction: 2), ls: [L] by t
        c: Decimal(integer: 13, fraction: 2)? := (b * count(ls)), d: Integer? := (b * count(ls))
        e: Decimal(integer: 12, fraction: 3)? := (b * count(ls) * 1000 / 1000.0) }
      new T b=1234567890123.45; new L t=T/1
      """)
    expectEqual(
      talk.tell("list T c, d, e"), ["T/1|1234567890123.45|1234567890123|1234567890123.450"])
  }

  @Test func labelsOfItFollowWhatItReads() throws {
    let talk = try conversation()
    expectEqual(
      talk.tell("label o on ann.owes; label p = (:ann.paid); label y on ann.year"),
      [
        "o: 20.00", "p: false", "y: 1990",
      ])
    expectEqual(
      talk.tell("new Payment member=ann day=2026-02-02 amount=20.50").suffix(2),
      [
        "o: -0.50", "p: true",
      ])
    expectEqual(talk.tell("set Fee[\"full\"].yearly 200").sorted(), ["o: 79.50", "p: false"])
    // Changes of records that are not read do not matter.
    expectEqual(talk.tell("new Payment member=bob day=2026-02-02 amount=1"), ["Payment/3"])
    expectEqual(talk.tell("undo 3").filter { !$0.hasPrefix("notice") }.sorted(), ["o: 20.00"])
  }

  @Test func rulesReadIt() throws {
    let talk = try conversation()
    talk.tell("rule Member.credit \"has paid too much\" : owes >= 0")
    let said = talk.tell("new Payment member=ann day=2026-02-02 amount=30").joined()
    #expect(said.contains("has paid too much"))
    #expect(talk.tell("set ann.fee Fee[\"half\"]").joined().contains("has paid too much"))
    expectEqual(talk.tell("get ann.owes; check"), ["20.00"])
  }

  @Test func itFollowsNewNamesAndNeedsWhatItReads() throws {
    let talk = try conversation()
    talk.tell("rule Member.limit : owes < 1000")
    talk.tell("alter Payment { rename amount to sum }; alter Fee { rename yearly to price }")
    expectEqual(talk.tell("get ann.owes; check"), ["20.00"])
    #expect(
      talk.tell("describe Member").contains {
        $0.hasSuffix(":= (fee.price - coalesce(sum(payments.sum), 0))")
      })
    #expect(
      talk.tell("alter Payment { drop sum }").joined().contains("Member.owes would no longer work"))
    #expect(talk.tell("alter Member { drop owes }").joined().contains("paid would no longer work"))
    talk.tell("undo 2")
    expectEqual(talk.tell("get ann.owes; check"), ["20.00"])
  }

  @Test(arguments: [
    ("set ann.owes 3", "cannot be set"), ("index Member.owes", "cannot have an index"),
    ("history ann.owes", "has no history; see the history of fee"),
    ("alter Member { add x: Integer := (x + count(Fee)) }", "Member.x is computed from itself"),
    (
      "alter Fee { add y: Decimal(integer: 6, fraction: 2) := (coalesce(sum(Member.owes), 0)) }; alter Fee { change yearly: Decimal(integer: 4, fraction: 2) := (y) }",
      "is computed from"
    ),
    ("alter Member { add n: Integer := (name + count(Fee)) }", "text"),
    ("alter Member { add n: Integer := (sum(payments.day)) }", "sum"),
    ("alter Member { add n: Integer := (count(:ann)) }", "cannot read session names such as"),
    ("drop type Payment", "refers to it"),
  ])
  func whatIsWrongIsRefusedAndNothingIsLost(command: String, words: String) throws {
    let talk = try conversation()
    let before = talk.tell("list Member; describe Member; describe Fee")
    talk.tell("begin")
    let said = talk.tell(command).joined(separator: "\n")
    talk.tell("rollback")
    #expect(said.contains("error"), "\(said)")
    #expect(said.contains(words), "\(said)")
    expectEqual(talk.tell("list Member; describe Member; describe Fee"), before)
  }

  @Test func itIsNoColumnOfTheFile() throws {
    let talk = try conversation()
    expectEqual(talk.tell("sql \"select * from Member\"").first, "1|Ann|1|1990-05-06")
    let script = talk.tell("dump").joined(separator: "\n")
    try expectEqual(
      Conversation(script).tell("list Member; check"), talk.tell("list Member; check"))
  }
}

import TestSupport
import Testing

@Suite struct ListTests {
  @Test func recordsAreListedFilteredOrderedAndCounted() throws {
    let talk = try Conversation(people + "\nput Person[\"Bob\"] age=7\nput Person[\"Eve\"]")
    expectEqual(talk.tell("count Person; count Person where age > 7"), ["3", "1"])
    let order = talk.tell("list Person where age is not null order by age limit 1")
    expectEqual(order.map { $0.prefix(12) }, ["Person/2|Bob"])
    let names = talk.tell("list Person order by age is null, name desc")
    expectEqual(names.map { $0.dropFirst(9).prefix(3) }, ["Bob", "Ann", "Eve"])
  }

  @Test func theOtherCellsOfATotalAreEmptyForAPerson() throws {
    let talk = try Conversation(StatsTests.payments, isForPerson: true)
    expectEqual(talk.tell("list Payment --total").last, "total|||10.80|2:15")
  }

  @Test(arguments: [
    ("list Payment --total", "total|nil|nil|10.80|2:15"),
    ("list Payment amount where payer = \"ann\" --total", "total|10.70"),
    ("list Payment payer, (amount * 2) as double --total", "total|nil|21.60"),
    ("list Payment amount limit 2 --total", "total|10.60"),
    ("list Payment day where amount > 100 --total", "total|nil"),
    (
      "list Payment payer, (count()) as n, (avg(amount)) as mean group by payer --total",
      "total|4|3.60"
    ),
    ("list Payment (sum(amount)) as s --total", "10.80"),
  ])
  func aTotalIsTheLastRow(command: String, row: String) throws {
    let talk = try Conversation(StatsTests.payments)
    expectEqual(talk.tell(command).last, row)
  }

  @Test(arguments: [
    ("p * 2", false), ("1 - p", false), ("p + p", false), ("p / 2", false), ("round(p, 1)", false),
    ("coalesce(p, 0)", false), ("avg(ls.p)", false), ("case when d > 1 then p else 0 end", false),
    ("iif(d > 1, p, 0)", false), ("max(p, 0.1)", false), ("-p", false), ("p * p", false),
    ("count(d) over ()", false), ("1 + rank() over (order by id)", false), ("id", false),
    ("p * d", true), ("(1 - p) * d", true), ("d * 2", true), ("iif(d > 1, p, d)", true),
    ("(select count(*) over () from T limit 1)", true),
  ])
  func whatHasNoSumIsLeftOutOfTheTotal(column: String, hasSum: Bool) throws {
    let talk = try Conversation(
      """
      define L { t: T?, p: Percent = 5% }
      define T { p: Percent, d: Decimal, ls: [L] by t }
      new T p=12% d=2; new T p=10% d=3; new L t=T/1; new L t=T/2
      """)
    let list = "list T (\(column)) as c --total"
    expectEqual(talk.tell(list).last != "total|nil", hasSum)
    let error = talk.tell(list + " c").last ?? ""
    expectEqual(error.contains("c has no total: it"), !hasSum, "\(error)")
  }

  /// Keys and percentages have no sum. Named columns must be shown and have a sum.
  @Test func aTotalIsOfTheColumnsNamedOrOfAllThatHaveASum() throws {
    let talk = try Conversation(
      """
      define Invoice {
        number: Integer key; code: Integer unique; net: Integer; hours: Duration; share: Percent
      }
      new Invoice number=7 code=70 net=10 hours=1:00 share=10%
      new Invoice number=8 code=80 net=20 hours=0:30 share=20%

      """)
    expectEqual(talk.tell("list Invoice --total").last, "total|nil|nil|30|1:30|nil")
    expectEqual(talk.tell("list Invoice number, share, net --total").last, "total|nil|nil|30")
    expectEqual(talk.tell("list Invoice --total net").last, "total|nil|nil|30|nil|nil")
    expectEqual(talk.tell("list Invoice --total net, hours").last, "total|nil|nil|30|1:30|nil")
    expectEqual(
      talk.tell("list Invoice net, hours --total hours where net > 10 order by net").last,
      "total|nil|0:30")
    expectEqual(
      talk.tell("list Invoice (net * 2) as twice, net --total twice limit 1").last, "total|20|nil")
    for (column, reason) in [
      ("number", "number has no total: its values identify records"),
      ("code", "code has no total: its values identify records"),
      ("share", "share has no total: it is of kind Percent"),
      ("nett", "the list has no column \"nett\" (did you mean \"net\"?)"),
    ] {
      #expect(
        talk.tell("list Invoice --total \(column)").first?.hasSuffix(reason) == true, "\(column)")
    }
    expectEqual(
      talk.tell(
        "list Invoice (year(today)) as y, (sum(net)) as s, (count()) as n group by y --total s"
      ).last, "nil|30|nil")
  }

  private static let parts = (1...12).map { "new Part name=\"Part \($0)\"" }.joined(separator: "\n")

  private static func parts(_ command: String) throws -> [String] {
    try Conversation("define Part { name: Text key }\n" + parts).tell(command)
  }

  @Test(arguments: [
    ("limit 2 offset 1", ["Part/2", "Part/3"]),
    ("order by name limit 2 offset 9", ["Part/10", "Part/11"]),
    ("limit 2 offset 11", ["Part/12"]), ("limit 2 offset 12", []), ("limit 0 offset 1", []),
    ("limit 3 offset 9223372036854775807", []),
    ("where name > \"Part 8\" limit 9223372036854775807 offset 1", []),
    ("order by name desc limit 1 offset 0", ["Part/12"]),
  ])
  func aLimitCanSkipRecords(clauses: String, found: [String]) throws {
    let rows = try Self.parts("list Part \(clauses)")
    expectEqual(rows.map { String($0.prefix { $0 != "|" }) }, found)
    expectEqual(try Self.parts("count Part \(clauses)"), ["\(found.count)"])
    expectEqual(
      try Self.parts("for p in Part \(clauses) { echo :p }"),
      found)
  }

  @Test(arguments: [
    (
      "limit 10,20",
      "error syntax 1:17: expected one number after \"limit\" (write limit 20 offset 10)"
    ),
    (
      "order by name limit 5, 1",
      "error syntax 1:31: expected one number after \"limit\" (write limit 1 offset 5)"
    ),
    ("limit 9223372036854775808", "error value 1:17: this number is too large"),
    ("limit 1 offset 9223372036854775808", "error value 1:26: this number is too large"),
    ("limit 1 offset -1", "error syntax 1:26: expected a number after \"offset\", not \"-\""),
    ("limit -1", "error syntax 1:17: expected a number after \"limit\", not \"-\""),
    (
      "offset 3", "error syntax 1:11: \"offset\" needs a limit before it (write limit 20 offset 10)"
    ),
  ])
  func aLimitIsRefusedAtItsPlace(clauses: String, error: String) throws {
    expectEqual(try Self.parts("list Part \(clauses)"), [error])
  }

  @Test func totalsAreThoseOfTheRowsShown() throws {
    let talk = try Conversation("define N { n: Integer = 0 }\nnew N n=1\nnew N n=2\nnew N n=4")
    expectEqual(talk.tell("list N limit 1 offset 1 --total").last, "total|2")
  }

  @Test func runsOfDigitsAreOrderedByValueInListsAndExports() throws {
    let names = (1...12).map { "Part \($0)" }
    expectEqual(
      try Self.parts("list Part name order by name").map {
        String($0.drop { $0 != "|" }.dropFirst())
      },
      names)
    let talk = try Conversation("define Part { name: Text key }\n" + Self.parts)
    talk.tell("export Part name order by name desc to p.csv")
    expectEqual(talk.files["p.csv"], "name\r\n" + names.reversed().map { $0 + "\r\n" }.joined())
    talk.tell("screen Parts for [Part] order by name { columns name }")
    expectEqual(talk.tell("open Parts").last, "Part/12|Part 12")
    expectEqual(
      talk.tell("export Part name order by name limit 1 offset 9 to q.csv"),
      ["notice: 1 record exported to q.csv"])
    expectEqual(talk.files["q.csv"], "name\r\nPart 10\r\n")
  }

  @Test func theWordTotalIsInAColumnOfTextsAlone() throws {
    let script = "define N { n: Integer?, t: Text }\nnew N n=1 t=a\nnew N n=2 t=b"
    let columns = "(count()) as c group by"
    let talk = try Conversation(script)
    expectEqual(talk.tell("list N n, \(columns) n --total").last, "nil|2")
    expectEqual(talk.tell("list N t, \(columns) t --total").last, "total|2")
    let person = try Conversation(script, isForPerson: true)
    expectEqual(person.tell("list N n, \(columns) n --total").last, "total|2")
  }

  @Test func aListOfRecordsIsAColumnLikeOthers() throws {
    let talk = try Conversation(
      """
      define M { name: Text key, outings: [O] by crew }
      define D { what: Text }
      define O { day: Date, crew: [M] on delete clear, damages: [D] owned }
      new M name=Ann
      new M name=Bob
      new O day=2026-01-01 crew=[M["Bob"], M["Ann"]]
      new O day=2026-01-02
      append O/1.damages new D what=crack
      """)
    expectEqual(
      talk.tell("list O day, crew as who, damages"),
      [
        "O/1|2026-01-01|[M/2, M/1]|[D/1]", "O/2|2026-01-02|[]|[]",
      ])
    expectEqual(talk.tell("list M outings where name = \"Ann\""), ["M/1|[O/1]"])
    talk.tell("remove O/1.crew 0")
    expectEqual(talk.tell("list O crew where day = 2026-01-01"), ["O/1|[M/1]"])
    expectEqual(talk.tell("list O crew where day = 2026-01-01 at #6"), ["O/1|[M/2, M/1]"])
    expectEqual(
      talk.tell("list O crew, (count()) group by day").first?
        .contains("crew is a list of records, which has no value here"), true)
  }
}

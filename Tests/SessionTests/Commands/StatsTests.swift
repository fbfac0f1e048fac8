import TestSupport
import Testing

/// Figures about the values of a property.
@Suite struct StatsTests {
  /// `stats` of some whole numbers, and the same by the definitions of the figures.
  @Test(arguments: 0..<20)
  func theFiguresAreThoseOfTheValues(seed: UInt64) throws {
    var random = Seeded(seed: seed)
    let values = (0..<Int.random(in: 0...30, using: &random)).map { _ in
      Bool.random(using: &random) ? Int.random(in: -9...9, using: &random) : nil
    }
    let talk = try Conversation("define N { n: Integer?, c: Choice(z, m, a)? }")
    let letters = ["z", "m", "a"]
    for value in values {
      let letter = value.map { letters[(($0 % 3) + 3) % 3] } ?? "nil"
      talk.tell("new N n=\(value.map(String.init) ?? "nil") c=\(letter)")
    }
    let known = values.compactMap { $0 }.sorted()
    func text(_ value: Int?) -> String { value.map(String.init) ?? "nil" }
    let mean = known.isEmpty ? "nil" : rounded(known.reduce(0, +), by: known.count)
    let figures = [
      "\(known.count)", "\(Set(known).count)", "\(values.count - known.count)", text(known.first),
      text(known.last), mean, text(known.isEmpty ? nil : known[(known.count - 1) / 2]),
      text(known.isEmpty ? nil : known.reduce(0, +)),
    ]
    expectEqual(talk.tell("stats N.n"), [figures.joined(separator: "|")], "seed \(seed)")
    let places = known.map { (($0 % 3) + 3) % 3 }.sorted()
    func letter(_ place: Int?) -> String { place.map { letters[$0] } ?? "nil" }
    expectEqual(
      talk.tell("stats N.c"),
      [
        [
          "\(places.count)", "\(Set(places).count)", "\(values.count - places.count)",
          letter(places.first), letter(places.last), "nil",
          letter(places.isEmpty ? nil : places[(places.count - 1) / 2]), "nil",
        ].joined(separator: "|")
      ], "seed \(seed)")
  }

  /// A quotient as SQLite prints it, to 15 digits.
  private func rounded(_ sum: Int, by count: Int) -> String {
    let double = Double(sum) / Double(count)
    guard double != double.rounded() else { return String(Int(double)) }
    var scale = 1.0
    var magnitude = abs(double)
    while magnitude < 1e14 {
      magnitude *= 10
      scale *= 10
    }
    return String((double * scale).rounded() / scale)
  }

  @Test func datesTimesAndPercentagesHaveAMeanAndTextsReferencesAndListsHaveNone() throws {
    let talk = try Conversation(
      """
      define P { name: Text key, boss: P?, tags: [Text], day: Date, t: Time, p: Percent, m: Month }
      new P name=b day=2026-01-01 t=08:00 p=10% m=2026-01
      new P name=a day=2026-01-04 t=09:31 p=20.5% m=2026-04 boss=P/1
      """)
    expectEqual(talk.tell("stats P.day"), ["2|2|0|2026-01-01|2026-01-04|2026-01-02|2026-01-01|nil"])
    expectEqual(talk.tell("stats P.t"), ["2|2|0|08:00|09:31|08:45:30|08:00|nil"])
    expectEqual(talk.tell("stats P.p"), ["2|2|0|10.0%|20.5%|15.25%|10.0%|nil"])
    expectEqual(talk.tell("stats P.m"), ["2|2|0|2026-01|2026-04|2026-02|2026-01|nil"])
    expectEqual(talk.tell("stats P.name"), ["2|2|0|a|b|nil|a|nil"])
    expectEqual(talk.tell("stats P.boss"), ["1|1|1|nil|nil|nil|nil|nil"])
    #expect(talk.tell("stats P.tags")[0].contains("1:9: tags is a list; expected a property"))
    expectEqual(talk.tell("stats P.day at #2; stats P.day where name = \"b\"").count, 2)
  }

  @Test func aPictureReplacesAFileIfItIsToldTo() throws {
    let talk = try Conversation(
      "define P { n: Integer, `<x>&`: Integer }; new P n=1 `<x>&`=2; new P n=2 `<x>&`=0",
      files: ["notes.txt": "mine"])
    expectEqual(talk.tell("plot P.`<x>&` by n --svg a.svg"), ["notice: a.svg written"])
    expectEqual(talk.tell("plot P.`<x>&` by n --svg a.svg --replace"), ["notice: a.svg written"])
    let picture = talk.files["a.svg"] ?? ""
    #expect(picture.contains("<title>&lt;x&gt;&amp; by n</title>"))
    #expect(picture.contains("<polyline points=\"90,40 700,320\""))
    #expect(
      talk.tell("plot P.n by n --svg notes.txt")[0].contains(
        "notes.txt already exists"))
    expectEqual(talk.files["notes.txt"], "mine")
  }

  private static let payments = """
    define Payment { day: Date, payer: Text, amount: Decimal(integer: 5, fraction: 2)?, took: Duration? }
    new Payment day=2026-01-03 payer=ann amount=10.50 took=1:30
    new Payment day=2026-02-07 payer=bob amount=0.1 took=0:45
    new Payment day=2026-02-08 payer=ann amount=0.2
    new Payment day=2026-03-01 payer=eve

    """

  @Test func decimalsAndDurationsHaveExactSums() throws {
    let talk = try Conversation(Self.payments)
    expectEqual(talk.tell("stats Payment.amount"), ["3|3|1|0.10|10.50|3.6|0.20|10.80"])
    expectEqual(talk.tell("stats Payment.took"), ["2|2|2|0:45|1:30|1:07:30|0:45|2:15"])
  }

  /// What `list --total` adds below the rows.
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
    let talk = try Conversation(Self.payments)
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
    expectEqual(error.contains("c has no total: it is"), !hasSum, "\(error)")
  }

  @Test func aSumOfDurationsPrintsLikeTheirProperty() throws {
    let talk = try Conversation(
      """
      define D { s: Duration(seconds), m: Duration }
      new D s=0:00:30 m=0:30
      new D s=0:00:30 m=0:30

      """)
    expectEqual(talk.tell("list D --total").last, "total|0:01:00|1:00")
    expectEqual(talk.tell("list D (sum(s)) as a, (sum(m)) as b").last, "0:01:00|1:00")
    expectEqual(talk.tell("list D m, (sum(s)) as a group by m --total").last, "nil|0:01:00")
    expectEqual(talk.tell("echo (sum(D.s)); echo (sum(D.m))"), ["0:01:00", "1:00"])
    expectEqual(talk.tell("stats D.s").first?.hasSuffix("0:01:00"), true)
  }

  /// Keys and percentages have no sum; columns that are named have to be shown and to have one.
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
      ("number", "number has no total: its values are keys"),
      ("code", "code has no total: its values are keys"),
      ("share", "share has no total: it is of the kind Percent"),
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

  @Test func barsShowWhatEachGroupComesTo() throws {
    let talk = try Conversation(Self.payments)
    expectEqual(
      talk.tell("plot Payment (sum(amount)) group by (month(day))"), ["1|10.50", "2|0.30"])
    expectEqual(
      talk.tell("plot Payment (count()) group by payer order by count() desc limit 1"), ["ann|2"])
    expectEqual(
      talk.tell("plot Payment (sum(took)) group by payer where payer = \"bob\""), ["bob|0:45"])
    expectEqual(
      talk.tell("plot Payment (sum(amount)) group by payer --svg b.svg"),
      [
        "notice: b.svg written"
      ])
    let picture = talk.files["b.svg"] ?? ""
    #expect(picture.contains("<title>sum(amount) by payer</title>"))
    #expect(picture.matches(of: #/<rect /#).count == 2)
    expectEqual(
      talk.tell("plot Payment (sum(amount))"),
      [
        "error syntax 1:6: bars show one value of each group "
          + "(as in plot Payment (sum(amount)) group by (month(day)))"
      ])
    #expect(
      talk.tell("plot Payment (min(payer)) group by payer")[0].contains("and this is neither"))
  }

  @Test func whatIsMoreThanAValueHoldsIsSaidAndNotDrawnOrAdded() throws {
    let talk = try Conversation(
      "define T { a: Integer, h: Double, z: Duration? }; new T a=1 h=(1e308); new T a=1 h=(1e308)",
      isForPerson: true)
    for command in ["plot T (sum(h)) group by (a)", "list T h --total"] {
      expectEqual(talk.tell(command).last?.contains("more than"), true, "\(command)")
    }
    talk.tell("set T/2 a=2 h=(-1e308); set T/1.z 2562047788015215:30; set T/2.z 1:00")
    #expect(talk.tell("plot T.h by a").allSatisfy { !$0.hasPrefix("error") })
    expectEqual(talk.tell("plot T.h by a --svg t.svg").last?.contains("written"), true)
    expectEqual(
      talk.tell("plot T (sum(h)) group by (a) --svg u.svg").last?.contains("written"), true)
    expectEqual(talk.tell("list T z --total").last?.contains("more than"), true)
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

  @Test func aSumThatIsTooLargeLeavesTheOtherFigures() throws {
    let talk = try Conversation(
      "define N { n: Integer? }\noption quiet\nfor i in 1...2 { new N n=9000000000000000000 }")
    let figures = "2|1|0|9000000000000000000|9000000000000000000|9000000000000000000"
    expectEqual(
      talk.tell("stats N.n"),
      [
        figures + "|9000000000000000000|nil",
        "warning value: the sum of n is more than 64 bits hold",
      ])
    // Parts of a sum may be larger than it is.
    talk.tell("for i in 1...2 { new N n=-9000000000000000000 }")
    expectEqual(talk.tell("stats N.n").map { $0.hasSuffix("|0") }, [true])
  }
}

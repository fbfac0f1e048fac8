import TestSupport
import Testing

@Suite struct StatsTests {
  /// `stats` of random integers agrees with the definitions of the figures.
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

  /// Like SQLite, to 15 digits.
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

  @Test func theMeanHasTheDecimalsOfTheProperty() throws {
    let talk = try Conversation(
      "define P { fee: Decimal(fraction: 2), n: Integer }; new P fee=78 n=2; new P fee=77 n=4")
    expectEqual(talk.tell("stats P.fee"), ["2|2|0|77.00|78.00|77.50|77.00|155.00"])
    expectEqual(
      talk.tell("stats P.fee where fee > 77; stats P.n"),
      ["1|1|0|78.00|78.00|78.00|78.00|78.00", "2|2|0|2|4|3|2|6"])
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

  static let payments = """
    define Payment { day: Date, payer: Text, amount: Decimal(integer: 5, fraction: 2)?, took: Duration? }
    new Payment day=2026-01-03 payer=ann amount=10.50 took=1:30
    new Payment day=2026-02-07 payer=bob amount=0.1 took=0:45
    new Payment day=2026-02-08 payer=ann amount=0.2
    new Payment day=2026-03-01 payer=eve

    """

  @Test func decimalsAndDurationsHaveExactSums() throws {
    let talk = try Conversation(Self.payments)
    expectEqual(talk.tell("stats Payment.amount"), ["3|3|1|0.10|10.50|3.60|0.20|10.80"])
    expectEqual(talk.tell("stats Payment.took"), ["2|2|2|0:45|1:30|1:07:30|0:45|2:15"])
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

  @Test func aSumThatIsTooLargeLeavesTheOtherFigures() throws {
    let talk = try Conversation(
      "define N { n: Integer? }\noption quiet\nfor i in 1...2 { new N n=9000000000000000000 }")
    let figures = "2|1|0|9000000000000000000|9000000000000000000|9000000000000000000"
    expectEqual(
      talk.tell("stats N.n"),
      [
        figures + "|9000000000000000000|nil",
        "warning value: the sum of n does not fit in 64 bits",
      ])
    // Partial sums may exceed the sum.
    talk.tell("for i in 1...2 { new N n=-9000000000000000000 }")
    expectEqual(talk.tell("stats N.n").map { $0.hasSuffix("|0") }, [true])
  }
}

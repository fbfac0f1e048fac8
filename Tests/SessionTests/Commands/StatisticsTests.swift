import Randomness
import Testing

/// Figures about the values of a property.
@Suite struct StatisticsTests {
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
    ]
    #expect(talk.tell("stats N.n") == [figures.joined(separator: "|")], "seed \(seed)")
    let places = known.map { (($0 % 3) + 3) % 3 }.sorted()
    func letter(_ place: Int?) -> String { place.map { letters[$0] } ?? "nil" }
    #expect(
      talk.tell("stats N.c") == [
        [
          "\(places.count)", "\(Set(places).count)", "\(values.count - places.count)",
          letter(places.first), letter(places.last), "nil",
          letter(places.isEmpty ? nil : places[(places.count - 1) / 2]),
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
    #expect(talk.tell("stats P.day") == ["2|2|0|2026-01-01|2026-01-04|2026-01-02|2026-01-01"])
    #expect(talk.tell("stats P.t") == ["2|2|0|08:00|09:31|08:45:30|08:00"])
    #expect(talk.tell("stats P.p") == ["2|2|0|10.0%|20.5%|15.25%|10.0%"])
    #expect(talk.tell("stats P.m") == ["2|2|0|2026-01|2026-04|2026-02|2026-01"])
    #expect(talk.tell("stats P.name") == ["2|2|0|a|b|nil|a"])
    #expect(talk.tell("stats P.boss") == ["1|1|1|nil|nil|nil|nil"])
    #expect(talk.tell("stats P.tags")[0].contains("1:9: tags is a list; expected a property"))
    #expect(talk.tell("stats P.day at #2; stats P.day where name = \"b\"").count == 2)
  }

  @Test func aPictureReplacesOnlyOneOfItsOwn() throws {
    let talk = try Conversation(
      "define P { n: Integer, `<x>&`: Integer }; new P n=1 `<x>&`=2; new P n=2 `<x>&`=0",
      files: ["notes.txt": "mine"])
    #expect(talk.tell("plot P.`<x>&` by n --svg a.svg") == ["notice: a.svg written"])
    #expect(talk.tell("plot P.`<x>&` by n --svg a.svg") == ["notice: a.svg written"])
    let picture = talk.files["a.svg"] ?? ""
    #expect(picture.contains("<title>&lt;x&gt;&amp; by n</title>"))
    #expect(picture.contains("<polyline points=\"90,40 700,320\""))
    #expect(
      talk.tell("plot P.n by n --svg notes.txt")[0].contains(
        "notes.txt already exists and is not a plot"))
    #expect(talk.files["notes.txt"] == "mine")
  }
}

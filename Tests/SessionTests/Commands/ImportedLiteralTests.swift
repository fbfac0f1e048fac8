import Session
import TestSupport
import Testing
import Values

/// An import accepts every value that a command accepts, and also the notations of spreadsheets.
@Suite struct ImportedLiteralTests {
  @Test(arguments: LiteralWalk.kinds)
  func anImportJudgesEveryLiteralAsACommandDoes(kind: String) throws {
    try expectEqual(LiteralWalk.failures(kind, LiteralWalk.texts), [])
  }

  @Test(arguments: LiteralWalk.kinds)
  func anImportJudgesEveryTextAsAPasteDoes(kind: String) throws {
    try expectEqual(LiteralWalk.differences(kind, LiteralWalk.texts), [])
  }

  @Test func aKeyInAnotherCaseIsFoundAsInAField() throws {
    let talk = try Conversation(
      """
      define F { name: Text key }
      define P { n: Text key, f: F? }
      new F name=Ann; new F name=bob; new F name=BOB
      """,
      files: [
        "p.csv": "n,f\na,ANN\nb,bob\nc,ann\n", "q.csv": "n,f\nd,Bob\n",
      ])
    expectEqual(talk.tell("import p.csv into P"), ["notice: 3 records created"])
    #expect(talk.tell("import q.csv into P")[0].contains("f cannot be \"Bob\""))
    expectEqual(talk.tell("list P n, f"), ["P/1|a|F/1", "P/2|b|F/2", "P/3|c|F/1"])
  }

  struct Form: Sendable, CustomTestStringConvertible {
    var property: String
    var text: String
    var options: String
    var value: String?
    var testDescription: String { "\(property): \(text) \(options)" }

    init(_ property: String, _ text: String, _ options: String, _ value: String?) {
      (self.property, self.text, self.options, self.value) = (property, text, options, value)
    }

    init(_ property: String, _ text: String, _ value: String?) {
      self.init(property, text, "", value)
    }
  }

  @Test(arguments: [
    Form(#"Decimal(integer: 6, fraction: 2)? unit "€""#, "12,50 €", "--locale de_DE", "12.50"),
    Form(#"Decimal(integer: 6, fraction: 2)? unit "€""#, "12.50 €", "12.50"),
    Form(#"Decimal(integer: 6, fraction: 2)? unit "€""#, "€ -5", "-5.00"),
    Form(#"Decimal(integer: 6, fraction: 2)? unit "€""#, "EUR 5", "5.00"),
    Form(#"Decimal(integer: 6, fraction: 2)? unit "€""#, "5.00-€", "-5.00"),
    Form(
      #"Decimal(integer: 6, fraction: 2)? unit "€""#, "1.234,50- EUR", "--locale de_DE", "-1234.50"),
    Form(#"Decimal(integer: 6, fraction: 2)? unit "€""#, "$5", nil),
    Form(
      #"Decimal(integer: 6, fraction: 2)? prefix "$""#, "-$1,234.50", "--locale en_US", "-1234.50"),
    Form(
      #"Decimal(integer: 6, fraction: 2)? prefix "$""#, "($1,234.50)", "--locale en_US", "-1234.50"),
    Form(#"Decimal(integer: 6, fraction: 2)? prefix "$""#, "$(1234.50)", "-1234.50"),
    Form(#"Decimal(integer: 6, fraction: 2)? prefix "$""#, "-$1,234.50", nil),
    Form("Decimal(integer: 6, fraction: 2)?", "(999.99)", "-999.99"),
    Form("Decimal(integer: 6, fraction: 2)?", "5.00-", "-5.00"),
    Form("Decimal(integer: 6, fraction: 2)?", "-5.00-", nil),
    Form("Decimal(integer: 6, fraction: 2)?", "(-5)", nil),
    Form("Decimal(integer: 6, fraction: 2)?", "(5", nil),
    Form("Decimal(integer: 6, fraction: 2)?", "€5", nil),
    Form("Decimal(integer: 6, fraction: 2)?", "1,5", nil),
    Form(#"Integer? unit "kg""#, "12 kg", "12"), Form(#"Integer? unit "kg""#, "kg12", "12"),
    Form(#"Integer? unit "kg""#, "12kg-", "-12"), Form(#"Integer? unit "kg""#, "12 g", nil),
    Form(#"Integer? in 0...9 unit "kg""#, "(5 kg)", nil),
    Form(#"Double? unit "m""#, "-1.5 m", "-1.5"), Form("Double?", "1.5e-7", "0.00000015"),
    Form("Double?", "10292320860000001", "--locale de_DE", nil),
    Form("Percent?", "10", nil), Form("Percent?", "0,1", "--locale de_DE", nil),
    Form("Percent?", "10", "--locale de_DE", nil),
    Form("Percent?", "10", "--percent plain", "10.0%"),
    Form("Percent?", "0.1", "--percent fraction", "10.0%"),
    Form("Percent?", "0,1", "--percent fraction --locale de_DE", "10.0%"),
    Form("Percent?", "12,5", "--percent plain --locale de_DE", "12.5%"),
    Form("Percent?", "12,5 %", "--percent fraction --locale de_DE", "12.5%"),
    Form("Percent?", "12.5%", "--percent fraction", "12.5%"),
    Form("Percent?", "(5)", "--percent plain", "-5.0%"), Form("Percent?", "(5%)", "-5.0%"),
    Form("Percent?", "5%-", "-5.0%"), Form("Percent?", "5-", "--percent fraction", "-500.0%"),
    Form("Percent?", "1e3", "--percent plain", nil), Form("Percent?", "x", "--percent plain", nil),
    Form("Time?", "9:00", "09:00"), Form("Time?", "2:30 PM", "14:30"),
    Form("Time?", "12:05am", "00:05"), Form("Time?", "13:00 PM", nil),
    Form("Time?", "0:30 AM", nil),
    Form("Time?", "9:0", nil), Form("Time?", "14:42:35", nil),
    Form("Time(seconds)?", "9:00:05", "09:00:05"),
    Form("DateTime?", "2026-11-21 10:00+00", "2026-11-21T10:00:00.000Z"),
    Form("DateTime?", "2026-11-21T10:00:00+0200", "2026-11-21T08:00:00.000Z"),
    Form("DateTime?", "2026-11-21T10:00:00-02:30", "2026-11-21T12:30:00.000Z"),
    Form("DateTime?", "2026-11-21T10:00:00.5Z", "2026-11-21T10:00:00.500Z"),
    Form("DateTime?", "2026-11-21 10:00+0", nil), Form("DateTime?", "2026-11-21 10:00+99", nil),
    Form("DateTime?", "21.11.2026 10:00+0200", "--dates dmy", "2026-11-21T08:00:00.000Z"),
  ])
  func aTableHasItsForms(form: Form) throws {
    let talk = try Conversation(
      "define P { v: \(form.property) }", files: ["p.csv": "v\n\(LiteralWalk.quoted(form.text))\n"])
    let told = talk.tell("import p.csv into P \(form.options)")
    let listed = talk.tell("list P")
    expectEqual(listed, form.value.map { ["P/1|\($0)"] } ?? [], "\(told)")
  }

  @Test func theHintNamesTheOption() throws {
    let talk = try Conversation(
      "define P { p: Percent?, n: Decimal?, d: Date? }",
      files: [
        "p.csv": "p,n,d\n10,\"1,5\",21.11.2026\n",
        "q.json": #"[{"p": "0.125"}, {"p": 10}, {"p": 1.25e-1}, {"p": "12.5%"}]"#,
      ])
    expectEqual(
      Array(talk.tell("import p.csv into P").prefix(3)),
      [
        #"error value 2:1: p cannot be "10"; expected a percentage such as 12.5% "#
          + "(--percent plain reads 10 as 10%, and --percent fraction reads 0.1 as 10%)",
        #"error value 2:4: n cannot be "1,5"; expected a number "#
          + "(--locale de_DE, for example, sets the number format)",
        #"error value 2:10: d cannot be "21.11.2026"; expected a date such as 2026-11-21 "#
          + "(--dates dmy, mdy or ymd sets the date order)",
      ])
    expectEqual(
      talk.tell("import q.json into P").filter { $0.contains("--percent plain") }.count, 3)
    talk.tell("import q.json into P --percent fraction")
    expectEqual(
      talk.tell("list P p"), ["P/1|12.5%", "P/2|1000.0%", "P/3|12.5%", "P/4|12.5%"])
    #expect(talk.tell("import p.csv into P --percent half")[0].contains("use plain or fraction"))
  }

  @Test func digitsBeyondThoseThatAreKeptAreDroppedWithOneNotice() throws {
    let talk = try Conversation(
      "define P { at: Time(seconds)?, on: DateTime? }",
      files: [
        "p.csv": """
        at,on
        09:00:00,2026-11-21T10:00:00.123Z
        14:42:35.123456,2026-11-21T10:00:00.123456+00
        14:42:36.5,
        """
      ])
    expectEqual(
      talk.tell("import p.csv into P"),
      [
        "notice: 2 rows have a time with too many digits, so the extra digits are dropped: "
          + "the first is line 3", "notice: 3 records created",
      ])
    expectEqual(
      talk.tell("list P").suffix(2),
      ["P/2|14:42:35|2026-11-21T10:00:00.123Z", "P/3|14:42:36|nil"])
  }

  @Test func aCellForAReferenceIsAKeyBeforeItIsANumber() throws {
    let talk = try Conversation(
      """
      define F { name: Text key }
      define P { n: Text key, f: F?, boss: P? }
      new F name=x; new F name=y; new F name="7"; new F name="F/2"
      """,
      files: ["p.csv": "n,f,boss\na,7,\nb,F/2,\nc,F/1,\nP/9,,\nd,,P/9\n"])
    expectEqual(talk.tell("import p.csv into P"), ["notice: 5 records created"])
    expectEqual(talk.tell("list P f"), ["P/1|F/3", "P/2|F/4", "P/3|F/1", "P/4|nil", "P/5|nil"])
    expectEqual(talk.tell("get P[d].boss"), ["P/4"])
  }

  @Test(arguments: ["csv", "json"])
  func everyDoubleComesBack(format: String) throws {
    let numbers = [1e300, 0x1p60, 0x1p53 + 2, 10_292_320_860_000_002, 0.1, -1.5e-7, 5, 1e15, 1e16]
    let talk = try Conversation("define P { n: Integer key, d: Double }")
    for (place, number) in numbers.enumerated() {
      talk.tell("new P n=\(place) d=(\(number) * 1.0)")
    }
    let listed = talk.tell("list P")
    expectEqual(listed.count, numbers.count)
    talk.tell("export P to p.\(format); define Q { n: Integer key, d: Double }")
    expectEqual(
      talk.tell("import p.\(format) into Q map ref=nil"),
      ["notice: \(numbers.count) records created"])
    expectEqual(talk.tell("list Q").map { $0.replacing("Q/", with: "P/") }, listed)
  }
}

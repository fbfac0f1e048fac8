import TestSupport
import Testing

/// The files are as suppliers, banks and offices write them.
@Suite struct ImportOptionTests {
  private static let type = """
    define Part {
      code: Text key; price: Decimal(integer: 6, fraction: 2)? unit "€"; stock: Integer?
      since: Date?; sold: Boolean?; note: Text?
    }
    """

  /// The rows that `list` shows after an import, or the errors of the import.
  private func rows(_ file: String, _ columns: String, _ options: String) throws -> [String] {
    let talk = try Conversation(Self.type, files: ["p.csv": file])
    let told = talk.tell("import p.csv into Part \(options)")
    let errors = told.filter { $0.hasPrefix("error") }
    return errors.isEmpty ? talk.tell("list Part \(columns)").map(withoutNumber) : errors
  }

  private func withoutNumber(_ row: String) -> String {
    row.firstIndex(of: "|").map { String(row[row.index(after: $0)...]) } ?? row
  }

  @Test(arguments: [
    ("Price list, spring 2026\n\"valid\ncode;stock\na;1\nb;2\nTotal;3\n", "--skip 2 --skip-last 1"),
    ("sep=;\ncode;stock\na;1\nb;2\n", ""),
    ("sep=;\r\nlist\r\ncode;stock\r\na;1\r\nb;2\r\n", "--skip 1"),
    ("a,x,1\nb,y,2\n", "--columns code, nil, stock"),
    ("title\na,x,1\nb,y,2\nsum,,3\n", "--columns code, nil, stock --skip 1 --skip-last 1"),
    ("Article,Article,n\na,x,1\nb,y,2\n", "map 1=code, 2=nil, n=stock"),
    ("code,\"in stock\"\na,1\nb,2\n", "map \"in stock\"=stock"),
    ("code;stock\n;\na;1\n;;\nb;2\n", ""),
    (" code , stock \n a , 1 \n\u{A0}b\u{A0},2\n", ""),
    ("code,,stock\na,,1\nb,,2\n", "map \"column 2\"=nil"),
  ])
  func theTableIsFoundInTheFile(file: String, options: String) throws {
    try expectEqual(rows(file, "code, stock", options), ["a|1", "b|2"])
  }

  @Test func spacesAroundACellStayInQuotationMarksAndByOption() throws {
    let file = "code,note\n1, x\n2,\" y\"\n"
    try expectEqual(rows(file, "note", ""), ["x", " y"])
    try expectEqual(rows(file, "note", "--keep-spaces"), [" x", " y"])
  }

  @Test func textsThatMeanNilAreExact() throws {
    let file = "code,price,stock\na,NULL,-\nb,N/A,2\n"
    try expectEqual(
      rows(file, "code, price, stock", "--null \"NULL, N/A, -\""), ["a|nil|nil", "b|nil|2"])
    #expect(try rows(file, "code", "--null \"null, N/A, -\"").contains { $0.contains("2:3") })
  }

  @Test(arguments: [
    ("", ["true t yes Y 1 ON TRUE", "false F no n 0 off"]),
    ("--locale de_DE", ["ja WAHR j yes", "nein FALSCH no"]),
    ("--locale fr_FR", ["oui VRAI", "non FAUX"]),
    ("--true \"x, checked\" --false \"o\"", ["X Checked yes", "O no"]),
  ])
  func theWordsOfTruthAreThoseOfEnglishTheLocaleAndTheOptions(
    options: String, words: [String]
  ) throws {
    for (place, flag) in ["true", "false"].enumerated() {
      for word in words[place].split(separator: " ") {
        try expectEqual(rows("code;sold\na;\(word)\n", "sold", options), [flag], "\(word)")
      }
    }
  }

  @Test func withTheTrueWordsAloneAnEmptyCellIsFalse() throws {
    let file = "code,sold\na,x\nb,\nc,\"\"\n"
    try expectEqual(rows(file, "sold", "--true x"), ["true", "false", "false"])
    try expectEqual(rows(file, "sold", "--true x --false o"), ["true", "nil", "nil"])
  }

  @Test func aDateThatDoesNotExistIsExplainedInTheGivenOrder() throws {
    let talk = try Conversation("define P { d: Date }", files: ["p.csv": "d\n31/2/2022\n"])
    let told = talk.tell("import p.csv into P --dates dmy")
    #expect(told[0].contains("\"31/2/2022\"; February 2022 has 28 days"), "\(told)")
  }

  @Test(arguments: [
    ("1.12.26", "--dates dmy", "2026-12-01"), ("1/12/45", "--dates mdy", "2045-01-12"),
    ("1/12/46", "--dates mdy", "1946-01-12"), ("99-2-3", "--dates ymd", "1999-02-03"),
    ("20010621", "", "2001-06-21"), ("21062001", "--dates dmy", "2001-06-21"),
    ("20010621", "--dates dmy", "2001-06-21"), ("2024-01-31 00:00:00", "", "2024-01-31"),
    ("31.01.2024 00:00", "--dates dmy", "2024-01-31"), ("May 1, 2024", "", "2024-05-01"),
    ("1-Jan-24", "", "2024-01-01"), ("1 January 2024", "--locale de_DE", "2024-01-01"),
    ("1. Mai 2024", "--locale de_DE", "2024-05-01"),
    ("3 déc. 2024", "--locale fr_FR", "2024-12-03"),
    ("1 de maio de 2024", "--locale pt_BR", "2024-05-01"),
    ("2024-01-31", "--dates dmy", "2024-01-31"), ("2025-1-5", "", "2025-01-05"),
  ])
  func datesAreReadAsTheyAreWritten(text: String, options: String, date: String) throws {
    try expectEqual(rows("code;since\na;\(text)\n", "since", options), [date])
  }

  @Test(arguments: [
    ("1.2.26", "--dates"), ("1.2.2026", "--dates"), ("2024-01-31 10:00", "expected a date"),
    ("31/31/2024", "--dates"), ("1. Mai 2024", "expected a date"), ("21062001", "expected a date"),
  ])
  func aDateOfNoKnownOrderIsRefused(text: String, words: String) throws {
    let told = try rows("code;since\na;\(text)\n", "since", "")
    #expect(told.contains { $0.contains("2:3") && $0.contains(words) }, "\(told)")
  }

  @Test(arguments: [
    ("12,50 €", "--locale de_DE", "12.50"), ("€ -5", "", "-5.00"), ("EUR 5", "", "5.00"),
    ("5.00-", "", "-5.00"), ("(999.99)", "", "-999.99"),
    ("-€1,234.50", "--locale en_US", "-1234.50"),
  ])
  func amountsAreReadWithTheirSigns(text: String, options: String, amount: String) throws {
    try expectEqual(rows("code;price\na;\"\(text)\"\n", "price", options), [amount])
  }

  @Test(arguments: [
    ("code,stock\na,1\n", "--skip x", "--skip needs a number"),
    ("code,stock\na,1\n", "--columns code, stok", "did you mean \"stock\""),
    ("code,stock\na,1\n", "--true x --false X", "cannot mean both"),
    ("code,stock\na,1\n", "--null \",\"", "--null needs texts"),
    ("code,stock\na,1\n", "map 3=stock", "no column 3; the file has 2 columns"),
    ("code,x,x\na,1,2\n", "", "map 2=PROPERTY"), ("code,x,x\na,1,2\n", "map x=stock", "2=PROPERTY"),
    ("code|stock\na|1\n", "", "--delimiter \"|\""), ("code,stock\n", "--skip 5", "is empty"),
  ])
  func aMistakeNamesItsRemedy(file: String, options: String, words: String) throws {
    let told = try rows(file, "code", options)
    #expect(told.contains { $0.contains(words) }, "\(told)")
  }
}

@Suite struct InferredLayoutTests {
  private static let list = """
    Preisliste 2026, gültig ab 1.3.2026
    ;;;;;
    Artikel;Name;Preis;Bestand;Seit;aktiv
    KM-0019;"Kette ""Connex"" 1/2";12,50 €;NULL;1.12.25;ja
    KM-0020;Ritzel;1.234,50 €;3;31.12.2024;nein
    KM-0021; Schlauch ;-;1.200;15.6.2023;ja
    KM-0022;Mantel;(9,95 €);-;;ja
    Summe;;1.247,00 €;;;

    """

  @Test func aPriceListIsReadByItsOwnProposal() throws {
    let talk = try Conversation(files: ["p.csv": Self.list])
    let told = talk.tell("import p.csv --infer as Part --skip-last 1")
      .filter { !$0.hasPrefix("notice") }
    expectEqual(
      told.dropFirst().map {
        String($0.prefix { $0 != "#" }.reversed().drop { $0 == " " }.reversed())
      },
      [
        "define Part {", "  artikel: Text key matching /[A-Z]{2}-[0-9]{4}/", "  name: Text",
        "  preis: Decimal(integer: 5, fraction: 2)? unit \"€\" grouped",
        "  bestand: Integer? grouped", "  seit: Date?", "  aktiv: Boolean", "}",
        "import \"p.csv\" into Part --delimiter \";\" --skip 2 --skip-last 1 --null \"-, NULL\" "
          + "--locale de_DE",
      ])
    talk.tell(told.joined(separator: "\n"))
    expectEqual(
      talk.tell("list Part"),
      [
        "Part/1|KM-0019|Kette \"Connex\" 1/2|12.50|nil|2025-12-01|true",
        "Part/2|KM-0020|Ritzel|1234.50|3|2024-12-31|false",
        "Part/3|KM-0021|Schlauch|nil|1200|2023-06-15|true",
        "Part/4|KM-0022|Mantel|-9.95|nil|nil|true",
      ])
  }

  @Test(arguments: [
    ("a|b\n1|x\n2|y\n", "--delimiter \"|\""), ("title\na,b\n1,x\n", "--skip 1"),
    ("sep=;\nlist;\na;b\n1;x\n2;y\n", "--skip 1"), ("a,b\n1,x\n", "into P"),
    ("x,x\n1,a\n2,b\n", "map 1=x, 2=x_2"),
  ])
  func theProposalNamesTheOptionsThatItNeeds(file: String, options: String) throws {
    let talk = try Conversation(files: ["p.csv": file])
    let told = talk.tell("import p.csv --infer as P").filter { !$0.hasPrefix("notice") }
    #expect(told.last?.hasSuffix(options) == true, "\(told)")
    let done = talk.tell(told.joined(separator: "\n"))
    #expect(done.last?.contains("created") == true, "\(done)")
  }
}

@Suite struct OwnersFileTests {
  private func told(_ file: String, _ commands: String...) throws -> [[String]] {
    let talk = try Conversation(files: ["p.csv": file])
    return commands.map { talk.tell($0) }
  }

  @Test(arguments: [("49,- €", "49.00"), ("5,–", "5.00"), ("1.200,-- €", "1200.00")])
  func theDashesOfAnEvenAmountAreNoMinus(text: String, amount: String) throws {
    let told = try told(
      "p\n\"\(text)\"\n", "define P { p: Decimal(integer: 5, fraction: 2) unit \"€\" }",
      "import p.csv into P --locale de_DE", "list P p")
    #expect(told[2][0].hasSuffix(amount), "\(told)")
  }

  @Test(arguments: [
    ("country\nNO\nNO\n", "country: Text"), ("part\nSH/1001\nSH/1002\n", "part: Text key"),
    ("ean\n4006381333931\n4006381333948\n", "ean: Text key"), ("a\nja\nnein\n", "a: Boolean"),
    ("a;b\n12,50;oui\n3,95;non\n", "b: Boolean"),
    ("a\n$12.50\nTBD\n", "is not a number: \"TBD\""),
    ("x, y;p, q\nA;1,50\nB;2,50\n", "--delimiter \";\""),
    ("4711;Kette\n4712;Ritzel\n", "--columns NAME"), ("ref,n\n1,a\n2,b\n", "map ref=NAME"),
  ])
  func aProposalDoesNotTakeOneThingForAnother(file: String, words: String) throws {
    let told = try told(file, "import p.csv --infer as P")[0]
    #expect(told.contains { $0.contains(words) }, "\(told)")
  }

  @Test(arguments: [
    "1..2.2024", "-1.2.2024", "1./2.2024", "5/6-2024", "20011301", "2024--01-05",
  ])
  func aDateOfNoFormIsRefused(text: String) throws {
    let told = try told(
      "d\n\(text)\n", "define P { d: Date }", "import p.csv into P --dates dmy")
    #expect(told[1].contains { $0.contains("d cannot be") }, "\(told)")
  }

  @Test func aZeroIsNotGrouped() throws {
    let told = try told(
      "p\n0.500\n", "define P { p: Decimal }", "import p.csv into P --locale de_DE")
    #expect(told[1].contains { $0.contains("p cannot be \"0.500\"") }, "\(told)")
  }

  @Test func aTextThatMeansNilIsNotFalseAndAnEmptyCellIsKept() throws {
    let told = try told(
      "k,b,c\na,NULL,\nb,x,x\n", "define P { k: Text key; b: Boolean?; c: Boolean? }",
      "import p.csv into P --true x --null NULL", "list P b, c",
      "set P[\"a\"].c true; import p.csv into P update by k --true x --null NULL --keep-empty",
      "list P c")
    expectEqual(told[2], ["P/1|nil|false", "P/2|true|true"])
    expectEqual(told[4], ["P/1|true", "P/2|true"])
  }

  @Test(arguments: ["a,b,\n1,2,\n", "a,b,,\n1,2\n"])
  func aDelimiterAtTheEndMakesNoColumn(file: String) throws {
    let told = try told(
      file, "define P { a: Integer; b: Integer }", "import p.csv into P", "list P")
    expectEqual(told[2], ["P/1|1|2"])
  }

  @Test func rejectedRowsAreImportedWithTheOptionsOfTheirFile() throws {
    let talk = try Conversation(
      "define P { name: Text; n: Integer }", files: ["p.csv": "title\na;x\nÖ;y\nc;3\nsum;9\n"])
    let options = "--columns name, n --skip 1 --skip-last 1 --delimiter \";\" --keep-going"
    talk.tell("import p.csv into P \(options) --encoding latin-1 --rejects r.csv")
    let rejects = try #require(talk.files["r.csv"])
    talk.files["r.csv"] = rejects.replacing(";x;", with: ";1;").replacing(";y;", with: ";2;")
    let told = talk.tell("import r.csv into P \(options) --encoding latin-1")
    expectEqual(told.last, "notice: 2 records created", "\(told)")
    expectEqual(talk.tell("list P n").map { $0.suffix(2) }, ["|3", "|1", "|2"])
  }

  @Test func aReferenceIsAKeyBeforeItIsANumber() throws {
    let talk = try Conversation(
      "define Fee { name: Text key }\nnew Fee name=a\nnew Fee name=\"1\"\ndefine P { fee: Fee }",
      files: ["p.csv": "fee\n1\n2\nFee/1\n2\n"])
    let told = talk.tell("import p.csv into P")
    expectEqual(
      told,
      ["notice: 2 is read as Fee/2, because no Fee has this name", "notice: 4 records created"])
    expectEqual(
      talk.tell("list P (fee.id)").map { String($0.drop { $0 != "|" }.dropFirst()) },
      ["2", "2", "1", "2"])
    talk.files["q.csv"] = "fee\n3\n"
    expectEqual(
      talk.tell("import q.csv into P").first,
      "error name 2:1: fee cannot be \"3\": there is no such Fee")
  }

  @Test(
    arguments: [
      ("DateTime", "1/31/2024 2:30 PM", "2024-01-31T14:30:00.000Z"),
      ("DateTime", "2024-01-31 12:05:09am", "2024-01-31T00:05:09.000Z"),
      ("DateTime", "1/31/2024 9:05", "2024-01-31T09:05:00.000Z"),
      ("DateTime", "1/31/2024 13:05 PM", nil),
      ("Percent(fraction: 1)", ".5%", "0.5%"), ("Percent(fraction: 1)", "-5.%", "-5.0%"),
      ("Percent(fraction: 1)", "%", nil), ("Double", "1e-4", "0.0001"), ("Double", "0e-999", "0.0"),
      ("Double", "1e-400", nil), ("Double", "1e400", nil),
      ("Decimal(integer: 3, fraction: 2)", "1e-400", nil),
    ] as [(String, String, String?)])
  func aCellIsReadAsItsOwnerMeansItOrRefused(kind: String, cell: String, value: String?) throws {
    let talk = try Conversation("define P { v: \(kind) }", files: ["p.csv": "v\n\(cell)\n"])
    let told = talk.tell("import p.csv into P --dates mdy")
    expectEqual(
      talk.tell("list P v").map { String($0.drop { $0 != "|" }.dropFirst()) },
      value.map { [$0] } ?? [], "\(told)")
  }
}

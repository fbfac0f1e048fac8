import Replies
import TestSupport
import Testing

struct ImportSheetTests {
  private static let types = """
    define Part {
      code: Text key
      name: Text?
      price: Decimal(integer: 6, fraction: 2)?
      share: Percent?
      since: Date?
      seen: DateTime?
      active: Boolean?
    }
    """
  private static let header = ["code", "name", "price", "share", "since", "seen", "active"]

  private func talk(
    _ workbook: TestWorkbook, hoursAhead: Int = 0, others: [String: [UInt8]] = [:]
  ) throws -> Conversation {
    try Conversation(
      Self.types, files: ["a.csv": "code\nx\n"],
      binaries: ["p.xlsx": workbook.bytes].merging(others) { $1 }, hoursAhead: hoursAhead)
  }

  private var parts: TestWorkbook {
    var workbook = TestWorkbook([
      Self.header,
      [
        "KM-1", "Kette", "<c><v>34.950000000000003</v></c>", "<c s=\"3\"><v>0.125</v></c>",
        "<c s=\"1\"><v>45322</v></c>", "<c s=\"2\"><v>45322.416666666664</v></c>",
        "<c t=\"b\"><v>1</v></c>",
      ],
      ["<c><v>12</v></c>", "<c/>", "<c><v>1080</v></c>", "<c s=\"3\"><v>1</v></c>"],
    ])
    workbook.formats = ["14", "22", "0.0%"]
    return workbook
  }

  @Test(arguments: ["", " --locale de_DE", " --locale en_US --dates dmy"])
  func cellsAreReadByTheirKindWhateverTheLocale(options: String) throws {
    let talk = try talk(parts, hoursAhead: 1)
    expectEqual(talk.tell("import p.xlsx into Part\(options)"), ["notice: 2 records created"])
    expectEqual(
      talk.tell("list Part"),
      [
        "Part/1|KM-1|Kette|34.95|12.5%|2024-01-31|2024-01-31T09:00:00.000Z|true",
        "Part/2|12|nil|1080.00|100.0%|nil|nil|nil",
      ])
    #expect(talk.tell("why Part[\"12\"].price")[0].contains("p.xlsx:3"))
  }

  @Test func aMistakeHasTheRowAndTheColumnAndRejectsAreCSV() throws {
    let workbook = TestWorkbook(
      """
      <row r="3"><c r="B3" t="inlineStr"><is><t>code</t></is></c>
      <c r="C3" t="inlineStr"><is><t>price</t></is></c></row>
      <row r="5"><c r="B5" t="inlineStr"><is><t>a, "b"</t></is></c>
      <c r="C5" t="e"><v>#N/A</v></c></row>
      <row r="6"><c r="B6"><v>7</v></c><c r="C6"><f>1+1</f></c></row>
      <row r="7"><c r="B7"><v>8</v></c><c r="C7"><v>5</v></c><c r="E7"><v>5</v></c></row>
      <row r="8"><c r="B8"><v>9</v></c><c r="C8"><v>1</v></c></row>
      """)
    let talk = try talk(workbook)
    expectEqual(
      talk.tell("import p.xlsx into Part --rejects bad.csv --keep-going").filter {
        $0.hasPrefix("warning")
      },
      [
        "warning value 5:3: price has no value: the cell has #N/A",
        "warning value 6:3: price has no value: the cell has a formula without a result; open the "
          + "file in a spreadsheet program and save it",
        "warning value 7:4: the row has 4 cells, but the number of columns is 2",
      ])
    expectEqual(
      talk.files["bad.csv"]?.split(separator: "\r\n").map(String.init),
      [
        "code,price,#reasons", "\"a, \"\"b\"\"\",,price has no value: the cell has #N/A",
        "7,,price has no value: the cell has a formula without a result; open the file in a "
          + "spreadsheet program and save it",
        "8,5,,5,\"the row has 4 cells, but the number of columns is 2\"",
      ])
    expectEqual(talk.tell("list Part code, price"), ["Part/1|9|1.00"])
  }

  private var many: TestWorkbook {
    var workbook = TestWorkbook([["code"], ["first"]])
    workbook.sheets += [
      .init("Chart", ""), .init("2", TestWorkbook([["code"], ["third"]]).sheets[0].rows),
    ]
    workbook.sheets[0].name = "Price list"
    workbook.sheets[1].kind = "chartsheet"
    return workbook
  }

  @Test(arguments: [
    ("", "first", "Price list", "\"Chart\", \"2\""),
    ("--sheet \"price LIST\"", "first", "Price list", "\"Chart\", \"2\""),
    ("--sheet 1", "first", "Price list", "\"Chart\", \"2\""),
    ("--sheet 2", "third", "2", "\"Price list\", \"Chart\""),
    ("--sheet 3", "third", "2", "\"Price list\", \"Chart\""),
  ])
  func aSheetIsChosenByNameOrNumber(
    option: String, code: String, sheet: String, others: String
  ) throws {
    let talk = try talk(many)
    expectEqual(
      talk.tell("import p.xlsx into Part \(option)"),
      [
        "notice: the sheet \"\(sheet)\" is read; --sheet selects another: \(others)",
        "notice: 1 record created",
      ])
    expectEqual(talk.tell("list Part code"), ["Part/1|\(code)"])
  }

  @Test(arguments: [
    (
      "p.xlsx into Part --sheet Prices",
      "error name 1:33: p.xlsx has no sheet \"Prices\"; it has \"Price list\", \"Chart\" and \"2\""
    ),
    (
      "p.xlsx into Part --sheet Chart",
      "error file 1:8: p.xlsx: \"Chart\" is a chart and has no rows "
        + "(choose another sheet with --sheet)"
    ),
    ("a.csv into Part --sheet 1", "error value 1:32: only XLSX files have sheets"),
    ("p.xlsx into Part --delimiter \";\"", "error value 1:37: an XLSX file has no delimiter"),
    ("p.xlsx into Part --encoding utf-8", "error value 1:36: an XLSX file has no encoding"),
  ])
  func aSheetMustBeThereAndHaveRows(command: String, error: String) throws {
    expectEqual(try talk(many).tell("import " + command), [error])
  }

  @Test(
    arguments: [
      ("p.xls", [0xD0, 0xCF, 0x11, 0xE0], "p.xls is an old Excel file, or one with a password"),
      ("p.pdf", Array("%PDF-1.7".utf8), "p.pdf is a PDF document"),
      ("p.csv", [0x1F, 0x8B, 8, 0], "p.csv is a file compressed by gzip"),
      ("p.xlsx", Array("code;name\n".utf8), "p.xlsx is not an XLSX file"),
      ("q.xlsx", [], "q.xlsx is empty"),
      (
        "p.zip", TestArchive([.init("a.csv", "code\n")]).bytes,
        "p.zip is a zip archive without a workbook"
      ),
      (
        "p.ods", TestArchive([.init("mimetype", ""), .init("content.xml", "")]).bytes,
        "p.ods is an OpenDocument file"
      ),
      ("p.jpg", [0xFF, 0xD8, 0xFF, 0xE0], "p.jpg is an image"),
      (
        "c.xlsx", Array(TestWorkbook([["code"]]).bytes.dropLast(30)),
        "c.xlsx: the file is damaged: the archive has no directory; it may be truncated"
      ),
    ] as [(String, [UInt8], String)])
  func anotherFileIsNamedForWhatItIs(file: String, bytes: [UInt8], message: String) throws {
    let told = try talk(parts, others: [file: bytes]).tell("import \(file) into Part")
    expectEqual(told.count, 1)
    #expect(told[0].hasPrefix("error file 1:8: \(message)"), "\(told)")
  }

  @Test func aSheetThatIsDamagedAtItsEndStoresNothing() throws {
    var archive = TestWorkbook([["code"]] + (0..<3000).map { ["part \($0)"] }).archive
    archive["xl/worksheets/sheet1.xml"].checksum = 1
    let talk = try talk(parts, others: ["d.xlsx": archive.bytes])
    expectEqual(
      talk.tell("import d.xlsx into Part --keep-going"),
      [
        "error file 1:1: d.xlsx: the file is damaged: xl/worksheets/sheet1.xml: its checksum is wrong "
          + "(open it in a spreadsheet program and save it again)"
      ])
    expectEqual(talk.tell("count Part"), ["0"])
  }

  @Test(arguments: [2, 5, 12, 20])
  func everyPieceThatIsReadHearsCtrlC(look: Int) throws {
    // The definition of the type looks too.
    var looks = -100_000
    let talk = try Conversation(
      Self.types,
      binaries: ["p.xlsx": TestWorkbook([["code"]] + (0..<9000).map { ["part \($0)"] }).bytes],
      isInterrupted: {
        looks += 1
        return looks == look
      })
    looks = 0
    let told = talk.tell("import p.xlsx into Part")
    expectEqual(told.last?.contains("interrupted"), true, "\(told)")
    expectEqual(talk.tell("count Part"), ["0"])
  }

  @Test func aTypeIsProposedFromASheetAndTakesItIn() throws {
    var workbook = parts
    workbook.sheets.append(workbook.sheets[0])
    workbook.sheets[0] = .init("Empty", "")
    workbook.sheets[1].name = "Parts"
    let talk = try talk(workbook)
    let told = talk.tell("import p.xlsx --infer as Piece --sheet Parts")
    let proposal = told.filter { !$0.hasPrefix("notice") }
    expectEqual(proposal.last, "import \"p.xlsx\" into Piece --sheet \"Parts\"")
    let text = proposal.joined(separator: "\n")
    for part in [
      "code: Text key", "price: Decimal(integer: 5, fraction: 2)", "share: Percent",
      "since: Date?", "seen: DateTime?", "active: Boolean?",
    ] {
      #expect(text.contains(part), "\(text)")
    }
    expectEqual(talk.tell(text).last, "notice: 2 records created")
  }

  @Test func aFaultTellsNothingOfTheKindOfItsColumn() throws {
    let talk = try talk(
      TestWorkbook([
        ["code", "price"], ["a", "<c><v>1.5</v></c>"], ["b", "<c t=\"e\"><v>#DIV/0!</v></c>"],
        ["c", "<c><v>2.25</v></c>"],
      ]))
    let told = talk.tell("import p.xlsx --infer as Piece").joined(separator: "\n")
    #expect(told.contains("price: Decimal(integer: 3, fraction: 2)"), "\(told)")
    #expect(
      told.contains("# line 3 will be rejected: price has no value: the cell has #DIV/0!"),
      "\(told)"
    )
  }

  @Test func aNumberIsTheOnlyItemOfAList() throws {
    let talk = try Conversation(
      "define Tag { name: Text key, sizes: [Integer] }",
      binaries: [
        "p.xlsx": TestWorkbook([
          ["name", "sizes"], ["a", "<c><v>7</v></c>"], ["b", "7|8"],
        ]).bytes
      ])
    expectEqual(talk.tell("import p.xlsx into Tag --split \"|\""), ["notice: 2 records created"])
    expectEqual(talk.tell("list Tag"), ["Tag/1|a|[7]", "Tag/2|b|[7, 8]"])
  }
}

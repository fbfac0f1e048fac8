import CZlib
import Interchange
import TestSupport
import Testing

@Suite struct SheetReaderTests {
  static func reader(
    _ bytes: [UInt8], sheet: Int = 0, memoryLimit: Int = 1 << 20
  ) throws -> SheetReader {
    let workbook = try Workbook(size: bytes.count) { offset, count in
      Array(bytes.dropFirst(offset).prefix(count))
    }
    return try workbook.rows(of: workbook.sheets[sheet], memoryLimit: memoryLimit) {
      var file: [UInt8] = []
      return ScratchFile(append: { file += $0 }) { Array(file[$0..<($0 + $1)]) }
    }
  }

  /// The values of a column `a`.
  private static func values(
    _ cells: [String], _ change: (inout TestWorkbook) -> Void = { _ in }
  ) throws -> [SourceCell] {
    var workbook = TestWorkbook([["a", "z"]] + cells.map { [$0, "x"] })
    change(&workbook)
    return try rows(of: reader(workbook.bytes)).map { $0.cells[0] }
  }

  private static func error(_ archive: TestArchive, sheet: Int = 0) -> String {
    do {
      _ = try rows(of: reader(archive.bytes, sheet: sheet))
      return "no error"
    } catch let error as WorkbookError {
      return error.message
    } catch let error as RowError {
      return "\(error.line):\(error.column ?? 0) \(error.message)"
    } catch {
      return "\(error)"
    }
  }

  @Test func aRowHasTheValuesUnderTheNamesOfItsColumns() throws {
    let workbook = TestWorkbook(
      """
      <row r="2"><c r="B2" t="inlineStr"><is><t> Name </t></is></c><c r="D2"><v>2024</v></c></row>
      <row r="4"><c r="C4"><v>7</v></c></row><row r="5"><c r="B5" s="0"/></row>
      <row r="6"><c r="B6" t="str"><v>a &amp; b</v></c><c r="D6" t="b"><v>1</v></c></row>
      """)
    let reader = try Self.reader(workbook.bytes)
    expectEqual(reader.columns, ["Name", "column 3", "2024"])
    let rows = try rows(of: reader)
    expectEqual(rows.map(\.line), [4, 6])
    expectEqual(
      rows.map(\.cells),
      [[.none, .number("7"), .none], [.text("a & b"), .none, .boolean(true)]])
    let place = reader.place(ofCell: 2, in: rows[1])
    expectEqual("\(place.line):\(place.column ?? 0)", "6:4")
    expectEqual(reader.place(ofColumn: 0).line, 2)
    expectEqual(reader.remarks, [])
  }

  @Test(arguments: [
    ("0.1", "0.1"), ("0.30000000000000004", "0.3"), ("12", "12"), ("-7.50", "-7.5"),
    ("1E3", "1000"),
    ("1.2345678901234567E-5", "0.0000123456789012346"), ("999999999999999.9", "1000000000000000"),
    ("123456789012345678", "123456789012346000"), ("-0", "0"), ("0.0", "0"), ("1e+300", "1E+300"),
    ("1E-300", "1E-300"), ("00012", "12"), ("4.9406564584124654E-324", "4.94065645841247E-324"),
    ("5.5511151231257827E-17", "0.0000000000000000555111512312578"),
  ])
  func aNumberIsRoundedTo15DigitsAndWrittenPlainly(written: String, read: String) throws {
    expectEqual(try Self.values(["<c><v>\(written)</v></c>"]), [.number(read)])
  }

  @Test(arguments: ["abc", "1.2.3", "", "-", "1e", "nan", "0x10", "1 2"])
  func aNumberThatIsNoneIsAnErrorWithItsPlace(written: String) {
    let workbook = TestWorkbook([["a", "z"], ["<c><v> \(written)</v></c>", "x"]])
    expectEqual(Self.error(workbook.archive), "2:1 A2 has the invalid number \" \(written)\"")
  }

  @Test func textsAreSharedInlineRichAndEscaped() throws {
    let values = try Self.values([
      "<c t=\"s\"><v>0</v></c>", "<c t=\"s\"><v>1</v></c>",
      "<c t=\"inlineStr\"><is><r><t>in</t></r><r><t>line</t></r></is></c>",
      "<c t=\"str\"><f>A1</f><v>_x0041__xZ</v></c>", "<c t=\"s\"><v>2</v></c>",
    ]) {
      $0.strings = [
        "<t>Größe &lt;1&gt;</t>",
        "<r><rPr/><t>to</t></r><r><t xml:space=\"preserve\">gether </t></r>"
          + "<rPh sb=\"0\" eb=\"1\"><t>ト</t></rPh>",
        "<t>a_x000D_b_x005F_x000D_</t>",
      ]
    }
    expectEqual(
      values,
      [
        .text("Größe <1>"), .text("together "), .text("inline"), .text("A_xZ"),
        .text("a\rb_x000D_"),
      ])
  }

  @Test(arguments: [
    ("14", "45322", "2024-01-31"), ("yyyy\\-mm\\-dd", "45322.5", "2024-01-31T12:00:00"),
    ("22", "45322.416666666664", "2024-01-31T10:00:00"), ("22", "45322", "2024-01-31T00:00:00"),
    ("[$-407]d. mmmm yyyy;@", "45322", "2024-01-31"), ("mmm", "45322", "2024-01-31"),
    ("20", "0.39583333333333331", "09:30"), ("h:mm:ss AM/PM", "0.39600694444444445", "09:30:15"),
    ("mm:ss.0", "0.5000000115740741", "12:00:00.001"), ("20", "1.25", "1900-01-01T06:00:00"),
    ("[h]:mm:ss", "1.5520833333333333", "37:15"), ("46", "-0.0625", "-1:30"),
    ("[hh]:mm", "1000.00001157407", "24000:00:01"), ("14", "1", "1900-01-01"),
    ("14", "59", "1900-02-28"), ("14", "61", "1900-03-01"), ("14", "2958465", "9999-12-31"),
    ("\"day\"0", "45322", nil), ("#,##0.00\\ [$€-407]", "1080", nil), ("0.00E+00", "1080", nil),
    ("General", "45322", nil), ("@", "7", nil), ("[Red][<0]0;0", "7", nil),
  ])
  func aDateIsKnownByItsFormat(format: String, serial: String, read: String?) throws {
    let values = try Self.values(["<c s=\"1\"><v>\(serial)</v></c>"]) { $0.formats = [format] }
    expectEqual(values, [read.map(SourceCell.text) ?? .number(serial)])
  }

  @Test(arguments: [
    ("60", "29 February 1900, which did not exist"), ("0", "the number 0.0, which is not a date"),
    ("-1", "the number -1.0, which is not a date"),
    ("2958466", "the number 2958466.0, which is not a date"),
    ("1E300", "the number 1e+300, which is not a date"),
  ])
  func aDayThatIsNoneIsAFaultOfItsCell(serial: String, words: String) throws {
    let values = try Self.values(["<c s=\"1\"><v>\(serial)</v></c>"]) { $0.formats = ["14"] }
    expectEqual(values, [.fault(words)])
  }

  @Test(arguments: [("0", "1904-01-01"), ("60", "1904-03-01"), ("43860", "2024-01-31")])
  func datesOfAWorkbookCanCountFrom1904(serial: String, read: String) throws {
    let values = try Self.values(["<c s=\"1\"><v>\(serial)</v></c>"]) {
      ($0.formats, $0.properties) = (["14"], "date1904=\"1\"")
    }
    expectEqual(values, [.text(read)])
  }

  @Test(arguments: [
    ("0.125", "12.5%"), ("0.07", "7%"), ("1", "100%"), ("0", "0%"), ("-2E-3", "-0.2%"),
  ])
  func aPercentageHasItsSign(written: String, read: String) throws {
    let values = try Self.values(["<c s=\"1\"><v>\(written)</v></c>"]) { $0.formats = ["0.0%"] }
    expectEqual(values, [.number(read)])
  }

  @Test(arguments: [
    ("7", "00007"), ("0", "00000"), ("123456", "123456"), ("-7", "-7"), ("7.5", "7.5"),
  ])
  func aNumberHasTheZerosOfItsFormat(written: String, read: String) throws {
    let values = try Self.values(["<c s=\"1\"><v>\(written)</v></c>"]) {
      $0.formats = ["00000;-00000"]
    }
    expectEqual(values, [.number(read)])
  }

  @Test func aCellWithoutAValueIsEmptyOrSaysWhy() throws {
    expectEqual(
      try Self.values([
        "<c t=\"e\"><v>#N/A</v></c>", "<c><f>1+1</f></c>", "<c><f>1+1</f><v></v></c>",
        "<c t=\"str\"><f>A1</f><v></v></c>", "<c t=\"str\"><f>A1</f></c>",
        "<c t=\"str\"><f>\"\"</f><v></v></c>", "<c t=\"str\"><f>\"\"\"\"</f><v></v></c>",
        "<c><f>1+1</f><v>2</v></c>",
        "<c/>",
      ]),
      [
        .fault("#N/A"),
        .fault("a formula without a result; open the file in a spreadsheet program and save it"),
        .fault("a formula without a result; open the file in a spreadsheet program and save it"),
        .none,
        .fault("a formula without a result; open the file in a spreadsheet program and save it"),
        .text(""), .none, .number("2"), .none,
      ])
  }

  @Test func mergedAndHiddenCellsAndCellsLeftOfTheHeaderAreNoticed() throws {
    var workbook = TestWorkbook(
      """
      <row r="1"><c r="B1"><v>1</v></c><c r="C1"><v>2</v></c></row>
      <row r="2" hidden="1"><c r="A2"><v>0</v></c><c r="B2"><v>3</v></c></row>
      <row r="3" hidden="1"><c r="B3"><v>4</v></c></row>
      """)
    workbook.sheets[0].before = "<cols><col min=\"3\" max=\"16384\" hidden=\"1\"/></cols>"
    workbook.sheets[0].after =
      "<mergeCells count=\"2\"><mergeCell ref=\"B2:C2\"/><mergeCell ref=\"B3:C3\"/></mergeCells>"
    let reader = try Self.reader(workbook.bytes)
    _ = try rows(of: reader)
    expectEqual(
      reader.remarks,
      [
        "2 areas of merged cells have their values only in their first cells: the first is B2:C2",
        "2 hidden rows are read too: the first is line 2", "1 hidden column is read too: C",
        "1 cell to the left of the header is ignored: A2",
      ])
  }

  @Test func sheetsAreInOrderAndTheFirstVisibleOneIsTheFirst() throws {
    var workbook = TestWorkbook("")
    workbook.sheets = [
      .init("Old", ""), .init("Chart", ""), .init("Prices", ""), .init("More", ""),
    ]
    workbook.sheets[0].attributes = "state=\"hidden\""
    workbook.sheets[1].kind = "chartsheet"
    let bytes = workbook.bytes
    let read = try Workbook(size: bytes.count) { Array(bytes.dropFirst($0).prefix($1)) }
    expectEqual(read.sheets.map(\.name), ["Old", "Chart", "Prices", "More"])
    expectEqual(read.sheets.map(\.isHidden), [true, false, false, false])
    expectEqual(read.firstSheet?.name, "Prices")
    expectEqual(Self.error(workbook.archive, sheet: 1), "\"Chart\" is a chart and has no rows")
    expectEqual(
      Self.error(workbook.archive, sheet: 2),
      "the sheet \"Prices\" has no row with the names of the columns")
  }

  @Test func prefixesOfNamesAndAnArchiveOf64BitsMakeNoDifference() throws {
    var archive = TestWorkbook([["a"], ["b"]]).archive
    let name = "xl/worksheets/sheet1.xml"
    let xml = String(decoding: archive[name].content, as: UTF8.self)
    archive[name].content = Array(
      xml.replacing("<", with: "<x:").replacing("<x:/", with: "</x:").utf8)
    archive.isZip64 = true
    archive.comment = "PK\u{5}\u{6} and more"
    expectEqual(try rows(of: Self.reader(archive.bytes)).map(\.cells), [[.text("b")]])
  }

  @Test func textsBeyondTheLimitOfMemoryAreReadFromDisk() throws {
    // Several pages, of the texts and of their places.
    let texts = (0..<8_200).map { "text \($0) " + String(repeating: "ä", count: $0 % 157) }
    var workbook = TestWorkbook("")
    workbook.strings = texts.map { "<t xml:space=\"preserve\">\($0)</t>" }
    let order = [0, 8_199, 1, 4_100, 2] + (0..<8_200)
    workbook.sheets[0].rows =
      "<row><c t=\"inlineStr\"><is><t>a</t></is></c></row>"
      + order.map { "<row><c t=\"s\"><v>\($0)</v></c></row>" }.joined()
    let reader = try Self.reader(workbook.bytes, memoryLimit: 1 << 20)
    expectEqual(try rows(of: reader).map(\.cells), order.map { [.text(texts[$0])] })
  }

  // MARK: Damaged and hostile files

  @Test func everyCutOffFileIsAnErrorAndNoCrash() throws {
    var archive = TestWorkbook([["a", "b"], ["<c><v>1</v></c>", "x"]]).archive
    archive.isZip64 = true
    let bytes = archive.bytes
    for length in 0..<bytes.count {
      #expect(throws: WorkbookError.self) { try rows(of: Self.reader(Array(bytes.prefix(length)))) }
    }
  }

  @Test func noChangedByteCrashesAndMostAreFound() throws {
    let bytes = TestWorkbook([["a", "b"], ["<c><v>1</v></c>", "x"]]).bytes
    var found = 0
    for place in bytes.indices {
      for value: UInt8 in [0, 0xFF, bytes[place] ^ 0x20] where value != bytes[place] {
        var changed = bytes
        changed[place] = value
        do {
          _ = try rows(of: Self.reader(changed))
        } catch {
          found += 1
        }
      }
    }
    #expect(found > bytes.count)
  }

  @Test func aCellNamesTextsAndFormatsThatTheWorkbookHas() {
    var workbook = TestWorkbook([["a"], ["<c t=\"s\"><v>1</v></c>"]])
    workbook.strings = ["<t>x</t>"]
    expectEqual(
      Self.error(workbook.archive), "2:1 A2 has the shared string 1, but the workbook has only 1")
    workbook = TestWorkbook([["a"], ["<c s=\"9\"><v>1</v></c>"]])
    workbook.formats = ["14"]
    expectEqual(
      Self.error(workbook.archive), "2:1 A2 has the cell format 9, but the workbook has only 2")
  }

  @Test(arguments: [
    ("<row r=\"3\"/><row r=\"2\"/>", "2:0 row 2 comes after row 3"),
    ("<row r=\"x\"/>", "1:0 \"x\" is not a row number"),
    ("<row><c r=\"B1\"/><c r=\"A1\"/></row>", "1:1 A1 is duplicated or out of order"),
    ("<row><c r=\"7B\"/></row>", "1:1 A1 has the invalid position \"7B\""),
    ("<row><c t=\"q\"/></row>", "1:1 A1 has the invalid type \"q\""),
    ("<row><c r=\"XFE1\"/></row>", "1:16385 this row has more than 16384 columns"),
    (
      "<row><c><v>1</v></c></row><row><c t=\"b\"><v>2</v></c></row>",
      "2:1 A2 has the invalid Boolean value \"2\""
    ),
  ])
  func aDamagedSheetIsAnErrorWithItsPlace(rows: String, message: String) {
    expectEqual(Self.error(TestWorkbook(rows).archive), message)
  }

  @Test func hiddenColumnsInNoOrderAreLeftOut() throws {
    var workbook = TestWorkbook([["a"], ["b"]])
    workbook.sheets[0].before =
      "<cols><col min=\"2\" max=\"0\" hidden=\"1\"/><col min=\"0\" max=\"1\" hidden=\"1\"/>"
      + "<col min=\"1\" max=\"99999999999\" hidden=\"1\"/></cols>"
    let reader = try Self.reader(workbook.bytes)
    _ = try rows(of: reader)
    expectEqual(reader.remarks, ["1 hidden column is read too: A"])
  }

  @Test func aHundredThousandColumnsAreRefused() {
    let workbook = TestWorkbook(
      "<row>" + String(repeating: "<c><v>1</v></c>", count: 100_000) + "</row>")
    expectEqual(Self.error(workbook.archive), "1:16385 this row has more than 16384 columns")
  }

  @Test func aVeryLongCellOrTextIsRefusedWithItsPlace() throws {
    let start = "<worksheet><sheetData><row><c r=\"A1\" t=\"inlineStr\"><is><t>"
    var archive = TestWorkbook("").archive
    archive["xl/worksheets/sheet1.xml"] = try Self.deflated(
      "xl/worksheets/sheet1.xml", start, repeating: "words that differ \u{0}", count: 400_000)
    expectEqual(Self.error(archive), "1:1 A1 has a text of more than 1 MiB")
    var workbook = TestWorkbook("")
    workbook.strings = ["<t></t>"]
    archive = workbook.archive
    archive["xl/sharedStrings.xml"] = try Self.deflated(
      "xl/sharedStrings.xml", "<sst><si/><si><t>", repeating: "words \u{0}", count: 400_000)
    expectEqual(
      Self.error(archive),
      "its part xl/sharedStrings.xml has a text of more than 1 MiB: text number 1")
  }

  @Test(arguments: [
    ("<!-- ", "its part xl/worksheets/sheet1.xml has a tag or comment of more than 1 MiB"),
    (
      "<worksheet x=\"", "its part xl/worksheets/sheet1.xml has a tag or comment of more than 1 MiB"
    ),
  ])
  func aTagWithoutAnEndTakesNoMemory(start: String, message: String) throws {
    var archive = TestWorkbook("").archive
    archive["xl/worksheets/sheet1.xml"] = try Self.deflated(
      "xl/worksheets/sheet1.xml", start, repeating: "words \u{0}", count: 400_000)
    expectEqual(Self.error(archive), message)
  }

  @Test func aBombIsRefusedByTheSizeThatItSaysAndByTheOneThatItHas() throws {
    let name = "xl/worksheets/sheet1.xml"
    var archive = TestWorkbook("").archive
    archive[name] = try Self.deflated(
      name, "<worksheet><sheetData>", repeating: "<row/>", count: 18_500_000)
    let size = archive[name].packed?.bytes.count ?? 0
    #expect(
      Self.error(archive).hasPrefix(
        "its part \(name) expands from \(size) to 111000022 bytes; parts over"))
    archive[name].size = 1_000_000
    expectEqual(
      Self.error(archive),
      "the file is damaged: \(name): its size does not match the archive directory")
  }

  @Test(arguments: [
    "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;\">]><worksheet>&b;</worksheet>",
    "<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><worksheet>&a;</worksheet>",
    "<!DOCTYPE x SYSTEM \"http://example.org/x\"><worksheet/>",
  ])
  func entitiesAreRefused(xml: String) {
    var archive = TestWorkbook("").archive
    archive["xl/worksheets/sheet1.xml"].content = Array(xml.utf8)
    expectEqual(
      Self.error(archive),
      "its part xl/worksheets/sheet1.xml has a document type declaration, which XLSX files must not have"
    )
  }

  @Test func tagsHaveAGreatestDepthAndMustMatch() {
    var archive = TestWorkbook(String(repeating: "<x>", count: 100)).archive
    expectEqual(
      Self.error(archive),
      "its part xl/worksheets/sheet1.xml has tags that are nested more than 64 levels deep")
    archive = TestWorkbook("</row>").archive
    #expect(
      Self.error(archive).hasPrefix(
        "the file is damaged: xl/worksheets/sheet1.xml: mismatched tag (line 1, column "))
  }

  @Test func anEntryMustBeWhatTheDirectorySays() {
    let name = "xl/workbook.xml"
    func error(_ change: (inout TestArchive.Entry) -> Void) -> String {
      var archive = TestWorkbook([["a"]]).archive
      change(&archive[name])
      return Self.error(archive)
    }
    expectEqual(error { $0.checksum = 1 }, "the file is damaged: \(name): its checksum is wrong")
    expectEqual(
      error { $0.packed = ($0.content, 9) },
      "the file is damaged: \(name): it is compressed by method 9; expected deflate")
    expectEqual(
      error { $0.packed = ($0.content, 8) },
      "the file is damaged: \(name): it cannot be decompressed")
    expectEqual(error { $0.flags = 1 }, "its part \(name) is encrypted")
    expectEqual(
      error { $0.offset = 7 },
      "the file is damaged: \(name): its header is missing")
    expectEqual(
      error { $0.offset = 1 << 30 },
      "the file is damaged: \(name): it is outside the archive")
    expectEqual(error { $0.name = "xl/other.xml" }, "is a zip archive without a workbook")
    expectEqual(
      error { $0.name = "xl/worksheets/sheet1.xml" },
      "the file is damaged: xl/worksheets/sheet1.xml: it occurs twice in the archive")
  }

  @Test(arguments: [
    (["mimetype", "content.xml"], "is an OpenDocument file"),
    (["word/document.xml"], "is a Word document"), (["ppt/x"], "is a PowerPoint presentation"),
    (["xl/workbook.bin"], "is a binary Excel file"), (["x"], "is a zip archive without a workbook"),
    ([], "is a zip archive without a workbook"),
  ])
  func otherArchivesAreNamed(entries: [String], message: String) {
    expectEqual(Self.error(TestArchive(entries.map { .init($0, "") })), message)
  }

  @Test(
    arguments: [
      ([0xD0, 0xCF, 0x11, 0xE0, 0xA1], FileKind.oldExcel), ([0x50, 0x4B, 3, 4], .zip),
      ([0x1F, 0x8B, 8], .gzip), (Array("%PDF-1.7".utf8), .pdf),
      (Array("SQLite format 3\0".utf8), .sqlite), ([0x89, 0x50, 0x4E, 0x47], .png),
      ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg), (Array("\n<HTML><body>".utf8), .html),
      (Array("<!DOCTYPE html>".utf8), .html), (Array("PK,name".utf8), nil),
      (Array("<name>,b".utf8), nil), ([], nil), ([0xFF, 0xFE, 0x61, 0], nil),
    ] as [([UInt8], FileKind?)])
  func aFileIsNamedByItsFirstBytes(first: [UInt8], kind: FileKind?) {
    expectEqual(FileKind(first), kind)
  }

  /// An entry that is too large to be made in memory first; U+0000 becomes the number of the item.
  private static func deflated(
    _ name: String, _ start: String, repeating item: String, count: Int
  ) throws -> TestArchive.Entry {
    var stream = z_stream()
    try #require(
      deflateInit2_(
        &stream, 1, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK)
    defer { deflateEnd(&stream) }
    var (packed, checksum, size) = ([UInt8](), 0 as UInt, 0)
    var output = [UInt8](repeating: 0, count: 1 << 16)
    func add(_ text: [UInt8], isLast: Bool) {
      var text = text
      checksum = crc32(checksum, text, UInt32(text.count))
      size += text.count
      let length = text.count
      text.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(length)
        repeat {
          let capacity = output.count
          let written = output.withUnsafeMutableBufferPointer { buffer in
            stream.next_out = buffer.baseAddress
            stream.avail_out = UInt32(capacity)
            deflate(&stream, isLast ? Z_FINISH : Z_NO_FLUSH)
            return capacity - Int(stream.avail_out)
          }
          packed += output[..<written]
        } while stream.avail_out == 0
      }
    }
    add(Array(start.utf8), isLast: false)
    // Not so even that it would be taken for a bomb.
    let isEven = !item.contains("\u{0}")
    let piece = (0..<1000).map {
      isEven ? item : item.replacing("\u{0}", with: "\($0 * 7919 % 9973) ")
    }
    .joined()
    let bytes = Array(piece.utf8)
    for _ in 0..<(count / 1000) { add(bytes, isLast: false) }
    add([], isLast: true)
    var entry = TestArchive.Entry(name, "")
    (entry.packed, entry.size, entry.checksum) = ((packed, 8), size, UInt32(checksum))
    return entry
  }
}

import Foundation
import TestSupport
import Testing

@Suite(.waits) struct SpreadsheetFileTests {
  private let program: Program

  init() throws { program = try Program() }

  private static let python = "/usr/bin/python3"
  private static let hasPython = FileManager.default.isExecutableFile(atPath: python)

  /// Prints a line for each cell: its place, its type, its value, its number format, and whether it
  /// is bold.
  private static let reader = """
    import re, sys, zipfile
    import xml.etree.ElementTree as tree
    space = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    file = zipfile.ZipFile(sys.argv[1])
    assert file.testzip() is None
    parse = lambda name: tree.fromstring(file.read(name))
    styles = parse("xl/styles.xml")
    formats = {f.get("numFmtId"): f.get("formatCode") for f in styles.iter(space + "numFmt")}
    fonts = [f.find(space + "b") is not None for f in styles.find(space + "fonts")]
    styles = list(styles.find(space + "cellXfs"))
    for number, sheet in enumerate(parse("xl/workbook.xml").iter(space + "sheet")):
      root = parse(f"xl/worksheets/sheet{number + 1}.xml")
      pane = root.find(f".//{space}pane")
      print(sheet.get("name"), root.find(space + "autoFilter").get("ref"), pane.get("ySplit"),
        pane.get("state"))
      assert all(f.text == '""' for f in root.iter(space + "f"))
      for cell in root.iter(space + "c"):
        style = styles[int(cell.get("s", 0))]
        value = "".join(t.text or "" for t in cell.iter() if t.tag in (space + "v", space + "t"))
        form = formats.get(style.get("numFmtId"), "")
        bold = " bold" if fonts[int(style.get("fontId"))] else ""
        print(cell.get("r"), cell.get("t", "n"), repr(value), form + bold)
    """

  private func cells(of name: String) throws -> [String] {
    let run = try program.run(URL(fileURLWithPath: Self.python), ["-c", Self.reader, name])
    expectEqual(run.errors, "")
    return run.lines
  }

  private func hasDraft() throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
      .contains { $0.hasPrefix(".workbench-") || $0.hasSuffix(".xlsx") }
  }

  // MARK: Cells

  @Test(.enabled(if: hasPython)) func cellsHaveTheirTypes() throws {
    defer { program.remove() }
    let run = try program(
      "x.db", "-c",
      """
      define Fee { name: Text key }
      define T {
        n: Integer grouped, d: Decimal(integer: 6, fraction: 2), x: Double, p: Percent(fraction: 1)
        b: Boolean, day: Date, at: DateTime, t: Time, u: Duration, m: Month, text: Text, fee: Fee?
        tags: [Text]
      }
      new Fee name="full"
      new T n=1234 d=2.5 x=0.5 p=12.5% b=true day=2026-11-21 at=2026-11-21T12:00:00Z t=08:30 \
      u=37:15 m=2026-11 text="=1+1" fee=Fee/1 tags=[a]
      export T to t.xlsx
      """)
    expectEqual(run.errors, "x.db: new database\n1 record exported to t.xlsx\n")
    try expectEqual(
      cells(of: "t.xlsx").filter { !$0.hasSuffix(" bold") },
      [
        "T A1:N2 1 frozen", "A2 inlineStr 'T/1' ", "B2 n '1234' #,##0", "C2 n '2.5' 0.00",
        "D2 n '0.5' ", "E2 n '0.125' 0.0%", "F2 b '1' ", "G2 n '46347' yyyy-mm-dd",
        "H2 n '46347.5' yyyy-mm-dd hh:mm:ss", "I2 n '0.3541666666666667' hh:mm",
        "J2 n '1.552083333333333' [h]:mm", "K2 inlineStr '2026-11' ", "L2 inlineStr '=1+1' ",
        "M2 inlineStr 'full' ", "N2 inlineStr '[\"a\"]' ",
      ])
    #expect(try cells(of: "t.xlsx").contains("B1 inlineStr 'n'  bold"))
  }

  @Test func anEmptyTextComesBackAsOne() throws {
    defer { program.remove() }
    let type = "define T { n: Integer, text: Text? }\n"
    _ = try program(
      "x.db", "-c",
      type + "new T n=1 text=\"\"\nnew T n=2\nnew T n=3 text=\"x\"\nexport T n, text to t.xlsx")
    let run = try program(
      "y.db", "-c",
      type + "import t.xlsx into T\nlist T where text = \"\"\nlist T where text is nil",
      "--csv")
    expectEqual(run.output, "ref,n,text\r\nT/1,1,\"\"\r\nref,n,text\r\nT/2,2,\r\n")
  }

  @Test(.enabled(if: hasPython)) func aValueThatACellCannotHoldIsAText() throws {
    defer { program.remove() }
    _ = try program(
      "x.db", "-c",
      """
      define T {
        n: Integer?, d: Decimal(integer: 20, fraction: 2)?, x: Double?, day: Date?, u: Duration?
      }
      new T n=123456789012345 d=1234567890123.25 x=0.1 day=1900-03-01 u=0:00
      new T n=1234567890123456 d=12345678901234.25 x=0.30000000000000004 day=1900-02-28 u=-0:01
      new T n=-1000000000000000000 d=100000000000000000.00
      export T n, d, x, day, u to t.xlsx
      """)
    try expectEqual(
      cells(of: "t.xlsx").filter { !$0.hasSuffix(" bold") }.dropFirst().map { $0 },
      [
        "A2 n '123456789012345' 0", "B2 n '1234567890123.25' 0.00", "C2 n '0.1' ",
        "D2 n '61' yyyy-mm-dd", "E2 n '0' [h]:mm", "A3 inlineStr '1234567890123456' ",
        "B3 inlineStr '12345678901234.25' ", "C3 inlineStr '0.30000000000000004' ",
        "D3 inlineStr '1900-02-28' ", "E3 inlineStr '-0:01' ",
        "A4 inlineStr '-1000000000000000000' ", "B4 n '1E+17' 0.00",
      ])
  }

  @Test(.enabled(if: hasPython)) func resultsOfExpressionsAreNumbers() throws {
    defer { program.remove() }
    _ = try program(
      "x.db", "-c",
      "define T { n: Integer, d: Decimal(integer: 3, fraction: 2) }; new T n=1 d=1.25; new T n=2 d=2",
      "-c", "export T (avg(d)) as m, (sum(n)) as s, (count()) as c to u.xlsx",
      "-c", "export T (d * 2) as e, (n / 4.0) as q, (n || '') as p where n = 1 to t.xlsx")
    try expectEqual(
      cells(of: "t.xlsx").suffix(3), ["A2 n '2.5' 0.00", "B2 n '0.25' ", "C2 inlineStr '1' "])
    try expectEqual(cells(of: "u.xlsx").suffix(3), ["A2 n '1.625' ", "B2 n '3' 0", "C2 n '2' 0"])
  }

  @Test(.enabled(if: hasPython)) func textsAreWrittenAsTheyAre() throws {
    defer { program.remove() }
    _ = try program(
      "x.db", "-c",
      #"""
      define T { t: Text }
      new T t=" a & <b>\n\tc "; new T t="_x0041_"; new T t="\u{1}\r_"; new T t="https://a.b"; new T t="😀é"
      export T t to t.xlsx
      """#)
    try expectEqual(
      cells(of: "t.xlsx").dropFirst(2).map { $0 },
      [
        #"A2 inlineStr ' a & <b>\n\tc ' "#, "A3 inlineStr '_x005F_x0041_' ",
        "A4 inlineStr '_x0001__x000D__' ", "A5 inlineStr 'https://a.b' ", "A6 inlineStr '😀é' ",
      ])
  }

  @Test func aTextThatIsTooLongIsRefusedWithItsRecord() throws {
    defer { program.remove() }
    _ = try program(
      "x.db", "-c", "define T { t: Text }; new T t=x",
      "-c", "sql \"select 1\"")
    let insert = "INSERT INTO T(t) VALUES (printf('%.*c', 32767, 'x'))"
    _ = try program.run(URL(fileURLWithPath: "/usr/bin/sqlite3"), ["x.db", insert])
    try expectEqual(program("x.db", "-c", "export T to t.xlsx").status, 0)
    _ = try program.run(
      URL(fileURLWithPath: "/usr/bin/sqlite3"), ["x.db", insert.replacing("32767", with: "32768")])
    let run = try program("x.db", "-c", "export T to u.xlsx")
    expectEqual(run.status, 1)
    #expect(
      run.errors.contains("T/3: t has 32768 characters; an XLSX cell can have at most 32767"),
      "\(run.errors)")
    #expect(!program.hasFile("u.xlsx"))
  }

  // MARK: Sheets

  @Test(.enabled(if: hasPython)) func eachTypeHasASheet() throws {
    defer { program.remove() }
    let run = try program(
      "x.db", "-c",
      """
      define A { n: Integer }
      define `A: B/C` { n: Integer }
      define `Long name of a type with 31+ characters` { n: Integer }
      define `Long name of a type with 31+ characters, too` { n: Integer }
      new A n=1
      export A, `A: B/C`, `Long name of a type with 31+ characters`, \
      `Long name of a type with 31+ characters, too` to t.xlsx
      """)
    try #require(run.errors.contains("exported to t.xlsx"), "\(run.errors)")
    try expectEqual(
      cells(of: "t.xlsx").filter { $0.hasSuffix("frozen") },
      [
        "A A1:B2 1 frozen", "A_ B_C A1:B1 1 frozen",
        "Long name of a type with 31+ ch A1:B1 1 frozen",
        "Long name of a type with 31+  2 A1:B1 1 frozen",
      ])
  }

  @Test(.enabled(if: hasPython)) func aWordBeforeToThatNamesATypeIsASheet() throws {
    defer { program.remove() }
    let run = try program(
      "x.db", "-c",
      "define A { n: Integer, B: Text? }; define B { m: Integer }; export A n, B to t.xlsx; "
        + "export A n, `B` to u.xlsx; export A n, B to v.csv")
    expectEqual(run.status, 0)
    try expectEqual(cells(of: "t.xlsx").filter { $0.hasSuffix("frozen") }.count, 2)
    try expectEqual(cells(of: "u.xlsx").filter { $0.hasSuffix("frozen") }, ["A A1:B1 1 frozen"])
    let file = program.folder.appendingPathComponent("v.csv")
    try expectEqual(String(contentsOf: file, encoding: .utf8), "n,B\r\n")
  }

  // MARK: The file

  @Test(.enabled(if: hasPython)) func aDiskThatIsFullLeavesNoFileOrAWholeOne() throws {
    defer { program.remove() }
    _ = try program("x.db", "-c", "define T { n: Integer, t: Text }")
    _ = try program.run(
      URL(fileURLWithPath: "/usr/bin/sqlite3"),
      [
        "x.db",
        "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 2000) "
          + "INSERT INTO T(n, t) SELECT i, 'name ' || i FROM c",
      ])
    _ = try program("x.db", "-c", "export T n, t to t.xlsx")
    let whole = try cells(of: "t.xlsx")
    let size = try program.run(
      URL(fileURLWithPath: Self.python),
      [
        "-c",
        "import zipfile; print(zipfile.ZipFile('t.xlsx').getinfo('xl/worksheets/sheet1.xml').file_size)",
      ]
    ).lines.first.flatMap { Int($0) }
    // The limit has blocks of 512 bytes. Around the size of the sheet, only its last part is lost.
    let blocks = try #require(size) / 512
    try FileManager.default.removeItem(at: program.folder.appendingPathComponent("t.xlsx"))
    var failures = 0
    for limit in [blocks / 4, blocks / 2] + (blocks - 3...blocks + 2) {
      let run = try program.run(
        URL(fileURLWithPath: "/bin/sh"),
        [
          "-c", "ulimit -f \(limit); \"$0\" --readonly x.db -c 'export T n, t to t.xlsx'",
          Program.executable.path,
        ])
      if run.status == 0 {
        try expectEqual(cells(of: "t.xlsx"), whole)
        try FileManager.default.removeItem(at: program.folder.appendingPathComponent("t.xlsx"))
      } else {
        failures += 1
        #expect(run.errors.contains("t.xlsx cannot be written: "), "\(limit): \(run.errors)")
        expectEqual(run.errors.contains("[ERROR]"), false)
      }
      #expect(try !hasDraft(), "\(limit)")
    }
    #expect(failures > 3)
  }

  @Test func aSpreadsheetIsWrittenLikeAnyFile() throws {
    defer { program.remove() }
    _ = try program("x.db", "-c", "define T { n: Integer }; new T n=1")
    let path = program.folder.appendingPathComponent("t.xlsx").path
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: program.folder.appendingPathComponent("x.db").path)
    #expect(
      try program("x.db", "-c", "export T to a/t.xlsx").errors.contains("there is no folder a"))
    try expectEqual(program("x.db", "-n", "-c", "export T to t.xlsx").status, 0)
    #expect(try !hasDraft())
    try expectEqual(program("x.db", "--readonly", "-c", "export T to t.xlsx").status, 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    expectEqual(attributes[.posixPermissions] as? Int, 0o600)
    let former = try Data(contentsOf: URL(fileURLWithPath: path))
    let again = try program("x.db", "-c", "new T n=2; export T to t.xlsx")
    #expect(again.errors.contains("t.xlsx already exists"), "\(again.errors)")
    try expectEqual(Data(contentsOf: URL(fileURLWithPath: path)), former)
    try expectEqual(program("x.db", "-c", "export T to t.xlsx --replace").status, 0)
    try #expect(Data(contentsOf: URL(fileURLWithPath: path)) != former)
  }
}

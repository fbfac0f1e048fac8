import Foundation
import TestSupport
import Testing

@Suite(.waits) struct ExportedFileTests {
  private static let world = """
    define Person {
      name: Text key, age: Integer?, fee: Decimal(integer: 5, fraction: 2) = 0, notes: Text?
      boss: Person?, tags: [Text]
    }
    new Person name="Ann \\"A\\"" age=41 notes=""
    new Person name="=B, ob" fee=12.5 notes="one\\ntwo\\r\\nthree\\u{2028}four | five" boss=Person/1
    new Person name=" Zoë " tags=[a, "b,c"]

    """

  private let program: Program

  init() throws {
    program = try Program()
    try program.write(Self.world, to: "world.wb")
    _ = try program("x.db", "-f", "world.wb")
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: program.folder.appendingPathComponent(name), encoding: .utf8)
  }

  // MARK: Other programs

  @Test func pythonReadsTheRowsAsTheyAre() throws {
    defer { program.remove() }
    _ = try program(
      "x.db", "-c", "export Person to p.csv", "-c", "export Person to p.tsv",
      "-c", "export Person to p.json")
    let script = """
      import csv, json
      rows = json.load(open("p.json"))
      for name, delimiter in [("p.csv", ","), ("p.tsv", "\\t")]:
        with open(name, newline="", encoding="utf-8") as file:
          for row, wanted in zip(csv.DictReader(file, delimiter=delimiter, strict=True), rows, strict=True):
            for key, value in wanted.items():
              text = "" if value is None else value
              if isinstance(value, list): text, value = json.loads(row[key]), value
              else: text = row[key]; value = "" if value is None else str(value)
              assert text == value, (name, key, text, value)
      print(len(rows))
      """
    let run = try program.run(URL(fileURLWithPath: "/usr/bin/python3"), ["-c", script])
    expectEqual(run.errors, "")
    expectEqual(run.output, "3\n")
  }

  @Test func sqliteImportsTheRowsAsTheyAre() throws {
    defer { program.remove() }
    _ = try program("x.db", "-c", "export Person ref, name, notes to p.csv")
    let run = try program.run(
      URL(fileURLWithPath: "/usr/bin/sqlite3"),
      [
        ":memory:", ".mode csv", ".import p.csv t",
        "SELECT ref || hex(name) || hex(notes) FROM t",
      ])
    let wanted = try program.run(
      URL(fileURLWithPath: "/usr/bin/sqlite3"),
      [
        "x.db", "SELECT 'Person/' || id || hex(name) || hex(coalesce(notes, '')) FROM Person",
      ])
    expectEqual(run.lines.count, 3)
    expectEqual(run.lines, wanted.lines)
  }

  @Test func linesOfJSONAreThoseThatListPrints() throws {
    defer { program.remove() }
    _ = try program("x.db", "-c", "export Person --refs numbers to p.jsonl")
    try expectEqual(text("p.jsonl"), program("x.db", "--json", "-c", "list Person").output)
    _ = try program("x.db", "-c", "export Person --refs numbers to p.csv")
    try expectEqual(text("p.csv"), program("x.db", "--csv", "-c", "list Person").output)
    _ = try program("x.db", "-c", "export Person --refs numbers to p.md")
    let printed = try program("x.db", "--markdown", "-c", "list Person").output
    try expectEqual(text("p.md"), printed)
  }

  // MARK: Printed tables

  @Test func everyTableIsPrintedAsCSVWithItsHeader() throws {
    defer { program.remove() }
    func printed(_ command: String) throws -> String {
      try program("x.db", "--csv", "-c", command).output
    }
    try expectEqual(
      printed("list Person name, age where age > 1; count Person by boss"),
      "ref,name,age\r\nPerson/1,\"Ann \"\"A\"\"\",41\r\nboss,count\r\n,2\r\nPerson/1,1\r\n")
    #expect(try printed("log limit 1").hasPrefix("txn,at,actor,reason,source,kind,command,undone,"))
    #expect(
      try printed("history Person/1.age").hasPrefix("change,txn,at,actor,reason,source,type,"))
    try expectEqual(printed("types"), "type,records\r\nPerson,3\r\n")
    try expectEqual(printed("sql \"select 1 as a, null as b, '' as c\""), "a,b,c\r\n1,,\"\"\r\n")
    #expect(try printed("list Person where age > 99").hasPrefix("ref,name,"))
    // A single value is a table of one cell; `echo` prints plain lines.
    try expectEqual(
      printed("get Person/1.age; echo \"a,b\"; count Person"), "value\r\n41\r\na,b\ncount\r\n3\r\n")
    #expect(try printed("show Person/1").hasPrefix("ref,name,"))
    let diff = try printed("diff #1 #4").split(separator: "\r\n")
    expectEqual(diff.count { $0.hasPrefix("change,txn,") }, 1)
    #expect(diff.count > 3)
  }

  @Test func tablesOfMarkdownHaveALineBetweenThem() throws {
    defer { program.remove() }
    let run = try program(
      "x.db", "--markdown", "-c", "list Person name, age where age > 1; types")
    expectEqual(
      run.output,
      """
      | ref | name | age |
      | --- | --- | ---: |
      | Person/1 | Ann "A" | 41 |

      | type | records |
      | --- | ---: |
      | Person | 3 |

      """)
  }

  @Test func aTableThatAnErrorBreaksOffHasNoHeaderAlone() throws {
    defer { program.remove() }
    let run = try program("x.db", "--csv", "-c", "list Person (json_extract(name, '$')) as x")
    expectEqual(run.status, 1)
    expectEqual(run.output, "")
  }

  @Test func nothingInACellSteersTheTerminal() throws {
    defer { program.remove() }
    let terminal = try PseudoTerminal(
      program,
      ["x.db", "--csv", "--no-input", "-c", "sql \"select 'a' || char(27) || '[2J' as a\""])
    _ = try terminal.exitStatus()
    expectEqual(String(decoding: terminal.raw, as: UTF8.self), "a\r\na\\u{1b}[2J\r\n")
  }

  @Test(arguments: ["--csv", "--markdown"])
  func testsAreNoTables(option: String) throws {
    defer { program.remove() }
    let run = try program("x.db", "--tap", option, "-c", "expect (1 = 1)")
    expectEqual(run.status, 2)
    #expect(run.errors.contains("--tap and \(option) cannot be used together"))
  }

  // MARK: Files

  private var names: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: program.folder.path)
    // Ignore the store, the script, and the history of the prompt.
    return (names ?? []).filter { !$0.hasPrefix("x.db") && !["world.wb", "state"].contains($0) }
      .sorted()
  }

  @Test func aFileThatIsThereIsLeftAloneInAScript() throws {
    defer { program.remove() }
    try program.write("old", to: "p.csv")
    let run = try program("x.db", "-c", "export Person to p.csv")
    expectEqual(run.status, 1)
    #expect(run.errors.contains("p.csv already exists"))
    try expectEqual(text("p.csv"), "old")
    expectEqual(names, ["p.csv"])
  }

  @Test func aFolderThatIsNotThereIsNamed() throws {
    defer { program.remove() }
    let run = try program("x.db", "-c", "export Person to a/b/p.csv")
    #expect(run.errors.contains("a/b/p.csv cannot be written: there is no folder a/b"))
    expectEqual(names, [])
  }

  @Test func aDiskThatIsFullLeavesNothing() throws {
    defer { program.remove() }
    let run = try program.run(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c",
        "ulimit -f 200; \"$0\" --readonly x.db -c 'export Person (printf(\"%90000d\", 1)) as t to p.csv'",
        Program.executable.path,
      ])
    expectEqual(run.status, 1)
    #expect(run.errors.contains("p.csv cannot be written: File too large"), "\(run.errors)")
    expectEqual(names, [])
  }

  @Test func aPersonAgreesThatAFileIsReplaced() throws {
    defer { program.remove() }
    try program.write("old", to: "p.csv")
    let terminal = try program.prompt("x.db")
    for (answer, isOld) in [("n", true), ("y", false)] {
      try terminal.send("export Person name to p.csv\r")
      try terminal.wait("the question") { $0.beforeCursor.hasSuffix("[y/N] ") }
      let depth = terminal.screen.depth
      try terminal.send(answer + "\r")
      try terminal.waitForPrompt(below: depth)
      #expect(try text("p.csv").hasPrefix(isOld ? "old" : "name\r\n"))
    }
    expectEqual(names, ["p.csv"])
  }

  @Test func theFileOfTheRecordsIsNotReplacedByThem() throws {
    defer { program.remove() }
    _ = try program("y.csv", "-c", "define T { n: Integer }; new T n=7")
    let terminal = try program.prompt("y.csv")
    _ = try terminal.run("export T to y.csv")
    #expect(terminal.screen.flow.contains("y.csv is the database itself"))
    try expectEqual(terminal.run("get T/1.n"), ["7"])
  }

  @Test(arguments: [0o600, 0o640])
  func whoCannotReadTheStoreCannotReadTheFile(permissions: Int) throws {
    defer { program.remove() }
    func path(_ name: String) -> String { program.folder.appendingPathComponent(name).path }
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: path("x.db"))
    try expectEqual(program("x.db", "-c", "export Person to p.csv").status, 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: path("p.csv"))
    expectEqual(attributes[.posixPermissions] as? Int, permissions)
  }

  @Test(arguments: ["csv", "xlsx"])
  func ctrlCLeavesNothing(format: String) throws {
    defer { program.remove() }
    let rows = "with recursive c(i) as (select 1 union all select i + 1 from c where i < 30000) "
    let made = try program.run(
      URL(fileURLWithPath: "/usr/bin/sqlite3"),
      ["x.db", "INSERT INTO Person(name) \(rows) SELECT 'p' || i FROM c"])
    expectEqual(made.errors, "")
    let terminal = try program.prompt("x.db")
    // Each row counts all records, so the export is slow.
    try terminal.start("export Person (count(Person where name > \"q\")) as n to p.\(format)")
    try terminal.wait("the file") { _ in names.contains { $0.hasPrefix(".workbench-") } }
    try terminal.interrupt()
    expectEqual(names, [])
  }

  @Test(arguments: ["csv", "xlsx"])
  func anExportAppearsWithTheChangesOfAnAtomicRun(format: String) throws {
    defer { program.remove() }
    let export = "export Person to p.\(format)"
    let failing = try program(
      ["x.db", "-1", "-c", export, "-c", "new Person age=3"], input: Data())
    expectEqual(failing.status, 1)
    expectEqual(names, [])
    let dry = try program(["x.db", "-n", "-c", export], input: Data())
    #expect(dry.errors.contains("dry run: p.\(format) was not written"), "\(dry.errors)")
    expectEqual(names, [])
    expectEqual(try program(["x.db", "-1", "-c", export], input: Data()).status, 0)
    expectEqual(names, ["p.\(format)"])
  }

  @Test func aLineAfterATableOfMarkdownIsNoRowOfIt() throws {
    defer { program.remove() }
    let run = try program(
      "x.db", "--markdown", "-c", "types", "-c", "echo one; echo two; types; new Person name=Zoe")
    expectEqual(
      run.output,
      """
      | type | records |
      | --- | ---: |
      | Person | 3 |

      one
      two

      | type | records |
      | --- | ---: |
      | Person | 3 |

      Person/4

      """)
  }
}

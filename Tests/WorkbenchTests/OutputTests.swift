import Foundation
import TestSupport
import Testing

@Suite(.waits) struct OutputTests {
  private static let people = """
    define Person {
      name: Text key, age: Integer? in 0...150, fee: Decimal(integer: 5, fraction: 2) = 0
      notes: Text = ""
    }
    new Person name="日本語" age=3 as nihon
    new Person name="👩‍👩‍👧 Ann" fee=12345.5 notes="é" as ann
    new Person name="עברית" age=150 notes="one\\ntwo \\u{1b}[31m\\u{9b}\\u{7f}\\u{202e}\\r"

    """

  private let program: Program

  init() throws {
    program = try Program()
    try program.write(Self.people, to: "people.wb")
    _ = try program("x.db", "-f", "people.wb")
  }

  // MARK: - Boxes

  @Test func aBoxAlignsWideTextsAndNumbersAndSaysNil() throws {
    defer { program.remove() }
    let run = try program("x.db", "--box", "-c", "list Person")
    expectEqual(
      run.output,
      #"""
      ┌──────────┬────────┬─────┬──────────┬───────────────────────────────────────────┐
      │ ref      │ name   │ age │      fee │ notes                                     │
      ├──────────┼────────┼─────┼──────────┼───────────────────────────────────────────┤
      │ Person/1 │ 日本語 │   3 │     0.00 │                                           │
      │ Person/2 │ 👩‍👩‍👧 Ann │ nil │ 12345.50 │ é                                         │
      │ Person/3 │ עברית  │ 150 │     0.00 │ one\ntwo \u{1b}[31m\u{9b}\u{7f}\u{202e}\r │
      └──────────┴────────┴─────┴──────────┴───────────────────────────────────────────┘

      """#)
  }

  @Test func aRecordInABoxHasALineForEachLineOfAValue() throws {
    defer { program.remove() }
    let run = try program("x.db", "--box", "-c", "show Person/3")
    expectEqual(
      run.output,
      #"""
      עברית
      ┌───────┬──────────────────────────────────────┐
      │ name  │ עברית                                │
      │ age   │ 150                                  │
      │ fee   │ 0.00                                 │
      │ notes │ one                                  │
      │       │ two \u{1b}[31m\u{9b}\u{7f}\u{202e}\r │
      └───────┴──────────────────────────────────────┘

      """#)
  }

  @Test(arguments: [
    "types", "describe Person --long", "history ann.age", "log limit 1",
    "sql \"select 1 as a where 0\"",
    "label l on Person/1.age; interactors",
  ])
  func whateverIsATableIsBoxed(command: String) throws {
    defer { program.remove() }
    let lines = try program(
      "x.db", "--box", "-c", "let ann = Person/2", "-c", command
    ).lines.filter { !$0.contains(": ") || $0.hasPrefix("│") }
    let width = try #require(lines.first).count
    #expect(lines.count >= 4)
    expectEqual(lines.first?.hasPrefix("┌"), true)
    expectEqual(lines.dropFirst(2).first?.hasPrefix("├"), true)
    expectEqual(lines.last?.hasPrefix("└"), true)
    #expect(lines.allSatisfy { $0.count == width })
  }

  @Test func asJSONAFormPrintsAnObjectForEachField() throws {
    defer { program.remove() }
    let run = try program(
      "x.db", "--json", "-c", "form editor on Person/2; type editor \"<Tab>x<Esc>\"")
    expectEqual(run.lines.count, 2)
    #expect(run.lines[0].hasPrefix("{\"field\":\"editor.name\",\"text\":"))
    #expect(run.lines[1].hasPrefix("{\"field\":\"editor.age\",\"text\":"))
    #expect(run.lines[0].hasSuffix("\"editing\":false,\"rejected\":[]}"))
    #expect(run.lines[1].contains("\"rejected\":[{\"key\":\"x\","))
  }

  /// Exceeds the output that is kept in memory until the loop is committed.
  private static let longLoop = """
    for x in [1, 2, 3] {
      set Person/2.age :x
      repeat 400 { echo ":x \(String(repeating: "long ", count: 200))" }
    }
    """

  @Test func whatALongLoopPrintsIsPrintedInItsOrder() throws {
    defer { program.remove() }
    let run = try program("x.db", "-c", Self.longLoop)
    let expected = (1...3).flatMap { Array(repeating: "\($0)", count: 400) }
    expectEqual(run.lines.map { $0.prefix(1) }, expected.map { $0[...] })
    expectEqual(run.status, 0)
  }

  @Test func whatALongLoopPrintedIsForgottenWithIt() throws {
    defer { program.remove() }
    _ = try program("x.db", "-c", "rule Person.young \"young\" severity warn : age < 3")
    let run = try program(
      "x.db", "-c", "echo before", "-c", "try { \(Self.longLoop); set Person/2.age oops }",
      "-c", "echo after")
    expectEqual(run.output, "before\nafter\n")
    #expect(!run.errors.contains("warning: Person/2 breaks young"))
  }

  @Test func anErrorClosesTheBoxFirst() throws {
    defer { program.remove() }
    // The last row fails; earlier rows are still printed.
    let rows = "select 1 as a union all select json_extract('x', '$')"
    let run = try program("x.db", "--box", "-c", "sql \"\(rows)\"")
    expectEqual(run.status, 1)
    expectEqual(run.output, "┌───┐\n│ a │\n├───┤\n│ 1 │\n└───┘\n")
    let many = "with recursive c(n) as (values(1) union all select n + 1 from c where n < 1500) "
    let late = try program(
      "x.db", "--box", "-c",
      "sql \"\(many) select n as a from c union all select json_extract('x', '$')\"")
    expectEqual(late.status, 1)
    expectEqual(late.lines.count, 1500 + 4)
    expectEqual(late.lines.last, "└──────┘")
    try expectEqual(program("--box", "-c", "sql \"select json_extract('x', '$')\"").output, "")
  }

  @Test func aLongCellOnAPipeIsNeverCut() throws {
    defer { program.remove() }
    let text = String(repeating: "x", count: 500)
    let run = try program("--box", "-c", "sql \"select '\(text)' as a\"")
    expectEqual(run.lines[3], "│ \(text) │")
    let late = try program(
      "--box", "-c",
      "sql \"with recursive c(n) as (values(1) union all select n + 1 from c where n < 1001) "
        + "select iif(n > 1000, '\(text)', 'x') as a from c\"")
    expectEqual(late.lines[1003], "│ \(text) │")
    expectEqual(late.lines[1002], "│ x │")
  }

  // MARK: - Which layout

  @Test func linesAreTheDefaultOnAPipeAndBoxesOnATerminal() throws {
    defer { program.remove() }
    let lines = try program("x.db", "-c", "types").output
    expectEqual(lines, "type    records\nPerson        3\n")
    try expectEqual(program("x.db", "--lines", "-c", "types").output, lines)
    #expect(try onTerminal("x.db", "-c", "types").hasPrefix("┌────────┬"))
    try expectEqual(onTerminal("x.db", "--lines", "-c", "types"), lines)
    try expectEqual(
      onTerminal("x.db", "--json", "-c", "types"), "{\"type\":\"Person\",\"records\":3}\n")
  }

  @Test(arguments: [
    ["--box", "--lines"], ["--json", "--box"], ["--lines", "--json"], ["--csv", "--markdown"],
  ])
  func twoLayoutsAreAUsageError(options: [String]) throws {
    defer { program.remove() }
    let run = try program(options + ["-c", "types"], input: Data())
    expectEqual(run.status, 2)
    #expect(
      run.errors.contains("expected at most one of --json, --csv, --markdown, --box and --lines"))
    expectEqual(run.output, "")
  }

  // MARK: - Fitting the terminal

  @Test(arguments: [80, 60, 50, 40])
  func aTableOnATerminalFitsItAndKeepsItsNumbers(columns: Int) throws {
    defer { program.remove() }
    let text = try onTerminal("x.db", "-c", "list Person", columns: columns)
    let lines = text.split(separator: "\n")
    let left = columns > 50 ? nil : "notes"
    expectEqual(lines.dropFirst(7).first, left.map { "not shown: \($0)" })
    #expect(lines[0].count <= columns)
    #expect(lines[4].contains("│ 12345.50 │"))
    expectEqual(lines[5].contains("…"), (columns > 50))
    // Compare only lines without wide characters.
    for index in [0, 1, 2, 5, 6] { expectEqual(lines[index].count, lines[0].count) }
  }

  @Test(arguments: [["list", "--long"], ["list"]])
  func aTableThatCannotFitIsPrintedAsBlocks(words: [String]) throws {
    defer { program.remove() }
    let list = (["list Person limit 2"] + words.dropFirst()).joined(separator: " ")
    // Columns may not be left out, or not even two fit.
    let columns = words.count > 1 ? 40 : 30
    let text = try onTerminal("x.db", "--color", "never", "-c", list, columns: columns)
    expectEqual(
      text,
      """
      ref: Person/1
      name: 日本語
      age: 3
      fee: 0.00
      notes:

      ref: Person/2
      name: 👩‍👩‍👧 Ann
      age: nil
      fee: 12345.50
      notes: é

      """)
  }

  @Test func aLongValueOfARecordIsWrappedBetweenWords() throws {
    defer { program.remove() }
    let text = try onTerminal(
      "x.db", "-c", "set Person/1.notes \"the quick brown fox jumps over the lazy dog\"",
      "-c", "show Person/1", columns: 30)
    expectEqual(
      text,
      """
      日本語
      ┌───────┬────────────────────┐
      │ name  │ 日本語             │
      │ age   │ 3                  │
      │ fee   │ 0.00               │
      │ notes │ the quick brown    │
      │       │ fox jumps over the │
      │       │ lazy dog           │
      └───────┴────────────────────┘

      """)
    #expect(
      try onTerminal("x.db", "-c", "show Person/1", columns: 20).hasPrefix("日本語\nname: 日本語\n"))
  }

  // MARK: - For a person

  private static let shelf = """
    define Box { label: Text key }
    define Part { code: Text?, box: Box?, spare: Box?, stock: Integer = 0 }
    rule Part.low "low" severity warn : stock >= 3
    let red = new Box label="red"
    new Part code="a" box=red stock=5
    new Part stock=1
    set Part/1 stock=4 box=nil
    delete Part/1
    undo

    """

  @Test func aPersonSeesKeysAndChangesInALineEach() throws {
    defer { program.remove() }
    try program.write(Self.shelf, to: "shelf.wb")
    _ = try program("y.db", "-f", "shelf.wb")
    let run = try program("y.db", "--box", "-c", "show Part/1", "-c", "log", "-c", "history Part/1")
    expectEqual(run.lines[0], "Part/1")
    let changes = run.lines.map { line in
      line.split(separator: "│").map { $0.trimmingCharacters(in: .whitespaces) }
    }.filter { $0.count > 3 }
    #expect(changes.contains { $0.suffix(2) == ["new Part/1", "undo #8: delete Part/1"] })
    #expect(changes.contains { $0.contains("box \"red\" → nil") })
    try expectEqual(program("y.db", "--box", "-c", "get Part/1.box").output, "nil\n")
  }

  @Test func figuresComeWithBarsAndPlotsAreDrawnInDots() throws {
    defer { program.remove() }
    _ = try program(
      "y.db", "-c", "define N { n: Integer, x: Integer }",
      "-c", "for i in [0, 1, 2, 3, 4, 5, 6, 7] { new N n=(:i * :i / 8) x=:i }")
    let bars = try program("y.db", "--box", "-c", "stats N.n").lines.dropFirst(5)
    expectEqual(
      bars.map { $0.filter { $0 != "█" } },
      [
        "0 │ 3", "1 │▍ 1", "2 │▍ 1", "3 │▍ 1", "4 │▍ 1", "6 │▍ 1",
      ])
    expectEqual(bars.map { $0.filter { $0 == "█" }.count }.first, 73)
    let text = try onTerminal("y.db", "-c", "plot N.n by x", columns: 12, rows: 9)
    expectEqual(
      text,
      """
      n by x
      6 │⠀⠀⠀⠀⠀⠀⠀⠀⡜
        │⠀⠀⠀⠀⠀⡠⠔⠊⠀
      0 │⣀⣀⣀⠔⠉⠀⠀⠀⠀
        └─────────
         0       7

      """)
  }

  @Test func coloursAreOfNilOldNewAndWarnedRowsAndOnlyWhereWanted() throws {
    defer { program.remove() }
    try program.write(Self.shelf, to: "shelf.wb")
    _ = try program("y.db", "-f", "shelf.wb")
    let coloured = try program(
      "y.db", "--box", "--color", "always", "-c", "list Part stock, code order by stock desc",
      "-c", "list Part", "-c", "history Part/1.stock", "-c", "diff #5")
    #expect(coloured.output.contains("\u{1b}[2mnil\u{1b}[0m "))
    #expect(coloured.output.contains("│ \u{1b}[33mPart/2\u{1b}[0m │"))
    #expect(coloured.output.contains("stock \u{1b}[31m5\u{1b}[0m → \u{1b}[32m4\u{1b}[0m "))
    #expect(coloured.output.contains("\u{1b}[32m+ Part/2 "))
    let plain = try program("y.db", "--box", "-c", "list Part", "-c", "history Part/1.stock")
    #expect(!plain.output.contains("\u{1b}"))
  }

  @Test(arguments: [0, 3, 20])
  func theCaretStandsUnderItsPlaceInALineThatIsCut(place: Int) throws {
    defer { program.remove() }
    var conditions = Array(repeating: "age > 3", count: 20)
    conditions.insert("agee = 1", at: place)
    let condition = conditions.joined(separator: " and ")
    let lines = try onTerminal(
      "x.db", "--color", "never", "-c", "list Person where \(condition)", columns: 40
    ).split(separator: "\n")
    let place = try #require(lines.firstIndex { $0.hasSuffix("^") })
    let (line, caret) = (lines[place - 1], lines[place])
    #expect(line.count <= 40)
    #expect(line.dropFirst(caret.count - 1).hasPrefix("agee"))
  }

  // MARK: - Control characters

  @Test func echoAndGetAreRawOnAPipeAndHarmlessOnATerminal() throws {
    defer { program.remove() }
    let raw = "one\ntwo \u{1b}[31m\u{9b}\u{7f}\u{202e}\r\n"
    #expect(
      try program("x.db", "-c", "get Person/3.notes").output.unicodeScalars.elementsEqual(
        raw.unicodeScalars))
    let written = "one\ntwo \\u{1b}[31m\\u{9b}\\u{7f}\\u{202e}\\r\n"
    try expectEqual(onTerminal("x.db", "-c", "get Person/3.notes"), written)
    try expectEqual(
      onTerminal("-c", #"echo "a\tb\u{7}\u{2066}\u{200f}\u{85}""#),
      "a\tb\\u{7}\\u{2066}\u{200f}\\u{85}\n")
  }

  @Test func nothingThatIsPrintedSteersTheTerminal() throws {
    defer { program.remove() }
    let evil = "\u{1b}]0;x\u{7}\u{9b}2J\u{202e}\u{2067}"
    let script = """
      define `T\(evil)` { `p\(evil)`: Text?, q: Integer? }
      new `T\(evil)` `p\(evil)`="\(evil)" as `r\(evil)`
      label `l\(evil)` on `r\(evil)`.`p\(evil)`
      field `f\(evil)` on `r\(evil)`.`p\(evil)`
      type `f\(evil)` "\(evil)<Return>" --trace
      field g on `r\(evil)`.q
      type g "\(evil)"
      get `l\(evil)`; get `f\(evil)`; show `r\(evil)`; echo "\(evil)"
      list `T\(evil)`; describe `T\(evil)`; types; interactors; log; history `r\(evil)`
      undo
      help `\(evil)`
      """
    try program.write(script, to: "evil \(evil).wb")
    for options in ["--color=never", "--lines", "--json"] {
      let text = try onTerminal(
        "--color=never", options, "-f", "evil \(evil).wb", "-c", "include \"nothing \(evil)\"")
      #expect(text.contains("there is no command, topic, kind or function"))
      let steering = text.unicodeScalars.filter {
        $0.properties.generalCategory == .control && $0 != "\n"
          || (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
      }
      #expect(steering.isEmpty, "\(options): \(steering.map(\.value))")
    }
    let help = try onTerminal("help", evil)
    expectEqual(
      help,
      "error: there is no command, topic, kind or function \""
        + #"\u{1b}]0;x\u{7}\u{9b}2J\u{202e}\u{2067}"#
        + "\"\n")
  }

  // MARK: - The pager

  @Test func aReplyLongerThanTheScreenGoesThroughThePager() throws {
    defer { program.remove() }
    let terminal = try prompt(pager: "sed s/^/P:/")
    let lines = try terminal.run("help all")
    #expect(lines.contains { $0.hasPrefix("P:  define ") })
    #expect(lines.contains { $0.hasPrefix("P:help prompt") })
    try expectEqual(terminal.run("echo \"after\""), ["after"])
  }

  @Test func aReplyThatFitsIsPrintedPlainly() throws {
    defer { program.remove() }
    let lines = try prompt(pager: "sed s/^/P:/").run("types")
    expectEqual(lines.last?.hasPrefix("└────────┴"), true)
  }

  @Test func whoLeavesThePagerIsBackAtThePrompt() throws {
    defer { program.remove() }
    // If the reader closes the pipe, the query ends before its error.
    let endless =
      "with recursive c(n) as (select 1 union all select n + 1 from c where n < 3000000) "
      + "select n from c union all select json_extract('x', '$')"
    let terminal = try prompt(pager: "head -n 4")
    let lines = try terminal.run("sql \"\(endless)\"; echo \"beh\"")
    expectEqual(lines.suffix(2), ["│    1 │", "beh"])
    try expectEqual(terminal.run("get Person/1.age"), ["3"])
  }

  @Test func anErrorWaitsForThePager() throws {
    defer { program.remove() }
    let rows = "with recursive c(n) as (values(1) union all select n + 1 from c where n < 99) "
    let lines = try prompt(pager: "sed s/^/P:/").run(
      "sql \"\(rows) select n from c union all select json_extract('x', '$')\"")
    let end = try #require(lines.firstIndex { $0.hasPrefix("P:└") })
    let error = try #require(lines.firstIndex { $0.contains("error:") })
    #expect(end < error)
  }

  @Test func controlCIsThePagersWhileItRuns() throws {
    defer { program.remove() }
    let terminal = try prompt(pager: "trap '' INT; kill -INT 0; sed s/^/P:/")
    #expect(try terminal.run("help all").contains { $0.hasPrefix("P:  define ") })
    try expectEqual(terminal.run("echo \"after\""), ["after"])
  }

  @Test(arguments: ["", "cat", "no-such-pager", "no-such-pager -x \"y\""])
  func withoutAPagerAllIsPrinted(pager: String) throws {
    defer { program.remove() }
    let lines = try prompt(pager: pager).run("help all")
    #expect(lines.contains { $0.hasPrefix("  define ") })
    #expect(lines.contains { $0.hasPrefix("help prompt ") })
    #expect(!lines.contains { $0.contains("not found") })
  }

  @Test func noInputAndADumbTerminalMeanNoPager() throws {
    defer { program.remove() }
    let pager = "sed s/^/P:/"
    for terminal in [
      try prompt("--no-input", pager: pager), try prompt(pager: pager, terminal: "dumb"),
    ] {
      #expect(try terminal.run("help all").contains { $0.hasPrefix("help prompt ") })
    }
    let text = try onTerminal("-c", "help all", rows: 5, environment: ["PAGER": pager])
    #expect(text.contains("\nhelp prompt "))
  }

  // MARK: - A terminal

  private func prompt(
    _ options: String..., pager: String, terminal: String = "xterm"
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      program, ["x.db"] + options, environment: ["PAGER": pager, "TERM": terminal],
      columns: 120, rows: 10)
    try terminal.waitForPrompt()
    return terminal
  }

  private func onTerminal(
    _ arguments: String..., columns: Int = 120, rows: Int = 24,
    environment: [String: String?] = [:]
  ) throws -> String {
    let terminal = try PseudoTerminal(
      program, arguments, environment: environment, columns: columns, rows: rows)
    _ = try terminal.exitStatus()
    return String(decoding: terminal.raw, as: UTF8.self).replacing("\r\n", with: "\n")
  }
}

import Foundation
import TestSupport
import Testing

@Suite(.waits) struct TerminalOutputTests {
  @Test func aLaterRowThatNeedsALittleMoreRoomIsWhole() throws {
    let program = try Program()
    defer { program.remove() }
    let terminal = try PseudoTerminal(
      program,
      [
        "-c", "define P { name: Text }; repeat 1000 { new P name=abcd }; new P name=abcdefg",
        "-c", "list P",
      ],
      columns: 80, rows: 24)
    _ = try terminal.exitStatus()
    #expect(String(decoding: terminal.raw, as: UTF8.self).contains(" abcdefg "))
  }

  private let program: Program

  init() throws { program = try Program() }

  private func colours(in bytes: [UInt8]) -> Int {
    String(decoding: bytes, as: UTF8.self).matches(of: #/\u{1B}\[[0-9;]*m/#).count
  }

  // MARK: Colour

  @Test func anErrorIsColouredUnlessThatIsUnwanted() throws {
    defer { program.remove() }
    for (environment, isColoured) in [([:], true), (["NO_COLOR": "1"], false)] {
      let terminal = try program.promptWithAnn(environment: environment)
      let lines = try terminal.run("nonsense")
      #expect(lines.contains { $0.contains("error:") })
      try Editing("edit ann.age", at: terminal).end("1x\r")
      try terminal.run("list Person")
      expectEqual((colours(in: terminal.raw) > 0), isColoured)
    }
  }

  @Test func aRowThatBreaksARuleThatOnlyWarnsIsColouredWhereverItIs() throws {
    defer { program.remove() }
    let run = try program(
      "--box", "--color", "always", "-c", "define Lot { n: Integer }",
      "-c", "rule Lot.low severity warn : n > 0", "-c",
      "new Lot; repeat 149 { new Lot n=1 }; new Lot",
      "-c", "list Lot limit 120", "-c", "list Lot where id > 120")
    let rows = run.lines.filter { $0.contains("│") && colours(in: Array($0.utf8)) > 0 }
    #expect(rows.map { $0.matches(of: /Lot\/\d+/).map { $0.output } } == [["Lot/1"], ["Lot/151"]])
  }

  @Test func aDumbTerminalGetsPlainTextAndNoFieldToEdit() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn(environment: ["TERM": "dumb"])
    try expectEqual(terminal.run("echo \"hello\""), ["hello"])
    let lines = try terminal.run("edit ann.age")
    #expect(lines.contains { $0.contains("error: edit needs a terminal") })
    try terminal.run("list Person")
    try terminal.run("define Show {", prompt: ".. ")
    try terminal.run("title: Text key }")
    #expect(!terminal.raw.contains(0x1B))
    try terminal.send(Keys.control("D"))
    try terminal.wait("the question") { $0.flow.contains("Leave? [y/N] ") }
    try terminal.send("y\r")
    try expectEqual(terminal.exitStatus(), 0)
  }

  // MARK: Tables

  private func rules(in line: String) -> [Int] {
    var column = 0
    var result: [Int] = []
    for scalar in line.unicodeScalars {
      if scalar == "│" || scalar == "|" { result.append(column) }
      column += scalar.columns
    }
    return result
  }

  @Test func aTableIsABoxWhoseRulesStandBelowEachOther() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn("age=41")
    for name in ["日本語", "Zoe\u{308}", "ﾃﾞｰﾀ"] {
      try terminal.run("new Person name=\"\(name)\" age=7")
    }
    let lines = try terminal.run("list Person")
    let rows = lines.filter { line in
      ["Ann", "日本語", "Zoe\u{308}", "name"].contains { line.contains($0) }
    }
    expectEqual(rows.count, 4)
    let places = Set(rows.map(rules(in:)))
    expectEqual(places.count, 1)
    #expect((places.first?.count ?? 0) >= 3)
  }

  @Test func aTableWiderThanTheScreenStillShowsEveryRow() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn("age=41", columns: 20)
    let depth = terminal.screen.depth
    try terminal.send("list Person\r")
    let screen = try terminal.waitForPrompt(below: depth)
    #expect(screen.transcript.contains("Ann"))
    try expectEqual(terminal.run("echo \"alive\""), ["alive"])
  }

  // MARK: Pages

  private func crowd(_ arguments: String..., environment: [String: String?]) throws
    -> PseudoTerminal
  {
    let people = (1...40).map { "new Person name=\"person\($0)\"\n" }.joined()
    try program.write(Program.definition + "\n" + people, to: "crowd.wb")
    _ = try program("crowd.db", "-f", "crowd.wb")
    let terminal = try PseudoTerminal(
      program, ["crowd.db"] + arguments, environment: environment, rows: 10)
    try terminal.waitForPrompt()
    return terminal
  }

  private func writePager() throws -> String {
    try program.writeScript("sed 's/^/paged: /'", to: "pager")
  }

  @Test func moreThanAScreenGoesThroughThePager() throws {
    defer { program.remove() }
    let terminal = try crowd(environment: ["PAGER": try writePager()])
    let lines = try terminal.run("list Person")
    #expect(lines.contains { $0.hasPrefix("paged: ") && $0.contains("person1 ") })
    #expect(lines.contains { $0.hasPrefix("paged: ") && $0.contains("person40 ") })
    let few = try terminal.run("list Person limit 2")
    #expect(few.contains { $0.contains("person2 ") })
    #expect(!few.contains { $0.contains("paged: ") })
  }

  @Test func thereIsNoPagerWhereNobodyAnswers() throws {
    defer { program.remove() }
    let terminal = try crowd("--no-input", environment: ["PAGER": try writePager()])
    let lines = try terminal.run("list Person")
    #expect(lines.contains { $0.contains("person40 ") })
    #expect(!lines.contains { $0.contains("paged: ") })
  }

  @Test(arguments: [(nil, "FRX"), ("-S", "-S")])
  func withoutAPagerNamedItIsLess(own: String?, options: String) throws {
    defer { program.remove() }
    try program.writeScript(
      "echo \"less with $# arguments, $LESS, $LESSCHARSET\"; sed 's/^/paged: /'", to: "bin/less")
    let path = program.folder.appendingPathComponent("bin").path + ":/usr/bin:/bin"
    let terminal = try crowd(environment: ["PATH": path, "LESS": own])
    let lines = try terminal.run("list Person")
    expectEqual(lines.first, "less with 0 arguments, \(options), utf-8")
    #expect(lines.contains { $0.hasPrefix("paged: ") && $0.contains("person40 ") })
  }
}

import Foundation
import TestSupport
import Testing

@Suite(.waits) struct PromptTests {
  private let program: Program

  init() throws { program = try Program() }

  // MARK: Banner and prompts

  @Test func theBannerSaysWhereTheRecordsAre() throws {
    defer { program.remove() }
    let memory = try program.prompt().screen
    #expect(memory.lines[0].hasPrefix("workbench "))
    #expect(memory.text.contains("memory"))
    let file = try program.prompt("x.db").screen
    #expect(file.text.contains("x.db"))
    #expect(!file.text.contains("memory"))
  }

  @Test func thePromptTellsWhatIsOpen() throws {
    defer { program.remove() }
    let terminal = try program.prompt()
    try terminal.run("define Person {", prompt: ".. ")
    try terminal.run("name: Text key", prompt: ".. ")
    try terminal.run("}")
    try terminal.run("begin", prompt: "begin> ")
    try terminal.run("echo \"a", prompt: ".. ")
    try expectEqual(terminal.run("b\"", prompt: "begin> "), ["a", "b"])
    try terminal.run("rollback")
  }

  @Test func nothingIsWrittenThatATerminalNeedNotKnow() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn()
    try Editing("edit ann.age", at: terminal).end("12\r")
    try terminal.run("list Person")
    try terminal.run("nonsense")
    expectEqual(terminal.screen.unknown, [])
  }

  // MARK: Pastes

  @Test func linesThatArePastedRunAtReturnAndNotBefore() throws {
    defer { program.remove() }
    let terminal = try program.prompt()
    try terminal.wait("brackets for pastes") { $0.isPasteBracketed }
    let depth = terminal.screen.depth
    try terminal.send(Keys.paste("echo \"one\"\necho \"two\""))
    try terminal.wait("the text pasted") {
      $0.flow.contains("echo \"one\"") && $0.flow.contains("echo \"two\"")
    }
    #expect(!terminal.stillScreen.lines.contains("one"))
    try terminal.send("\r")
    try terminal.wait(for: "\ntwo\n")
    let lines = try terminal.waitForPrompt(below: depth).lines
    let one = try #require(lines.firstIndex(of: "one"))
    let two = try #require(lines.firstIndex(of: "two"))
    #expect(one < two)
  }

  @Test func aPasteThatEndsALineWaitsForReturnToo() throws {
    defer { program.remove() }
    let terminal = try program.prompt()
    try terminal.send(Keys.paste("echo \"one\"\n"))
    try terminal.wait("the text pasted") { $0.flow.contains("echo \"one\"") }
    #expect(!terminal.stillScreen.lines.contains("one"))
    try terminal.send("\r")
    try terminal.wait(for: "\none\n")
  }

  @Test func anErrorInAPasteKeepsWhatIsBehindItFromRunning() throws {
    defer { program.remove() }
    let terminal = try program.prompt()
    let depth = terminal.screen.depth
    try terminal.send(Keys.paste("nonsense\necho \"after\"") + "\r")
    try terminal.wait(for: "error:")
    try terminal.waitForPrompt(below: depth)
    try expectEqual(terminal.run("echo \"next\""), ["next"])
    #expect(!terminal.screen.lines.contains("after"))
  }

  @Test func aPasteMayBeTakenBack() throws {
    defer { program.remove() }
    let terminal = try program.prompt()
    let depth = terminal.screen.depth
    try terminal.send(Keys.paste("echo \"one\"\necho \"two\""))
    try terminal.wait("the text pasted") { $0.flow.contains("echo \"two\"") }
    try terminal.send(Keys.control("C"))
    try terminal.waitForPrompt(below: depth)
    try expectEqual(terminal.run("echo \"three\""), ["three"])
    let lines = terminal.screen.lines
    #expect(!lines.contains("one") && !lines.contains("two"))
  }

  // MARK: Dropping

  @Test func ctrlCDropsTheLine() throws {
    defer { program.remove() }
    let terminal = try program.prompt()
    let depth = terminal.screen.depth
    try terminal.send("echo \"dropped\"")
    try terminal.wait("the line") { $0.beforeCursor == "> echo \"dropped\"" }
    try terminal.send(Keys.control("C"))
    try terminal.waitForPrompt(below: depth)
    try expectEqual(terminal.run("echo \"kept\""), ["kept"])
    #expect(!terminal.screen.lines.contains("dropped"))
  }

  @Test func ctrlCDropsAHalfTypedCommand() throws {
    defer { program.remove() }
    let terminal = try program.prompt()
    try terminal.run("define Person {", prompt: ".. ")
    try terminal.run("name: Text key", prompt: ".. ")
    let depth = terminal.screen.depth
    try terminal.send(Keys.control("C"))
    try terminal.waitForPrompt(below: depth)
    let lines = try terminal.run("describe Person")
    #expect(lines.contains { $0.contains("there is no type \"Person\"") })
  }

  // MARK: History

  @Test func upRecallsACommandOfSeveralLinesAsOne() throws {
    defer { program.remove() }
    let terminal = try program.prompt()
    try terminal.run("begin", prompt: "begin> ")
    try terminal.run("define Person {", prompt: ".. ")
    try terminal.run("  name: Text key", prompt: ".. ")
    try terminal.run("}", prompt: "begin> ")
    try terminal.run("rollback")
    let depth = terminal.screen.depth
    try terminal.send(Keys.up)
    try terminal.wait("the last command") { $0.beforeCursor == "> rollback" }
    try terminal.send(Keys.up)
    try terminal.wait("the command before") { screen in
      let recalled = screen.lines.suffix(from: depth).joined(separator: "\n")
      return recalled.contains("define Person {") && recalled.contains("name: Text key")
        && recalled.contains("}") && !recalled.contains("rollback")
    }
    try terminal.send("\r")
    try terminal.waitForPrompt(below: depth)
    let types = try terminal.run("types")
    #expect(types.contains { $0.contains("Person") })
    #expect(!types.contains { $0.contains("no type") })
  }

  @Test func ctrlRSearches() throws {
    defer { program.remove() }
    let terminal = try program.prompt()
    try terminal.run("echo \"alpha\"")
    try terminal.run("echo \"beta\"")
    let depth = terminal.screen.depth
    try terminal.send(Keys.control("R") + "alp")
    try terminal.wait("what is searched for") {
      $0.lines.suffix(from: depth).joined().contains("echo \"alpha\"")
    }
    try terminal.send("\r")
    let screen = try terminal.waitForPrompt(below: depth)
    expectEqual(screen.lines(aboveCursor: 1), ["alpha"])
  }

  @Test func theHistoryIsKeptForTheNextRunAndForNobodyElse() throws {
    defer { program.remove() }
    let terminal = try program.prompt("x.db")
    try terminal.run("echo \"firstword\"")
    try expectEqual(terminal.run(" echo \"secretword\""), ["secretword"])
    try terminal.run("define M { c: Card? }; new M c=\"4111-1111 1111-1111\"")
    try terminal.send("exit\r")
    try expectEqual(terminal.exitStatus(), 0)

    let file = program.folder.appendingPathComponent("state/workbench/history").path
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    expectEqual((attributes[.posixPermissions] as? Int), 0o600)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("firstword"))
    #expect(text.contains("; new M c=\"•••• 1111\"\n"))
    #expect(!text.contains("secretword"))

    let next = try program.prompt()
    try next.send(Keys.up)
    try next.wait("the last line") { $0.beforeCursor == "> exit" }
    try next.send(Keys.up + Keys.up)
    try next.wait("the line before") { $0.beforeCursor == "> echo \"firstword\"" }
  }

  // MARK: Ending

  @Test func ctrlDEndsOnAnEmptyLineOnly() throws {
    defer { program.remove() }
    let terminal = try program.prompt()
    try terminal.send("echo \"a\"" + Keys.control("D"))
    try terminal.wait("the line") { $0.beforeCursor == "> echo \"a\"" }
    let depth = terminal.stillScreen.depth
    try terminal.send("\r")
    try terminal.waitForPrompt(below: depth)
    try terminal.send(Keys.control("D"))
    try expectEqual(terminal.exitStatus(), 0)
    #expect(terminal.isCooked)
    #expect(!terminal.screen.isPasteBracketed)
    expectEqual(terminal.screen.cursor.column, 0)
  }

  @Test func leavingRecordsInMemoryIsAskedAboutEachTime() throws {
    defer { program.remove() }
    let terminal = try program.prompt()
    try terminal.run("define T { a: Text }")
    for answer in ["n", "y"] {
      let depth = terminal.screen.depth
      try terminal.send(Keys.control("D"))
      try terminal.wait("the question") { screen in
        let said = (screen.scrolledOff + screen.lines)[depth...screen.depth].joined()
        return said.contains("will be lost. Leave? [y/N]")
      }
      let question = terminal.screen.depth
      try terminal.send(answer + "\r")
      if answer == "n" { try terminal.waitForPrompt(below: question) }
    }
    try expectEqual(terminal.exitStatus(), 0)
  }

  @Test(arguments: [Keys.control("D"), "exit\r"])
  func whatIsOpenAtTheEndIsAskedAbout(ending: String) throws {
    defer { program.remove() }
    try program.writeStore()
    let terminal = try program.prompt("x.db")
    try terminal.run("begin", prompt: "begin> ")
    try terminal.run("set Person[\"Ann\"].age 5", prompt: "begin> ")
    for answer in ["n", "y"] {
      let depth = terminal.screen.depth
      try terminal.send(ending)
      try terminal.wait("a question") { screen in
        let said = (screen.scrolledOff + screen.lines)[depth...screen.depth]
        return said.contains { $0.contains("?") } && !screen.beforeCursor.isEmpty
          && screen.beforeCursor != "begin> "
      }
      try terminal.send(answer + "\r")
      guard answer == "n" else { break }
      try terminal.waitForPrompt("begin> ", below: depth)
      try expectEqual(terminal.run("get Person[\"Ann\"].age", prompt: "begin> "), ["5"])
    }
    try expectEqual(terminal.exitStatus(), 1)
    #expect(terminal.screen.text.contains("rolled back"))
    try expectEqual(program.storedAge(), "41\n")
  }

  @Test func theQuestionNeitherCompletesNorRecallsNorIsKept() throws {
    defer { program.remove() }
    let terminal = try PseudoTerminal(program, columns: 120)
    try terminal.waitForPrompt()
    try terminal.run("begin", prompt: "begin> ")
    let depth = terminal.screen.depth
    try terminal.send("exit\r")
    let question = try terminal.wait("a question") { $0.beforeCursor.hasSuffix("[y/N] ") }
    try terminal.send(Keys.up)
    try terminal.wait("the bell") { $0.bells > question.bells }
    expectEqual(terminal.screen.line, question.line)
    try terminal.send("roll\t")
    let screen = try terminal.wait("the bell again") {
      $0.bells > question.bells + 1 && $0.beforeCursor.hasSuffix("roll")
    }
    expectEqual(screen.line, question.line + " roll")
    try terminal.send("\r")
    try terminal.waitForPrompt("begin> ", below: depth)
    try terminal.send(Keys.up)
    try terminal.wait("the last command") { $0.beforeCursor == "begin> exit" }
    try terminal.send(Keys.control("U") + "rollback\r")
    try terminal.waitForPrompt()
    let history = try String(
      contentsOf: program.folder.appendingPathComponent("state/workbench/history"), encoding: .utf8)
    expectEqual(history, "begin\nexit\nrollback\n")
  }

  @Test func exitWithNothingOpenAsksNothing() throws {
    defer { program.remove() }
    let terminal = try program.prompt()
    try terminal.run("begin", prompt: "begin> ")
    try terminal.run("rollback")
    try terminal.send("exit 7\r")
    try expectEqual(terminal.exitStatus(), 7)
  }

  // MARK: What runs first

  @Test func initRunsFirstAtAPromptAndNowhereElse() throws {
    defer { program.remove() }
    try writeInit("define Show { title: Text key }\nlet tv = new Show title=\"from init\"\n")
    let terminal = try program.prompt()
    #expect(terminal.screen.lines.contains("Show/1"))
    try expectEqual(terminal.run("echo \":tv.title\""), ["from init"])
    let without = try program.prompt("--no-init")
    #expect(!without.screen.text.contains("Show/1"))
    let config = program.folder.appendingPathComponent("config").path
    let script = try program(
      "-c", "echo \"script\"", environment: ["XDG_CONFIG_HOME": config])
    expectEqual(script.output, "script\n")
  }

  @Test func anErrorInInitIsReportedAndThePromptComes() throws {
    defer { program.remove() }
    try writeInit("echo \"before\"\nnonsense\n")
    let terminal = try program.prompt()
    // The path is longer than a line.
    #expect(terminal.screen.flow.contains("init.wb:2:1:"))
    #expect(terminal.screen.lines.contains("before"))
    try expectEqual(terminal.run("echo \"alive\""), ["alive"])
  }

  @Test func thePromptGoesOnBehindCommandsAndFilesWhereAsked() throws {
    defer { program.remove() }
    try program.write("echo \"second\"\nlet tv = new Show title=\"a\"\n", to: "x.wb")
    let terminal = try program.prompt(
      "-i", "-c", "define Show { title: Text key }; echo \"first\"", "-f", "x.wb")
    let lines = terminal.screen.lines
    let first = try #require(lines.firstIndex(of: "first"))
    let second = try #require(lines.firstIndex(of: "second"))
    #expect(first < second)
    try expectEqual(terminal.run("echo \":tv.title\""), ["a"])
  }

  private func writeInit(_ text: String) throws {
    try FileManager.default.createDirectory(
      at: program.folder.appendingPathComponent("config/workbench"),
      withIntermediateDirectories: true)
    try program.write(text, to: "config/workbench/init.wb")
  }
}

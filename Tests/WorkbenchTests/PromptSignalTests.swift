import Foundation
import TestSupport
import Testing

@Suite(.waits) struct PromptSignalTests {
  private let program: Program

  init() throws {
    program = try Program()
    try program.writeStore()
  }

  private static let endless = """
    sql "with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000000) \
    select count(*) from n"
    """

  private func openWork() throws -> PseudoTerminal {
    let terminal = try program.prompt("x.db")
    try terminal.run("let ann = Person[\"Ann\"]")
    try terminal.run("begin", prompt: "begin> ")
    try terminal.run("set ann.age 5", prompt: "begin> ")
    return terminal
  }

  // MARK: Ctrl-C

  @Test func ctrlCInterruptsTheCommandAndNothingElse() throws {
    defer { program.remove() }
    let terminal = try openWork()
    try terminal.start(Self.endless)
    try terminal.interrupt(prompt: "begin> ")
    try expectEqual(terminal.run("get ann.age", prompt: "begin> "), ["5"])
    try terminal.run("commit")
    try expectEqual(program.storedAge(), "5\n")
  }

  @Test func ctrlCBreaksAPasteOffThatNeverEnds() throws {
    defer { program.remove() }
    let terminal = try program.prompt("x.db")
    let depth = terminal.screen.depth
    // Exceeds the terminal's input buffer, so the paste is being read when it is sent. Ctrl-C
    // discards the unread rest.
    let spaces = String(repeating: " ", count: 20_000)
    try terminal.send("\u{1B}[200~set Person[\"Ann\"].age 5\(spaces)")
    try terminal.send(Keys.control("C"))
    try terminal.waitForPrompt(below: depth)
    try expectEqual(terminal.run("get Person[\"Ann\"].age"), ["41"])
  }

  @Test func whatFollowsAnInterruptedCommandInItsFileIsNotRun() throws {
    defer { program.remove() }
    try program.write("echo \"begun\"\n\(Self.endless)\nset ann.age 8\n", to: "long.wb")
    let terminal = try openWork()
    try terminal.send("include \"long.wb\"\r")
    try terminal.wait("the file to be run") { $0.lines.contains("begun") }
    try terminal.interrupt(prompt: "begin> ")
    try expectEqual(terminal.run("get ann.age", prompt: "begin> "), ["5"])
    try terminal.run("rollback")
    try expectEqual(terminal.run("get ann.age"), ["41"])
  }

  @Test func ctrlCAtAnEmptyPromptDoesNotEndTheProgram() throws {
    defer { program.remove() }
    let terminal = try openWork()
    for _ in 1...3 {
      let depth = terminal.screen.depth
      try terminal.send(Keys.control("C"))
      try terminal.waitForPrompt("begin> ", below: depth)
    }
    try expectEqual(terminal.run("get ann.age", prompt: "begin> "), ["5"])
  }

  // MARK: Ctrl-Z

  /// A shell that starts the program as a job, and resumes it after Return.
  private func shell() throws -> PseudoTerminal {
    let script = """
      set -m; "$@"; echo "stopped: $?"; read answer; fg >/dev/null; echo "ended: $?"
      """
    let terminal = try PseudoTerminal(
      program, ["-c", script, "sh", Program.executable.path, "x.db"], executable: "/bin/sh")
    try terminal.waitForPrompt()
    return terminal
  }

  @Test func ctrlZStopsTheProgramAndTheLineIsDrawnAgain() throws {
    defer { program.remove() }
    let terminal = try shell()
    try terminal.send("echo \"half")
    try terminal.wait("the line") { $0.beforeCursor == "> echo \"half" }
    try terminal.send(Keys.control("Z"))
    try terminal.wait(for: "stopped: 148")
    #expect(terminal.isCooked)
    #expect(!terminal.screen.isPasteBracketed)
    let depth = terminal.screen.depth
    try terminal.send("\r")
    try terminal.wait("the line drawn again") {
      $0.depth > depth && $0.beforeCursor == "> echo \"half" && !terminal.isCooked
    }
    #expect(terminal.screen.isPasteBracketed)
    try terminal.send(" done\"\r")
    try terminal.wait(for: "\nhalf done\n")
    try terminal.waitForPrompt(below: depth)
    try terminal.send(Keys.control("D"))
    try terminal.wait(for: "ended: 0")
    try expectEqual(terminal.exitStatus(), 0)
  }

  @Test func ctrlZInAFieldBringsTheFieldBack() throws {
    defer { program.remove() }
    let terminal = try shell()
    let editing = try Editing("edit Person[\"Ann\"].age", showing: "41", at: terminal)
    try editing.press(Keys.backspace + "2")
    try editing.wait(for: "42")
    try editing.press(Keys.control("Z"))
    try terminal.wait(for: "stopped: 148")
    let depth = terminal.screen.depth
    try terminal.send("\r")
    try terminal.wait("the field drawn again") {
      $0.depth > depth && $0.beforeCursor == editing.prompt + "42" && !terminal.isCooked
    }
    try editing.end()
    try expectEqual(program.storedAge(), "42\n")
  }

  @Test func aWindowMadeNarrowWhileTheProgramIsStoppedIsDrawnIn() throws {
    defer { program.remove() }
    let terminal = try shell()
    let line = "> echo \"abcdefghijklmnopqrstuvwxyz0123456789"
    try terminal.send(String(line.dropFirst(2)))
    try terminal.wait("the line") { $0.beforeCursor == line }
    try terminal.send(Keys.control("Z"))
    try terminal.wait(for: "stopped: 148")
    try terminal.resize(columns: 30, rows: 24)
    let depth = terminal.screen.depth
    try terminal.send("\r")
    try terminal.wait("the line drawn again") {
      $0.depth > depth && $0.beforeCursor == String(line.dropFirst(30)) && !terminal.isCooked
    }
    // This works only if the program knows where its rows wrap.
    try terminal.send(Keys.control("A"))
    let screen = try terminal.wait("the beginning of the line") { $0.beforeCursor == "> " }
    expectEqual(screen.line, String(line.prefix(30)))
    try terminal.send(Keys.control("E") + "\"\r")
    try terminal.wait(for: "\nabcdefghijklmnopqrstuvwxyz0123\n456789\n")
  }

  // MARK: The end

  enum Ending: String, CaseIterable {
    case hangUpSignal, termination, lostTerminal

    var status: Int32 { self == .termination ? 143 : 129 }

    func happen(to terminal: PseudoTerminal) {
      switch self {
      case .hangUpSignal: terminal.signal(SIGHUP)
      case .termination: terminal.signal(SIGTERM)
      case .lostTerminal: terminal.hangUp()
      }
    }
  }

  private func expectWorkRolledBack(_ location: SourceLocation = #_sourceLocation) throws {
    try expectEqual(program.storedAge(), "41\n", sourceLocation: location)
    let check = try program("x.db", "-c", "check")
    expectEqual(check.status, 0, sourceLocation: location)
  }

  @Test(arguments: Ending.allCases)
  func aProgramThatIsEndedRollsBackWhatIsOpen(ending: Ending) throws {
    defer { program.remove() }
    let terminal = try openWork()
    ending.happen(to: terminal)
    let status = try terminal.exitStatus()
    expectEqual(status, ending.status)
    try expectWorkRolledBack()
    if ending != .lostTerminal {
      #expect(terminal.isCooked)
      #expect(!terminal.screen.isPasteBracketed)
    }
  }

  @Test(arguments: Ending.allCases)
  func aProgramThatIsEndedWhileACommandRunsRollsBackWhatIsOpen(ending: Ending) throws {
    defer { program.remove() }
    let terminal = try openWork()
    try terminal.start(Self.endless)
    ending.happen(to: terminal)
    let status = try terminal.exitStatus()
    expectEqual(status, ending.status)
    try expectWorkRolledBack()
  }

  @Test(arguments: Ending.allCases)
  func aFieldThatIsEditedWhenTheProgramEndsIsCancelled(ending: Ending) throws {
    defer { program.remove() }
    let terminal = try program.prompt("x.db")
    let editing = try Editing("edit Person[\"Ann\"].age", showing: "41", at: terminal)
    try editing.press(Keys.backspace + "2")
    try editing.wait(for: "42")
    ending.happen(to: terminal)
    let status = try terminal.exitStatus()
    expectEqual(status, ending.status)
    try expectWorkRolledBack()
  }

  @Test func theHistoryIsKeptWhenTheProgramIsEnded() throws {
    defer { program.remove() }
    let terminal = try program.prompt()
    try terminal.run("echo \"firstword\"")
    terminal.hangUp()
    try expectEqual(terminal.exitStatus(), 129)
    let next = try program.prompt()
    try next.send(Keys.up)
    try next.wait("the last line") { $0.beforeCursor == "> echo \"firstword\"" }
  }

  // MARK: Windows

  @Test func aWindowMadeNarrowWhileOneTypesKeepsTheLineUsable() throws {
    defer { program.remove() }
    let terminal = try program.prompt()
    try terminal.send("echo \"abcdefghijklmnopqrstuvwxyz")
    try terminal.wait("the line") { $0.beforeCursor == "> echo \"abcdefghijklmnopqrstuvwxyz" }
    try terminal.resize(columns: 20, rows: 24)
    try terminal.wait("the line drawn again") {
      $0.flow.contains("> echo \"abcdefghijklmnopqrstuvwxyz")
    }
    let depth = terminal.screen.depth
    try terminal.send("0" + Keys.left + "1")
    try terminal.wait("the line with more") {
      $0.flow.contains("> echo \"abcdefghijklmnopqrstuvwxyz10 ")
    }
    try terminal.send(Keys.control("E") + "\"\r")
    try terminal.waitForPrompt(below: depth)
    let flow = terminal.screen.flow
    expectEqual(flow.ranges(of: "abcdefghijklmnopqrstuvwxyz10").count, 2)
  }

  @Test func aWindowMadeWideShowsTheLineInOneRow() throws {
    defer { program.remove() }
    let terminal = try program.prompt(columns: 20)
    try terminal.send("echo \"abcdefghijklmnopqrstuvwxyz\"")
    try terminal.wait("the line") {
      $0.flow.contains("> echo \"abcdefghijklmnopqrstuvwxyz\"")
    }
    try terminal.resize(columns: 80, rows: 24)
    try terminal.wait("the line drawn again") {
      $0.lines.contains("> echo \"abcdefghijklmnopqrstuvwxyz\"")
    }
    let depth = terminal.screen.depth
    try terminal.send("\r")
    let screen = try terminal.waitForPrompt(below: depth)
    expectEqual(screen.lines(aboveCursor: 1), ["abcdefghijklmnopqrstuvwxyz"])
  }

  @Test func aWindowThatChangesEndsASearchAndKeepsWhatItHasFound() throws {
    defer { program.remove() }
    let terminal = try program.prompt()
    try terminal.run("echo \"alpha\"")
    try terminal.run("echo \"beta\"")
    let depth = terminal.screen.depth
    try terminal.send(Keys.control("R") + "alp")
    try terminal.wait("what is searched for") {
      $0.text.contains("bck:alp") && $0.lines.contains("> echo \"alpha\"")
    }
    try terminal.resize(columns: 60, rows: 20)
    try terminal.wait("the search to end") {
      $0.line == "> echo \"alpha\"" && !$0.text.contains("bck:")
    }
    try terminal.send(Keys.control("E") + Keys.left + "bet\r")
    let screen = try terminal.waitForPrompt(below: depth)
    expectEqual(screen.lines(aboveCursor: 2), ["> echo \"alphabet\"", "alphabet"])
  }
}

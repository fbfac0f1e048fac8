import Foundation
import TestSupport
import Testing

@Suite(.waits) struct InterruptionTests {
  private let program: Program

  init() throws {
    program = try Program()
    try program.writeStore()
  }

  private func openWork(_ environment: [String: String?] = [:]) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(program, ["x.db"], environment: environment, rows: 10)
    try terminal.waitForPrompt()
    try terminal.run("begin", prompt: "begin> ")
    try terminal.run("set Person[\"Ann\"].age 5", prompt: "begin> ")
    return terminal
  }

  // MARK: Triggers

  @Test func aTriggerOfTheFileThatNeverEndsIsBrokenOff() throws {
    defer { program.remove() }
    let planting = try program.run(
      URL(fileURLWithPath: "/usr/bin/sqlite3"),
      [
        "x.db",
        """
        CREATE TRIGGER other AFTER UPDATE ON Person BEGIN SELECT (SELECT count(*) FROM (WITH RECURSIVE
          c(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM c) SELECT a FROM c)); END
        """,
      ])
    expectEqual(planting.status, 0, "\(planting.errors)")
    let terminal = try program.prompt("x.db")
    try terminal.start("set Person[\"Ann\"].age 5")
    try terminal.interrupt(prompt: "> ")
    try expectEqual(terminal.run("get Person[\"Ann\"].age"), ["41"])
    try terminal.start("set Person[\"Ann\"].age 5")
    try expectEqual(terminal.terminate(), 143)
    try expectEqual(program.storedAge(), "41\n")
  }

  // MARK: Files

  /// Creates a pipe, which cannot be opened until it has a writer.
  private func makePipe() throws -> String {
    try #require(mkfifo(program.folder.appendingPathComponent("pipe").path, 0o600) == 0)
    return "include \"pipe\""
  }

  @Test func ctrlCBreaksAFileOffToWhichNobodyWrites() throws {
    defer { program.remove() }
    let terminal = try openWork()
    try terminal.start(makePipe())
    try terminal.interrupt(prompt: "begin> ")
    try expectEqual(terminal.run("get Person[\"Ann\"].age", prompt: "begin> "), ["5"])
    #expect(!terminal.screen.text.contains("system call"))
  }

  @Test func ctrlCBreaksAFileOffThatNeverEnds() throws {
    defer { program.remove() }
    let terminal = try openWork()
    _ = try makePipe()
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    // A process of its own for the redirection would survive, and wait for a reader forever; it may
    // inherit that SIGTERM is blocked.
    writer.arguments = ["-c", "exec yes '' >pipe"]
    writer.standardOutput = FileHandle.nullDevice
    writer.standardError = FileHandle.nullDevice
    writer.currentDirectoryURL = program.folder
    try writer.run()
    defer { kill(writer.processIdentifier, SIGKILL) }
    try terminal.start("include \"pipe\"")
    try terminal.interrupt(prompt: "begin> ")
    try expectEqual(terminal.run("get Person[\"Ann\"].age", prompt: "begin> "), ["5"])
  }

  @Test func aProgramThatWaitsForAFileEndsWhenAskedTo() throws {
    defer { program.remove() }
    let terminal = try openWork()
    try terminal.start(makePipe())
    try expectEqual(terminal.terminate(), 143)
    try expectEqual(program.storedAge(), "41\n")
  }

  @Test func ctrlCTakesAllRoundsOfALoopBack() throws {
    defer { program.remove() }
    let terminal = try openWork()
    try terminal.start("repeat 1000000000 { set Person[\"Ann\"].age 6 }")
    try terminal.interrupt(prompt: "begin> ")
    try expectEqual(terminal.run("get Person[\"Ann\"].age", prompt: "begin> "), ["5"])
  }

  // MARK: People

  @Test func aProgramWhosePagerIsOpenEndsWhenAskedTo() throws {
    defer { program.remove() }
    let pager = try program.writeScript(
      "cat >/dev/null; echo paging; read key </dev/tty", to: "pager")
    let terminal = try openWork(["PAGER": pager])
    try terminal.send("help\r")
    try terminal.wait(for: "paging")
    try expectEqual(terminal.terminate(), 143)
    try expectEqual(program.storedAge(), "41\n")
  }

  // MARK: Other programs

  @Test func ctrlCBreaksTheWaitForAnotherProgramOff() throws {
    defer { program.remove() }
    let other = try openWork()
    let terminal = try program.prompt("x.db")
    try terminal.start("set Person[\"Ann\"].age 6")
    try terminal.interrupt()
    // Only a wait that times out mentions the other program.
    #expect(!terminal.screen.text.contains("another program"))
    try other.run("commit")
    try expectEqual(terminal.run("get Person[\"Ann\"].age"), ["5"])
  }

  @Test func aChangeWaitsForAnotherProgram() throws {
    defer { program.remove() }
    let other = try openWork()
    let terminal = try program.prompt("x.db")
    let depth = terminal.screen.depth
    try terminal.start("set Person[\"Ann\"].age 6")
    try other.run("commit")
    try terminal.waitForPrompt(below: depth)
    try expectEqual(terminal.run("get Person[\"Ann\"].age"), ["6"])
    #expect(!terminal.screen.text.contains("error"))
  }
}

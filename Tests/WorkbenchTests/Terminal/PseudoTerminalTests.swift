import Foundation
import TestSupport
import Testing

@Suite(.waits) struct PseudoTerminalTests {
  private let program: Program

  init() throws { program = try Program() }

  private func shell(_ script: String, columns: Int = 80, rows: Int = 24) throws -> PseudoTerminal {
    try PseudoTerminal(
      program, ["-c", script], columns: columns, rows: rows, executable: "/bin/sh")
  }

  @Test func theProgramHasATerminalOfItsOwnAndAPersonsEnvironment() throws {
    defer { program.remove() }
    let terminal = try shell("tty; tty </dev/tty; pwd; echo $USER:$TERM:$HOME; stty size")
    try expectEqual(terminal.exitStatus(), 0)
    let path = program.folder.resolvingSymlinksInPath().path
    let lines = terminal.screen.lines
    #expect(lines[0].hasPrefix("/dev/pts/"))
    expectEqual(lines[1], "/dev/tty")
    expectEqual(lines[2...4], [path, "tester:xterm:\(path)", "24 80"])
  }

  @Test func whatDoesNotComeIsAFailureThatShowsTheScreen() throws {
    defer { program.remove() }
    let terminal = try shell("echo here; read x")
    try terminal.wait(for: "here")
    let failure = #expect(throws: PseudoTerminal.Failure.self) {
      try terminal.wait(for: "there", within: 0.1)
    }
    expectEqual(failure?.description.contains("\"there\""), true)
    expectEqual(failure?.description.contains("\nhere\n"), true)
    #expect(throws: PseudoTerminal.Failure.self) { try terminal.exitStatus(within: 0.1) }
  }

  @Test func thereIsNoWaitingForAProgramThatHasEnded() throws {
    defer { program.remove() }
    let terminal = try shell("exit 7")
    #expect(throws: PseudoTerminal.Failure.self) { try terminal.wait(for: "x", within: 1000) }
    try expectEqual(terminal.exitStatus(), 7)
  }

  @Test func keysAndSignalsReachTheProgram() throws {
    defer { program.remove() }
    let terminal = try shell(
      "trap 'echo INT' INT; trap 'echo WINCH; stty size' WINCH; cat; while ! read x; do :; done; echo got $x"
    )
    try terminal.send("abc\r")
    try terminal.wait(for: "abc\nabc")
    try terminal.send("\u{3}")
    try terminal.wait(for: "INT")
    try terminal.resize(columns: 40, rows: 10)
    try terminal.wait(for: "WINCH\n10 40")
    try terminal.send("def\r")
    try terminal.wait(for: "got def")
    try expectEqual(terminal.exitStatus(), 0)
  }

  @Test func hangingUpIsHeard() throws {
    defer { program.remove() }
    let terminal = try shell("trap 'exit 5' HUP; echo ready; while :; do read x || :; done")
    try terminal.wait(for: "ready")
    terminal.hangUp()
    try expectEqual(terminal.exitStatus(), 5)
    let other = try shell("echo ready; read x")
    try other.wait(for: "ready")
    other.hangUp()
    #expect(throws: PseudoTerminal.Failure.self) { try other.exitStatus() }
  }

  @Test func moreThanTheTerminalHoldsIsSentAndRead() throws {
    defer { program.remove() }
    let terminal = try shell("stty raw -echo; echo ready; head -c 100000 | wc -c")
    try terminal.wait(for: "ready")
    try terminal.send(String(repeating: "x", count: 100_000))
    try terminal.wait(for: "100000")
    let loud = try shell("head -c 1000000 /dev/zero | tr '\\0' x; exit 3")
    try expectEqual(loud.exitStatus(), 3)
    expectEqual(loud.raw.count, 1_000_000)
  }

  @Test func theProgramsPromptIsSeenAndUsed() throws {
    defer { program.remove() }
    let terminal = try PseudoTerminal(program)
    try terminal.waitForPrompt()
    try expectEqual(terminal.run("echo \"日本\""), ["日本"])
    expectEqual(terminal.screen.unknown, [])
    #expect(!terminal.isCooked)
    try terminal.send("exit\r")
    try expectEqual(terminal.exitStatus(), 0)
    #expect(terminal.isCooked)
  }
}

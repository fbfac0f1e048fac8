import Foundation
import TestSupport
import Testing

/// The file of the user's state folder that remembers which commands may use files.
@Suite(.waits) struct TrustFileTests {
  private let program: Program

  init() throws {
    program = try Program()
    try program.write("define P { name: Text key }\nnew P name=a\n", to: "world.wb")
    _ = try program(
      "x.db", "-f", "world.wb", "-c", "save command c { list P to \"out\" --replace }")
  }

  private var state: [String: String] { ["XDG_STATE_HOME": program.folder.path + "/state/own"] }

  private func run(_ database: String = "x.db", _ more: String...) throws -> Program.Run {
    try program.run(
      Program.executable, [database, "-c", "c"] + more, Data(), state)
  }

  private func agree() throws {
    let terminal = try program.prompt("x.db", environment: state)
    let depth = terminal.screen.depth
    try terminal.send("c\r")
    try terminal.wait("the question") {
      $0.flow.contains("run c, a command of this database that uses list … to FILE? [y/N] ")
    }
    try terminal.send("y\r")
    try terminal.waitForPrompt(below: depth + 1)
    try terminal.send("exit 7\r")
    expectEqual(try terminal.exitStatus(), 7)
  }

  private func mode(_ name: String) throws -> Int? {
    let path = program.folder.appendingPathComponent(name).path
    return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func scriptsRunWhatTheUserHasAgreedToOnce() throws {
    defer { program.remove() }
    let refused = try run()
    expectEqual(refused.status, 1)
    #expect(refused.errors.contains("cannot ask for permission"), "\(refused.errors)")
    #expect(refused.errors.contains("--trust"), "\(refused.errors)")
    #expect(!program.hasFile("out"))
    expectEqual(try run("x.db", "--trust").status, 0)
    // The option is for one run.
    expectEqual(try run().status, 1)
    try agree()
    expectEqual(try mode("state/own/workbench/trust"), 0o600)
    expectEqual(try mode("state/own/workbench"), 0o700)
    expectEqual(try mode("state/own"), 0o700)
    expectEqual(try run().status, 0)
    // A copy is another database, and so is one with another definition.
    try FileManager.default.copyItem(
      at: program.folder.appendingPathComponent("x.db"),
      to: program.folder.appendingPathComponent("y.db"))
    expectEqual(try run("y.db").status, 1)
    _ = try program("x.db", "-c", "save command c { list P to \"other\" --replace }")
    expectEqual(try run().status, 1)
    _ = try program("x.db", "-c", "undo")
    expectEqual(try run().status, 0)
  }

  @Test(arguments: [
    "", "[", "{}", "[{\"inode\":1}]", "\u{0}", String(repeating: "[", count: 100_000),
  ])
  func aFileThatIsBrokenOrTooLongIsEmpty(text: String) throws {
    defer { program.remove() }
    try agree()
    expectEqual(try run().status, 0)
    let file = program.folder.appendingPathComponent("state/own/workbench/trust")
    let stored = try Data(contentsOf: file)
    try Data(text.utf8).write(to: file)
    expectEqual(try run().status, 1)
    try agree()
    expectEqual(try run().status, 0)
    try (stored + Data(repeating: UInt8(ascii: " "), count: 1 << 20)).write(to: file)
    expectEqual(try run().status, 1)
  }

  @Test func aScreenAsksBeforeTheSecondKey() throws {
    defer { program.remove() }
    _ = try program(
      "x.db", "-c", "save command write who when (true) { list P to \"out\" }",
      "-c", "screen Desk for [P] { title \"Names\"; columns name; menu write }")
    let terminal = try program.prompt("x.db", environment: state)
    try terminal.send("open Desk\r")
    try terminal.wait("the list") { $0.isAlternate && $0.lines[0] == "Names" }
    try terminal.send("w")
    try terminal.wait("the question") { screen in
      screen.lines.contains { $0.contains("run write, a command of this database") }
    }
    #expect(!program.hasFile("out"))
    try terminal.send("w")
    try terminal.wait("the end of the question") { screen in
      !screen.lines.contains { $0.contains("run write") }
    }
    // A file is complete when `open` is.
    try terminal.send("\u{1B}")
    try terminal.wait("the file") { _ in program.hasFile("out") }
  }

  /// The name must not write over the question.
  @Test func controlCharactersOfAFileAreShown() throws {
    defer { program.remove() }
    _ = try program(
      "x.db", "-c", "new P name=\"/none/b\u{1B}[2K\"",
      "-c", "save command d { get P/2.name to \":(P/2.name)\" }")
    let terminal = try program.prompt("x.db", environment: state)
    try terminal.send("d\r")
    try terminal.wait("the question") { $0.flow.contains("run d, a command") }
    try terminal.send("y\r")
    try terminal.wait("the file") { $0.flow.contains("[2K, which is outside the folder") }
  }

  @Test func anAnswerThatCannotBeKeptLastsForTheRun() throws {
    defer { program.remove() }
    try FileManager.default.createDirectory(
      at: program.folder.appendingPathComponent("state/own/workbench/trust"),
      withIntermediateDirectories: true)
    let terminal = try program.prompt("x.db", environment: state)
    try terminal.send("c\r")
    try terminal.wait("the question") { $0.flow.contains("[y/N] ") }
    try terminal.send("y\r")
    try terminal.wait("the warning") { $0.flow.contains("the answer applies to this run only") }
    try terminal.wait("the file") { _ in program.hasFile("out") }
    expectEqual(try run().status, 1)
  }
}

import Foundation
import TestSupport
import Testing

@Suite(.waits) struct RunSignalTests {
  private let program: Program

  init() throws {
    program = try Program()
    try program.writeStore()
  }

  private var printed: URL { program.folder.appendingPathComponent("printed") }
  private var errors: URL { program.folder.appendingPathComponent("errors") }

  private func start(_ arguments: String..., input: Any? = nil) throws -> Process {
    let process = Process()
    for url in [printed, errors] { try Data().write(to: url) }
    // The test runner may ignore these signals.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["--default-signal=HUP,INT,TERM", Program.executable.path, "x.db"] + arguments
    process.currentDirectoryURL = program.folder
    process.standardInput = input ?? FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: printed)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    return process
  }

  private func wait(for text: String, of process: Process) throws {
    let deadline = Date.now + 300
    while try !String(contentsOf: printed, encoding: .utf8).contains(text) {
      try #require(process.isRunning && Date.now < deadline)
      usleep(1000)
    }
  }

  private func end(_ process: Process, by number: Int32) throws -> String {
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    expectEqual(process.terminationStatus, 128 + number)
    return try String(contentsOf: errors, encoding: .utf8)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalEndsAnEndlessLoopOfWhichNothingStays(number: Int32) throws {
    defer { program.remove() }
    let loop = "while true { set Person[\"Ann\"].age 5; get Person[\"Ann\"].age to \"f\" }"
    let process = try start("-c", "echo ready", "-c", loop)
    try wait(for: "ready\n", of: process)
    #expect(try end(process, by: number).contains("error: interrupted"))
    try expectEqual(program.storedAge(), "41\n")
    #expect(!program.hasFile("f"))
  }

  private static let watching = """
    label age on Person["Ann"].age
    watch age
    set Person["Ann"].age 7
    echo "after"
    """

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalInAWatchEndsTheRun(number: Int32) throws {
    defer { program.remove() }
    try program.write(Self.watching, to: "watch.wb")
    let process = try start("-f", "watch.wb", "-c", "echo after")
    // Watched values are printed when waiting begins.
    try wait(for: "age: 41\nage: 41\n", of: process)
    try expectEqual(end(process, by: number), "")
    try expectEqual(String(contentsOf: printed, encoding: .utf8), "age: 41\nage: 41\n")
    try expectEqual(program.storedAge(), "41\n")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalInAWatchEndsARunWhoseInputStaysOpen(number: Int32) throws {
    defer { program.remove() }
    let input = Pipe()
    let process = try start(input: input)
    try input.fileHandleForWriting.write(contentsOf: Data((Self.watching + "\n").utf8))
    try wait(for: "age: 41\nage: 41\n", of: process)
    try expectEqual(end(process, by: number), "")
    try expectEqual(String(contentsOf: printed, encoding: .utf8), "age: 41\nage: 41\n")
    try expectEqual(program.storedAge(), "41\n")
    try input.fileHandleForWriting.close()
  }

  @Test func aSignalThatComesBeforeTheProgramWaitsForInputEndsIt() throws {
    defer { program.remove() }
    let input = Pipe()
    let process = try start(input: input)
    try input.fileHandleForWriting.write(contentsOf: Data("echo \"on\"\n".utf8))
    try wait(for: "on", of: process)
    #expect(try end(process, by: SIGTERM).contains("interrupted"))
    try input.fileHandleForWriting.close()
  }

  @Test func whatIsPrintedBeforeALoopAppearsBeforeItsEnd() throws {
    defer { program.remove() }
    let process = try start(
      "-c", "set Person/1.age 7; echo \"on\"; repeat 1000000000 { set Person/1.age 8 }")
    try wait(for: "on", of: process)
    #expect(process.isRunning)
    let said = try end(process, by: SIGTERM)
    #expect(said.contains("interrupted") && !said.contains("nothing was stored"), "\(said)")
    try expectEqual(program.storedAge(), "7\n")
  }

  /// The claim must hold at every moment.
  @Test(arguments: ["list Person", "history Person", "log", "check", "list Person at #3"])
  func aSignalWhileAFileIsReadLeavesWholeLinesAndTheStoreAsItWas(command: String) throws {
    defer { program.remove() }
    _ = try program(
      "x.db", "-c",
      "repeat 1000 { new Person name=(\"a\" || count(Person)) age=7 }; set Person where id > 0 : age=8"
    )
    let whole = try program("x.db", "--json", "-c", command).output
    let file = program.folder.appendingPathComponent("x.db")
    let bytes = try Data(contentsOf: file)
    for round in 0..<8 {
      let number = [SIGINT, SIGTERM, SIGHUP][round % 3]
      let process = try start("--json", "-c", command)
      while round % 2 == 0, !whole.isEmpty, process.isRunning,
        try Data(contentsOf: printed).isEmpty
      { usleep(200) }
      usleep(UInt32(round * (round % 2 == 0 ? 500 : 40_000)))
      kill(process.processIdentifier, number)
      process.waitUntilExit()
      let said = try String(contentsOf: errors, encoding: .utf8)
      let text = try String(contentsOf: printed, encoding: .utf8)
      let words = "\(round): \(process.terminationStatus) \(said)"
      if process.terminationReason == .uncaughtSignal {
        // The signal came before anything was read.
        #expect(process.terminationStatus == number && text.isEmpty && said.isEmpty, "\(words)")
      } else if process.terminationStatus == 0 {
        #expect(text == whole && said.isEmpty, "\(words)")
      } else {
        expectEqual(process.terminationStatus, 128 + number, "\(words)")
        #expect(whole.hasPrefix(text) && (text.isEmpty || text.hasSuffix("\n")), "\(words)")
        #expect(said.isEmpty || said.contains("interrupted"), "\(words)")
      }
      try expectEqual(Data(contentsOf: file), bytes, "\(words)")
    }
    let check = try program("x.db", "-c", "check; count Person")
    #expect(check.output == "1001\n" && check.status == 0, "\(check.output)\(check.errors)")
  }
}

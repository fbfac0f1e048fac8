import Foundation
import TestSupport
import Testing

/// Kills a program at random moments while it writes: acknowledged changes are in the file, the
/// current change is complete or missing, and the next run succeeds.
///
/// Each case is killed once, or about three hundred times with `WORKBENCH_LONG=1`.
@Suite(.waits) struct KillFaultTests {
  struct Deed: CustomTestStringConvertible, Sendable {
    var name: String
    var base: String
    var commands: String
    /// Replaces the base if the current program can no longer create it.
    var fixture: String?

    var testDescription: String { name }
  }

  private static let type = "define C { name: Text key, n: Integer = 0, note: Text = \"\" }"
  private static let records =
    type + "; repeat 200 { new C name=(\"c\" || count(C)) n=7 note=hidden }"

  static let deeds = [
    Deed(name: "import", base: records, commands: "import c.csv into C"),
    Deed(
      name: "alter", base: records,
      commands: "alter C { add extra: Text = x   change n: Decimal(integer: 8, fraction: 2) }"),
    Deed(name: "set", base: records, commands: "set C where n = 7 : n=(n + 1)"),
    Deed(name: "erase", base: records, commands: "erase C/1.note \"asked\""),
    Deed(
      name: "compact", base: records + "; set C where n = 7 : n=8", commands: "compact before #3"),
    Deed(name: "undo", base: records + "; set C where n = 7 : n=8", commands: "undo"),
    Deed(name: "delete", base: records, commands: "delete C where n = 7"),
    Deed(name: "upgrade", base: "", commands: "set Box/1.weight 15", fixture: "format-8.db"),
  ]

  private let program: Program

  init() throws {
    program = try Program()
    let rows = (1...1000).map { "row \($0),\($0)\n" }
    try program.write("name,n\n" + rows.joined(), to: "c.csv")
  }

  private var file: URL { program.folder.appendingPathComponent("x.db") }
  private static let rounds = Seeded.isLong ? Seeded.kills / (deeds.count + 1) : 1

  private func start(_ arguments: String..., output: FileHandle = .nullDevice) throws -> Process {
    let process = Process()
    process.executableURL = Program.executable
    process.arguments = ["x.db"] + arguments
    process.currentDirectoryURL = program.folder
    process.environment = ["USER": "tester"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Waits until the process has started to write.
  private func kill(_ process: Process, within microseconds: Int, _ random: inout Seeded) {
    let log = program.folder.appendingPathComponent("x.db-wal").path
    while process.isRunning, !FileManager.default.fileExists(atPath: log) { usleep(100) }
    usleep(UInt32(random.below(max(microseconds, 1))))
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private static let time = try! NSRegularExpression(
    pattern: #""\d{4}-\d\d-\d\dT[0-9:.]+Z""#)

  private func removeFile() {
    for end in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: file.path + end)
    }
  }

  private func state(_ type: String) throws -> String {
    let run = try program(
      "x.db", "--json", "-c", "list \(type)", "-c", "history \(type)", "-c", "describe \(type)",
      "-c", "log", "-c", "check")
    expectEqual(run.errors, "")
    return Self.time.stringByReplacingMatches(
      in: run.output, range: NSRange(location: 0, length: run.output.utf16.count),
      withTemplate: "\"…\"")
  }

  @Test(arguments: Array(deeds.enumerated()))
  func whatIsKilledIsThereWhollyOrNotAtAll(number: Int, deed: Deed) throws {
    defer { program.remove() }
    let type = deed.fixture == nil ? "C" : "Box"
    if let fixture = deed.fixture {
      let fixtures = Program.root.appending(path: "Tests/WorkbenchTests/Fixtures")
      try program.write(Data(contentsOf: fixtures.appending(path: fixture)), to: "x.db")
    } else {
      let run = try program("x.db", "-c", deed.base)
      try #require(run.status == 0, "\(run.errors)")
    }
    let before = try Data(contentsOf: file)
    let former = try state(type)
    try expectEqual(program("x.db", "-c", "check").output, "")
    let clock = ContinuousClock()
    var random = Seeded(stream: number)
    var time = 0
    var next = ""
    for round in 0...Self.rounds {
      removeFile()
      try before.write(to: file)
      // The first round is not killed; its duration limits the random delays.
      if round == 0 {
        let length = try clock.measure {
          let run = try program("x.db", "-c", deed.commands)
          try #require(run.status == 0, "\(run.errors)")
        }
        time = Int(length / .microseconds(1))
        next = try state(type)
        #expect(next != former)
        continue
      }
      let process = try start("-c", deed.commands)
      kill(process, within: time / 2, &random)
      let state = try state(type)
      #expect(state == former || state == next, "round \(round): \(state)")
      if state == former {
        try expectEqual(program("x.db", "-c", deed.commands).status, 0, "round \(round)")
        try expectEqual(self.state(type), next, "round \(round)")
      }
    }
  }

  @Test func whatWasPrintedOfALoadThatIsKilledIsInTheFile() throws {
    defer { program.remove() }
    _ = try program("x.db", "-c", Self.type)
    let before = try Data(contentsOf: file)
    try program.write((1...20_000).map { "new C name=c\($0)\n" }.joined(), to: "load.wb")
    let printed = program.folder.appendingPathComponent("printed")
    var random = Seeded(stream: 100)
    for round in 1...Self.rounds {
      removeFile()
      try before.write(to: file)
      try program.write("", to: "printed")
      let process = try start("-f", "load.wb", output: try FileHandle(forWritingTo: printed))
      kill(process, within: 2_000_000, &random)
      let count = try String(contentsOf: printed, encoding: .utf8).count { $0 == "\n" }
      let run = try program("x.db", "-c", "check", "-c", "count C", "-c", "new C name=last")
      expectEqual(run.status, 0, "round \(round): \(run.errors)\(run.output)")
      let stored = run.lines.first.flatMap { Int($0) } ?? 0
      #expect(stored >= count, "round \(round)")
      expectEqual(run.lines.last, "C/\(stored + 1)", "round \(round)")
    }
  }

  /// Only root can mount a small disk.
  @Test(.enabled(if: getuid() == 0))
  func aDiskThatIsFullLosesNothingThatWasPrinted() throws {
    defer { program.remove() }
    try program.write((1...20_000).map { "new C name=c\($0)\n" }.joined(), to: "load.wb")
    let script = """
      mkdir disk; mount -t tmpfs -o size=2m none disk 2>/dev/null || { echo "no disk"; exit; }
      "$0" disk/x.db -c '\(Self.type)'
      "$0" disk/x.db -f load.wb >printed 2>errors; echo "status $?"
      grep -c . printed
      # Reading still goes, and so does writing once there is room.
      "$0" disk/x.db --readonly -c check -c "count C"
      mount -o remount,size=4m disk; "$0" disk/x.db -c check -c "new C name=last"
      """
    let run = try program.run(
      URL(fileURLWithPath: "/usr/bin/unshare"),
      ["-m", "sh", "-c", script, Program.executable.path])
    if run.output == "no disk\n" || run.output.isEmpty { return }
    let errors = try String(
      contentsOf: program.folder.appendingPathComponent("errors"), encoding: .utf8)
    expectEqual(run.errors, "disk/x.db: new database\n")
    #expect(errors.contains("full"), "\(errors)")
    let lines = run.lines
    try #require(lines.count == 4, "\(lines)")
    expectEqual(lines[0], "status 1")
    let (count, stored) = (Int(lines[1]) ?? -1, Int(lines[2]) ?? -2)
    #expect(count > 100 && stored == count)
    expectEqual(lines[3], "C/\(stored + 1)")
  }
}

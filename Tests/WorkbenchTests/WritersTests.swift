import Foundation
import TestSupport
import Testing

@Suite(.waits) struct WritersTests {
  private let program: Program

  init() throws {
    program = try Program()
  }

  private func start(_ name: String, _ script: String) throws -> Process {
    try program.write(script, to: "\(name).wb")
    try program.write("", to: "\(name).err")
    let process = Process()
    process.executableURL = Program.executable
    process.arguments = ["x.db", "--actor", name, "-f", "\(name).wb"]
    process.currentDirectoryURL = program.folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(
      forWritingTo: program.folder.appendingPathComponent("\(name).err"))
    try process.run()
    return process
  }

  private func finish(_ name: String, _ process: Process) throws {
    process.waitUntilExit()
    let errors = try String(
      contentsOf: program.folder.appendingPathComponent("\(name).err"), encoding: .utf8)
    expectEqual(process.terminationStatus, 0, "\(name): \(errors)")
  }

  private func answer(_ commands: String...) throws -> [String] {
    try program(["x.db"] + commands.flatMap { ["-c", $0] }, input: Data()).lines
  }

  @Test func noChangeOfSeveralWritersIsLost() throws {
    defer { program.remove() }
    let (writers, rounds) = (3, 60)
    _ = try program(
      "x.db", "-c",
      "define C { name: Text key, n: Integer = 0, tags: [Text], items: [D] owned }; "
        + "define D { of: Integer = 0 }; new C name=c; new C name=d")
    let processes = try (0..<writers).map { writer in
      let script = (0..<rounds).map { round in
        """
        append c.tags w\(writer)r\(round)
        set c.n (:c.n + 1)
        append c.items new D of=\(writer)
        put C["new\(round)"] n=\(writer)
        set C where name = "d" : n=(n + 1)
        """
      }
      return try start("w\(writer)", "let c = C[\"c\"]\n" + script.joined(separator: "\n"))
    }
    for (number, process) in processes.enumerated() { try finish("w\(number)", process) }
    try expectEqual(answer("get C[\"c\"].n"), ["\(writers * rounds)"])
    try expectEqual(answer("get C[\"d\"].n"), ["\(writers * rounds)"])
    try expectEqual(answer("count D"), ["\(writers * rounds)"])
    try expectEqual(answer("count C"), ["\(rounds + 2)"])
    let tags = try answer("get C[\"c\"].tags").first ?? ""
    let items = Set(tags.dropFirst().dropLast().split(separator: ", ").map(String.init))
    let all = (0..<writers).flatMap { writer in (0..<rounds).map { "w\(writer)r\($0)" } }
    expectEqual(items, Set(all))
    let counts = try answer("sql \"select count(*) from (select distinct D.C_items_at from D)\"")
    expectEqual(counts.last?.contains("\(writers * rounds)"), true)
    try expectEqual(answer("check"), [])
  }

  @Test func programsThatCreateAtOnceGiveEachNumberOnce() throws {
    defer { program.remove() }
    _ = try program(
      "x.db", "-c", "define N { n: Integer key = next, code: Text unique = (\"N\" || n) }")
    let processes = try (0..<4).map { writer in
      try start("w\(writer)", String(repeating: "new N\n", count: 250))
    }
    for (number, process) in processes.enumerated() { try finish("w\(number)", process) }
    try expectEqual(
      answer("echo (count(N) || ' ' || min(N.n) || ' ' || max(N.n))"), ["1000 1 1000"])
    try expectEqual(answer("get N[1000].code"), ["N1000"])
    try expectEqual(answer("check"), [])
  }

  @Test func whatAProgramHasPrintedThatIsKilledIsInTheFile() throws {
    defer { program.remove() }
    _ = try program("x.db", "-c", "define C { n: Integer = 0 }")
    try program.write((1...20_000).map { "new C n=\($0)" }.joined(separator: "\n"), to: "new.wb")
    try program.write("", to: "printed")
    let process = Process()
    process.executableURL = Program.executable
    process.arguments = ["x.db", "-f", "new.wb"]
    process.currentDirectoryURL = program.folder
    process.standardInput = FileHandle.nullDevice
    let printed = program.folder.appendingPathComponent("printed")
    process.standardOutput = try FileHandle(forWritingTo: printed)
    try process.run()
    while try Data(contentsOf: printed).count < 1000, process.isRunning { usleep(1000) }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let lines = try String(contentsOf: printed, encoding: .utf8).split(separator: "\n")
    #expect(lines.count > 100 && lines.count < 20_000)
    let counted = try answer("count C").first.flatMap { Int($0) }
    let count = try #require(counted)
    #expect(count >= lines.count)
    try expectEqual(answer("count C where n = id"), ["\(count)"])
    try expectEqual(answer("check"), [])
  }

  @Test func bothStreamsOfCommandsThatAreCommittedTogetherKeepTheirOrder() throws {
    defer { program.remove() }
    try program.write(
      """
      define P { n: Integer = 0 }
      new P
      new P
      echo one
      delete P where n = 0
      echo two
      """, to: "both.wb")
    let executable = Program.executable.path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "\"$0\" both.db -f both.wb > both.txt 2>&1", executable]
    process.currentDirectoryURL = program.folder
    try process.run()
    process.waitUntilExit()
    let text = try String(
      contentsOf: program.folder.appendingPathComponent("both.txt"), encoding: .utf8)
    expectEqual(
      text.split(separator: "\n"),
      [
        "both.db: new database", "P/1", "P/2", "one", "2 records deleted", "  P/1", "  P/2", "two",
      ])
  }

  @Test func aFileIsOpenedWhileTypesAreDefined() throws {
    defer { program.remove() }
    _ = try program("x.db", "-c", "define T { name: Text key }")
    let definer = (0..<40).map {
      "define A\($0) { name: Text key, of: T?, tags: [Text] }\nnew A\($0) name=a"
    }.joined(separator: "\n")
    let process = try start("definer", definer)
    for _ in 0..<40 {
      let run = try program("x.db", "-c", "types")
      expectEqual(run.status, 0, "\(run.errors)")
    }
    try finish("definer", process)
    try expectEqual(answer("check"), [])
  }

  /// A shell function that waits until the program has answered, and so has opened the file. The
  /// function also ends if the program has ended, because the program no longer reads lines.
  private let opened = "opened() { until test -s said; do echo; sleep 0.01; done; }"

  @Test func aFileThatIsReplacedWhileItIsOpenTakesNoMoreWrites() throws {
    defer { program.remove() }
    _ = try program("x.db", "-c", "define C { name: Text key }; new C name=c")
    for deed in ["rm x.db", "cp x.db y.db; mv y.db x.db", ": >x.db"] {
      let script = "new C name=d\n"
      let run = try program.run(
        URL(fileURLWithPath: "/bin/sh"),
        [
          "-c",
          "cp x.db z.db; \(opened); (echo count C; opened; \(deed); printf '\(script)') "
            + "| \"$0\" x.db -f - >said; "
            + "s=$?; mv z.db x.db; rm -f x.db-wal x.db-shm said; exit $s", Program.executable.path,
        ])
      expectEqual(run.status, 1, "\(deed)")
      #expect(run.errors.contains("was removed, replaced or emptied"), "\(deed): \(run.errors)")
      try expectEqual(answer("count C"), ["1"])
    }
  }

  @Test func aFileThatIsReplacedIsSaidToThoseWhoRead() throws {
    defer { program.remove() }
    _ = try program("x.db", "-c", "define C { name: Text key }; new C name=c")
    let run = try program.run(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c",
        "\(opened); (echo count C; opened; mv x.db z.db; echo count C) | \"$0\" x.db -f - >said; "
          + "cat said", Program.executable.path,
      ])
    expectEqual(run.lines, ["1", "1"])
    #expect(run.errors.contains("was removed, replaced or emptied"), "\(run.errors)")
  }

  @Test func readingLeavesTheJournalModeAndTheIndexAlone() throws {
    defer { program.remove() }
    _ = try program("x.db", "-c", "define C { name: Text key, n: Integer = 0 }; new C name=c")
    let sqlite = URL(fileURLWithPath: "/usr/bin/sqlite3")
    _ = try program.run(
      sqlite,
      [
        "x.db",
        """
        PRAGMA journal_mode = delete;
        WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 6000)
        INSERT INTO C(name, n) SELECT 'n' || n, n FROM i
        """,
      ])
    let before = try Data(contentsOf: program.folder.appendingPathComponent("x.db"))
    try expectEqual(
      answer("count C", "list C limit 1", "log", "history C/7", "check").first, "6001")
    try expectEqual(Data(contentsOf: program.folder.appendingPathComponent("x.db")), before)
    try expectEqual(answer("new C name=z"), ["C/6002"])
    try expectEqual(program.run(sqlite, ["x.db", "PRAGMA journal_mode"]).output, "delete\n")
  }
}

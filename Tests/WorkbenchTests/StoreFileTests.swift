import Foundation
import TestSupport
import Testing

@Suite(.waits) struct StoreFileTests {
  private let program: Program

  init() throws {
    program = try Program()
    _ = try program(
      "x.db", "--actor", "ann", "-c", "define Person { name: Text key, age: Integer? in 0...150 }",
      "-c", "new Person name=\"Ann\" age=41")
  }

  private func sqlite(_ statement: String, on file: String = "x.db") throws -> Program.Run {
    try program.run(URL(fileURLWithPath: "/usr/bin/sqlite3"), [file, statement])
  }

  @Test func whatAnotherProgramChangesIsInTheHistoryAsItsOwn() throws {
    defer { program.remove() }
    try expectEqual(sqlite("UPDATE Person SET age = 5").status, 0)
    let run = try program("x.db", "--json", "-c", "history Person[\"Ann\"].age")
    let last = try #require(run.objects.last)
    expectEqual(last["actor"] as? String, "(another program)")
    expectEqual(last["old"] as? Int, 41)
    expectEqual(last["new"] as? Int, 5)
    #expect(last["source"] is NSNull)
    try expectEqual(program("x.db", "-c", "check").status, 0)
  }

  @Test func aThirdProcessSeesTheHistoryAndCanUndo() throws {
    defer { program.remove() }
    _ = try program("x.db", "--actor", "ann", "--reason", "a birthday", "-c", "set Person/1.age 42")
    let log = try program("x.db", "--json", "-c", "log limit 1").objects
    expectEqual(log.first?["command"] as? String, "set Person/1.age 42")
    expectEqual(log.first?["reason"] as? String, "a birthday")
    expectEqual(log.first?["source"] as? String, "<command>:1")
    let undo = try program("x.db", "--actor", "ann", "-c", "undo")
    expectEqual(undo.status, 0)
    expectEqual(undo.output, "")
    expectEqual(undo.errors, "undone #3 by ann: set Person/1.age 42\n")
    try expectEqual(program("x.db", "-c", "get Person/1.age").output, "41\n")
    try expectEqual(program("x.db", "--actor", "ann", "-c", "redo").status, 0)
    try expectEqual(program("x.db", "-c", "get Person/1.age").output, "42\n")
  }

  @Test func whatAnotherActorDidIsUndoneByItsNumberOnly() throws {
    defer { program.remove() }
    let plain = try program("x.db", "--actor", "bob", "-c", "undo")
    expectEqual(plain.status, 1)
    #expect(plain.errors.contains("ann"))
    try expectEqual(program("x.db", "--actor", "bob", "-c", "undo to #1").status, 0)
    try expectEqual(program("x.db", "-c", "count Person").output, "0\n")
  }

  @Test func aThirdProcessUndoesADefineAndBringsItBack() throws {
    defer { program.remove() }
    try expectEqual(program("x.db", "--actor", "ann", "-c", "undo 2").status, 0)
    try expectEqual(program("x.db", "-c", "types").output, "type  records\n")
    try expectEqual(program("x.db", "--actor", "ann", "-c", "redo 2").status, 0)
    try expectEqual(program("x.db", "-c", "count Person; check").output, "1\n")
  }

  @Test func aStoreThatIsReadOnlyRefusesChangesAndAnswersQuestions() throws {
    defer { program.remove() }
    let definition = "define Person { name: Text key, age: Integer? in 0...150 }"
    let run = try program(
      "x.db", "--readonly", "-c", definition, "-c", "count Person", "-c", "set Person/1.age 1")
    expectEqual(run.output, "1\n")
    expectEqual(run.status, 1)
    #expect(run.errors.contains("read-only"))
  }

  @Test(arguments: ["text", "truncated", "other", "newer"])
  func aFileThatIsNoStoreIsRefusedAndNotTouched(how: String) throws {
    defer { program.remove() }
    switch how {
    case "text": try program.write("this is a letter, not a database\n", to: "y.db")
    case "truncated":
      _ = try sqlite("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
      let whole = try Data(contentsOf: program.folder.appendingPathComponent("x.db"))
      try program.write(whole.prefix(2000), to: "y.db")
    case "other": _ = try sqlite("CREATE TABLE t(a); INSERT INTO t VALUES (1)", on: "y.db")
    default:
      _ = try program("y.db", "-c", "define T { a: Text }")
      _ = try sqlite("PRAGMA user_version = 999", on: "y.db")
    }
    let url = program.folder.appendingPathComponent("y.db")
    let before = try Data(contentsOf: url)
    let run = try program("y.db", "-c", "types")
    expectEqual(run.status, 3)
    #expect(run.errors.hasPrefix("error: y.db "), "\(run.errors)")
    try expectEqual(Data(contentsOf: url), before)
  }

  @Test func aStoreThatIsLockedIsWaitedForAndThenSaidToBe() throws {
    defer { program.remove() }
    let holder = Process()
    let input = Pipe()
    holder.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
    holder.arguments = ["x.db"]
    holder.currentDirectoryURL = program.folder
    holder.standardInput = input
    let output = Pipe()
    holder.standardOutput = output
    try holder.run()
    input.fileHandleForWriting.write(Data("BEGIN IMMEDIATE; SELECT 'held';\n".utf8))
    _ = output.fileHandleForReading.availableData
    let run = try program("x.db", "-c", "get Person/1.age", "-c", "set Person/1.age 1")
    try input.fileHandleForWriting.close()
    holder.waitUntilExit()
    expectEqual(run.output, "41\n")
    expectEqual(run.status, 1)
    #expect(run.errors.contains("another program"), "\(run.errors)")
    try expectEqual(program("x.db", "-c", "set Person/1.age 1").status, 0)
  }

  @Test func checkSaysWhatIsWrongAndEndsWithStatusOne() throws {
    defer { program.remove() }
    _ = try sqlite("PRAGMA ignore_check_constraints = ON; UPDATE Person SET age = 500")
    let run = try program("x.db", "--json", "-c", "check")
    expectEqual(run.status, 1)
    #expect(run.objects.contains { $0["ref"] as? String == "Person/1" }, "\(run.output)")
  }

  @Test func everyLineOfOutputUnderJSONIsAnObject() throws {
    defer { program.remove() }
    let script = """
      let ann = Person["Ann"]
      label age on ann.age
      field f on ann.age
      type f "<All>1x2<Return>" --trace
      get ann.age; get age; show ann; list Person; count Person
      types; describe Person; interactors; log; history ann; check
      sql "select 1 as a, 1.5 as b, null as c, 'x' as d"
      echo "a\\nb\\u{7}"; help; help set
      put Person["Bob"]; new Person name="Eve"
      set ann age=3; delete ann; undo; begin; rollback
      """
    let run = try program("x.db", "--json", "--actor", "ann", input: script)
    expectEqual(run.status, 0, "\(run.errors)")
    #expect(run.lines.count > 25)
    for (line, object) in zip(run.lines, run.objects) where object.isEmpty {
      Issue.record("\(line)")
    }
  }

  @Test func aTableThatAToolHasMadeAnewWithoutItsComputedColumnGetsItBack() throws {
    defer { program.remove() }
    _ = try program(
      "x.db", "-c",
      "define Sum { a: Integer = 1, b: Integer = 2, c: Integer := (a + b) }; new Sum; new Sum a=5")
    // Like `sqlite-utils transform`.
    let made = try sqlite(
      """
      BEGIN; CREATE TABLE Sum_new(id INTEGER PRIMARY KEY, a INTEGER NOT NULL DEFAULT 1,
        b INTEGER NOT NULL DEFAULT 2);
      INSERT INTO Sum_new SELECT id, a, b FROM Sum; DROP TABLE Sum;
      ALTER TABLE Sum_new RENAME TO Sum; COMMIT
      """)
    expectEqual(made.status, 0, "\(made.errors)")
    try expectEqual(program("x.db", "-c", "get Sum/2.c").output, "7\n")
    try expectEqual(program("x.db", "-c", "list Sum").lines.count, 3)
    try expectEqual(program("x.db", "-c", "set Sum/2.b 7").status, 0)
    try expectEqual(program("x.db", "-c", "set Person/1.age 42").status, 0)
    try expectEqual(program("x.db", "-c", "get Sum/2.c").output, "12\n")
    try expectEqual(program("x.db", "-c", "delete Sum/2", "-c", "new Sum").output, "Sum/3\n")
    try expectEqual(program("x.db", "-c", "get Person/1.age").output, "42\n")
  }

  @Test func aFolderThatCannotBeWrittenToIsNamed() throws {
    defer { program.remove() }
    // Permissions do not apply to root, so use another user.
    let script = """
      chmod 666 x.db*; chmod 555 .
      if [ "$(id -u)" = 0 ]; then setpriv --reuid=65534 --clear-groups "$0" x.db -c types
      else "$0" x.db -c types; fi
      status=$?; chmod 755 .; exit $status
      """
    let run = try program.run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", script, Program.executable.path])
    expectEqual(run.status, 3)
    #expect(run.errors.contains("no permission to create SQLite's journal"), "\(run.errors)")
  }

  /// A journal left by a program that was killed in a transaction of several databases. The journal
  /// names a super-journal: a file that lists the journals of the other databases, and that SQLite
  /// deletes after recovery.
  private func journal(naming path: String) -> Data {
    func number(_ value: Int) -> [UInt8] {
      (0..<4).reversed().map { UInt8(value >> ($0 * 8) & 0xff) }
    }
    let mark: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
    let head = mark + [0, 0, 2, 512, 4096].flatMap(number)
    let name = Array(path.utf8)
    return Data(
      head + Array(repeating: 0, count: 512 - head.count) + number(0x4000_0000 / 4096 + 1) + name
        + number(name.count) + number(name.reduce(0) { $0 + Int($1) }) + mark)
  }

  @Test(arguments: [
    ["-c", "types"], ["-c", "log"], ["-c", "check"],
    ["--dry-run", "-c", "new Person name=\"Bob\""],
    ["--readonly", "-c", "types"], ["-c", "new Person name=\"Bob\""],
  ])
  func aJournalThatNamesAFileOfTheUserDeletesNothing(arguments: [String]) throws {
    defer { program.remove() }
    try expectEqual(sqlite("PRAGMA journal_mode = DELETE").status, 0)
    try program.write("precious", to: "victim.txt")
    let victim = program.folder.appendingPathComponent("victim.txt").path
    try program.write(journal(naming: victim), to: "x.db-journal")
    try FileManager.default.createSymbolicLink(
      at: program.folder.appendingPathComponent("link.db"),
      withDestinationURL: program.folder.appendingPathComponent("x.db"))
    for name in ["x.db", "link.db"] {
      let run = try program([name] + arguments, input: Data())
      expectEqual(run.status, 3)
      #expect(run.errors.contains("its journal names another file"), "\(run.errors)")
      #expect(program.hasFile("victim.txt") && program.hasFile("x.db-journal"))
    }
    try program.write("define A { a: Text? }\n", to: "a.wb")
    let importing = try program("y.db", "-f", "a.wb", "-c", "import \"x.db\" table Person into A")
    #expect(importing.status != 0 && program.hasFile("victim.txt"))
    unlink(program.folder.appendingPathComponent("x.db-journal").path)
    try expectEqual(program("x.db", "-c", "get Person[\"Ann\"].age").output, "41\n")
  }

  @Test func whoMayNotWriteBesideAStoreReadsItWhileItsOwnerWrites() throws {
    defer { program.remove() }
    // Permissions do not apply to root, so use another user.
    let script = """
      umask 022; chmod 644 x.db; chmod 755 .
      reader() {
        if [ "$(id -u)" = 0 ]; then setpriv --reuid=65534 --clear-groups "$0" x.db --readonly "$@"
        else chmod 555 .; "$0" x.db --readonly "$@"; chmod 755 .; fi
      }
      reader -c 'count Person' || exit 9
      ( for n in 1 2 3 4 5 6 7 8 9 10; do
          "$0" x.db -c "for i in 1...200 { new Person name=(:i || ' of $n') }" -c 'option quiet' >/dev/null
        done; touch done ) &
      until [ -e done ]; do reader -c 'list Person' -c check >out 2>err || cat out err; done
      wait; reader -c 'count Person' -c check
      """
    let run = try program.run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", script, Program.executable.path])
    expectEqual(run.status, 0)
    let refusals = run.lines.filter {
      !$0.contains("cannot be read while other programs write to it")
    }
    expectEqual(refusals, ["1", "2001"])
    expectEqual(run.errors, "")
  }

  @Test func aPlainCopyHasWhatWasDoneOnceThePersonAtThePromptPauses() throws {
    defer { program.remove() }
    let terminal = try program.prompt("x.db")
    try terminal.run("set Person[\"Ann\"].age 7")
    let file = program.folder.appendingPathComponent("x.db")
    let copy = program.folder.appendingPathComponent("usb.db")
    var age = ""
    let deadline = Date.now + 300
    repeat {
      try Data(contentsOf: file).write(to: copy)
      age = try program("usb.db", "-c", "get Person[\"Ann\"].age").output
    } while age != "7\n" && Date.now < deadline
    expectEqual(age, "7\n")
  }

  @Test(arguments: ["", "-wal", "-journal"])
  func aPipeIsNoStoreAndKeepsNobodyWaiting(suffix: String) throws {
    defer { program.remove() }
    try expectEqual(sqlite("PRAGMA journal_mode = DELETE").status, 0)
    let pipe = program.folder.appendingPathComponent("x.db\(suffix)").path
    unlink(pipe)
    expectEqual(mkfifo(pipe, 0o600), 0)
    for options in [[], ["--readonly"]] {
      let run = try program(["x.db"] + options + ["-c", "count Person"], input: Data())
      expectEqual(run.status, 3)
      #expect(run.errors.contains("x.db\(suffix) is not a file"), "\(run.errors)")
    }
  }

  @Test(arguments: ["x.db-wal", "x.db-journal", "x.db-shm", "new.db-wal"])
  func aLinkBesideTheStoreIsNotFollowed(name: String) throws {
    defer { program.remove() }
    let target = program.folder.appendingPathComponent("target").path
    for isThere in [false, true] {
      if isThere { try program.write("kept", to: "target") }
      let link = program.folder.appendingPathComponent(name).path
      unlink(link)
      expectEqual(symlink(target, link), 0)
      for options in [[], ["--readonly"]] {
        let database = String(name.prefix { $0 != "-" })
        let run = try program([database] + options + ["-c", "types"], input: Data())
        expectEqual(run.status, 3)
        #expect(run.errors.contains("\(name) is a symbolic link"), "\(run.errors)")
      }
      expectEqual(FileManager.default.fileExists(atPath: target), isThere)
      if isThere { try expectEqual(String(contentsOfFile: target, encoding: .utf8), "kept") }
    }
  }

  @Test func aLogThatSQLiteIgnoresIsNamedByCheck() throws {
    defer { program.remove() }
    for text in [String(repeating: "no log ", count: 500), "short"] {
      try program.write(text, to: "x.db-wal")
      let run = try program("x.db", "-c", "check")
      expectEqual(run.status, 1)
      #expect(run.output.contains("x.db-wal was not an SQLite log"), "\(run.output)")
      try expectEqual(program("x.db", "-c", "check").status, 0)
    }
  }

  @Test(arguments: [
    "wb_def(seq, tx, object, old, new)", "wb_prop(id, type, name, col, kind, dropped_tx)",
    "wb_tx(id, ts, clock, actor, kind, ref, source, cmd, reason, lo, n)",
    "wb_change(seq, tx, rec, prop, old, new)", "wb_state(k, v)", "wb_idx(rec, prop, seq)",
    "Person(id, name, age)", "WB_DEF(seq, tx, object, old, new)", "Wb_Text(id, s)",
    "PERSON(id, name, age)",
  ])
  func aViewWithoutEndInThePlaceOfATableKeepsNobodyWaiting(view: String) throws {
    defer { program.remove() }
    let name = String(view.prefix { $0 != "(" })
    let columns = view.dropFirst(name.count + 1).dropLast().split(separator: ",").count
    let values = Array(repeating: "a", count: columns).joined(separator: ", ")
    let run = try sqlite(
      """
      PRAGMA legacy_alter_table = ON;
      ALTER TABLE \(name) RENAME TO former;
      CREATE VIEW \(view) AS WITH RECURSIVE
        c(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM c)
        SELECT \(values) FROM c;
      """)
    expectEqual(run.status, 0, "\(run.errors)")
    for command in ["list Person limit 1", "log", "check", "set Person/1.age 3", "history Person"] {
      let run = try program(["x.db", "-c", command], input: Data())
      if name.lowercased() == "person" {
        expectEqual(
          run.status, (["log", "history Person"].contains(command) ? 0 : 1), "\(command)")
      } else {
        expectEqual(run.status, 3)
        // Without this table the file is not recognized as a store.
        let why = name == "wb_state" ? "of another application" : "\(name) is no longer a table"
        #expect(run.errors.contains(why), "\(run.errors)")
      }
    }
  }

  private static let endless = "WITH RECURSIVE c(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM c) "

  private static let plants: [(sql: String, finding: String)] =
    [
      (
        "DROP VIEW history; CREATE VIEW history AS \(endless) SELECT a AS change FROM c",
        "view history"
      ),
      ("DROP VIEW wb_foreign; CREATE VIEW wb_foreign AS \(endless) SELECT a FROM c", "wb_foreign"),
      ("CREATE VIEW other AS \(endless) SELECT a FROM c", ""),
      ("CREATE VIEW Person_of AS SELECT * FROM Person, Person, Person", ""),
      ("CREATE INDEX other ON Person(length(hex(name)))", ""),
      ("CREATE INDEX other ON Person(name) WHERE length(printf('%1000000d', age)) > 5", ""),
      (
        "CREATE TABLE other(a, b AS (length(printf('%9000000d', a))) NOT NULL); INSERT INTO other VALUES(1)",
        ""
      ),
      (
        "CREATE TABLE other(a CHECK (length(hex(zeroblob(9000000))) > a)); INSERT INTO other VALUES(1)",
        ""
      ),
      ("CREATE VIRTUAL TABLE other USING fts5(a); INSERT INTO other VALUES('Ann')", ""),
      ("CREATE VIEW sqlite AS SELECT * FROM nowhere", ""),
    ]
    + ["wb_idx", "wb_tx", "wb_state", "Person"].map { table in
      (
        "CREATE TRIGGER other AFTER INSERT ON \(table) BEGIN "
          + "DELETE FROM \(table) WHERE rowid IN (SELECT a FROM (\(endless) SELECT a FROM c)); END",
        ""
      )
    }

  @Test(arguments: plants)
  func whatAnotherProgramPlantsKeepsNoReadingCommandWaiting(sql: String, finding: String) throws {
    defer { program.remove() }
    try expectEqual(program("x.db", "-c", "set Person/1.age 42").status, 0)
    let commands = [
      "types", "list Person", "count Person", "show Person[\"Ann\"]", "log", "history Person",
      "blame Person/1", "why Person/1.age", "diff #1 #3", "list Person at #2", "schema", "dump",
      "describe Person", "history --script",
    ]
    let arguments = ["x.db"] + commands.flatMap { ["-c", $0] }
    let before = try program(arguments, input: Data()).output
    let planting = try sqlite(sql)
    expectEqual(planting.status, 0, "\(planting.errors)")
    let run = try program(arguments, input: Data())
    #expect(run.status == 0 && run.output == before, "\(run.errors)")
    let check = try program("x.db", "-c", "check")
    expectEqual(check.status, (finding.isEmpty ? 0 : 1), "\(check.output)\(check.errors)")
    #expect(finding.isEmpty ? check.output.isEmpty : check.output.contains(finding))
  }

  @Test func whatIsInThePlaceOfATableIsReadByNobodyThatLooksForARecord() throws {
    defer { program.remove() }
    let define = "define Visit { guest: Person }; new Visit guest=Person/1"
    try expectEqual(program("x.db", "-c", define).status, 0)
    _ = try sqlite(
      """
      PRAGMA legacy_alter_table = ON;
      ALTER TABLE Person RENAME TO former;
      CREATE VIEW Person(id, name, age) AS \(Self.endless) SELECT a + 1, a, a FROM c;
      ALTER TABLE Visit RENAME TO past;
      CREATE VIEW Visit(id, guest) AS \(Self.endless) SELECT a, a + 1 FROM c;
      """)
    for command in [
      "show Person[\"Ann\"]", "get Person/1.age", "new Visit guest=Person[\"Ann\"]",
      "show Person/1",
      "delete Person/1", "set Visit/1.guest Person/1", "blame Person/1",
    ] {
      let run = try program("x.db", "-c", command)
      expectEqual(run.status, 1, "\(command): \(run.output)")
      #expect(run.errors.contains("can be neither read nor written"), "\(command): \(run.errors)")
    }
    let repair = try program("x.db", "-c", "check --repair")
    #expect(repair.status == 1 && repair.output.contains("removed the table \"Person\""))
  }

  @Test(arguments: ["x.db", "50% a?b#c.db"])
  func aFileThatNobodyCanWriteIsReadWithoutAnythingBesideIt(name: String) throws {
    defer { program.remove() }
    let manager = FileManager.default
    let folder = program.folder.appendingPathComponent("frozen")
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    try manager.copyItem(
      at: program.folder.appendingPathComponent("x.db"), to: folder.appendingPathComponent(name))
    func permit(_ file: Int, _ all: Int) throws {
      let path = folder.appendingPathComponent(name).path
      try manager.setAttributes([.posixPermissions: file], ofItemAtPath: path)
      try manager.setAttributes([.posixPermissions: all], ofItemAtPath: folder.path)
    }
    try permit(0o444, 0o555)
    defer { try? permit(0o644, 0o755) }
    let run = try program("frozen/" + name, "--readonly", "-c", "count Person; check")
    #expect(run.output == "1\n" && run.status == 0, "\(run.errors)")
    try expectEqual(manager.contentsOfDirectory(atPath: folder.path), [name])
  }
}

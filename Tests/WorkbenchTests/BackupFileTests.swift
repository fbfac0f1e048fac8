import Foundation
import TestSupport
import Testing

@Suite(.waits) struct BackupFileTests {
  private let program: Program

  init() throws {
    program = try Program()
    _ = try program(
      "x.db", "-c", "define P { n: Integer }; new P n=1", "-c",
      "set P/1.n 2; set P/1.n 3; new P n=9; delete P/2")
  }

  @discardableResult
  private func sqlite(_ statement: String) throws -> String {
    try program.run(URL(fileURLWithPath: "/usr/bin/sqlite3"), ["x.db", statement]).output
  }

  @Test func aBackupIsTheStoreWithItsHistory() throws {
    defer { program.remove() }
    let run = try program("x.db", "-c", "backup y.db")
    expectEqual(run.errors, "copied to y.db\n")
    for command in ["list P", "log", "history P", "check"] {
      try expectEqual(
        program("y.db", "--json", "-c", command).output,
        program("x.db", "--json", "-c", command).output)
    }
    try expectEqual(program("y.db", "-c", "undo 3; get P/1.n").output, "2\n")
    let again = try program("x.db", "-c", "backup y.db")
    expectEqual(again.status, 1)
    #expect(again.errors.contains("y.db already exists"))
  }

  @Test(arguments: ["begin; backup y.db", "repeat 2 { backup y.db }"])
  func aBackupIsRefusedInATransactionAndInABlock(command: String) throws {
    defer { program.remove() }
    try expectEqual(program("x.db", "-c", command).status, 1)
    try expectEqual(program("x.db", "-1", "-c", "backup y.db").status, 1)
    #expect(try program("x.db", "-n", "-c", "backup y.db").errors.contains("skipped"))
    #expect(!program.hasFile("y.db"))
  }

  @Test func whatAnotherProgramHasDamagedIsMendedAndNamed() throws {
    defer { program.remove() }
    // The order matters: without its trigger the change is not recorded.
    try sqlite("DROP TRIGGER wb_prop2_updated; UPDATE P SET n = 7")
    try sqlite("UPDATE wb_tx SET n = 9 WHERE id = 2; DELETE FROM sqlite_sequence WHERE name = 'P'")
    try expectEqual(program("x.db", "-c", "check").status, 1)
    let run = try program("x.db", "-c", "check --repair")
    expectEqual(run.status, 0)
    #expect(run.errors.contains("the triggers and indexes were recreated\n"))
    #expect(run.errors.contains("unrecorded changes were recorded as #8\n"))
    #expect(run.errors.contains("the changes of the transactions were recounted\n"))
    #expect(run.errors.contains("the used record numbers of P were recorded again\n"))
    try expectEqual(program("x.db", "-c", "check; check --repair").status, 0)
    try expectEqual(program("x.db", "-c", "get P/1.n at #6; get P/1.n").output, "3\n7\n")
  }

  @Test func aRepairIsLoggedWithItsReason() throws {
    defer { program.remove() }
    try sqlite("DROP TRIGGER wb_prop2_updated; UPDATE P SET n = 7")
    let run = try program("x.db", "-c", "check --repair --reason \"after the crash\"")
    expectEqual(run.status, 0, "\(run.errors)")
    #expect(try program("x.db", "-c", "log limit 1").output.contains("after the crash"))
    #expect(
      try program("x.db", "-c", "check --reason x").errors.contains(
        "this check command changes nothing; omit --reason"))
  }

  @Test func whatCannotBeMendedIsNamedAndLeft() throws {
    defer { program.remove() }
    try sqlite(
      "PRAGMA ignore_check_constraints = 1; UPDATE wb_tx SET ts = ts - 100000 WHERE id = 3")
    let run = try program("x.db", "-c", "check --repair")
    expectEqual(run.status, 1)
    #expect(run.output.contains("the transaction is older than the one before it"))
    #expect(run.output.hasSuffix("left\n"))
  }

  @Test func lostTablesAndDamagedIndexesAreRecreatedAndTheLogSaysSo() throws {
    defer { program.remove() }
    _ = try program("x.db", "-c", "index P.n")
    let index = "sqlite_schema WHERE name = 'wb_prop2'"
    let root = try sqlite("SELECT rootpage FROM \(index)").trimmingCharacters(in: .newlines)
    let text = try sqlite("SELECT sql FROM \(index)").trimmingCharacters(in: .newlines)
    // A row inserted while the index is hidden is missing in the index.
    try sqlite("PRAGMA writable_schema = 1; DELETE FROM \(index)")
    try sqlite("INSERT INTO P DEFAULT VALUES")
    try sqlite(
      "PRAGMA writable_schema = 1; "
        + "INSERT INTO sqlite_schema VALUES('index', 'wb_prop2', 'P', \(root), '\(text)')")
    try sqlite("DROP TABLE wb_idx; DROP TABLE wb_text; DROP VIEW wb_foreign")
    #expect(try program("x.db", "-c", "check").output.contains("missing from index wb_prop2"))
    let run = try program("x.db", "-c", "check --repair")
    expectEqual(run.status, 0)
    let findings = run.output.split(separator: "\n").dropFirst()
    #expect(findings.count > 5)
    #expect(findings.allSatisfy { $0.hasSuffix("repaired") })
    let reason =
      "wb_idx, wb_text, wb_foreign were recreated; the triggers and indexes were recreated; "
    #expect(
      try program("x.db", "-c", "log limit 1").output.contains(
        reason + "the indexes of the tables were rebuilt"))
    #expect(try program("x.db", "-c", "check; log").output.contains("(unknown actor 1)"))
    try sqlite("UPDATE P SET n = 5")
    try expectEqual(program("x.db", "-c", "count P where n = 5; check").output, "2\n")
  }

  @Test func aDumpCanBeReadByWhoCanReadTheStore() throws {
    defer { program.remove() }
    for (number, permissions) in [0o600, 0o640, 0o644].enumerated() {
      try FileManager.default.setAttributes(
        [.posixPermissions: permissions],
        ofItemAtPath: program.folder.appendingPathComponent("x.db").path)
      try expectEqual(program("x.db", "-c", "dump to \"\(number).wb\" --reveal").status, 0)
      let attributes = try FileManager.default.attributesOfItem(
        atPath: program.folder.appendingPathComponent("\(number).wb").path)
      expectEqual(attributes[.posixPermissions] as? Int, permissions)
    }
  }

  @Test(arguments: [0o600, 0o640, 0o644])
  func aBackupCanBeReadByWhoCanReadTheStore(permissions: Int) throws {
    defer { program.remove() }
    func path(_ name: String) -> String { program.folder.appendingPathComponent(name).path }
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: path("x.db"))
    try expectEqual(program("x.db", "-c", "backup y.db").status, 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: path("y.db"))
    expectEqual(attributes[.posixPermissions] as? Int, permissions)
    let names = try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
    expectEqual(names.filter { $0.hasPrefix("y.db") }, ["y.db"])
  }

  @Test(arguments: ["x.db", nil])
  func aCopyThatIsKilledIsCompleteOrNotThere(store: String?) throws {
    defer { program.remove() }
    let new = "define T { a: Text = \"0123456789\" }; repeat 400 { new T }"
    if store != nil { _ = try program("x.db", "-c", new) }
    let commands = store == nil ? new + "; save y.db" : "backup y.db"
    for round in 0..<8 {
      let process = Process()
      process.executableURL = Program.executable
      process.arguments = (store.map { [$0] } ?? []) + ["-c", commands]
      process.currentDirectoryURL = program.folder
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      // Kill at any moment; the store must be valid at each.
      while process.isRunning, !hasDraft() {}
      usleep(UInt32(round * 700))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if program.hasFile("y.db") {
        try expectEqual(program("y.db", "--readonly", "-c", "count T; check").output, "400\n")
      }
      for name in try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
      where name.hasPrefix("y.db") || name.hasPrefix(".workbench-") {
        try FileManager.default.removeItem(at: program.folder.appendingPathComponent(name))
      }
    }
  }

  private func hasDraft() -> Bool {
    let names = try? FileManager.default.contentsOfDirectory(atPath: program.folder.path)
    return names?.contains { $0.hasPrefix("y.db") || $0.hasPrefix(".workbench-") } ?? false
  }

  private func makeDraft(_ name: String, suffix: String = "") throws -> String {
    try program.write("what it was", to: name)
    var status = stat()
    let path = program.folder.appendingPathComponent(name).path
    try #require(lstat(path, &status) == 0)
    let draft = "\(name)-\(status.st_ino)\(suffix)"
    try #require(rename(path, program.folder.appendingPathComponent(draft).path) == 0)
    return draft
  }

  @Test func whatAKilledCopyLeftGoesWithTheNextOneAndNothingElseDoes() throws {
    defer { program.remove() }
    var others = ["y.db.draft-a1B2c3", ".workbench-abc", ".workbench-abc-1", "workbench-abc-2"]
    for name in others { try program.write("what it was", to: name) }
    others += [try makeDraft(".workbench-d", suffix: "-x"), try makeDraft(".workbench")]
    let busy = try makeDraft(".workbench-busy")
    let held = open(program.folder.appendingPathComponent(busy).path, O_RDONLY)
    defer { close(held) }
    expectEqual(flock(held, LOCK_EX), 0)
    let left = try makeDraft(".workbench-left")
    try program.write("pages", to: left + "-journal")
    try expectEqual(program("x.db", "-c", "backup y.db").status, 0)
    for name in others + [busy, "y.db"] { #expect(program.hasFile(name), "\(name)") }
    for name in [left, left + "-journal"] { #expect(!program.hasFile(name), "\(name)") }
  }

  @Test func aLostTableIsNamedFirstAndWithoutWhatBelongedToIt() throws {
    defer { program.remove() }
    _ = try program("x.db", "-c", "define Q { a: Text?, b: Integer? }; index P.n")
    try sqlite("DROP TABLE P")
    let found = try program("x.db", "-c", "check").lines.dropFirst()
    let lost = "another program has removed the table \"P\""
    expectEqual(found.first?.hasPrefix(lost), true, "\(found)")
    #expect(!found.contains { $0.contains("wb_") }, "\(found)")
  }

  @Test(arguments: ["version", "indexed", "triggers", "schema_version", "%"])
  func aRowOfTheStateThatWasRemovedIsNamedAndPutBack(key: String) throws {
    defer { program.remove() }
    try sqlite("DELETE FROM wb_state WHERE k LIKE '\(key)'")
    let found = try program("x.db", "-c", "check")
    expectEqual(found.status, 1)
    #expect(found.output.contains("removed the row"))
    let copy = try Data(contentsOf: program.folder.appendingPathComponent("x.db"))
    try expectEqual(program("x.db", "-c", "check --repair").status, 0)
    try expectEqual(program("x.db", "-c", "check").output, "")
    try program.write(copy, to: "z.db")
    _ = try program("z.db", "-c", "set P/1.n 77")
    try expectEqual(program("z.db", "-c", "set P/1.n 78").status, 0)
    try expectEqual(program("x.db", "-c", "count P").output, "1\n")
  }

  @Test func whatIsOnlyReadIsCopiedWithItsComputedColumns() throws {
    defer { program.remove() }
    _ = try program("x.db", "-c", "alter P { add d: Integer? := (n * 2) }")
    try expectEqual(program("x.db", "--readonly", "-c", "backup y.db").status, 0)
    for command in ["list P", "log", "check"] {
      try expectEqual(
        program("y.db", "--json", "-c", command).output,
        program("x.db", "--json", "-c", command).output)
    }
    try expectEqual(program("y.db", "-c", "undo; get P/1.n").output, "3\n")
  }
}

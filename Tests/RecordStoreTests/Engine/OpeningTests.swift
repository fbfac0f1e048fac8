import Foundation
import RecordStore
import Records
import SQLEngine
import TestSupport
import Testing

@Suite struct OpeningTests {
  private func opening(_ path: String, isReadOnly: Bool = false, timeout: Int = 50) -> StoreError? {
    var options = Store.Options()
    options.isReadOnly = isReadOnly
    options.busyTimeout = timeout
    return failure { _ = try openStore(.file(path), options: options) }
  }

  @Test func aStoreOpenedAgainIsTheOneThatWasClosed() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let id = try store.new(person("Ann", age: 41, salary: "3.25", balance: "0.0001"))
    try store.set(id, ["age": .integer(42)])
    _ = try store.undoEngine.undo()
    let before = (
      try store.history.changes(of: .type("Person")), try store.history.log(limit: nil),
      try store.queries.values(of: id)
    )
    let types = store.schema.types
    store.close()
    store.close()
    let again = try openStore(.file(place.path))
    expectEqual(again.schema.types, types)
    expectEqual(again.schema.type(named: "Person"), (try personType()))
    try expectEqual(again.history.changes(of: .type("Person")), before.0)
    try expectEqual(again.history.log(limit: nil), before.1)
    try expectEqual(again.queries.values(of: id), before.2)
    try expectEqual(again.check(), [])
    expectEqual(again.notices, [])
  }

  @Test(.needsFile) func messagesUseTheNameThatIsGiven() throws {
    let place = try Place()
    var options = Store.Options()
    (options.fileName, options.isReadOnly) = ("shop.db", true)
    expectEqual(
      failure { _ = try openStore(.file(place.path), options: options) }?.message,
      "there is no file shop.db")
    try personStore(.file(place.path)).close()
    let store = try openStore(.file(place.path), options: options)
    expectEqual(failure { try store.new(person("Ann")) }?.message, "shop.db is open read-only")
  }

  @Test func definitionsThatTakeTooLongToReadAreRefused() throws {
    let place = try Place()
    let clock = TestClock()
    try personStore(.file(place.path)).close()
    let other = try Foreigner(place.path)
    try other.run(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
        INSERT INTO wb_def(tx, object, new) SELECT 1, 'x', 'y' FROM n
      """)
    _ = try openStore(.file(place.path), clock: clock)
    clock.step = 20_000
    let error = failure { _ = try openStore(.file(place.path), clock: clock) }
    expectEqual(error?.kind, .unopenable)
    expectEqual(error?.message.hasSuffix("reading its definitions takes longer than 30 s"), true)
  }

  @Test func aTriggerOfTheFileThatNeverEndsIsStopped() throws {
    let place = try Place()
    let clock = TestClock()
    let store = try openStore(.file(place.path), clock: clock)
    try store.write(TransactionEntry(.schema, command: "define Person")) { tx in
      try tx.define(try personType())
    }
    let id = try store.new(person("Ann", age: 41))
    try Foreigner(place.path).run(
      """
      CREATE TRIGGER other AFTER UPDATE ON Person BEGIN SELECT (SELECT count(*) FROM (WITH RECURSIVE
        c(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM c) SELECT a FROM c)); END
      """)
    clock.step = 20_000
    let error = failure { try store.set(id, ["age": .integer(42)]) }
    expectEqual(error?.message.hasPrefix("stopped: this takes too long"), true)
    try expectEqual(store.queries.values(of: id)?[1], .integer(41))
  }

  @Test func aFolderIsNotAStore() throws {
    let place = try Place()
    expectEqual(opening(place.folder.path)?.message.contains("is a folder"), true)
  }

  @Test(.needsFile) func anOpeningCanBeInterrupted() throws {
    let place = try Place()
    try personStore(.file(place.path)).close()
    let error = failure {
      _ = try Store(
        .file(place.path), definitions: DeclaredTypes([try personType()]), actor: "ann",
        clock: { 0 }, engines: SQLiteSource(), isInterrupted: { true })
    }
    expectEqual(error?.kind, .interrupted)
    try expectEqual(openStore(.file(place.path)).check(), [])
  }

  @Test(.needsFile) func aMissingFolderIsNamed() throws {
    let place = try Place()
    let error = opening(place.folder.path + "/none/store.db")
    expectEqual(error?.kind, .unopenable)
    expectEqual(error?.message.contains("there is no folder"), true)
  }

  @Test(.needsFile) func aMissingFileIsMadeOnlyToBeWritten() throws {
    let place = try Place()
    expectEqual(opening(place.path, isReadOnly: true)?.message.hasPrefix("there is no file"), true)
    #expect(!FileManager.default.fileExists(atPath: place.path))
    #expect(opening(place.path) == nil)
    #expect(opening(place.path, isReadOnly: true) == nil)
  }

  // Root has all permissions.
  @Test(.enabled(if: NSUserName() != "root"))
  func aFileWithoutPermissionSaysSo() throws {
    let place = try Place()
    try personStore(.file(place.path)).close()
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: place.path)
    expectEqual(opening(place.path)?.kind, .readOnly)
    #expect(opening(place.path, isReadOnly: true) == nil)
    try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: place.path)
    expectEqual(opening(place.path)?.message.hasPrefix("no permission to read"), true)
  }

  @Test func anEmptyFileBecomesAStoreOnlyToBeWritten() throws {
    let place = try Place()
    try Data().write(to: URL(filePath: place.path))
    expectEqual(opening(place.path, isReadOnly: true)?.kind, .unopenable)
    #expect(opening(place.path) == nil)
  }

  @Test(arguments: ["hello", String(repeating: "no database at all ", count: 100)])
  func whatIsNotADatabaseIsRefusedAndNotTouched(content: String) throws {
    let place = try Place()
    try Data(content.utf8).write(to: URL(filePath: place.path))
    let error = opening(place.path)
    expectEqual(error?.kind, .unopenable)
    expectEqual(error?.message.hasSuffix("is not a database"), true)
    try expectEqual(Data(contentsOf: URL(filePath: place.path)), Data(content.utf8))
  }

  @Test(.needsFile) func aDamagedDatabaseIsRefused() throws {
    let place = try Place()
    try personStore(.file(place.path)).close()
    var data = try Data(contentsOf: URL(filePath: place.path))
    data.replaceSubrange(100..<4000, with: Data(repeating: 0x5A, count: 3900))
    try data.write(to: URL(filePath: place.path))
    expectEqual(opening(place.path)?.kind, .unopenable)
  }

  @Test(arguments: [
    "CREATE TABLE t(x); INSERT INTO t VALUES (1)",
    "PRAGMA journal_mode = WAL; CREATE TABLE t(x); INSERT INTO t VALUES (1)",
    "PRAGMA application_id = 7; CREATE TABLE wb_state(k, v)",
    "PRAGMA application_id = 7",
  ])
  func aDatabaseOfAnotherApplicationIsRefusedAndNotTouched(sql: String) throws {
    let place = try Place()
    do {
      let other = try Foreigner(place.path)
      try other.run(sql)
    }
    let before = try Data(contentsOf: URL(filePath: place.path))
    for isReadOnly in [false, true] {
      let error = opening(place.path, isReadOnly: isReadOnly)
      expectEqual(error?.kind, .unopenable)
      expectEqual(error?.message.contains("another application"), true)
    }
    try expectEqual(Data(contentsOf: URL(filePath: place.path)), before)
  }

  @Test(arguments: ["PRAGMA user_version = 10", "UPDATE wb_state SET v = 10 WHERE k = 'version'"])
  func aStoreOfANewerVersionSaysSo(sql: String) throws {
    let place = try Place()
    try personStore(.file(place.path)).close()
    try Foreigner(place.path).run(sql)
    let error = opening(place.path)
    expectEqual(error?.kind, .unopenable)
    expectEqual(error?.message.contains("created by a newer program"), true)
  }

  @Test(arguments: 1...7) func aStoreOfAFormatBefore8IsRefusedAndLeftAlone(format: Int) throws {
    let place = try Place()
    try personStore(.file(place.path)).close()
    try Foreigner(place.path).run(
      "UPDATE wb_state SET v = \(format) WHERE k = 'version'; PRAGMA user_version = \(format)")
    let before = try Data(contentsOf: URL(filePath: place.path))
    for isReadOnly in [false, true] {
      let error = opening(place.path, isReadOnly: isReadOnly)
      expectEqual(error?.kind, .unopenable)
      expectEqual(error?.message.contains("has format \(format); this version reads"), true)
      expectEqual(error?.hint?.contains("0.2.0"), true)
    }
    try expectEqual(Data(contentsOf: URL(filePath: place.path)), before)
  }

  @Test func aDefinitionThatIsNotKnownSaysSo() throws {
    let place = try Place()
    try personStore(.file(place.path)).close()
    let error = failure {
      _ = try openStore(
        .file(place.path), definitions: DeclaredTypes([]), actor: "ann", clock: { 0 })
    }
    expectEqual(error?.kind, .unopenable)
    expectEqual(error?.message.contains("name: Text key"), true)
  }

  @Test func aFileSomebodyLockedSaysWhoWaits() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    store.close()
    let other = try Foreigner(place.path)
    try other.run("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
    let error = opening(place.path)
    expectEqual(error?.kind, .busy)
    expectEqual(
      error?.message, "another program has \(place.path) locked; waited 0.05 s for it to finish")
  }

  @Test func aWriterWaitsForAnotherAndThenSaysWhy() throws {
    let place = try Place()
    var options = Store.Options()
    options.busyTimeout = 50
    let store = try openStore(.file(place.path), options: options)
    try store.write(TransactionEntry(.schema)) { tx in try tx.define(try personType()) }
    let other = try Foreigner(place.path)
    try other.run("BEGIN IMMEDIATE")
    let error = failure { try store.new(person("Ann")) }
    expectEqual(error?.kind, .busy)
    expectEqual(
      error?.message, "another program is writing to \(place.path); waited 0.05 s for it to finish")
    #expect(!store.journal.isInTransaction)
    try other.run("COMMIT")
    try store.new(person("Ann"))
    try expectEqual(store.check(), [])
  }

  @Test(.needsFile) func aStoreOpenedToBeReadIsNotWritten() throws {
    let place = try Place()
    try personStore(.file(place.path)).close()
    let before = try Data(contentsOf: URL(filePath: place.path))
    do {
      var options = Store.Options()
      options.isReadOnly = true
      let store = try openStore(.file(place.path), options: options)
      expectEqual(failure { try store.new(person("Ann")) }?.kind, .readOnly)
      expectEqual(failure { _ = try store.undoEngine.undo() }?.kind, .readOnly)
      try expectEqual(store.check(), [])
    }
    try expectEqual(Data(contentsOf: URL(filePath: place.path)), before)
  }

  @Test(.needsFile) func aDumpAndRestoreIsAStoreAgain() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let id = try store.new(person("Ann", age: 41, salary: "0.1"))
    try store.set(id, ["age": .integer(42)])
    let history = try store.history.changes(of: .type("Person"))
    store.close()
    let restored = place.folder.appending(path: "restored.db").path
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "sqlite3 '\(place.path)' .dump | sqlite3 '\(restored)'"]
    try process.run()
    process.waitUntilExit()
    var readOnly = Store.Options()
    readOnly.isReadOnly = true
    do {
      let reader = try openStore(.file(restored), options: readOnly)
      try expectEqual(reader.queries.values(of: id), person("Ann", age: 42, salary: "0.1"))
    }
    let again = try openStore(.file(restored))
    try expectEqual(again.history.changes(of: .type("Person")), history)
    try expectEqual(again.check(), [])
    expectEqual(again.notices, [])
    _ = try again.undoEngine.undo()
    let marks = try Foreigner(restored).rows(
      "SELECT * FROM pragma_application_id, pragma_user_version")
    expectEqual(marks, [["\(0x7762_6D31)", "9"]])
    try expectEqual(again.queries.values(of: id), person("Ann", age: 41, salary: "0.1"))
    try expectEqual(again.new(person("Bob")).number, 2)
  }

  @Test func aWriterThatDiedLeavesNothingOpen() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    try store.new(person("Ann"))
    let tx = try store.begin(TransactionEntry(command: "begin"))
    _ = try tx.write.create("Person", person("Bob"))
    store.close()
    let again = try openStore(.file(place.path))
    #expect(try again.queries.values(of: RecordID("Person", 2)) == nil)
    try expectEqual(again.history.log(limit: nil).count, 2)
    try expectEqual(again.check(), [])
  }

  @Test(.needsFile) func aWriterThatIsKilledLeavesNothingOpen() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    try store.new(person("Ann"))
    let tx = try store.begin(TransactionEntry(command: "begin"))
    _ = try tx.write.create("Person", person("Bob"))
    // The files as a process killed now would leave them.
    let copy = place.folder.appending(path: "copy.db").path
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: place.path + suffix, toPath: copy + suffix)
    }
    let again = try openStore(.file(copy))
    #expect(try again.queries.values(of: RecordID("Person", 2)) == nil)
    try expectEqual(again.check(), [])
    try tx.rollback()
  }

  @Test(.needsFile) func aPathThatLooksLikeAnotherThingIsAFile() throws {
    let place = try Place("file:x?mode=memory")
    try personStore(.file(place.path)).close()
    #expect(FileManager.default.fileExists(atPath: place.path))
    expectEqual(opening("")?.kind, .unopenable)
  }

  @Test func theTimeNeverGoesBack() throws {
    let clock = TestClock()
    let store = try personStore(clock: clock)
    try store.new(person("Ann"))
    clock.now -= 3_600_000
    try store.new(person("Bob"))
    let log = try store.history.log(limit: 2)
    expectEqual(log[0].at, log[1].at)
    try expectEqual(store.check(), [])
  }
}

import Foundation
import RecordStore
import TestSupport
import Testing

@Suite(.needsFile) struct FileStampTests {
  private func overwrite(_ target: String, with source: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/cp")
    process.arguments = [source, target]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  private func names(in path: String) throws -> [String] {
    try Foreigner(path).rows("SELECT name FROM Person ORDER BY id").map { $0[0] }
  }

  private func copy(of store: Store, at place: Place, byBackup: Bool) throws -> String {
    let copy = place.folder.appending(path: "copy.db").path
    if byBackup {
      try store.journal.backup(to: copy)
    } else {
      expectEqual(try store.journal.checkpoint(), true)
      try overwrite(copy, with: place.path)
    }
    return copy
  }

  // The log belongs to a plain copy with the complete content of the file.
  @Test(arguments: [(true, true), (true, false), (false, true)])
  func aCopyPutOverAnOpenStoreIsLeftAlone(byBackup: Bool, isLogTaken: Bool) throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    try store.new(person("Ann"))
    let copy = try copy(of: store, at: place, byBackup: byBackup)
    for number in 0..<50 { try store.new(person("later \(number)", nick: "nick")) }
    if isLogTaken { expectEqual(try store.journal.checkpoint(), true) }
    if isLogTaken { try store.new(person("last")) }
    try overwrite(place.path, with: copy)
    let bytes = try Data(contentsOf: URL(filePath: copy))
    let error = failure { try store.new(person("Bob")) }
    expectEqual(error?.kind, .lost)
    try store.journal.refresh()
    expectEqual(store.notices.map(\.finding), [error?.message])
    _ = try store.journal.checkpoint()
    store.close()
    try expectEqual(Data(contentsOf: URL(filePath: place.path)), bytes)
    let refusal = failure { _ = try openStore(.file(place.path)) }
    expectEqual(refusal?.kind, .unopenable)
    #expect(refusal?.message.contains("-wal belongs to another database") == true)
    try expectEqual(Data(contentsOf: URL(filePath: place.path)), bytes)
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: place.path + suffix)
    }
    try expectEqual(openStore(.file(place.path)).check(), [])
    try expectEqual(names(in: place.path), ["'Ann'"])
  }

  @Test(arguments: [true, false])
  func theLogOfAKilledProgramIsNotTakenIntoACopy(byBackup: Bool) throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    try store.new(person("Ann"))
    let copy = try copy(of: store, at: place, byBackup: byBackup)
    expectEqual(try store.journal.checkpoint(), true)
    for number in 0..<20 { try store.new(person("later \(number)")) }
    expectEqual(try store.journal.checkpoint(), true)
    try store.new(person("last"))
    let left = place.folder.appending(path: "left.db").path
    try overwrite(left, with: copy)
    try overwrite(left + "-wal", with: place.path + "-wal")
    for isReadOnly in [true, false] {
      var options = Store.Options()
      options.isReadOnly = isReadOnly
      let error = failure { _ = try openStore(.file(left), options: options) }
      #expect(error?.message.contains("-wal belongs to another database") == true)
    }
  }

  @Test func theLogOfAnotherDatabaseIsNotWrittenIntoTheStore() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    try store.new(person("Ann"))
    store.close()
    let other = try Foreigner(place.folder.appending(path: "other.db").path)
    try other.run("PRAGMA journal_mode = WAL")
    try other.run("CREATE TABLE t(a)")
    try overwrite(place.path + "-wal", with: place.folder.appending(path: "other.db-wal").path)
    let bytes = try Data(contentsOf: URL(filePath: place.path))
    for isReadOnly in [true, false] {
      var options = Store.Options()
      options.isReadOnly = isReadOnly
      let error = failure { _ = try openStore(.file(place.path), options: options) }
      #expect(error?.message.contains("-wal belongs to another database") == true)
    }
    try expectEqual(Data(contentsOf: URL(filePath: place.path)), bytes)
  }

  /// Nothing is written from the log into a new file while a program reads its first state.
  @Test func aFileThatIsStillEmptyBesideItsLogIsNoOther() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let other = try Foreigner(place.path)
    var reader: Foreigner?
    for turn in 0..<2 {
      reader = try Foreigner(place.path)
      try reader?.run("BEGIN; SELECT * FROM Person")
      for number in 0..<90 {
        try store.new(person("\(turn) \(number)", nick: String(repeating: "n", count: 20)))
      }
    }
    try other.run("PRAGMA wal_checkpoint(TRUNCATE)")
    try store.journal.refresh()
    expectEqual(store.notices, [])
    withExtendedLifetime(reader) {}
  }

  @Test(arguments: 0..<4) func whateverAProgramLeavesThatIsKilledIsOpened(number: Int) throws {
    var random = Seeded(stream: number)
    let place = try Place()
    var store = try personStore(.file(place.path))
    let other = try Foreigner(place.path)
    var reader: Foreigner?
    var count = 0
    for step in 0..<60 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: _ = try store.journal.checkpoint()
      case 1: try other.run("INSERT INTO Person(name) VALUES('other \(step)')")
      case 2: try other.run("PRAGMA wal_checkpoint(TRUNCATE)")
      case 3:
        reader = try Foreigner(place.path)
        try reader?.run("BEGIN; SELECT * FROM Person")
        continue
      case 4:
        reader = nil
        continue
      case 5:
        reader = nil
        store.close()
        store = try openStore(.file(place.path))
        continue
      default:
        for _ in 0..<Int.random(in: 1...40, using: &random) {
          try store.new(person("ours \(step) \(count)", nick: String(repeating: "n", count: 20)))
          count += 1
        }
        continue
      }
      try store.journal.refresh()
      expectEqual(store.notices, [])
      let left = place.folder.appending(path: "left \(step).db").path
      for suffix in ["", "-wal"] { try overwrite(left + suffix, with: place.path + suffix) }
      let again = try openStore(.file(left))
      try expectEqual(again.check(), [])
      again.close()
      try expectEqual(names(in: left), names(in: place.path))
    }
  }
}

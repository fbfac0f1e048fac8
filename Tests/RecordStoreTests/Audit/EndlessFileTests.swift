import Foundation
import RecordStore
import Records
import SQLEngine
import TestSupport
import Testing

/// Files whose pages refer to each other, so that reading never ends.
@Suite struct EndlessFileTests {
  private static let pageSize = 4096
  /// Pages that refer to the next page, as often as can be read in no time.
  private static let depth = 15
  private static let fanOut = 200

  private func page(leadingTo child: Int) -> [UInt8] {
    var page = [UInt8](repeating: 0, count: Self.pageSize)
    func put(_ number: Int, _ size: Int, at place: Int) {
      for byte in 0..<size { page[place + byte] = UInt8(number >> (8 * (size - 1 - byte)) & 0xFF) }
    }
    page[0] = 5  // an inner page of a table
    put(Self.fanOut, 2, at: 3)
    put(Self.pageSize - 5 * Self.fanOut, 2, at: 5)
    put(child, 4, at: 8)
    for cell in 0..<Self.fanOut {
      let place = Self.pageSize - 5 * (cell + 1)
      put(child, 4, at: place)
      put(cell & 0x7F, 1, at: place + 4)
      put(place, 2, at: 12 + 2 * cell)
    }
    return page
  }

  private func plant(in table: String, of path: String) throws {
    let root: Int
    do {
      let other = try Foreigner(path)
      try other.run("PRAGMA wal_checkpoint(TRUNCATE)")
      root = Int(
        try other.rows("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'")[0][0])!
    }
    let url = URL(fileURLWithPath: path)
    var file = [UInt8](try Data(contentsOf: url))
    let count = file.count / Self.pageSize
    let end = root * Self.pageSize
    let place = end - Self.pageSize..<end
    let rows = Array(file[place])
    for level in 0..<Self.depth { file += page(leadingTo: count + 2 + level) }
    file += rows
    file.replaceSubrange(place, with: page(leadingTo: count + 1))
    let pages = file.count / Self.pageSize
    file.replaceSubrange(28..<32, with: withUnsafeBytes(of: UInt32(pages).bigEndian, Array.init))
    try Data(file).write(to: url)
  }

  @Test(arguments: ["wb_change", "Person"])
  func checkSaysWhatIsWrongAndEnds(table: String) throws {
    let place = try Place()
    do {
      let store = try personStore(.file(place.path))
      try store.new(person("Ann", age: 41))
      store.close()
    }
    try plant(in: table, of: place.path)
    let clock = TestClock()
    clock.step = 100
    let store = try openStore(.file(place.path), clock: clock)
    let found = try store.check().map(\.finding)
    #expect(found.contains { $0.contains("out of order") || $0.contains("2nd reference") })
    #expect(found.contains { $0.contains("cannot be read: stopped") })
    guard table == "wb_change" else { return }
    let reading = failure { _ = try store.history.changes(of: .type("Person")) }
    expectEqual(reading?.message.hasPrefix("stopped: "), true)
  }

  /// Not on an engine that reads all rows before it returns the first.
  @Test(.enabled(if: engines is SQLiteSource))
  func whatReadsTheRecordsEndsWithAnError() throws {
    let place = try Place()
    // Without an index, which would count the records.
    let note = try RecordType("Note", [Property("text", .text)])
    let clock = TestClock()
    clock.step = 10_000
    func open() throws -> Store {
      try openStore(
        .file(place.path), definitions: DeclaredTypes([note]), clock: clock.tick)
    }
    do {
      let store = try open()
      try store.write(TransactionEntry(.schema)) { tx in
        try tx.define(note)
        for text in ["a", "b"] { _ = try tx.create("Note", [.text(text)]) }
      }
      store.close()
    }
    try plant(in: "Note", of: place.path)
    let store = try open()
    let text = try store.queries.compile(expression("text"), for: "Note", isResult: true)
    let isThere = try store.queries.compile(expression("text <> \"\""), for: "Note")
    expectEqual(
      failure { _ = try store.queries.count("Note", where: nil) }?.message.hasPrefix("stopped: "),
      true)
    expectEqual(
      failure { _ = try store.queries.count("Note", where: isThere) }?.message.hasPrefix(
        "stopped: "), true)
    let counting = try store.queries.compile(expression("count(Note)"), for: nil)
    expectEqual(
      failure { _ = try store.queries.evaluate(counting, []) }?.message.hasPrefix("stopped: "), true
    )
    let words = "the records are not in order; run check to see whether the database is damaged"
    expectEqual(
      failure { try store.queries.select(RecordQuery("Note")) { _, _ in } }?.message, words)
    expectEqual(
      failure { try store.queries.select(RecordQuery("Note", where: isThere)) { _, _ in } }?
        .message,
      words)
    var query = RecordQuery("Note")
    query.columns = [text]
    let rows = try store.queries.rows(query)
    expectEqual(failure { while try rows.next() != nil {} }?.message, words)
  }
}

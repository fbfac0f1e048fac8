import Foundation
import RecordStore
import Records
import TestSupport
import Testing

@Suite struct ReplaceTests {
  private static func reference(
    _ name: String, _ type: String, unique: Bool = false, _ onDelete: Property.OnDelete
  ) -> Property {
    Property(
      name, .reference(to: type), isOptional: true, isUnique: unique, onDelete: onDelete)
  }

  static func types() throws -> [RecordType] {
    [
      try RecordType(
        "P",
        [
          Property("name", .text, isKey: true),
          Property("code", .text, isOptional: true, isUnique: true),
          Property("mail", .email, isOptional: true, isUnique: true),
          reference("boss", "P", .clear), reference("spouse", "P", unique: true, .clear),
          reference("home", "Q", .clear),
        ]),
      try RecordType(
        "K",
        [
          Property("u", .integer, isOptional: true, isUnique: true), reference("up", "K", .cascade),
          reference("q", "Q", .cascade),
        ]),
      try RecordType(
        "Q",
        [
          Property("title", .text, isKey: true), reference("owner", "P", .cascade),
          reference("guest", "P", unique: true, .clear),
        ]),
    ]
  }

  final class World {
    let place: Place
    let store: Store
    let other: Foreigner

    init(_ sql: String = "", foreignKeys: Bool = true, recursive: Bool = false) throws {
      let place = try Place()
      self.place = place
      let types = try ReplaceTests.types()
      let clock = TestClock()
      store = try openStore(
        .file(place.path), definitions: DeclaredTypes(types), actor: "ann", clock: clock.tick)
      other = try Foreigner(place.path)
      try store.write(TransactionEntry(.schema)) { tx in
        for type in types { try tx.define(type) }
      }
      try other.run(
        "PRAGMA foreign_keys = \(foreignKeys); PRAGMA recursive_triggers = \(recursive)")
      if !sql.isEmpty { try write(sql) }
    }

    func write(_ sql: String) throws {
      try other.run(sql)
      other.pause()
    }

    /// The changes of the newest transaction, such as `P/1.name: a nil`.
    func newest() throws -> [String] {
      let last = try #require(try store.history.log(limit: 1).first).transaction
      return try ["P", "Q", "K"].flatMap { try store.history.changes(of: .type($0)) }
        .filter { $0.transaction == last }.sorted { $0.change < $1.change }.map(Self.text)
    }

    private static func text(_ entry: HistoryEntry) -> String {
      guard let property = entry.property else { return "\(entry.record) \(entry.event.rawValue)" }
      let (old, new) = (entry.old?.description ?? "nil", entry.new?.description ?? "nil")
      return "\(entry.record).\(property) \(old) → \(new)"
    }

    func contents() throws -> [String] {
      try RecordStoreTests.contents(place.path, ["P", "Q", "K"])
    }

    func checkHistory(_ what: String) throws {
      try expectEqual(
        store.check().filter { !$0.finding.hasSuffix("which no longer exists") }, [], "\(what)")
    }
  }

  @Test func theVictimOfAClearedUniqueReferenceIsRecorded() throws {
    let world = try World(
      "INSERT INTO P(name) VALUES('a'); INSERT INTO P(name, spouse) VALUES('b', 1)")
    try world.write("REPLACE INTO P(name) VALUES('a')")
    try expectEqual(
      world.newest(),
      [
        "P/2.spouse P/1 → nil", "P/1.name a → nil", "P/1 delete", "P/3 create", "P/3.name nil → a",
      ])
    try world.checkHistory("")
  }

  @Test func whatAVictimsEndClearsIsRecordedOnce() throws {
    let world = try World(
      """
      INSERT INTO P(name, code) VALUES('a', 'x'); INSERT INTO P(name, code) VALUES('b', 'y');
      UPDATE P SET boss = 2 WHERE id = 1
      """)
    try world.write("REPLACE INTO P(name, code) VALUES('a', 'y')")
    try expectEqual(world.newest().filter { $0.hasPrefix("P/1.boss") }, ["P/1.boss P/2 → nil"])
    try world.checkHistory("")
  }

  @Test func aVictimsEndReachesOtherTypes() throws {
    let world = try World(
      """
      INSERT INTO P(name) VALUES('a'), ('b'), ('c'); INSERT INTO Q(title, owner) VALUES('q', 1);
      INSERT INTO Q(title, guest) VALUES('r', 1); UPDATE P SET home = 1 WHERE id = 3
      """)
    let before = try world.contents()
    let last = try #require(try world.store.history.log(limit: 1).first).transaction
    try world.write("UPDATE OR REPLACE P SET name = 'a' WHERE id = 2")
    let changes = try world.newest()
    #expect(changes.contains("P/1 delete") && changes.contains("Q/1 delete"))
    #expect(changes.contains("Q/2.guest P/1 → nil"))
    try world.checkHistory("")
    _ = try world.store.undoEngine.undo(to: last, entry: TransactionEntry(.undo))
    try expectEqual(world.contents(), before)
    try world.checkHistory("after undo")
  }

  @Test(arguments: [
    "INSERT INTO P(name) VALUES('a'); INSERT INTO P(name, boss) VALUES('b', 1)",
    "INSERT INTO P(name) VALUES('a'); INSERT INTO P(name, spouse) VALUES('b', 1)",
    """
    INSERT INTO P(name) VALUES('a'), ('b'); INSERT INTO Q(title, owner) VALUES('q', 1);
    UPDATE P SET home = 1 WHERE id = 2
    """,
  ])
  func aRecordCannotReplaceOneItRefersTo(sql: String) throws {
    let world = try World(sql)
    let before = try world.contents()
    #expect(throws: ForeignError.self) {
      try world.write("UPDATE OR REPLACE P SET name = 'a' WHERE id = 2")
    }
    try expectEqual(world.contents(), before)
    try world.checkHistory("")
    try world.write("UPDATE P SET code = 'x', boss = 2 WHERE id = 2")
    try world.checkHistory("")
  }

  @Test func aRecordThatGoesWithItsOwnVictimLeavesNothingUnrecorded() throws {
    let world = try World("INSERT INTO K(u) VALUES(1); INSERT INTO K(u, up) VALUES(2, 1)")
    let before = try world.contents()
    let last = try #require(try world.store.history.log(limit: 1).first).transaction
    try world.write("UPDATE OR REPLACE K SET u = 1 WHERE id = 2")
    try expectEqual(world.contents(), [])
    try expectEqual(world.newest().filter { $0.hasSuffix("delete") }, ["K/1 delete", "K/2 delete"])
    try world.checkHistory("")
    _ = try world.store.undoEngine.undo(to: last, entry: TransactionEntry(.undo))
    try expectEqual(world.contents(), before)
  }

  @Test func whatReplacesARecordOfItsNumberIsOneRun() throws {
    let world = try World("INSERT INTO P(name) VALUES('a'), ('c')", foreignKeys: false)
    try world.write("INSERT INTO P(name, boss) VALUES('b', 1)")
    let last = try #require(try world.store.history.log(limit: 1).first).transaction
    let before = try world.contents()
    try world.write("REPLACE INTO P(id, name) VALUES(1, 'c')")
    try world.store.write(TransactionEntry()) { tx in
      try tx.delete(RecordID("P", 3))
    }
    _ = try world.store.undoEngine.undo(to: last, entry: TransactionEntry(.undo))
    try expectEqual(world.contents(), before)
    try world.checkHistory("")
  }

  @Test func undoLeadsBackToAReferenceThatWasLost() throws {
    let world = try World("INSERT INTO P(name) VALUES('a')", foreignKeys: false)
    try world.write("INSERT INTO P(name, boss) VALUES('b', 7)")
    let before = try world.contents()
    let last = try #require(try world.store.history.log(limit: 1).first).transaction
    try world.write("INSERT INTO P(id, name) VALUES(7, 'g')")
    try world.store.write(TransactionEntry()) { tx in try tx.delete(RecordID("P", 2)) }
    _ = try world.store.undoEngine.undo(to: last, entry: TransactionEntry(.undo))
    try expectEqual(world.contents(), before)
  }

  @Test func undoIsRefusedWhereALaterReferenceWouldBeLost() throws {
    let world = try World()
    let number = try world.store.write(TransactionEntry(command: "new")) { tx in
      try tx.create("P", [.text("a"), nil, nil, nil, nil, nil])
    }
    try world.write("INSERT INTO P(name, boss) VALUES('b', \(number))")
    let error = failure {
      _ = try world.store.undoEngine.undo(1, entry: TransactionEntry(.undo))
    }
    expectEqual(error?.message.contains("another program's"), true)
    #expect(try world.store.queries.values(of: RecordID("P", 1)) != nil)
  }

  @Test(arguments: [false, true], [false, true])
  func anyStatementOfAnotherProgramIsRecordedAsItComesOut(
    foreignKeys: Bool, recursive: Bool
  ) throws {
    let seed = Seeded.seed
    let steps = Seeded.isLong ? 10_000 : 80
    var random = Seeded(seed: seed)
    func pick<Element>(_ list: [Element]) -> Element {
      list[Int.random(in: 0..<list.count, using: &random)]
    }
    let world = try World(foreignKeys: foreignKeys, recursive: recursive)
    for step in 0..<steps {
      func id() -> String { pick(["1", "2", "3", "4", "5"]) }
      func some() -> String { pick(["NULL", "1", "2", "3", "4", "5"]) }
      func name() -> String { pick(["'a'", "'b'", "'c'", "'d'"]) }
      func code() -> String { pick(["NULL", "'x'", "'y'"]) }
      let clause = pick(["", " OR REPLACE", " OR IGNORE", " OR FAIL", " OR ROLLBACK", " OR ABORT"])
      let sql: String
      switch Int.random(in: 0..<18, using: &random) {
      case 0:
        let values = "\(name()), \(code()), \(some()), \(some())"
        sql = "INSERT\(clause) INTO P(name, code, boss, spouse) VALUES(\(values))"
      case 1: sql = "INSERT\(clause) INTO P(id, name, spouse) VALUES(\(id()), \(name()), \(some()))"
      case 2:
        let rows = "(\(name()), \(code())), (\(name()), \(code()))"
        sql = "INSERT\(clause) INTO P(name, code) VALUES\(rows)"
      case 3: sql = "UPDATE\(clause) P SET name = \(name()), code = \(code()) WHERE id >= \(id())"
      case 4: sql = "UPDATE\(clause) P SET spouse = \(some()) WHERE id = \(id())"
      case 5:
        let values = "spouse = \(some()), boss = \(some()), name = \(name())"
        sql = "UPDATE\(clause) P SET \(values) WHERE id = \(id())"
      case 6: sql = "UPDATE\(clause) P SET boss = \(some()), home = \(some())"
      case 7:
        sql = "INSERT\(clause) INTO Q(title, owner, guest) VALUES(\(name()), \(some()), \(some()))"
      case 8:
        sql = "UPDATE\(clause) Q SET title = \(name()), guest = \(some()) WHERE id = \(id())"
      case 9: sql = "UPDATE\(clause) Q SET owner = \(some()) WHERE id <= \(id())"
      case 10:
        sql =
          "INSERT INTO P(name, code) VALUES(\(name()), \(code())) "
          + "ON CONFLICT DO UPDATE SET boss = \(some())"
      case 11: sql = "DELETE FROM P WHERE id = \(id())"
      case 12: sql = "DELETE FROM Q WHERE id = \(id())"
      case 14:
        sql = "INSERT\(clause) INTO K(u, up, q) VALUES(\(some()), \(some()), \(some()))"
      case 15: sql = "UPDATE\(clause) K SET u = \(some()) WHERE id >= \(id())"
      case 16: sql = "UPDATE\(clause) K SET up = \(some()), u = \(id()) WHERE id = \(id())"
      default: sql = "REPLACE INTO P SELECT * FROM P WHERE id < \(id())"
      }
      do {
        try world.other.run(sql)
      } catch {
        try? world.other.run("ROLLBACK")
      }
      if step % 3 == 0 { world.other.pause() }
      // Checks become more and more expensive.
      guard step < 150 || step % 200 == 199 else { continue }
      let found = try world.store.check().filter { !$0.finding.hasSuffix("which no longer exists") }
      expectEqual(found, [], "seed \(seed), step \(step): \(sql)")
      guard found.isEmpty else { return }
      guard step % 10 == 9 else { continue }
      let now = try world.contents()
      let log = try world.store.history.log(limit: 4)
      let target = log.last?.transaction ?? 1
      guard log.allSatisfy({ $0.kind == .other }) else { continue }
      _ = try world.store.undoEngine.undo(to: target, entry: TransactionEntry(.undo))
      _ = try world.store.undoEngine.redo(log.count - 1, entry: TransactionEntry(.redo))
      try expectEqual(world.contents(), now, "seed \(seed), step \(step)")
    }
  }

  @Test func anAddressInAnotherCaseReplacesTheRecordThatHasIt() throws {
    let world = try World("INSERT INTO P(name, mail) VALUES('a', 'ann@x.org')")
    try world.write("REPLACE INTO P(name, mail) VALUES('b', 'ANN@x.org')")
    try expectEqual(
      world.newest(),
      [
        "P/1.name a → nil", "P/1.mail ann@x.org → nil", "P/1 delete", "P/2 create",
        "P/2.name nil → b", "P/2.mail nil → ANN@x.org",
      ])
    try world.write("INSERT INTO P(name, mail) VALUES('c', 'cid@x.org')")
    try world.write("UPDATE OR REPLACE P SET mail = 'Ann@x.org' WHERE name = 'c'")
    #expect(try world.newest().contains("P/2 delete"))
    try world.checkHistory("")
  }
}

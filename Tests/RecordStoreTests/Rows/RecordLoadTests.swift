import RecordStore
import Records
import TestSupport
import Testing

@Suite struct RecordLoadTests {
  private static let comparison = [
    "SELECT seq, tx, rec, prop, typeof(old), old, typeof(new), new FROM wb_change ORDER BY seq",
    "SELECT seq, source FROM wb_source ORDER BY seq", "SELECT * FROM Person ORDER BY id",
    "SELECT * FROM sqlite_sequence WHERE name = 'Person'", "SELECT lo, n FROM wb_tx",
    "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name",
    "SELECT v FROM wb_state WHERE k = 'triggers'",
  ]

  private func people(_ count: Int, _ random: inout Seeded) -> [[Value?]] {
    (0..<count).map { place in
      person(
        .random(in: 0..<12, using: &random) == 0 ? "again" : "p\(place)",
        age: [nil, 0, 41, 151].randomElement(using: &random)!,
        salary: ["0", "12.5", "99999999.99"].randomElement(using: &random)!,
        weight: [nil, 0, 2, 70.25].randomElement(using: &random)!,
        code: .random(in: 0..<8, using: &random) == 0 ? 7 : nil,
        nick: [nil, "x", "Bär"].randomElement(using: &random)!,
        balance: [nil, "1", "12345678901234567890.1234"].randomElement(using: &random)!)
    }
  }

  /// Creates all valid rows, some together or each alone.
  private func make(_ rows: [[Value?]], by tx: borrowing WriteTransaction, isTogether: Bool) throws
  {
    let count = isTogether ? try tx.expectMany(of: "Person") : 0
    expectEqual(isTogether, (count > 1))
    var place = 0
    while place < rows.count {
      let sources = (place..<rows.count).map { "people.csv:\($0 + 2)" }
      if count > 0, rows.count - place >= count {
        let made = try tx.create(
          "Person", many: Array(rows[place..<(place + count)]), from: Array(sources.prefix(count)))
        place += made.count
        if made.count == count { continue }
      }
      try tx.note(source: sources[0])
      _ = try? tx.create("Person", rows[place])
      place += 1
    }
  }

  @Test(arguments: 0..<(Seeded.isLong ? 200 : 4))
  func recordsMadeTogetherAreStoredAsThoseMadeOneByOne(stream: Int) throws {
    var random = Seeded(stream: stream)
    let rows = people(.random(in: 1...400, using: &random), &random)
    var results: [[[[String]]]] = []
    for isTogether in [false, true] {
      let place = try Place()
      let store = try personStore(.file(place.path))
      let tx = try store.begin(TransactionEntry(.import, command: "import", source: "<prompt>"))
      _ = try tx.write.create("Person", person("first"))
      try make(rows, by: tx.write, isTogether: isTogether)
      _ = try tx.commit()
      try #require(try store.check().isEmpty, "seed \(Seeded.seed), stream \(stream)")
      store.close()
      let other = try Foreigner(place.path)
      results.append(try Self.comparison.map(other.rows))
    }
    for (alone, together) in zip(results[0], results[1]) {
      expectEqual(alone, together, "seed \(Seeded.seed), stream \(stream)")
    }
  }

  /// Also on a cluster, which does not tell how many records it inserted before a conflict.
  @Test(arguments: 0..<4)
  func aBatchWithAConflictDoublesNothing(stream: Int) throws {
    var random = Seeded(stream: 100 + stream)
    let rows = people(150, &random)
    var counts: [[Int]] = []
    for isTogether in [false, true] {
      let store = try personStore()
      let tx = try store.begin(TransactionEntry(.import))
      try make(rows, by: tx.write, isTogether: isTogether)
      _ = try tx.commit()
      try expectEqual(store.check(), [], "seed \(Seeded.seed), stream \(stream)")
      counts.append([
        try store.queries.count("Person", where: nil),
        try store.history.changes(of: .type("Person"), HistoryRange()).count,
      ])
    }
    expectEqual(counts[0], counts[1], "seed \(Seeded.seed), stream \(stream)")
  }

  @Test func afterALoadEverybodyIsRecordedAsBefore() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let tx = try store.begin(TransactionEntry(.import))
    _ = try tx.write.expectMany(of: "Person")
    let ann = RecordID("Person", try tx.write.create("Person", person("Ann")))
    try tx.write.update(ann, ["age": .integer(41)])
    _ = try tx.commit()
    try Foreigner(place.path).run("INSERT INTO Person(name) VALUES('Bob')")
    try store.new(person("Cyd"))
    _ = try store.journal.refresh()
    #expect(try store.check().isEmpty)
    #expect(store.notices.isEmpty)
    try expectEqual(store.history.log(limit: 10).map(\.kind), [.edit, .other, .import, .schema])
    let ages = try store.history.changes(of: .property(ann, "age"), HistoryRange())
    expectEqual(ages.map(\.new), [.integer(41)])
  }

  @Test func aLoadThatIsRolledBackLeavesTheTriggers() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    let tx = try store.begin(TransactionEntry(.import))
    _ = try tx.write.expectMany(of: "Person")
    _ = try tx.write.create("Person", person("Ann"))
    try tx.rollback()
    #expect(store.notices.isEmpty)
    try store.new(person("Bob"))
    #expect(try store.check().isEmpty)
    try expectEqual(store.history.log(limit: 10).map(\.kind), [.edit, .schema])
  }

  @Test func aPartOfATransactionGoesOnWithTheTriggers() throws {
    let store = try personStore()
    let tx = try store.begin(TransactionEntry(.import))
    try store.write(TransactionEntry()) { tx in
      try expectEqual(tx.expectMany(of: "Person"), 0)
      _ = try tx.create("Person", person("Ann"))
    }
    _ = try tx.write.create("Person", person("Ada"))
    // Rolling back a nested transaction does not affect a load that began earlier.
    #expect(try tx.write.expectMany(of: "Person") > 1)
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try store.write(TransactionEntry()) { tx in
        _ = try tx.create("Person", person("Bob"))
        throw Stop()
      }
    }
    _ = try tx.write.create("Person", person("Cyd"))
    _ = try tx.commit()
    #expect(try store.check().isEmpty)
    try expectEqual(store.queries.values(of: RecordID("Person", 3))?.first, .text("Cyd"))
  }

  @Test func aTriggerOfAnotherProgramIsHeard() throws {
    let place = try Place()
    let store = try personStore(.file(place.path))
    try Foreigner(place.path).run(
      "CREATE TRIGGER older AFTER INSERT ON Person BEGIN "
        + "UPDATE Person SET age = 99 WHERE id = new.id; END")
    let tx = try store.begin(TransactionEntry(.import))
    try expectEqual(tx.write.expectMany(of: "Person"), 0)
    _ = try tx.write.create("Person", person("Ann"))
    _ = try tx.commit()
    #expect(try store.check().isEmpty)
    try expectEqual(store.queries.values(of: RecordID("Person", 1))?[1], .integer(99))
  }
}

import Cluster
import Foundation
import RecordStore
import Records
import SQLEngine
import TestSupport
import Testing
import Values

@Suite(.enabled(if: isOnCluster, "only a cluster is at the other end of a wire"))
struct TripTests {
  private let trips = TripCounter()
  private let clock = TestClock()
  private let store: Store

  init() throws {
    let engines = try #require(engines as? ManyClusters)
    store = try Self.open(
      .cluster(UUID().uuidString), ManyClusters(door: engines.door, trips: trips), clock)
    try store.write(TransactionEntry(.schema)) { tx in try tx.define(try personType()) }
  }

  private static func open(
    _ location: Store.Location, _ engines: ManyClusters, _ clock: TestClock
  ) throws -> Store {
    try Store(
      location,
      definitions: DeclaredTypes([try personType(), try RecordType("Height", [height])]),
      actor: "ann", clock: clock.tick, engines: engines)
  }

  private static let height = Property("height", .integer, isOptional: true)

  private func trips(of body: () throws -> Void) rethrows -> Int {
    let before = trips.count
    try body()
    return trips.count - before
  }

  @Test func aSetThatWasDoneBeforeTakesThree() throws {
    let ann = try store.new(person("Ann", age: 1))
    for age in 2...3 {
      let count = try trips {
        try store.writeOne(TransactionEntry()) { tx throws(StoreError) in
          try tx.update(ann, "age", to: .integer(age))
        }
      }
      if age > 2 { #expect(count <= 3) }
    }
  }

  @Test func aNewRecordOfAGroupTakesTwo() throws {
    store.journal.groupsTransactions = true
    for number in 0..<4 {
      let count = try trips { _ = try store.new(person("P\(number)")) }
      if number > 1 { #expect(count <= 2) }
    }
    try store.journal.endGroup()
    try expectEqual(store.queries.count("Person", where: nil), 4)
    _ = try store.new(person("Later"))
    #expect(try trips { try store.journal.endGroup() } <= 1)
  }

  @Test func theChangeOfManyRecordsTakesFew() throws {
    store.journal.groupsTransactions = true
    for number in 0..<1000 { _ = try store.new(person("P\(number)", age: 1)) }
    try store.journal.endGroup()
    let count = try trips {
      try store.write(TransactionEntry()) { tx in
        var rest = (1...1000).map { number in
          (id: RecordID("Person", number), values: ["age": Value?.some(.integer(number % 100 + 2))])
        }[...]
        while !rest.isEmpty { rest = rest.dropFirst(try tx.updateLater(rest)) }
      }
    }
    #expect(count <= 8)
    try expectEqual(store.queries.count("Person", where: nil), 1000)
    try expectEqual(store.check(), [])
  }

  @Test func theDeletionOfManyRecordsTakesFew() throws {
    try store.write(TransactionEntry(.schema)) { tx in
      try tx.define(try RecordType("Height", [Self.height]))
      for number in 0..<250 { _ = try tx.create("Height", [.integer(number)]) }
    }
    func delete(_ numbers: ClosedRange<Int>) throws {
      try store.write(TransactionEntry()) { tx in
        try tx.delete(numbers.map { RecordID("Height", $0) })
      }
    }
    #expect(try trips { try delete(1...240) } <= 12)
    try expectEqual(store.queries.count("Height", where: nil), 10)
    let error = #expect(throws: StoreError.self) { try delete(249...251) }
    #expect(error?.message.contains("Height/251") == true, "\(error?.message ?? "")")
    try expectEqual(store.queries.count("Height", where: nil), 10)
    _ = try store.undoEngine.undo(1, entry: TransactionEntry(.undo))
    try expectEqual(store.queries.count("Height", where: nil), 250)
    try expectEqual(store.check(), [])
  }

  @Test func valuesOfManyRecordsArriveAsTheyAre() throws {
    let doubles = [0, 0.1, 1e300, -1.5e-300, 3, Double.greatestFiniteMagnitude]
    let texts = ["'", "é\u{301}", "12", "1e3", "\n", "日本"]
    try store.write(TransactionEntry()) { tx in
      for number in 0..<300 { _ = try tx.create("Person", person("P\(number)", nick: "old")) }
    }
    let changes = (1...300).map { number in
      (
        id: RecordID("Person", number),
        values: [
          "weight": number % 7 == 0 ? nil : Value.double(doubles[number % 6]),
          "nick": number % 5 == 0 ? nil : .text(texts[number % 6]),
          "balance": ExactDecimal("\(number).0001").map { .decimal($0) },
          "active": .boolean(number % 2 == 0),
        ].filter { $0.key != "nick" || number < 200 }
      )
    }
    try store.write(TransactionEntry()) { tx in
      var rest = changes[...]
      while !rest.isEmpty { rest = rest.dropFirst(try tx.updateLater(rest)) }
    }
    let names = try personType().properties.map(\.name)
    for (id, values) in changes {
      let found = try #require(try store.queries.values(of: id))
      for (name, value) in values {
        let place = try #require(names.firstIndex(of: name))
        expectEqual(found[place], value, "\(id) \(name)")
      }
    }
    try expectEqual(store.check(), [])
  }

  // MARK: Several writers

  private func engine(_ place: String, _ user: String) throws -> any Engine {
    let engine = try #require(engines as? ManyClusters).open(
      .cluster(place), isReadOnly: false, busyTimeout: 0)
    engine.writer.name = user
    return engine
  }

  @Test func aTransactionThatBeginsAgainKeepsTheLock() throws {
    let place = UUID().uuidString
    let (ann, bob) = (try engine(place, "ann"), try engine(place, "bob"))
    defer {
      ann.close()
      bob.close()
    }
    try ann.begin(expecting: [])
    try ann.rollbackToBeginning()
    #expect(!ann.isInTransaction)
    let error = #expect(throws: EngineError.self) { try bob.begin(expecting: []) }
    expectEqual(error?.kind, .busy)
    #expect(error?.holder?.name.hasPrefix("ann@") == true, "\(String(describing: error))")
    try ann.begin(expecting: [])
    try ann.execute("CREATE TABLE t(n)")
    try ann.commit()
    try ann.begin(expecting: [])
    try ann.rollbackToBeginning()
    // Reading needs no lock.
    try ann.beginReading(expecting: [])
    _ = try ann.dataVersion()
    try ann.rollback()
    try bob.begin(expecting: [])
    try bob.rollback()
  }

  @Test func aListTakesThreeAndInAnOrderFourAndAnUndoTen() throws {
    try store.write(TransactionEntry()) { tx in
      for number in 0..<1000 { _ = try tx.create("Person", person("P\(number)")) }
    }
    let byName = RecordQuery.Order(try store.queries.compile(expression("name"), for: "Person"))
    for (order, most) in [([], 3), ([byName], 4)] {
      let count = try trips {
        var rows = 0
        try store.schema.inOneState(mapError: { $0 }) { () throws(StoreError) in
          let cursor = try store.queries.select(RecordQuery("Person", order: order))
          while try cursor.next() != nil { rows += 1 }
        }
        expectEqual(rows, 1000)
      }
      #expect(count <= most)
    }
    try store.set(RecordID("Person", 1), ["age": .integer(4)])
    #expect(try trips { _ = try store.undoEngine.undo() } <= 10)
  }

  @Test func anUndoOfManyRecordsTakesFew() throws {
    try store.write(TransactionEntry()) { tx in
      for number in 0..<1000 { _ = try tx.create("Person", person("P\(number)")) }
    }
    #expect(try trips { _ = try store.undoEngine.undo() } <= 40)
    try expectEqual(store.queries.count("Person", where: nil), 0)
    let count = try trips { _ = try store.undoEngine.redo(1, entry: TransactionEntry()) }
    #expect(count <= 40)
    try expectEqual(store.queries.count("Person", where: nil), 1000)
    try expectEqual(store.check(), [])
  }

  @Test func anAlterTakesFortyFive() throws {
    try store.write(TransactionEntry()) { tx in
      for number in 0..<1000 { _ = try tx.create("Person", person("P\(number)")) }
    }
    let count = try trips {
      try store.write(TransactionEntry(.schema)) { tx in
        _ = try tx.alter(
          "Person", [Alteration(.add(Self.height))], at: nil)
      }
    }
    #expect(count <= 45)
    try expectEqual(store.queries.count("Person", where: nil), 1000)
  }

  @Test func aStartTakesTen() throws {
    let engines = try #require(engines as? ManyClusters)
    let count = try trips {
      let other = try Self.open(
        store.location, ManyClusters(door: engines.door, trips: trips), clock)
      expectEqual(other.schema.types.count, 1)
    }
    #expect(count <= 10)
  }

  @Test(arguments: [false, true])
  func aClockMoreThanAMinuteAheadOfTheLeadersIsRefused(groups: Bool) throws {
    let ann = try store.new(person("Ann", age: 1))
    func set(_ age: Int) throws { try store.set(ann, ["age": .integer(age)]) }
    store.journal.groupsTransactions = groups
    let now = Int(Date().timeIntervalSince1970 * 1000)
    clock.now = now + 3_600_000
    let error = #expect(throws: StoreError.self) { try set(2) }
    expectEqual(error?.kind, .refused)
    let words = "of this machine shows \(Instant(milliseconds: clock.now)), more than a minute"
    #expect(error?.message.contains(words) == true, "\(String(describing: error))")
    clock.now = now + 30_000
    try set(3)
    try store.journal.endGroup()
    try expectEqual(store.history.log(limit: 1).first?.at, clock.now)
  }

  /// A node in a step cannot send heartbeats.
  @Test func aStepThatWritesForTooLongIsTakenBackWithTheReason() throws {
    let engine = try #require(engines as? ManyClusters).open(
      .cluster(UUID().uuidString), isReadOnly: false, busyTimeout: 60_000)
    defer { engine.close() }
    try engine.execute("CREATE TABLE t(n)")
    try engine.begin(expecting: [])
    try engine.execute("INSERT INTO t VALUES(1)")
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
    let error = #expect(throws: EngineError.self) {
      try engine.execute("INSERT INTO t \(endless) SELECT i FROM n WHERE i < 0")
    }
    expectEqual(error?.kind, .statement)
    expectEqual(
      error?.message, "stopped by the node, because the statement took too long")
    #expect(!engine.isInTransaction)
    try engine.begin(expecting: [])
    let count = try engine.statement("SELECT count(*) FROM t")
    #expect(try count.step())
    expectEqual(count.column(0), .integer(0))
    try engine.rollback()
  }

  /// A node would exit at a value that does not match the declared type of the column.
  @Test func aColumnThatIsDeclaredToBeADateHasAnyValue() throws {
    let engine = try #require(engines as? ManyClusters).open(
      .cluster(UUID().uuidString), isReadOnly: false, busyTimeout: 60_000)
    defer { engine.close() }
    try engine.execute("CREATE TABLE t(d DATE, b BOOLEAN, s TIMESTAMP)")
    try engine.begin(expecting: [])
    try engine.execute("INSERT INTO t VALUES(1.5, 'yes', x'00')")
    try engine.commit()
    let statement = try engine.prepare("SELECT * FROM t")
    expectEqual(statement.columnNames, ["d", "b", "s"])
    #expect(try statement.step())
    expectEqual((0...2).map(statement.column), [.real(1.5), .text("yes"), .blob([0])])
  }
}

import Foundation
import RecordStore
import Records
import TestSupport
import Testing

@Suite struct CalculatedDefaultTests {
  private static let properties = [
    Property("name", .text),
    Property("number", .integer, isKey: true, default: .next),
    Property("code", .text, isUnique: true, default: .calculated("name || number")),
    Property("born", .date, isOptional: true, default: .calculated("today")),
    Property("twice", .integer, computation: "number * 2"),
    Property("more", .integer, isOptional: true, default: .calculated("twice + 1")),
  ]

  private static func open(
    _ location: Store.Location = .memory, _ properties: [Property] = properties
  ) throws -> Store {
    let type = try RecordType("T", properties)
    let texts = [
      "name || number", "today", "number * 2", "twice + 1", "more", "b + 1", "a", "c", "a * 2",
    ]
    let store = try openStore(
      location,
      definitions: DeclaredTypes(
        [type],
        computations: Dictionary(uniqueKeysWithValues: texts.map { ($0, expression($0)) })),
      actor: "ann", clock: { 1_795_255_200_000 })
    try store.write(TransactionEntry(.schema)) { tx in try tx.define(type) }
    return store
  }

  private static func create(
    _ store: Store, _ given: [String: Value?], number: Int? = nil
  ) throws -> [Value?] {
    let type = try #require(store.schema.type(named: "T"))
    let values = try type.initialValues(given)
    let id = try store.write(TransactionEntry()) { tx in
      try tx.create("T", values, omitting: type.omittedDefaults(given), number: number)
    }
    return try #require(try store.queries.values(of: RecordID("T", id)))
  }

  @Test func aStoreFindsTheDefaultsThatAreNotGiven() throws {
    let store = try Self.open()
    let day = try CalendarDate(reading: "2026-11-21")
    try expectEqual(
      Self.create(store, ["name": .text("a")]),
      [.text("a"), .integer(1), .text("a1"), .date(day), .integer(2), .integer(3)])
    try expectEqual(
      Self.create(store, ["name": .text("b"), "number": .integer(7), "more": nil]),
      [.text("b"), .integer(7), .text("b7"), .date(day), .integer(14), nil])
    try expectEqual(
      Self.create(
        store, ["name": .text("c"), "code": .text("own"), "born": nil], number: 9),
      [.text("c"), .integer(8), .text("own"), nil, .integer(16), .integer(17)])
    try expectEqual(store.check(), [])
  }

  /// A value that must be there counts as omitted.
  @Test func nilIsGivenOnlyWhereItIsAllowed() throws {
    let store = try Self.open()
    let number = try store.write(TransactionEntry()) { tx in
      try tx.create("T", [.text("a"), nil, nil, nil, nil, nil])
    }
    try expectEqual(
      store.queries.values(of: RecordID("T", number)),
      [.text("a"), .integer(1), .text("a1"), nil, .integer(2), nil])
  }

  @Test(arguments: [
    (["a": "b + 1", "b": "a"], "the default of a reads b, whose default reads a"),
    (["a": "a"], "the default of a reads a itself"),
    (["a": "c"], "the default of a reads a itself"),
  ])
  func defaultsInACircleAreRefused(defaults: [String: String], message: String) throws {
    let properties = ["a", "b"].map { name in
      Property(name, .integer, default: defaults[name].map(Property.Default.calculated))
    }
    let computed = Property("c", .integer, computation: "a * 2")
    expectEqual(
      #expect(throws: StoreError.self) { try Self.open(.memory, properties + [computed]) }?.message,
      message)
  }

  @Test(arguments: [
    (
      ValueRange(.integer(5), .integer(6)), [5, 6], "n must be 5…6, not 7, which is the next number"
    ),
    (ValueRange(nil, .integer(1)), [1], "n must be at most 1, not 2, which is the next number"),
    (
      ValueRange(.integer(.max), nil), [.max],
      "n already has the largest possible number, so there is no next number"
    ),
  ])
  func theNextNumberStaysInItsRange(range: ValueRange, numbers: [Int], message: String) throws {
    let store = try Self.open(
      .memory, [Property("n", .integer, isUnique: true, range: range, default: .next)])
    for number in numbers { try expectEqual(Self.create(store, [:]), [.integer(number)]) }
    expectEqual(
      #expect(throws: StoreError.self) { try Self.create(store, [:]) }?.message, message)
  }

  @Test func nextNeedsAnIntegerWithAnIndex() {
    for property in [
      Property("n", .integer, default: .next), Property("n", .text, isKey: true, default: .next),
    ] {
      expectEqual(
        #expect(throws: DefinitionError.self) { try property.consistent() }?.message,
        "the default next needs an Integer that is a key or unique")
    }
  }

  @Test func anotherProgramMustGiveTheValue() throws {
    let place = try Place()
    let store = try Self.open(.file(place.path))
    let other = try Foreigner(place.path)
    #expect(throws: (any Error).self) { try other.run("INSERT INTO T(name) VALUES('x')") }
    try other.run("INSERT INTO T(name, number, code) VALUES('x', 4, 'x')")
    try store.journal.refresh()
    try expectEqual(Self.create(store, ["name": .text("a")])[1], .integer(5))
    try expectEqual(store.check(), [])
  }

  /// Each thread has its own store.
  @Test func threadsThatCreateAtOnceLeaveNoGapAndNoDouble() throws {
    let place = try Place()
    let store = try Self.open(.file(place.path))
    let (path, threads, records) = (place.path, 4, 250)
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      do {
        let store = try Self.open(.file(path))
        for round in 0..<records {
          _ = try Self.create(store, ["name": .text("\(thread).\(round).")])
        }
      } catch {
        Issue.record(error)
      }
    }
    try store.journal.refresh()
    var numbers: [Int] = []
    try store.queries.select(RecordQuery("T")) { _, values in
      if case .integer(let number) = values[1] { numbers.append(number) }
    }
    expectEqual(numbers.sorted(), Array(1...(threads * records)))
  }
}

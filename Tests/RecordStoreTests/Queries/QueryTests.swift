import RecordStore
import Records
import TestSupport
import Testing

@Suite struct QueryTests {
  private func names(_ store: Store, _ query: Query) throws -> [String] {
    var names: [String] = []
    try store.select(query) { _, values in names.append(values[0]?.description ?? "nil") }
    return names
  }

  private func order(_ store: Store, _ text: String, _ isDescending: Bool = false) throws
    -> Query.Order
  {
    Query.Order(
      try store.compile(expression(text), for: "Person"), isDescending: isDescending)
  }

  @Test func recordsComeInTheirOrderWithTheirValues() throws {
    let store = try smallStore()
    var rows: [(Int, [Value?])] = []
    try store.select(Query("Person")) { rows.append(($0, $1)) }
    expectEqual(rows.map(\.0), [1, 2, 3])
    expectEqual(
      rows[0].1, [.text("Ann"), .integer(41), decimal("1.72"), .double(60.5), .boolean(true)])
    #expect(rows[2].1[1] == nil)
  }

  @Test func orderAndLimitAreFollowed() throws {
    let store = try smallStore()
    let byAge = try order(store, "age", true)
    let byActive = try order(store, "active")
    let byName = try order(store, "name collate nocase", true)
    try expectEqual(names(store, Query("Person", order: [byAge])), ["Ann", "Bob", "Émile"])
    try expectEqual(
      names(store, Query("Person", order: [byActive, byName])), ["Bob", "Émile", "Ann"])
    try expectEqual(names(store, Query("Person", order: [byAge], limit: 1)), ["Ann"])
    try expectEqual(names(store, Query("Person", limit: 0)), [])
    try expectEqual(names(store, Query("Person", limit: -1)), [])
  }

  @Test func conditionAndOrderShareTheirParameters() throws {
    let store = try smallStore()
    let names = [("a", PropertyKind?.none), ("b", nil)]
    let condition = try store.compile(expression(":b < age + :a", names), for: "Person")
    let order = Query.Order(try store.compile(expression("age * :b", names), for: "Person"))
    try expectEqual(
      self.names(
        store,
        Query("Person", where: condition, order: [order], parameters: [.integer(1), .integer(-1)])),
      ["Ann", "Bob"])
  }

  @Test func aQueryCanRunInsideOfItself() throws {
    let store = try smallStore()
    let condition = try store.compile(expression("age > 3"), for: "Person")
    var seen: [String] = []
    var counts: [Int] = []
    try store.select(Query("Person", where: condition)) { outer, _ in
      try store.select(Query("Person", where: condition)) { inner, _ in
        seen.append("\(outer)\(inner)")
        counts.append(try store.count("Person", where: condition, []))
      }
    }
    expectEqual(counts, [2, 2, 2, 2])
    expectEqual(seen, ["11", "12", "21", "22"])
  }

  @Test func unknownTypesAndForeignExpressionsAreRefused() throws {
    let store = try smallStore()
    let condition = try store.compile(expression("age > 3"), for: "Person")
    expectEqual(failure { try store.select(Query("Nobody")) { _, _ in } }?.kind, .name)
    #expect(failure { try store.select(Query("Item", where: condition)) { _, _ in } } != nil)
    #expect(failure { _ = try store.count("Item", where: condition, []) } != nil)
    expectEqual(failure { _ = try store.count("Nobody", where: nil, []) }?.kind, .name)
  }

  @Test func aClosedStoreIsAnErrorAndNoCrash() throws {
    let store = try smallStore()
    let compiled = try store.compile(expression("1 = 1"), for: "Person")
    _ = try store.count("Person", where: compiled, [])
    store.close()
    #expect(failure { _ = try store.count("Person", where: compiled, []) } != nil)
    #expect(failure { _ = try store.evaluate(compiled, []) } != nil)
    #expect(failure { try store.select(Query("Person", where: compiled)) { _, _ in } } != nil)
    #expect(failure { _ = try store.sql("select 1") } != nil)
  }

  @Test func aCursorThatIsLeftEndsTheQuery() throws {
    let store = try smallStore()
    do {
      let cursor = try store.select(Query("Person"))
      try expectEqual(cursor.next()?.number, 1)
    }
    try store.transaction(TransactionEntry()) { try store.delete(RecordID("Person", 3)) }
    try expectEqual(store.count("Person", where: nil, []), 2)
  }

  @Test func aCursorStaysAtItsEnd() throws {
    let store = try smallStore()
    let cursor = try store.select(Query("Person", limit: 1))
    #expect(try cursor.next() != nil)
    for _ in 0..<3 { #expect(try cursor.next() == nil) }
  }
}

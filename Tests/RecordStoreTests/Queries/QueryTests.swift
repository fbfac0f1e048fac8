import RecordStore
import Records
import TestSupport
import Testing

@Suite struct QueryTests {
  private func names(_ store: Store, _ query: RecordQuery) throws -> [String] {
    var names: [String] = []
    try store.queries.select(query) { _, values in names.append(values[0]?.description ?? "nil") }
    return names
  }

  private func order(_ store: Store, _ text: String, _ isDescending: Bool = false) throws
    -> RecordQuery.Order
  {
    RecordQuery.Order(
      try store.queries.compile(expression(text), for: "Person"), isDescending: isDescending)
  }

  @Test func recordsComeInTheirOrderWithTheirValues() throws {
    let store = try smallStore()
    var rows: [(Int, [Value?])] = []
    try store.queries.select(RecordQuery("Person")) { rows.append(($0, $1)) }
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
    try expectEqual(names(store, RecordQuery("Person", order: [byAge])), ["Ann", "Bob", "Émile"])
    try expectEqual(
      names(store, RecordQuery("Person", order: [byActive, byName])), ["Bob", "Émile", "Ann"])
    try expectEqual(names(store, RecordQuery("Person", order: [byAge], limit: 1)), ["Ann"])
    try expectEqual(names(store, RecordQuery("Person", limit: 0)), [])
    try expectEqual(names(store, RecordQuery("Person", limit: -1)), [])
  }

  /// On a cluster, a page has three rows.
  @Test func rowsInAnOrderAreThoseOfASortedArray() throws {
    let store = try smallStore()
    var random = Seeded(stream: 67)
    var rows: [(number: Int, age: Value?)] = []
    try store.queries.select(RecordQuery("Person")) { rows.append(($0, $1[1])) }
    for count in 0..<20 {
      let age: Value? = random.below(4) == 0 ? nil : .integer(random.below(6))
      let id = try store.new([.text("P\(count)"), age, nil, nil, .boolean(true)])
      rows.append((id.number, age))
    }
    let condition = try store.queries.compile(
      expression("age < 2 or age > 3 or age is null"), for: "Person")
    let age = try store.queries.compile(expression("age"), for: "Person")
    let more = try store.queries.compile(
      expression("age + :a", [("a", .integer)]), for: "Person", isResult: true)
    let count = try store.queries.compile(
      expression("count(*) over ()"), for: "Person", isResult: true)
    let odd = rows.map(\.number).filter { !$0.isMultiple(of: 2) }
    func number(_ age: Value?) -> Int { if case .integer(let age) = age { age } else { .min } }
    for isDescending in [false, true] {
      let sorted = rows.sorted {
        let (first, second) = (number($0.age), number($1.age))
        return first == second
          ? $0.number < $1.number : isDescending ? first > second : first < second
      }
      for limit in [nil, 0, 1, 3, 4, 7, 100] {
        for offset in [0, 1, 3, 8, 50] {
          for (hasCondition, numbers) in [(true, nil), (false, odd), (true, odd), (false, nil)] {
            var query = RecordQuery(
              "Person", where: hasCondition ? condition : nil,
              order: [.init(age, isDescending: isDescending)], limit: limit)
            (query.offset, query.numbers) = (offset, numbers)
            let found = sorted.filter { row in
              (!hasCondition || !(2...3).contains(number(row.age)))
                && (numbers?.contains(row.number) ?? true)
            }
            let all = found.count
            let expected = found.dropFirst(offset).prefix(limit ?? .max)
            var read: [(number: Int, age: Value?)] = []
            try store.queries.select(query) { read.append(($0, $1[1])) }
            expectEqual(read.map(\.number), expected.map(\.number), "\(query)")
            expectEqual(read.map(\.age), expected.map(\.age))
            func columns(_ columns: [CompiledExpression], _ values: [Value?]) throws -> [[Value?]] {
              (query.columns, query.parameters) = (columns, values)
              let cursor = try store.queries.rows(query)
              var rows: [[Value?]] = []
              while let row = try cursor.next() { rows.append(row.values) }
              return rows
            }
            let ages = expected.map(\.age)
            try expectEqual(
              columns([more, age], [.integer(7)]),
              ages.map { [$0.map { .integer(number($0) + 7) }, $0] })
            try expectEqual(columns([], []), ages.map { _ in [] })
            let counts = try columns([age, count], [])
            expectEqual(counts.map(\.[0]), ages)
            #expect(counts.allSatisfy { $0[1] == .integer(all) })
          }
        }
      }
    }
  }

  @Test func conditionAndOrderShareTheirParameters() throws {
    let store = try smallStore()
    let names = [("a", PropertyKind?.none), ("b", nil)]
    let condition = try store.queries.compile(expression(":b < age + :a", names), for: "Person")
    let order = RecordQuery.Order(
      try store.queries.compile(expression("age * :b", names), for: "Person"))
    try expectEqual(
      self.names(
        store,
        RecordQuery(
          "Person", where: condition, order: [order], parameters: [.integer(1), .integer(-1)])),
      ["Ann", "Bob"])
  }

  @Test func aQueryCanRunInsideOfItself() throws {
    let store = try smallStore()
    let condition = try store.queries.compile(expression("age > 3"), for: "Person")
    var seen: [String] = []
    var counts: [Int] = []
    try store.queries.select(RecordQuery("Person", where: condition)) { outer, _ in
      try store.queries.select(RecordQuery("Person", where: condition)) { inner, _ in
        seen.append("\(outer)\(inner)")
        counts.append(try store.queries.count("Person", where: condition, []))
      }
    }
    expectEqual(counts, [2, 2, 2, 2])
    expectEqual(seen, ["11", "12", "21", "22"])
  }

  @Test func unknownTypesAndForeignExpressionsAreRefused() throws {
    let store = try smallStore()
    let condition = try store.queries.compile(expression("age > 3"), for: "Person")
    expectEqual(
      failure { try store.queries.select(RecordQuery("Nobody")) { _, _ in } }?.kind, .name)
    #expect(
      failure { try store.queries.select(RecordQuery("Item", where: condition)) { _, _ in } } != nil
    )
    #expect(failure { _ = try store.queries.count("Item", where: condition, []) } != nil)
    expectEqual(failure { _ = try store.queries.count("Nobody", where: nil, []) }?.kind, .name)
  }

  @Test func aClosedStoreIsAnErrorAndNoCrash() throws {
    let store = try smallStore()
    let compiled = try store.queries.compile(expression("1 = 1"), for: "Person")
    _ = try store.queries.count("Person", where: compiled, [])
    store.close()
    #expect(failure { _ = try store.queries.count("Person", where: compiled, []) } != nil)
    #expect(failure { _ = try store.queries.evaluate(compiled, []) } != nil)
    #expect(
      failure { try store.queries.select(RecordQuery("Person", where: compiled)) { _, _ in } }
        != nil)
    #expect(failure { _ = try store.queries.sql("select 1") } != nil)
  }

  private static let calls: [(name: String, call: @Sendable (Store) throws -> Void)] = {
    let ann = RecordID("Person", 1)
    let entry = TransactionEntry()
    return [
      ("values", { _ = try $0.queries.values(of: ann) }),
      ("record", { _ = try $0.queries.record(ann) }),
      ("list", { _ = try $0.queries.list("Person") }),
      ("exists", { _ = try $0.queries.exists(ann) }),
      ("existing", { _ = try $0.queries.existing([ann]) }),
      ("find", { _ = try $0.queries.find("Person", key: .text("Ann")) }),
      ("holder", { _ = try $0.queries.holder(of: .text("Ann"), of: "name", in: "Person") }),
      ("checkIsUnique", { try $0.rows.checkIsUnique(.text("Ann"), of: "name", for: ann) }),
      ("owner", { _ = try $0.rows.owner(of: ann) }),
      ("takenAlong", { _ = try $0.rows.takenAlong(byDeleting: [ann]) }),
      ("breaches", { _ = try $0.schema.breaches(of: "Person", among: [1]) }),
      ("countValues", { _ = try $0.schema.countValues(of: "age", in: "Person") }),
      ("compile", { _ = try $0.queries.compile(expression("age > 3"), for: "Person") }),
      ("count", { _ = try $0.queries.count("Person", where: nil) }),
      ("select", { _ = try $0.queries.select(RecordQuery("Person")) }),
      ("rows", { _ = try $0.queries.rows(RecordQuery("Person")) }),
      ("explain", { _ = try $0.queries.explain(RecordQuery("Person")) }),
      ("sorts", { _ = try $0.queries.sorts(RecordQuery("Person")) }),
      ("sql", { _ = try $0.queries.sql("select 1") }),
      ("write", { try $0.write(entry) { _ in } }),
      ("writeOne", { try $0.writeOne(entry) { _ throws(StoreError) in } }),
      ("begin", { _ = try $0.begin(entry) }),
      ("log", { _ = try $0.history.log(limit: nil) }),
      ("entry", { _ = try $0.history.entry(of: 1) }),
      ("history", { _ = try $0.history.changes(of: .record(ann)) }),
      ("listChanges", { _ = try $0.history.listChanges(of: ann, "friends") }),
      ("blame", { _ = try $0.history.blame(ann) }),
      ("causes", { _ = try $0.history.causes(of: "age", of: ann) }),
      ("differences", { _ = try $0.history.differences(from: 1, to: nil) }),
      ("transaction(at:)", { _ = try $0.history.transaction(at: .time(0)) }),
      ("past", { _ = try $0.past(at: 1) }), ("typeHistory", { _ = try $0.history.typeHistory() }),
      ("undo", { _ = try $0.undoEngine.undo(1, entry: entry) }),
      ("redo", { _ = try $0.undoEngine.redo(1, entry: entry) }),
      ("revert", { _ = try $0.undoEngine.revert(1, entry: entry) }),
      ("erase", { _ = try $0.undoEngine.erase(ann, "age", entry) }),
      ("compact", { _ = try $0.undoEngine.compact(before: 1, entry) }),
      ("check", { _ = try $0.check() }),
      ("repair", { _ = try $0.audit.repair(entry) }), ("refresh", { try $0.journal.refresh() }),
      ("unrecordedChanges", { _ = try $0.audit.unrecordedChanges(of: ann) }),
      ("save", { try $0.journal.save(to: "/nowhere") }),
      ("backup", { try $0.journal.backup(to: "/nowhere") }),
      ("definitions", { _ = try $0.schema.definitionsBesideTypes() }),
    ]
  }()

  @Test(arguments: [true, false])
  func everyCallOfAClosedStoreSaysThatItIsClosed(isInFile: Bool) throws {
    let place = try Place()
    let store = try personStore(isInFile ? .file(place.path) : .memory)
    try store.new(person("Ann", age: 41))
    store.close()
    for (name, call) in Self.calls {
      let error = #expect(throws: StoreError.self, "\(name)") { try call(store) }
      expectEqual(error?.message, "the database is closed", "\(name)")
    }
  }

  @Test func aCursorThatIsLeftEndsTheQuery() throws {
    let store = try smallStore()
    do {
      let cursor = try store.queries.select(RecordQuery("Person"))
      try expectEqual(cursor.next()?.number, 1)
    }
    try store.write(TransactionEntry()) { tx in try tx.delete(RecordID("Person", 3)) }
    try expectEqual(store.queries.count("Person", where: nil, []), 2)
  }

  @Test func aCursorStaysAtItsEnd() throws {
    let store = try smallStore()
    let cursor = try store.queries.select(RecordQuery("Person", limit: 1))
    #expect(try cursor.next() != nil)
    for _ in 0..<3 { #expect(try cursor.next() == nil) }
  }
}

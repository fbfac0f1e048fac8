import Foundation
import RecordStore
import Records
import TestSupport
import Testing

@Suite struct ComputedTests {
  private let ann = RecordID("Person", 1)

  @Test(
    arguments: [
      (
        PropertyKind.text, "substr(name, 1, 1)", "TEXT", "CAST(substr(\"name\", 1, 1) AS TEXT)"
      ),
      (
        .integer, "age + 1", "INTEGER",
        "CAST(CAST(nullif(max(nullif(min(\"age\" + 1, 9223372036854775808.0), "
          + "9223372036854775808.0) + 1, -9223372036854775808.0), -9223372036854775808.0) - 1 "
          + "AS INTEGER) AS INTEGER)"
      ),
      (.integer, "age % 7 + 1", "INTEGER", "CAST(\"age\" % 7 + 1 AS INTEGER)"),
      (.boolean, "age > 3", "INTEGER", "NOT (NOT (\"age\" > 3))"),
      (.double, "weight * 1.5", "REAL", "CAST(\"weight\" * (15 / 10.0) AS REAL)"),
      (.double, "weight / 2.0", "REAL", "CAST(\"weight\" / 2.0 AS REAL)"),
      (.double, "weight * 1e3", "REAL", "CAST(\"weight\" * 1000.0 AS REAL)"),
      (
        money, "net + 0.05", "REAL",
        "round(CAST(round((\"net\" + (005 / 100.0)) * 100.0) / 100.0 AS REAL), 2)"
      ),
      (
        .date, "coalesce(born, 2026-11-21)", "TEXT",
        "CAST(coalesce(\"born\", '2026-11-21') AS TEXT)"
      ),
      (.text, "'it' || Person.name", "TEXT", "CAST('it' || \"name\" AS TEXT)"),
      (
        .boolean, "net + net = 0.3", "INTEGER",
        "NOT (NOT (round((\"net\" + \"net\") * 100.0) / 100.0 = (03 / 10.0)))"
      ),
      (
        .boolean, "net / 3 = net", "INTEGER",
        "NOT (NOT (CAST(CAST(\"net\" / 3 AS TEXT) AS REAL) = \"net\"))"
      ),
    ] as [(PropertyKind, String, String, String)])
  func theTableHasAGeneratedColumnThatEveryProgramCanRead(
    kind: PropertyKind, text: String, type: String, sql: String
  ) throws {
    let place = try Place()
    for isOptional in [true, false] {
      let type = type + " GENERATED ALWAYS AS (\(sql)) VIRTUAL" + (isOptional ? "" : " NOT NULL")
      let path = place.folder.appending(path: "\(isOptional).db").path
      let store = try computedStore(
        computedType([("it", kind, text)], isOptional: isOptional), .file(path))
      let rows = try Foreigner(path).rows("SELECT sql FROM sqlite_schema WHERE name = 'Person'")
      expectEqual(rows.first?.first?.contains("\"it\" \(type)"), true, "\(rows)")
      try expectEqual(store.check(), [])
    }
  }

  @Test func theColumnsStandInTheOrderOfTheDefinition() throws {
    let place = try Place()
    let type = try RecordType(
      "Person",
      [
        Property("late", .text, computation: "early || 2"),
        Property("early", .text, computation: "upper(name)"),
        Property("name", .text, isKey: true),
      ])
    let store = try computedStore(type, .file(place.path))
    try store.new([nil, nil, .text("x")])
    try expectEqual(store.queries.values(of: ann), [.text("X2"), .text("X"), .text("x")])
    try expectEqual(
      Foreigner(place.path).rows("SELECT * FROM Person"), [["1", "'X2'", "'X'", "'x'"]])
    try expectEqual(store.check(), [])
  }

  @Test func anotherProgramSeesTheColumnsAndItsChangesAreFollowed() throws {
    let place = try Place()
    let type = try computedType(
      [("initials", .text, "substr(name, 1, 1)"), ("twice", money, "net * 2")])
    let store = try computedStore(type, .file(place.path))
    try store.new(given("Ann", net: "0.10", in: type))
    let other = try Foreigner(place.path)
    try expectEqual(other.rows("SELECT initials, twice FROM Person"), [["'A'", "0.2"]])
    try other.run("UPDATE Person SET name = 'Zoe', net = 1.5")
    try other.run("INSERT INTO Person(name, tags) VALUES('Bob', '[]')")
    #expect(throws: ForeignError.self) { try other.run("UPDATE Person SET initials = 'X'") }
    try expectEqual(store.queries.values(of: ann)?.suffix(2), [.text("Z"), decimal("3")])
    try expectEqual(store.queries.values(of: RecordID("Person", 2))?.suffix(2), [.text("B"), nil])
    try expectEqual(store.check(), [])
    try expectEqual(other.rows("SELECT * FROM history WHERE property = 'initials'"), [])
  }

  @Test func aStoreThatIsOpenedAgainKnowsThem() throws {
    let place = try Place()
    let type = try computedType([("initials", .text, "substr(name, 1, 1)")])
    do {
      let store = try computedStore(type, .file(place.path))
      try store.new(given("Ann", in: type))
    }
    let store = try openStore(
      .file(place.path),
      definitions: DeclaredTypes(
        [type], computations: ["substr(name, 1, 1)": expression("substr(name, 1, 1)")]),
      actor: "ann", clock: { 0 })
    expectEqual(store.schema.types, [type])
    try expectEqual(store.queries.values(of: ann)?.last, .text("A"))
    try expectEqual(store.schema.computed(given("Bob", in: type), of: ann).last, .text("B"))
    try expectEqual(store.check(), [])
  }

  @Test func undoAndRedoBringThemAlong() throws {
    let type = try computedType([("initials", .text, "substr(name, 1, 1)")], isOptional: false)
    let store = try computedStore(type)
    try store.new(given("Ann", in: type))
    try store.set(ann, ["name": .text("Zoe")])
    _ = try store.undoEngine.undo()
    try expectEqual(store.queries.values(of: ann)?.last, .text("A"))
    _ = try store.undoEngine.redo()
    try expectEqual(store.queries.values(of: ann)?.last, .text("Z"))
    try store.write(TransactionEntry()) { tx in try tx.delete(ann) }
    _ = try store.undoEngine.undo()
    try expectEqual(store.queries.values(of: ann)?.last, .text("Z"))
    try expectEqual(store.check(), [])
  }

  // MARK: Refusals

  @Test(
    arguments: [
      (.text, "nme", 0, "no such property: Person has no \"nme\""),
      (.text, "'a' || it", 2, "it is computed from itself"),
      (.text, "upper(other)", 2, "it is computed from other, which is computed from it"),
      (.integer, "age + sum(age)", 2, "\"sum\" aggregates many records"),
      (.integer, "max(age)", 0, "\"max\" aggregates many records"),
      (.double, "random()", 0, "random() is not deterministic"),
      (.text, "current_date", 0, "current_date depends on the clock"),
      (.text, "name || :limit", 2, "a computed property cannot use parameters"),
      (.integer, "name", nil, "it is of kind Integer, but the expression is a text"),
      (.boolean, "name || 'x'", nil, "the expression is a text"),
      (.date, "age", nil, "the expression is a number; expected a text such as 2026-11-21"),
      (.dateTime, "age + 1", nil, "the expression is a number"),
      (.date, "'abc'", nil, "it cannot be \"abc\"; expected a date such as 2026-11-21"),
      (.double, "1e308 * 10", nil, "it cannot be inf"),
      (money, "123456789", nil, "it can have at most 8 digits before the point"),
      (.text, "foo(name)", 0, "there is no function \"foo\""),
      (.text, "(1, 2)", nil, "expected one value"),
      (.text, "json('x')", nil, "malformed JSON"),
    ] as [(PropertyKind, String, Int?, String)])
  func whatCannotBeComputedIsRefusedWhereItIsWritten(
    kind: PropertyKind, text: String, token: Int?, words: String
  ) throws {
    let type = try computedType([("it", kind, text), ("other", .text, "it")])
    let error = failure { _ = try computedStore(type) }
    expectEqual(error?.message.contains(words), true, "\(error?.message ?? "no error")")
    if let token { expectEqual(error?.token, token) }
    expectEqual(error?.property, "it")
  }

  @Test func whatIsConstantAndNilIsRefusedUnlessOptional() throws {
    let words = "it is required, but its expression is nil"
    let type = try computedType([("it", .integer, "null")], isOptional: false)
    expectEqual(failure { _ = try computedStore(type) }?.message, words)
    let other = try computedType([("it", .integer, "null")])
    #expect(failure { _ = try computedStore(other) } == nil)
  }

  @Test func chainsThatWouldBeCalculatedForEverAreRefused() throws {
    var computed: [(name: String, kind: PropertyKind, text: String)] = [("x0", .text, "name")]
    for number in 1...20 {
      computed.append(("x\(number)", .text, "x\(number - 1) || x\(number - 1)"))
    }
    let error = failure { _ = try computedStore(computedType(computed)) }
    expectEqual(error?.message.contains("depends on too many computed properties: "), true)
  }

  /// No property has a column, and each is computed from the previous one.
  private static func chain(_ count: Int, _ kind: PropertyKind) throws -> RecordType {
    let first = kind == .date ? "date(ulower(name))" : "length(ulower(name))"
    return try computedType(
      [("x0", kind, first)] + (1...count).map { ("x\($0)", kind, "x\($0 - 1) + 1") })
  }

  @Test(arguments: [PropertyKind.integer, .date])
  func theSQLOfAChainGrowsAsTheChainDoes(kind: PropertyKind) throws {
    let store = try computedStore(Self.chain(100, kind))
    let lengths = try [25, 50, 100].map {
      try store.queries.compile(expression("x\($0)"), for: "Person").sql.utf8.count
    }
    #expect(lengths[2] - lengths[1] < 3 * (lengths[1] - lengths[0]), "\(lengths)")
  }

  @Test(arguments: [1, 10, 50, 150])
  func readingDefinitionsCanBeInterrupted(look: Int) throws {
    let type = try Self.chain(100, .integer)
    let texts = Set(type.properties.compactMap(\.computation))
    let store = try openStore(
      .memory,
      definitions: DeclaredTypes(
        [type],
        computations: Dictionary(uniqueKeysWithValues: texts.map { ($0, expression($0)) })))
    var looks = 0
    store.isInterrupted = {
      looks += 1
      return looks == look
    }
    expectEqual(failure { try store.schema.checkComputations(of: type) }?.kind, .interrupted)
    looks = 0
    let error = failure {
      try store.write(TransactionEntry(.schema)) { tx in try tx.define(type) }
    }
    expectEqual(error?.kind, .interrupted)
    expectEqual(store.schema.types, [])
    store.isInterrupted = { false }
    try store.write(TransactionEntry(.schema)) { tx in try tx.define(type) }
    try store.write(TransactionEntry()) { tx in
      _ = try tx.create("Person", given("Ann", in: type))
    }
    try expectEqual(
      store.queries.values(of: ann)?.last, .some(.integer(103)))
    try expectEqual(store.check(), [])
  }

  @Test func theStoreIsAsItWasAfterARefusedDefinition() throws {
    let type = try computedType([("it", .text, "nme")])
    let store = try openStore(
      .memory,
      definitions: DeclaredTypes([type], computations: ["nme": expression("nme")]), actor: "ann",
      clock: { 0 })
    expectEqual(failure { try store.schema.checkComputations(of: type) }?.token, 0)
    #expect(throws: StoreError.self) {
      try store.write(TransactionEntry(.schema)) { tx in try tx.define(type) }
    }
    expectEqual(store.schema.types, [])
    try expectEqual(store.check(), [])
  }
}

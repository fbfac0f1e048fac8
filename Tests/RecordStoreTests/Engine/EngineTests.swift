import CSQLite
import Foundation
import RecordStore
import Records
import SQLEngine
import TestSupport
import Testing

@Suite struct EngineTests {
  private static var sources: [any EngineSource] { [SQLiteSource(), engines] }

  private static func store(_ engines: any EngineSource) throws -> Store {
    let type = try personType()
    let store = try Store(
      engines is ManyClusters ? .cluster(UUID().uuidString) : .memory,
      definitions: DeclaredTypes([type]), actor: "ann", clock: { 0 }, engines: engines)
    try store.write(TransactionEntry(.schema)) { tx in try tx.define(type) }
    try store.new(person("Ann", age: 41, salary: "0.10", balance: "12345678901234567.8901"))
    try store.new(person("Bob", age: 17, salary: "0.20", balance: "9.5"))
    try store.new(person("Émile", salary: "0.30", balance: "-1"))
    return store
  }

  /// A session then reads the types and runs the command again.
  @Test(.enabled(if: isOnCluster, "SQLite compiles the statement again"))
  func aStatementForAnOlderSchemaIsOvertaken() throws {
    let place = EnginePlace.cluster(UUID().uuidString)
    let one = try engines.open(place, isReadOnly: false, busyTimeout: 1_000)
    let other = try engines.open(place, isReadOnly: false, busyTimeout: 1_000)
    defer {
      one.close()
      other.close()
    }
    try other.execute("CREATE TABLE t(a); INSERT INTO t VALUES(1)")
    let reading = try one.prepare("SELECT a FROM t")
    let writing = try one.prepare("UPDATE t SET a = 2")
    try other.execute("ALTER TABLE t RENAME COLUMN a TO b")
    for statement in [reading, writing] {
      do {
        _ = try statement.step()
        Issue.record("the statement has run")
      } catch {
        expectEqual(error.kind, .overtaken, "\(error.message)")
      }
    }
  }

  @Test(
    .enabled(if: isOnCluster, "there is one engine"),
    arguments: [
      "ulower('ÀB') || uupper('é')", "ulike('é%', 'Émile')", "ulike('a!%', 'A%', '!')",
      "ulike('a', 'b', '')", "contains('Émile', 'MI')", "'Ann' regexp '^A'", "'a' regexp '('",
      "regexp(null, 'a')",
      "(select max(balance) from Person)", "(select min(balance) from Person)",
      "(select min(balance) from Person where age > 100)",
      "(select count() from Person where salary + 0.1 = 0.3)",
      "(select count() from Person where balance > 9.4999)", "date('now')", "1 / 0", "nobody",
    ])
  func bothEnginesSayTheSame(text: String) throws {
    let results = try Self.sources.map { engines in
      let store = try Self.store(engines)
      var value: Value?
      let error = failure { value = try store.value(text) }
      return "\(String(describing: value)) \(String(describing: error))"
    }
    expectEqual(results[0], results[1])
  }

  @Test(arguments: [
    (
      "decimal_max('1', 2.5, x'00'), decimal_min('10', '9'), decimal_max(null, 1)",
      #"blob([0]) text("9") null"#
    ),
    (
      "decimal_cmp('1.0', 1), decimal_cmp('a', 2), decimal_key(null)",
      "integer(0) integer(1) null"
    ),
    ("hex(decimal_key('-1.5'))", #"text("40BFFEFDF9FF")"#),
    ("decimal_round(0.1 + 0.2), decimal_round('2.345', 2)", "real(0.3) real(2.34)"),
    ("decimal_round('a'), decimal_round(7)", #"text("a") integer(7)"#),
    (
      "double_round(1.005, '2'), double_round('1.005', 2), typeof(ulower(''))",
      #"real(1.0) text("1.005") text("text")"#
    ),
    ("ulower(1.5), ulower(x'41'), ulike('A', x'61')", #"text("1.5") text("a") integer(1)"#),
    ("fixed_moment('2026-01-01'), fixed_moment(x'00')", #"text("2026-01-01") text("\0")"#),
    (
      "decimal_max(a) from (select null as a union all select '2' union all select 10)",
      "integer(10)"
    ),
    ("decimal_max(a) from (select 1 as a) where a > 1", "null"),
    ("calendar(date(1e9), 1e9)", "1000000000.0 is outside the years 0001 to 9999"),
    ("calendar('2026')", "calendar() needs a date or time"),
    (
      "fixed_moment('now')",
      "'now' depends on the clock and cannot be used in an expression; use :now"
    ),
    (
      "group_concat(a regexp 'b$', '') from (select 'ab' as a union all select 'ba')",
      #"text("10")"#
    ),
  ])
  func functionsTakeAnyValue(columns: String, expected: String) throws {
    let store = try Self.store(SQLiteSource())
    var row: [SQLValue] = []
    let error = failure { row = try store.queries.sql("select \(columns)").next() ?? [] }
    expectEqual((error?.message ?? row.map { "\($0)" }.joined(separator: " ")), expected)
  }

  // MARK: Codes

  @Test func anErrorKeepsTheCodeOfSQLite() throws {
    let store = try smallStore()
    let tx = try store.begin(TransactionEntry())
    expectEqual(
      failure { try tx.write.update(RecordID("Person", 1), ["name": .text("Bob")]) }?.code, 2067)
    _ = try tx.rollback()
    expectEqual(
      failure { _ = try store.queries.sql("select nobody from Person") }?.code, Int(SQLITE_ERROR))
    expectEqual(
      failure { _ = try store.value("length(zeroblob(999999999) || 'a')") }?.code,
      Int(SQLITE_TOOBIG))
    expectEqual(failure { _ = try store.value("nobody") }?.code, 0)
    expectEqual(
      failure { _ = try store.queries.compile(expression("sum(age) > 1"), for: "Person") }?.code,
      Int(SQLITE_ERROR))
    store.isInterrupted = { true }
    expectEqual(failure { _ = try store.begin(TransactionEntry()) }?.code, Int(SQLITE_INTERRUPT))
  }

  @Test func whatTheStoreRefusesHasNoCode() throws {
    let store = try smallStore()
    expectEqual(failure { try store.set(RecordID("Person", 9), [:]) }?.code, 0)
    expectEqual(failure { _ = try store.queries.find("Nobody", key: .integer(1)) }?.code, 0)
  }

  @Test func aFileSomebodyLockedHasItsCode() throws {
    let place = try Place()
    let other = try Foreigner(place.path)
    try other.run("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
    var options = Store.Options()
    options.busyTimeout = 10
    let error = failure { _ = try openStore(.file(place.path), options: options) }
    expectEqual(error?.kind, .busy)
    expectEqual(error?.code, Int(SQLITE_BUSY))
  }
}

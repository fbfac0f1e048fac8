import CSQLite
import Foundation
import RecordStore
import Records
import TestSupport
import Testing

@Suite struct ExpressionGuardTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func randomTokensNeverDoHarm(seed: UInt64) throws {
    let place = try Place()
    let store = try smallStore(.file(place.path))
    let watcher = try Foreigner(place.path)
    let before = try watcher.rows("SELECT * FROM wb_change JOIN Person JOIN Item")
    let version = try watcher.rows("PRAGMA data_version")
    let words = [
      "age", "name", "height", "weight", "active", "id", "Person", "Item", "net", "amount",
      "select", "from", "where", "and", "or", "not", "is", "null", "in", "between", "like",
      "case", "when", "then", "else", "end", "cast", "as", "integer", "count", "sum", "max", "min",
      "abs", "round", "with", "recursive", "values", "union", "all", "order", "by", "limit",
      "group", "having", "join", "on", "exists", "collate", "nocase", "regexp", "delete", "insert",
      "into", "update", "set", "drop", "table", "pragma", "attach", "wb_tx", "wb_change",
      "sqlite_schema", "history", "random", "load_extension", "date", "distinct", "x", "over",
    ]
    let symbols = ["(", ")", ",", "+", "-", "*", "/", "=", "<", ">", "||", ".", "~", ";", "--"]
    var generator = Seeded(seed: seed)
    var accepted = 0
    for _ in 0..<3000 {
      let count = Int.random(in: 1...14, using: &generator)
      var tokens: [ExpressionToken] = (0..<count).map { _ in
        switch Int.random(in: 0..<12, using: &generator) {
        case 0..<5: .word(words.randomElement(using: &generator)!)
        case 5..<9: .symbol(symbols.randomElement(using: &generator)!)
        case 9:
          .number(
            ["0", "1", "2.5", "1e2", "99999999999999999999"].randomElement(using: &generator)!)
        case 10: .text(["", "a", "now", "';"].randomElement(using: &generator)!)
        default: .quotedName(["age", "Person", "\"", "wb_tx"].randomElement(using: &generator)!)
        }
      }
      // Balanced parentheses make more of the texts valid.
      if Bool.random(using: &generator) {
        let starts: [[ExpressionToken]] = [
          [.symbol("("), .word("select")],
          [.word("count"), .symbol("("), .word("Item"), .word("where")],
          [.word("max"), .symbol("(")],
        ]
        tokens = starts.randomElement(using: &generator)! + tokens + [.symbol(")")]
      }
      do {
        let compiled = try store.queries.compile(RecordExpression(tokens), for: "Person")
        accepted += 1
        for reference in compiled.reads {
          #expect(["Person", "Item"].contains(reference.type), "seed \(seed): \(tokens)")
        }
        _ = try store.queries.evaluate(compiled, [], on: RecordID("Person", 1))
      } catch {
        #expect([.expression, .name].contains(error.kind), "seed \(seed): \(tokens) \(error)")
        #expect(
          !error.message.contains(#/no such (column|table|function|collation)/#),
          "seed \(seed): \(tokens) \(error)")
        #expect(!error.message.contains("syntax error"), "seed \(seed): \(tokens) \(error)")
        if let token = error.token { #expect(tokens.indices.contains(token)) }
      }
    }
    #expect(accepted > 25, "seed \(seed): \(accepted)")
    try expectEqual(watcher.rows("PRAGMA data_version"), version)
    try expectEqual(watcher.rows("SELECT * FROM wb_change JOIN Person JOIN Item"), before)
  }

  @Test(arguments: [
    "length(zeroblob(1e9)) > 1", "length(zeroblob(999999999) || 'a')",
    "length(printf('%*d', 1000000000, 1))", "length(printf('%*d', 4294967300, 1))",
    "length(printf('%.*f', 4294967300, 1.5))", "length(printf('%4294967300d', 1))",
    "length(printf('%.4294967300f', 1.5))", "length(printf('%.*c', 2000000000, 'x'))",
    "length(printf('%+-5.2000000000c', 'x'))", "length(printf('%' || '.*c', 2000000000, 'x'))",
    "length(format('%d %% %*.*f %.*c', 1, 2, 3, 4, 2000000000, 'x'))",
    "length(replace(hex(zeroblob(4000000)), '0', hex(zeroblob(4000000))))",
    "length(format('%.*f', 999999999, 1))",
    "(with recursive t(s) as (values('a') union all select s || s from t) select max(length(s)) from t)",
  ])
  func aBombIsAnErrorAndTheStoreGoesOn(text: String) throws {
    let store = try smallStore()
    var length: Value? = .integer(0)
    let error = failure { length = try store.value(text) }
    // Some functions stop by themselves and return nothing.
    #expect(error?.kind == .expression || length != .integer(0), "\(String(describing: error))")
    if case .integer(let length) = length { #expect(length <= 10_000_000) }
    try expectEqual(store.value("count(Person)"), .integer(3))
  }

  private static let endless =
    "(with recursive t(i) as (values(1) union all select i + 1 from t) select max(i) from t)"

  @Test func aStepThatTakesTooLongIsStopped() throws {
    var now = 0
    let store = try openStore(
      .memory, definitions: DeclaredTypes([]),
      clock: {
        now += 10_000
        return now
      })
    let error = failure { _ = try store.value(Self.endless) }
    expectEqual(error?.kind, .expression)
    expectEqual(error?.message, "stopped: this takes longer than 30 s")
  }

  @Test func anInterruptionWithinTheLimitsIsOne() throws {
    let store = try smallStore()
    var hasAsked = false
    store.isInterrupted = {
      defer { hasAsked = true }
      return !hasAsked
    }
    let error = failure { _ = try store.value(Self.endless) }
    expectEqual(error?.kind, .interrupted)
    expectEqual(error?.message, "interrupted")
  }

  @Test func aBombInsideATransactionLeavesItOpen() throws {
    let store = try smallStore()
    let tx = try store.begin(TransactionEntry(command: "begin"))
    try store.write(TransactionEntry(command: "new")) { tx in
      _ = try tx.create("Person", [.text("Cid"), nil, nil, nil, .boolean(true)])
    }
    #expect(failure { _ = try store.value("length(zeroblob(1e9) || 'a')") } != nil)
    #expect(store.journal.isInTransaction)
    _ = try tx.commit()
    try expectEqual(store.value("count(Person)"), .integer(4))
  }

  @Test(arguments: [
    "(with recursive n(i) as (values(1) union all select i + 1 from n) select max(i) from n)",
    "(select count(*) from Item a, Item b, Item c, Item d, Item e, Item f, Item g, Item h, Item i, "
      + "Item j, Item k, Item l, Item m, Item n, Item o, Item p, Item q, Item r, Item s, Item t)",
  ])
  func whatRunsTooLongCanBeInterrupted(text: String) throws {
    let store = try smallStore()
    let compiled = try store.queries.compile(expression(text), for: nil)
    var looks = 0
    store.isInterrupted = {
      looks += 1
      return looks == 5
    }
    expectEqual(failure { _ = try store.queries.evaluate(compiled, []) }?.kind, .interrupted)
    try expectEqual(store.value("1 + 1"), .integer(2))
  }

  @Test func aPatternWhoseSearchExplodesIsGivenUp() throws {
    let store = try smallStore()
    let error = failure {
      _ = try store.value("'\(String(repeating: "a", count: 60))' regexp '(a+)+b'")
    }
    expectEqual(error?.kind, .expression)
    expectEqual(error?.message, "the search for \"(a+)+b\" takes too long; simplify the pattern")
    let compiled = try store.queries.compile(expression("'a' regexp :p"), for: nil)
    let bad = failure { _ = try store.queries.evaluate(compiled, [.text("(")]) }
    expectEqual(bad?.message, "\"(\" is not a regular expression")
  }

  /// Tests the second barrier without the parser.
  @Test(arguments: [
    "SELECT name FROM sqlite_schema", "SELECT * FROM pragma_function_list",
    "SELECT * FROM json_tree('[1]')", "INSERT INTO Item(net) VALUES(1)", "DELETE FROM Item",
    "UPDATE Item SET net = 1", "DROP TABLE Item", "CREATE TABLE x(a)", "PRAGMA user_version = 1",
    "ATTACH ':memory:' AS x", "BEGIN", "SAVEPOINT a", "SELECT random()", "SELECT changes()",
    "SELECT load_extension('x')", "SELECT sqlite_version()", "ANALYZE", "VACUUM",
    "CREATE TEMP VIEW v AS SELECT 1", "SELECT nobody FROM Item", "SELECT \"net \" FROM Item",
    "EXPLAIN DELETE FROM Item", "SELECT fts3_tokenizer('simple')",
  ])
  func theMirrorCompilesNothingButReadingRecords(sql: String) throws {
    let mirror = try ExpressionMirror([try itemType()], on: engines)
    #expect(throws: ExpressionMirror.Failure.self) { try mirror.reads(of: sql) }
    try expectEqual(mirror.reads(of: "SELECT net FROM Item"), [PropertyReference("Item", "net")])
  }

  @Test func functionsOfExpressionsStayOutOfTheFile() throws {
    let place = try Place()
    let store = try smallStore(.file(place.path))
    _ = try store.value("ulower('A')")
    let other = try Foreigner(place.path)
    try other.run("CREATE VIEW v AS SELECT ulower(name) FROM Person")
    #expect(failure { _ = try store.queries.sql("SELECT * FROM v").next() } != nil)
  }

  @Test func longTextsOfTheStoreCanStillBeRead() throws {
    let type = try RecordType("Note", [Property("text", .text)])
    let store = try openStore(
      .memory, definitions: DeclaredTypes([type]), actor: "ann", clock: { 0 })
    let long = String(repeating: "x", count: 11_000_000)
    _ = try store.value("1")
    try store.write(TransactionEntry(.schema)) { tx in
      try tx.define(type)
      _ = try tx.create("Note", [.text(long)])
    }
    var count = 0
    try store.queries.select(RecordQuery("Note")) { _, values in
      count += values[0]?.description.utf8.count ?? 0
    }
    expectEqual(count, long.utf8.count)
    let error = failure { _ = try store.value("text || 'a'", RecordID("Note", 1)) }
    expectEqual(error?.message, "a text in the expression is longer than 10 million bytes")
  }
}

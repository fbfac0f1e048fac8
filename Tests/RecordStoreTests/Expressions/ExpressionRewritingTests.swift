import RecordStore
import Records
import TestSupport
import Testing

@Suite struct ExpressionRewritingTests {
  @Test(arguments: [
    "age > 3 and name like 'a%' or not age between 1 and 2", "weight + 1 = weight * 2",
    "weight = 1e5 + 2e0", "name || 'x' = 'ax'", "age is not null", "age in (1, 2, 3)",
    "case age when 1 + 1 then 2 else 3 end = 2", "- weight = ~ 3", "active is true",
    "name = 'A' collate nocase", "age << 2 & 3 | 4 = 5", "name -> 'a' = name ->> 'b'",
    "not (age = 1 and not (weight < 2 or active)) and (age & 3) * 2.5e0 < 1",
  ])
  func withoutDecimalsEveryTokenStaysAsItIs(text: String) throws {
    let store = try smallStore()
    let source = expression(text)
    let written = source.tokens.map { token in
      switch token {
      case .word(let word):
        ["age", "name", "weight", "active"].contains(word)
          ? "\"Person\".\"\(word)\"" : word.uppercased()
      case .symbol(let symbol): symbol
      default: "?"
      }
    }
    let compiled = try store.queries.compile(source, for: "Person")
    expectEqual(squeezed(compiled.sql), squeezed("(" + written.joined(separator: " ") + ")"))
  }

  private func squeezed(_ text: String) -> String { text.filter { $0 != " " } }

  @Test(arguments: [
    ("net = 3", "(net = ?)"), ("net > 0.5 and tax < 2", "(net > ? AND tax < ?)"),
    ("net + tax", "(round((net + tax) * 100.0) / 100.0)"),
    ("net + tax = total", "(round((net + tax) * 100.0) / 100.0 = total)"),
    ("net * 2 * 0.125", "(round((round((net * ?) * 100.0) / 100.0 * ?) * 100000.0) / 100000.0)"),
    ("net / 3 = tax", "(decimal_divide(net, ?) = tax)"),
    ("amount = 3", "(decimal_key(amount) = decimal_key(?))"),
    ("amount + 1 = 3", "(decimal_key(decimal_add(amount, ?)) = decimal_key(?))"),
    ("-amount", "(decimal_negate(amount))"), ("- net * 2", "(round((- net * ?) * 100.0) / 100.0)"),
    ("net * owner", "(decimal_multiply(net, owner))"), ("owner * owner", "(whole(owner * owner))"),
    ("owner - 1 + order", "(whole(owner - ? + order))"),
    ("max(amount, 1)", "(decimal_max(amount, ?))"), ("owner % 7 + 1", "(owner % ? + ?)"),
    (
      "nullif(amount, 5.5)",
      """
      (CASE WHEN decimal_key(amount) = decimal_key(?) THEN NULL ELSE amount END)
      """
    ),
    ("coalesce(net, owner % 9)", "(coalesce(net, CAST(owner % ? AS REAL)))"),
    (
      "net % 0.3",
      """
      (CAST(round((net) * 100.0) AS INTEGER) % CAST(round((?) * 100.0) AS INTEGER) / 100.0)
      """
    ),
  ])
  func onlyWhatWouldNotBeExactIsHelped(text: String, sql: String) throws {
    let compiled = try smallStore().queries.compile(expression(text), for: "Item")
    let written = compiled.sql.replacing("\"Item\".", with: "").replacing("\"", with: "")
    expectEqual(squeezed(written), squeezed(sql))
  }

  @Test func longDecimalsInAListAreRefused() throws {
    let store = try smallStore()
    let error = failure {
      _ = try store.queries.compile(expression("(amount + 1, 2) = (total, 2)"), for: "Item")
    }
    expectEqual(error?.message, "these values can only be compared one by one, not as a list")
    expectEqual(error?.token, 0)
    try expectEqual(
      store.queries.count(
        "Item",
        where: store.queries.compile(
          expression("(net + tax, owner) = (total, 1)"), for: "Item")), 2)
  }

  /// For all pairs and triples of operators, explicit parentheses around the parser's operands must
  /// not change SQLite's result.
  @Test func operandsEndWhereSQLiteEndsThem() throws {
    let store = try smallStore()
    let operators = [
      "=", "==", "<>", "!=", "is", "is not", "like", "glob", "in", "not in",
      "not like", "between", "not between", "isnull", "notnull", "not null", "<", "<=", ">", ">=",
      "&", "|", "<<", ">>", "+", "-", "*", "/", "||", "collate nocase",
      "is distinct from", "is not distinct from",
    ]
    // `%` binds like `/`; for doubles we replace SQLite's `%`, which truncates them.
    let prefixes = ["", "- ", "~ "]
    var generator = Seeded(seed: 3)
    var differing = 0
    func operand() -> String {
      prefixes.randomElement(using: &generator)! + String(Int.random(in: 0...3, using: &generator))
    }
    func tail(_ name: String) -> String {
      switch name {
      case "in", "not in": " (0, 2, \(operand()))"
      case "between", "not between": " \(operand()) and \(operand())"
      case "isnull", "notnull", "not null", "collate nocase": ""
      default: " " + operand()
      }
    }
    for first in operators {
      for second in operators {
        for third in operators.shuffled(using: &generator).prefix(3) + [""] {
          var text = "\(operand()) \(first)\(tail(first)) \(second)\(tail(second))"
          if !third.isEmpty { text += " \(third)\(tail(third))" }
          let source = expression(text)
          let wrapped = RecordExpression(
            source.tokens.map { token in
              if case .number(let digits) = token { .number("\(digits)e0") } else { token }
            })
          // SQLite's result of the text itself, with doubles, which we do not change.
          let plain = outcome { try store.raw(text.decimals) }
          let rewritten = outcome {
            try store.queries.evaluate(store.queries.compile(wrapped, for: nil), []).map(shown)
          }
          // A joined text is not a number.
          if rewritten == "error", text.contains("||") { continue }
          if plain != rewritten { differing += 1 }
          expectEqual(plain, rewritten, "\(text)")
        }
      }
    }
    expectEqual(differing, 0)
  }

  /// Like ``operandsEndWhereSQLiteEndsThem()``, for `and`, `or` and `not`.
  @Test func conditionsEndWhereSQLiteEndsThem() throws {
    let store = try smallStore()
    var generator = Seeded(seed: 4)
    func condition() -> String {
      let (left, right) = (Int.random(in: 0...2, using: &generator), generator.below(3))
      let test = ["\(left) = \(right)", "\(left) < \(right)", "\(left) in (\(right), 2)"]
      return ["", "not ", "not not "].randomElement(using: &generator)! + test.randomElement(
        using: &generator)!
    }
    for _ in 0..<2000 {
      var text = condition()
      for _ in 0..<3 {
        text +=
          [" and ", " or ", " and not ", " or not "].randomElement(using: &generator)! + condition()
      }
      let plain = outcome { try store.raw(text) }
      expectEqual(plain, outcome { try store.value(text).map(shown) }, "\(text)")
    }
  }

  private func outcome(_ body: () throws -> String?) -> String {
    do {
      let result = try body() ?? "NULL"
      // SQLite keeps the sign of zero in a literal, but not in a bound value.
      return result == "-0.0" ? "0.0" : result
    } catch {
      return "error"
    }
  }

  private func shown(_ value: Value) -> String { "\(value)" }
}

extension String {
  fileprivate var decimals: String {
    split(separator: " ", omittingEmptySubsequences: false).map { word in
      let digits = word.filter(\.isNumber)
      return digits.isEmpty ? String(word) : String(word).replacing(digits, with: digits + ".0")
    }.joined(separator: " ")
  }
}

extension Store {
  fileprivate func raw(_ text: String) throws -> String? {
    switch try queries.sql("SELECT (\(text))").next()?[0] {
    case nil, .null: return nil
    case .integer(let value): return "\(value)"
    case .real(let value): return "\(value)"
    case .text(let value): return value
    case .blob: return "blob"
    }
  }
}

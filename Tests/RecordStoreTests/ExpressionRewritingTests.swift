import Randomness
import RecordStore
import Records
import Testing

@Suite struct ExpressionRewritingTests {
  @Test(arguments: [
    "age > 3 and name like 'a%' or not age between 1 and 2", "age + 1 = 2 * age - 1",
    "weight + 1 = weight * 2", "weight = 1e5 + 2e0", "name || 'x' = 'ax'", "age is not null",
    "age in (1, 2, 3 + 4)", "case age when 1 + 1 then 2 else 3 end = 2", "- age = ~ 3",
    "abs(weight) + max(age, 3) = 4", "cast(age as integer) + 1 = 2", "active is true",
    "(age, weight + 1) = (1, 2)", "substr(name, 1, 1) = 'A' collate nocase",
    "age << 2 & 3 | 4 = 5", "name -> 'a' = name ->> 'b'", "length(name) = 3",
  ])
  func withoutDecimalsEveryTokenStaysAsItIs(text: String) throws {
    let store = try smallStore()
    let source = expression(text)
    let written = source.tokens.map { token in
      switch token {
      case .word(let word):
        ["age", "name", "weight", "active"].contains(word)
          ? "\"\(word)\"" : word.contains("substr") || isFunction(word) ? word : word.uppercased()
      case .symbol(let symbol): symbol
      default: "?"
      }
    }
    let compiled = try store.compile(source, for: "Person")
    #expect(compiled.sql == "(" + written.joined(separator: " ") + ")")
    #expect(compiled.orderingSQL == compiled.sql)
  }

  private func isFunction(_ word: String) -> Bool { ["abs", "max", "length"].contains(word) }

  @Test(arguments: [
    ("net = 3", "(\"net\" = ?)"), ("net = total", "(\"net\" = \"total\")"),
    ("net > 0.5 and tax < 2", "(\"net\" > ? AND \"tax\" < ?)"),
    ("net + tax", "(\"net\" + \"tax\")"), ("net + tax is null", "(\"net\" + \"tax\" IS NULL)"),
    (
      "net + tax = total",
      "(double_round(\"net\" + \"tax\", 2) = double_round(\"total\", 2))"
    ),
    (
      "net + tax = 3 and owner + 1 = 2",
      "(double_round(\"net\" + \"tax\", 2) = ? AND \"owner\" + ? = ?)"
    ),
    ("net / 3 = tax", "(double_round(\"net\" / ?) = double_round(\"tax\"))"),
    ("amount = 3", "(decimal_key(\"amount\") = decimal_key(?))"),
    ("amount + 1 = 3", "(double_round(\"amount\" + ?, 10) = ?)"),
    (
      "owner > 3 = (net + 1 < tax)",
      "(\"owner\" > ? = (double_round(\"net\" + ?, 2) < double_round(\"tax\", 2)))"
    ),
    ("max(amount, 1)", "(decimal_max ( \"amount\" , ? ))"),
    ("1 - 2 - net = 3", "(double_round(? - ? - \"net\", 2) = ?)"),
    ("not - net * 2 = 3", "(NOT double_round(- \"net\" * ?, 2) = ?)"),
  ])
  func onlyComparisonsOfDecimalsThatNeedItAreHelped(text: String, sql: String) throws {
    let compiled = try smallStore().compile(expression(text), for: "Item")
    func squeezed(_ text: String) -> String { text.filter { $0 != " " } }
    #expect(squeezed(compiled.sql) == squeezed(sql))
  }

  @Test func decimalsInAListAreRefused() throws {
    let store = try smallStore()
    let error = failure {
      _ = try store.compile(expression("(net + 1, 2) = (total, 2)"), for: "Item")
    }
    #expect(error?.message == "Decimals can only be compared one by one, not as a list")
    #expect(error?.token == 0)
  }

  /// Of all pairs and triples of operators: where the parser believes that operands end, brackets
  /// put there must not change what SQLite makes of the expression.
  @Test func operandsEndWhereSQLiteEndsThem() throws {
    let store = try smallStore()
    let operators = [
      "or", "and", "=", "==", "<>", "!=", "is", "is not", "like", "glob", "in", "not in",
      "not like", "between", "not between", "isnull", "notnull", "not null", "<", "<=", ">", ">=",
      "&", "|", "<<", ">>", "+", "-", "*", "/", "%", "||", "collate nocase",
      "is distinct from", "is not distinct from",
    ]
    let prefixes = ["", "not ", "- ", "~ "]
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
          // A Decimal in every place makes the parser wrap each comparison it sees.
          let source = expression(text)
          let wrapped = RecordStore.Expression(
            source.tokens.map { token in
              if case .number(let digits) = token { .number("\(digits).0") } else { token }
            })
          // What SQLite says of the text itself, with the numbers as the rewriter binds them.
          let plain = outcome { try store.raw(text.decimals) }
          let rewritten = outcome {
            try store.evaluate(store.compile(wrapped, for: nil), []).map(shown)
          }
          if plain != rewritten { differing += 1 }
          #expect(plain == rewritten, "\(text)")
        }
      }
    }
    #expect(differing == 0)
  }

  private func outcome(_ body: () throws -> String?) -> String {
    do {
      let result = try body() ?? "NULL"
      // Of a numeral SQLite keeps the sign of zero, of a bound value it does not.
      return result == "-0.0" ? "0.0" : result
    } catch {
      return "error"
    }
  }

  private func shown(_ value: Value) -> String { "\(value)" }
}

extension String {
  /// The text with each whole number as a decimal.
  fileprivate var decimals: String {
    split(separator: " ", omittingEmptySubsequences: false).map { word in
      let digits = word.filter(\.isNumber)
      return digits.isEmpty ? String(word) : String(word).replacing(digits, with: digits + ".0")
    }.joined(separator: " ")
  }
}

extension Store {
  /// What SQLite makes of an expression, without anything in between.
  fileprivate func raw(_ text: String) throws -> String? {
    switch try sql("SELECT (\(text))").next()?[0] {
    case nil, .null: return nil
    case .integer(let value): return "\(value)"
    case .real(let value): return "\(value)"
    case .text(let value): return value
    case .blob: return "blob"
    }
  }
}

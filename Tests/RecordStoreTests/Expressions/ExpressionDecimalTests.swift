import RecordStore
import Records
import TestSupport
import Testing

@Suite struct ExpressionDecimalTests {
  @Test(arguments: [
    ("0.1 + 0.2 = 0.3", 1), ("0.3 = 0.1 + 0.2", 1), ("0.1 + 0.2 == 0.3", 1),
    ("0.1 + 0.2 <> 0.3", 0), ("0.1 + 0.2 != 0.3", 0), ("0.1 + 0.2 > 0.3", 0),
    ("0.1 + 0.2 <= 0.3", 1), ("0.1 + 0.2 is 0.3", 1), ("0.1 + 0.2 is not 0.3", 0),
    ("0.1 + 0.2 is not distinct from 0.3", 1), ("0.1 + 0.2 is nil", 0),
    ("0.3 between 0.1 + 0.2 and 0.4", 1), ("0.1 + 0.2 between 0.3 and 0.3", 1),
    ("0.1 + 0.2 not between 0.3 and 0.3", 0), ("0.1 + 0.2 in (0.3)", 1),
    ("0.3 in (1, 0.1 + 0.2)", 1), ("0.1 + 0.2 not in (0.3, 4)", 0),
    ("case 0.1 + 0.2 when 0.3 then 1 else 0 end", 1), ("not 0.1 + 0.2 = 0.3", 0),
    ("0.1 + 0.2 = 0.3 = true", 1), ("8.00 - 7.90 = 0.10", 1), ("0.1 + 0.2 - 0.3 = 0", 1),
    ("1.1 * 1.1 = 1.21", 1), ("4.35 * 100 = 435", 1), ("1.15 * 3 = 3.45", 1),
    ("-(0.1 + 0.2) = -0.3", 1), ("abs(-0.1 - 0.2) = 0.3", 1), ("1.0 / 3 * 3 = 1", 0),
    ("1.0 / 3 * 3 = 0.999999999999999", 1),
    ("round(2.675 * 100) = 268", 1), ("coalesce(nil, 0.1 + 0.2) = 0.3", 1),
    ("iif(1 = 1, 0.1 + 0.2, 9) = 0.3", 1), ("(select 0.1 + 0.2) = 0.3", 1),
    ("0.3 in (select 0.1 + 0.2)", 1),
    ("999999999999999.1 + 0.1 > 999999999999999.0", 1),
    ("12345678901234567890.1 = 12345678901234567890.10", 1),
    ("12345678901234567890.1 < 12345678901234567890.2", 1),
    ("12345678901234567890.1 > 9", 1), ("-12345678901234567890.1 < -9", 1),
    ("-12345678901234567890.1 > -12345678901234567890.2", 1),
    ("9223372036854775808 > 9223372036854775807", 1),
    ("100000000000000000000 between 99 and 1000000000000000000000", 1),
    ("12345678901234567890.1 in (1, 12345678901234567890.1)", 1),
    ("12345678901234567890.1 is 12345678901234567890.1", 1),
    ("12345678901234567890.1 is not nil", 1), ("max(12345678901234567890.1, 9.5) > 10", 1),
    ("min(12345678901234567890.1, 9.5) = 9.5", 1), ("0.1 = 0.10", 1), ("1e-1 + 0.2e0 = 3e-1", 0),
  ])
  func decimalsCompareAsTheyRead(text: String, result: Int) throws {
    try expectEqual(smallStore().value(text), .integer(result))
  }

  @Test(arguments: [
    ("net + tax = total", [1, 2, 3]), ("total - tax = net", [1, 2, 3]),
    ("total - net = tax", [1, 2, 3]), ("net + tax between total and total", [1, 2, 3]),
    ("total in (net + tax)", [1, 2, 3]), ("net * 2 = net + net", [1, 2, 3]),
    ("total = 0.3", [1]), ("net + tax <> total", []), ("net = 8", [2]),
    ("amount = 123456789012345.6789", [1]), ("amount > 123456789012345.6788", [1]),
    ("amount < other", []), ("amount = other", [2]), ("amount <> other", [1]),
    ("amount > 100", [1]), ("amount is other", [2]), ("amount is not other", [1, 3]),
    ("other in (99, -5)", [1, 2]), ("other < 99.5", [1, 2, 3]), ("other = 0.1234567891", [3]),
    ("amount is nil", [3]),
    ("other + 1 = 100", [1]), ("other between -5 and 1", [2, 3]),
    ("other = (select max(other) from Item)", [1]),
    ("amount = (select min(amount) from Item)", [2]), ("max(amount, other) = amount", [1, 2]),
    ("id = (select id from Item order by other desc limit 1)", [1]),
    ("coalesce(amount, 0) = 0", [3]), ("-other = 5", [2]),
    ("(select sum(i.net) from Item as i) = 1000008.20", [1, 2, 3]),
  ])
  func decimalPropertiesCompareAsTheyRead(text: String, numbers: [Int]) throws {
    try expectEqual(smallStore().numbers("Item", text), numbers)
  }

  @Test(arguments: [true, false])
  func recordsComeInTheOrderOfLongDecimals(isDescending: Bool) throws {
    let store = try smallStore()
    // As texts, 100 would come before 99, and -4.5 before -5.
    try store.write(TransactionEntry()) { tx in
      try tx.create(item: "0", "0", "0", nil, "100", nil)
      try tx.create(item: "0", "0", "0", nil, "-4.5", nil)
    }
    let term = try store.queries.compile(expression("other"), for: "Item")
    var numbers: [Int] = []
    try store.queries.select(RecordQuery("Item", order: [.init(term, isDescending: isDescending)]))
    {
      number, _ in numbers.append(number)
    }
    expectEqual(numbers, (isDescending ? [4, 1, 3, 5, 2] : [2, 5, 3, 1, 4]))
    let least = try store.value("(select id from Item order by other limit 1)")
    let greatest = try store.value("(select id from Item order by other desc limit 1)")
    #expect(least == .integer(2) && greatest == .integer(4))
  }

  @Test func valuesOfTheSessionCompareAsDecimalsToo() throws {
    let store = try smallStore()
    func holds(_ text: String, _ values: [Value?], _ kind: PropertyKind?) throws -> Value? {
      let compiled = try store.queries.compile(
        expression(text, [("a", kind), ("b", kind), ("c", kind)]), for: nil)
      return try store.queries.evaluate(compiled, values)
    }
    let short = PropertyKind.decimal(integerDigits: 3, fractionDigits: 0...2)
    let long = PropertyKind.decimal(integerDigits: 30, fractionDigits: 0...2)
    let cents = [decimal("0.1"), decimal("0.2"), decimal("0.3")]
    let large = [
      decimal("12345678901234567890.1"), decimal("12345678901234567890.2"), decimal("9"),
    ]
    for kind in [nil, short, long] {
      try expectEqual(holds(":a + :b = :c", cents, kind), .integer(1))
      try expectEqual(holds(":a < :b and :a > :c", large, kind), .integer(1))
    }
    let close = [decimal("0.001"), decimal("0.002"), decimal("0.004")]
    try expectEqual(holds(":a + :b = :c", close, short), .integer(0))
  }

  /// Every pair of cents up to two euros, then prime steps up to a few hundred.
  @Test func netAndTaxAreTheTotalForAllCents() throws {
    let store = try smallStore()
    let compiled = try store.queries.compile(
      expression(
        ":n + :t = :s and :s - :t = :n and not (:n + :t < :s) and :s >= :n + :t "
          + "and :n + :t <> :u and :n + :t < :u and :n - :t = :d",
        [("n", cents), ("t", cents), ("s", cents), ("u", cents), ("d", cents)]), for: nil)
    func value(_ cents: Int) -> Value? { decimal(text(cents)) }
    let samples = Array(0...60) + Array(stride(from: 61, to: 40_000, by: 1009))
    for net in samples {
      for tax in samples {
        let values = [
          value(net), value(tax), value(net + tax), value(net + tax + 1), value(net - tax),
        ]
        guard try store.queries.evaluate(compiled, values) == .integer(1) else {
          Issue.record("\(net) + \(tax)")
          return
        }
      }
    }
  }

  /// SQLite runs through all pairs by itself.
  @Test func netAndTaxAreTheTotalForAllCentsOfATable() throws {
    let type = try RecordType("Cent", [Property("amount", cents)])
    let store = try openStore(
      .memory, definitions: DeclaredTypes([type]), actor: "ann", clock: { 0 })
    let most = 400
    try store.write(TransactionEntry(.schema)) { tx in
      try tx.define(type)
      for number in 0...(2 * most) { _ = try tx.create("Cent", [decimal(text(number))]) }
    }
    // The number of a record is its cents plus one.
    let wrong = """
      (select count(*) from Cent a join Cent b join Cent c
        where a.id <= \(most + 1) and b.id <= \(most + 1) and c.id between a.id + b.id - 2
          and a.id + b.id
        and ((a.amount + b.amount = c.amount) <> (a.id + b.id - 1 = c.id)
          or (a.amount + b.amount < c.amount) <> (a.id + b.id - 1 < c.id)
          or (c.amount - a.amount = b.amount) <> (c.id - a.id + 1 = b.id)))
      """
    try expectEqual(store.value(wrong), .integer(0))
  }

  @Test func roundingIsTheDecimalsOwnBinaryFraction() throws {
    let store = try smallStore()
    var generator = Seeded(seed: 7)
    let compiled = try store.queries.compile(expression("decimal_round(:x)"), for: nil)
    for _ in 0..<3000 {
      let digits = Int.random(in: 0..<1_000_000_000_000_000, using: &generator)
      let exponent = Int.random(in: -40...30, using: &generator)
      let exact = try #require(Double("\(digits)e\(exponent)"))
      for near in [exact, exact.nextUp, exact.nextDown, -exact] where near != 0 {
        // Only from here on is the last of 15 digits worth more than two units of the last place.
        guard digits >= 100_000_000_000_000 else { continue }
        let result = try store.queries.evaluate(compiled, [.double(near)])
        expectEqual(result, .double(near < 0 ? -exact : exact), "\(digits)e\(exponent)")
      }
    }
    for special in [0.0, .greatestFiniteMagnitude, .leastNormalMagnitude, 1e15, 1e22, 1e23] {
      let result = try store.queries.evaluate(compiled, [.double(special)])
      guard case .double(let value) = result else {
        Issue.record("\(special)")
        continue
      }
      #expect(abs(value - special) <= special * 1e-14)
    }
  }

  @Test func decimalsOfAnyLengthHaveTheOrderOfExactDecimals() throws {
    let store = try smallStore()
    var generator = Seeded(seed: 11)
    let compiled = try store.queries.compile(
      expression("decimal_cmp(:x, :y)", [("x", nil), ("y", nil)]), for: nil)
    var numbers: [ExactDecimal] = [.zero]
    while numbers.count < 90 {
      let digits = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
        String(Int.random(in: 0...9, using: &generator))
      }.joined()
      let fraction =
        String(repeating: "0", count: Int.random(in: 0...4, using: &generator))
        + String(Int.random(in: 0...999, using: &generator))
      let sign = Bool.random(using: &generator) ? "-" : ""
      for text in ["\(sign)\(digits).\(fraction)", "\(sign)0.\(fraction)", sign + digits] {
        if let number = ExactDecimal(text) { numbers.append(number) }
      }
    }
    for left in numbers {
      for right in numbers {
        let result = try store.queries.evaluate(compiled, [.decimal(left), .decimal(right)])
        let expected = left == right ? 0 : left < right ? -1 : 1
        guard result == .integer(expected) else {
          Issue.record("\(left) \(right)")
          return
        }
      }
    }
  }
}

private let cents = PropertyKind.decimal(integerDigits: 8, fractionDigits: 2...2)

private func text(_ cents: Int) -> String {
  let amount = abs(cents)
  return "\(cents < 0 ? "-" : "")\(amount / 100).\(amount % 100 < 10 ? "0" : "")\(amount % 100)"
}

import RecordStore
import Records
import TestSupport
import Testing

@Suite struct ExpressionSumTests {
  private static let type = "Sale"

  private func store(_ cents: [Int?], fraction: Int, integer: Int) throws -> Store {
    let kind = PropertyKind.decimal(
      integerDigits: integer, fractionDigits: fraction...fraction)
    let sale = try RecordType(Self.type, [Property("price", kind, isOptional: true)])
    let store = try openStore(.memory, definitions: DeclaredTypes([sale]), clock: { 0 })
    try store.write(TransactionEntry(.schema)) { tx in
      try tx.define(sale)
      for number in cents {
        _ = try tx.create(Self.type, [number.flatMap { decimal(text($0, fraction)) }])
      }
    }
    return store
  }

  private func text(_ number: Int, _ fraction: Int) -> String {
    let digits = String(number.magnitude)
    let padded = String(repeating: "0", count: max(0, fraction + 1 - digits.count)) + digits
    return (number < 0 ? "-" : "") + padded.dropLast(fraction)
      + (fraction > 0 ? "." + padded.suffix(fraction) : "")
  }

  private func value(_ text: String, _ store: Store) throws -> Value? {
    let compiled = try store.queries.compile(expression(text), for: nil)
    return compiled.typed(try store.queries.evaluate(compiled, []))
  }

  @Test(arguments: 0..<20)
  func sumsAreExactAndMeansRoundedHalfToEven(seed: UInt64) throws {
    var random = Seeded(seed: seed)
    let fraction = Int.random(in: 1...4, using: &random)
    let integer = seed.isMultiple(of: 2) ? 8 : 14
    let numbers: [Int?] = (0..<Int.random(in: 1...60, using: &random)).map { _ in
      Int.random(in: 0..<8, using: &random) == 0
        ? nil : Int.random(in: -999_999_999...999_999_999, using: &random)
    }
    let store = try store(numbers, fraction: fraction, integer: integer)
    let known = numbers.compactMap { $0 }
    let sum = known.reduce(0, +)
    guard !known.isEmpty else {
      #expect(try value("sum(Sale.price)", store) == nil)
      return
    }
    try expectEqual(value("sum(Sale.price)", store), decimal(text(sum, fraction)))
    try expectEqual(value("sum(Sale.price) = \(text(sum, fraction))", store), .boolean(true))
    try expectEqual(value("sum(Sale.price) < \(text(sum + 1, fraction))", store), .boolean(true))
    try expectEqual(value("sum(Sale.price) > \(text(sum, fraction))", store), .boolean(false))
    let (quotient, rest) = (sum.magnitude * 10_000).quotientAndRemainder(
      dividingBy: UInt(known.count))
    let isUp =
      rest * 2 > UInt(known.count) || rest * 2 == UInt(known.count) && !quotient.isMultiple(of: 2)
    let mean = Int(quotient + (isUp ? 1 : 0)) * (sum < 0 ? -1 : 1)
    try expectEqual(value("avg(Sale.price)", store), decimal(text(mean, fraction + 4)))
    let positive = known.filter { $0 > 0 }
    try expectEqual(
      value("coalesce(sum(Sale.price where price > 0), 0)", store),
      decimal(text(positive.reduce(0, +), fraction)))
  }

  @Test func moreDigitsThanABinaryFractionHasAreKept() throws {
    let cents = Array(repeating: 99_999_999_999_999, count: 12)
    let store = try store(cents, fraction: 2, integer: 13)
    try expectEqual(value("sum(Sale.price)", store), decimal("11999999999999.88"))
    try expectEqual(value("sum(Sale.price) = 11999999999999.88", store), .boolean(true))
    let many = try self.store(Array(repeating: 1, count: 1000), fraction: 2, integer: 13)
    try expectEqual(value("sum(Sale.price)", many), decimal("10"))
  }
}

import TestSupport
import Testing
import Values
import ValuesTests

/// `decimal_add` and its variants, compared with digit-by-digit arithmetic.
@Suite struct DecimalFunctionTests {
  private let calls: FunctionCalls

  init() throws { calls = try FunctionCalls() }

  @Test(arguments: 0..<20)
  func decimalsOfAnyLengthAreExact(stream: Int) throws {
    var random = Seeded(stream: stream)
    for _ in 0..<(Seeded.isLong ? 1000 : 60) {
      let most = [1, 5, 8, 15, 16, 38].randomElement(using: &random)!
      let a = SchoolDecimal.random(upTo: most, using: &random)
      let b = SchoolDecimal.random(
        upTo: Bool.random(using: &random) ? most : 38, using: &random)
      try expectCalculations(of: a, b)
    }
  }

  @Test(arguments: -200...200)
  func hundredthsAreExact(hundredths: Int) throws {
    for other in stride(from: -200, through: 200, by: Seeded.isLong ? 1 : 23) {
      try expectCalculations(
        of: SchoolDecimal(text(hundredths)), SchoolDecimal(text(other)))
    }
  }

  private func text(_ hundredths: Int) -> String {
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    return (hundredths < 0 ? "-" : "") + "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  private func expectCalculations(of a: SchoolDecimal, _ b: SchoolDecimal) throws {
    guard a.fits, b.fits else { return }
    let expectations: [(String, SchoolDecimal?)] = [
      ("decimal_add(?1, ?2)", a + b), ("decimal_subtract(?1, ?2)", a - b),
      ("decimal_multiply(?1, ?2)", a * b), ("decimal_divide(?1, ?2)", a / b),
      ("decimal_remainder(?1, ?2)", a % b), ("decimal_negate(?1)", a.negated),
      ("decimal_absolute(?1)", a.magnitude),
    ]
    let arguments = [stored(a), stored(b)]
    for (sql, expected) in expectations {
      let count = sql.contains("?2") ? 2 : 1
      let result = try calls.call(sql, Array(arguments[..<count]))
      if let expected, !expected.fits {
        expectEqual(
          result, .failure(.init(message: "the result has more than 38 digits")), "\(sql) \(a) \(b)"
        )
      } else {
        #expect(isSame(try result.get(), expected.map(stored) ?? .null), "\(sql) \(a) \(b)")
      }
    }
    if let whole = Int("\(a)") {
      #expect(
        isSame(
          try calls.call("decimal_add(?1, ?2)", [.integer(whole), .integer(0)]).get(), stored(a)))
    }
  }

  private func stored(_ number: SchoolDecimal) -> SQLValue {
    number.count > 15 ? .text("\(number)") : .real(Double("\(number)")!)
  }

  private func isSame(_ one: SQLValue, _ other: SQLValue) -> Bool {
    if case (.real(let one), .real(let other)) = (one, other) {
      return one.bitPattern == other.bitPattern
    }
    return one == other
  }

  @Test(arguments: [
    ("decimal_add(null, 1)", SQLValue.null), ("decimal_multiply(1, null)", .null),
    ("decimal_negate(null)", .null), ("decimal_absolute(null)", .null),
    ("decimal_divide(7, 0)", .null), ("decimal_divide('12345678901234567.5', 0.0)", .null),
    ("decimal_remainder(7, 0)", .null), ("decimal_divide(7, 2)", .real(3.5)),
    ("decimal_divide(2, 3)", .real(0.666666666666667)),
    ("decimal_divide(1000000000000000000, 3)", .text("333333333333333333.3")),
    ("decimal_negate(-9223372036854775807 - 1)", .text("9223372036854775808")),
    ("decimal_add(9223372036854775807, 1)", .text("9223372036854775808")),
    ("decimal_add(999999999999999, 1)", .text("1000000000000000")),
    ("decimal_remainder(-7.5, 2)", .real(-1.5)), ("decimal_remainder(7.5, -2)", .real(1.5)),
    ("decimal_subtract(decimal_subtract(0.3, 0.1), 0.2)", .real(0)),
    ("decimal_multiply('0.5', 2)", .real(1)), ("decimal_add(1e-20, 1e-20)", .real(2e-20)),
    ("whole(7)", .integer(7)), ("whole(null)", .null), ("whole('a')", .text("a")),
  ])
  func functionsGive(sql: String, expected: SQLValue) throws {
    #expect(isSame(try calls.call(sql).get(), expected))
  }

  @Test(arguments: [
    ("decimal_add('a', 1)", "a is not a number of at most 38 digits"),
    ("decimal_negate(x'00')", "x'00' is not a number of at most 38 digits"),
    ("decimal_multiply(1, 1e300)", "1e+300 is not a number of at most 38 digits"),
    ("decimal_multiply(1e-20, 1e-20)", "the result has more than 38 digits"),
    ("whole(9223372036854775807 + 1)", "the result does not fit in 64 bits"),
  ])
  func functionsFail(sql: String, words: String) throws {
    try expectEqual(calls.call(sql), .failure(.init(message: words)))
  }
}

import TestSupport
import Testing
import Values

@Suite struct DecimalRoundingTests {
  @Test(arguments: [
    ("-12.50", "-12.5"), ("007", "7"), ("0.0", "0"), ("-0", "0"), ("-0.00", "0"), ("100", "100"),
    ("0.10", "0.1"), ("-00.10", "-0.1"), ("5", "5"), ("100.00", "100"),
  ])
  func digitsBecomeCanonical(text: String, description: String) throws {
    let decimal = try #require(ExactDecimal(text))
    expectEqual(decimal.description, description)
    expectEqual(ExactDecimal(description), decimal)
    expectEqual(Set([decimal, ExactDecimal(description)!]).count, 1)
  }

  @Test(arguments: [
    "", "-", ".5", "5.", "+5", "1,5", "1e5", " 5", "٣", "--5", "1.2.3", "0x1", "5-",
  ])
  func onlyPlainNumbersAreRead(text: String) {
    #expect(ExactDecimal(text) == nil)
  }

  @Test func integersKeepAllTheirDigits() {
    for value in [Int.min, -10, -1, 0, 1, 10, Int.max] {
      expectEqual(ExactDecimal(value).description, "\(value)")
      expectEqual(ExactDecimal(value), ExactDecimal("\(value).0"))
    }
  }

  @Test func orderIsThatOfTheNumberLine() throws {
    let texts = [
      "-1000", "-999.99", "-10", "-9.5", "-9.49", "-0.1", "-0.01", "0", "0.01", "0.1", "0.101",
      "0.11", "9", "9.9", "10", "100", "1000.0001",
    ]
    let decimals = texts.map { ExactDecimal($0)! }
    for (index, one) in decimals.enumerated() {
      for (place, other) in decimals.enumerated() {
        expectEqual((one < other), (index < place), "\(one) \(other)")
        expectEqual((one == other), (index == place))
      }
    }
  }

  @Test(arguments: -26...25)
  func roundingGoesToTheEvenDigit(tenths: Int) {
    for hundredth in 0..<100 { expectRounding(of: tenths * 100 + hundredth) }
  }

  private func expectRounding(of thousandths: Int) {
    let sign = thousandths < 0 ? "-" : ""
    let digits =
      String(repeating: "0", count: max(0, 4 - "\(abs(thousandths))".count)) + "\(abs(thousandths))"
    let decimal = ExactDecimal("\(sign)\(digits.dropLast(3)).\(digits.suffix(3))")!
    for (count, unit) in [(0, 1000), (1, 100), (2, 10), (3, 1), (4, 1)] {
      var quotient = abs(thousandths) / unit
      let rest = 2 * (abs(thousandths) % unit)
      if rest > unit || rest == unit && quotient % 2 == 1 { quotient += 1 }
      let scaled = "\(quotient * unit)"
      let padded = String(repeating: "0", count: max(0, 4 - scaled.count)) + scaled
      expectEqual(
        decimal.rounded(toFractionDigits: count),
        ExactDecimal("\(sign)\(padded.dropLast(3)).\(padded.suffix(3))"), "\(decimal) \(count)")
    }
  }

  @Test func roundingCarriesThroughNines() {
    expectEqual(ExactDecimal("-999.995")!.rounded(toFractionDigits: 2), ExactDecimal("-1000"))
    expectEqual(ExactDecimal("0.5")!.rounded(toFractionDigits: 0), ExactDecimal("0"))
    expectEqual(ExactDecimal("1.5")!.rounded(toFractionDigits: 0), ExactDecimal("2"))
    expectEqual(ExactDecimal("0.50000001")!.rounded(toFractionDigits: 0), ExactDecimal("1"))
  }
}

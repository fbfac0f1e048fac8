import TestSupport
import Testing
import Values

@Suite struct ExactDecimalTests {
  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("0.0", "0"), ("-0.00", "0"), ("12", "12"), ("012", "12"),
    ("2.50", "2.5"), ("-2.50", "-2.5"), ("0.001", "0.001"), ("100.010", "100.01"),
    ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
    ("0.12345678901234567890123456789012345678", "0.12345678901234567890123456789012345678"),
    ("0000000000000000000000000000000000000000000000000001.5", "1.5"),
    ("1.50000000000000000000000000000000000000000000000000000", "1.5"),
  ])
  func readsADecimal(text: String, canonical: String) {
    expectEqual(ExactDecimal(text)?.description, canonical)
  }

  @Test(arguments: [
    "", "-", ".", ".5", "5.", "-.5", "1.2.3", "1e5", "+1", " 1", "1 ", "1,000", "١", "0x10", "nan",
    "--1", "1-", "123456789012345678901234567890123456789",
    "0.000000000000000000000000000000000000001",
    "1.12345678901234567890123456789012345678",
  ])
  func refusesWhatIsNoDecimal(text: String) {
    #expect(ExactDecimal(text) == nil)
  }

  @Test func equalNumbersAreEqualHoweverWritten() {
    expectEqual(ExactDecimal("2.50"), ExactDecimal("2.5"))
    expectEqual(ExactDecimal("2.50")?.hashValue, ExactDecimal("2.5")?.hashValue)
    expectEqual(ExactDecimal("-0"), .zero)
  }

  /// Integer cents are the oracle.
  @Test func ordersAndPrintsAllCents() {
    let cents = Array(-250...250)
    func text(_ cents: Int) -> String {
      let digits = String(cents.magnitude)
      let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
      return (cents < 0 ? "-" : "") + padded.dropLast(2) + "." + padded.suffix(2)
    }
    let numbers = cents.map { ExactDecimal(text($0))! }
    for (left, leftNumber) in zip(cents, numbers) {
      expectEqual(leftNumber.description(minimumFractionDigits: 2), text(left))
      for (right, rightNumber) in zip(cents, numbers)
      where (left < right) != (leftNumber < rightNumber) {
        Issue.record("\(leftNumber) < \(rightNumber)")
      }
    }
  }

  @Test func ordersNumbersWhoseScalesAreFarApart() {
    let big = ExactDecimal("99999999999999999999999999999999999999")!
    let small = ExactDecimal("0.00000000000000000000000000000000000001")!
    #expect(small < big)
    #expect(!(big < small))
    #expect(ExactDecimal("-1")! < small)
    #expect(ExactDecimal("1")! < ExactDecimal("1.0000000000000000000000000000000000001")!)
  }

  @Test(arguments: [
    (0.1, "0.1"), (-0.1, "-0.1"), (0.1 + 0.2, "0.3"), (12.089000000000002, "12.089"),
    (1e15, "1000000000000000"), (123456789012.345, "123456789012.345"), (-0.0, "0"),
    (2.5e-7, "0.00000025"), (0.999999999999999999, "1"),
  ])
  func roundsABinaryFraction(number: Double, text: String) {
    expectEqual(ExactDecimal(rounding: number)?.description, text)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, 1e-300])
  func refusesABinaryFractionBeyondReach(number: Double) {
    #expect(ExactDecimal(rounding: number) == nil)
  }

  @Test func everyDecimalOfFifteenDigitsSurvivesADouble() {
    var generator = Seeded(seed: 20_261_121)
    for _ in 0..<20_000 {
      let digits = Int.random(in: 0..<1_000_000_000_000_000, using: &generator)
      let scale = Int.random(in: 0...15, using: &generator)
      var text = String(digits)
      if text.count <= scale { text = String(repeating: "0", count: scale + 1 - text.count) + text }
      text = String(text.dropLast(scale)) + (scale > 0 ? "." + text.suffix(scale) : "")
      let exact = ExactDecimal(text)
      if ExactDecimal(rounding: Double(text)!) != exact { Issue.record("\(text)") }
    }
  }
}

import TestSupport
import Testing
import Values

/// Calculations with decimals, compared with digit-by-digit arithmetic.
@Suite struct ExactDecimalArithmeticTests {
  private static let long = "12345678901234567890123456789012345678"

  private func number(_ text: String) throws -> ExactDecimal { try #require(ExactDecimal(text)) }

  @Test(arguments: 0..<20)
  func calculationsAreExact(stream: Int) throws {
    var random = Seeded(stream: stream)
    for _ in 0..<(Seeded.isLong ? 1000 : 30) {
      let a = SchoolDecimal.random(upTo: 38, using: &random)
      let b = SchoolDecimal.random(upTo: 38, using: &random)
      try expectCalculations(of: a, b)
    }
  }

  @Test(arguments: -200...200)
  func smallCalculationsAreExact(hundredths: Int) throws {
    let a = SchoolDecimal(Self.text(hundredths))
    for other in stride(from: -200, through: 200, by: Seeded.isLong ? 1 : 23) {
      try expectCalculations(of: a, SchoolDecimal(Self.text(other)))
    }
  }

  private static func text(_ hundredths: Int) -> String {
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    return (hundredths < 0 ? "-" : "") + "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  private func expectCalculations(of a: SchoolDecimal, _ b: SchoolDecimal) throws {
    guard a.fits, b.fits else { return }
    let (left, right) = (try number("\(a)"), try number("\(b)"))
    func expect(_ result: ExactDecimal?, _ expected: SchoolDecimal, _ sign: String) {
      expectEqual(result?.description, (expected.fits ? "\(expected)" : nil), "\(a) \(sign) \(b)")
    }
    expect(left.adding(right), a + b, "+")
    expect(left.adding(right.negated), a - b, "-")
    expect(left.multiplied(by: right), a * b, "*")
    if let quotient = a / b { expect(left.divided(by: right, toDigits: 15), quotient, "/") }
    if let rest = a % b { expect(left.remainder(dividingBy: right), rest, "%") }
  }

  @Test(arguments: [
    ("18", "-9.9999999999999999999999999999999999999", "8.0000000000000000000000000000000000001"),
    ("1", "-0.00000000000000000000000000000000000001", "0.99999999999999999999999999999999999999"),
    (long, "1", "12345678901234567890123456789012345679"),
  ])
  func aSumOf38DigitsIsNotLost(a: String, b: String, sum: String) throws {
    try expectEqual(number(a).adding(number(b))?.description, sum)
    try expectEqual(number(b).adding(number(a))?.description, sum)
  }

  @Test func aSumOfMoreDigitsIsNone() throws {
    #expect(try number(Self.long).adding(number("0.5")) == nil)
    #expect(try number("99999999999999999999999999999999999999").adding(number("1")) == nil)
  }

  @Test(arguments: [
    ("0.00000000000000000001", "0.0000000000000000001", nil),
    ("10000000000000000000000000000000000000", "0.25", "2500000000000000000000000000000000000"),
    ("10000000000000000000", "10000000000000000000", nil),
    ("0.55511151231257827021181583404541015625", "1.8014398509481984", "1"),
  ])
  func aProductIsAllItsDigitsOrNone(a: String, b: String, product: String?) throws {
    try expectEqual(number(a).multiplied(by: number(b))?.description, product)
  }
}

import Foundation
import TestSupport
import Testing
import Values

@Suite struct ExactDecimalOperatorTests {
  private func number(_ text: String) throws -> ExactDecimal { try #require(ExactDecimal(text)) }

  @Test func literalsAreExact() throws {
    let numbers: [ExactDecimal] = [5, -3, 0.1, 2.50, -12.75, 123456789012.345, 0]
    let texts = ["5", "-3", "0.1", "2.5", "-12.75", "123456789012.345", "0"]
    expectEqual(numbers.map(\.description), texts)
  }

  @Test func arithmeticIsExact() throws {
    let tenth: ExactDecimal = 0.1
    expectEqual(tenth + 0.2, 0.3)
    expectEqual(tenth - 1, -0.9)
    expectEqual(tenth * 0.25, 0.025)
    expectEqual(-tenth, -0.1)
    var sum: ExactDecimal = 1
    sum += tenth
    sum *= 3
    sum -= 0.3
    expectEqual(sum, 3)
    expectEqual([tenth, 0.2, 0.3].reduce(0, +), 0.6)
  }

  @Test func whatHasTooManyDigitsEndsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      let most = ExactDecimal(String(repeating: "9", count: 38))!
      _ = most + 1
    }
  }

  @Test func aQuotientIsRoundedToTheEvenDigit() throws {
    let one: ExactDecimal = 1
    expectEqual(one.divided(by: 3, toFractionDigits: 4), 0.3333)
    expectEqual(one.divided(by: 8, toFractionDigits: 2), 0.12)
    expectEqual((3 as ExactDecimal).divided(by: 8, toFractionDigits: 2), 0.38)
    expectEqual((-7 as ExactDecimal).divided(by: 2, toFractionDigits: 0), -4)
    expectEqual((10 as ExactDecimal).divided(by: 0.25, toFractionDigits: 0), 40)
    expectEqual((0.05 as ExactDecimal).divided(by: 1000, toFractionDigits: 1), 0)
    try expectEqual(
      number("0.00000000000000000000000000000000000001")
        .divided(by: number("99999999999999999999999999999999999999"), toFractionDigits: 1), 0)
    #expect(
      try number("99999999999999999999999999999999999999")
        .divided(by: 0.1, toFractionDigits: 0) == nil)
  }

  /// Compared with integers, whose quotients are easily calculated.
  @Test func quotientsAgreeWithWholeNumbers() throws {
    for left in -60...60 {
      for right in -12...12 where right != 0 {
        let (amount, by) = (abs(left) * 100, abs(right))
        let (quotient, rest) = amount.quotientAndRemainder(dividingBy: by)
        let isUp = 2 * rest > by || 2 * rest == by && quotient % 2 == 1
        let expected = (quotient + (isUp ? 1 : 0)) * (left.signum() * right.signum())
        let found = ExactDecimal(left).divided(by: ExactDecimal(right), toFractionDigits: 2)
        expectEqual(found.map { $0 * 100 }, ExactDecimal(expected), "\(left) / \(right)")
      }
    }
  }

  @Test func numbersAreStridden() {
    expectEqual(Array(stride(from: 0 as ExactDecimal, to: 0.5, by: 0.1)), [0, 0.1, 0.2, 0.3, 0.4])
    #expect((0.1...0.3 as ClosedRange<ExactDecimal>).contains(0.25))
  }

  @Test func wholeNumbersOfAnyWidthAreTakenExactly() {
    expectEqual(ExactDecimal(exactly: UInt64.max)?.description, "18446744073709551615")
    #expect(ExactDecimal(exactly: Int128.max) == nil)
  }

  @Test func aNumberIsCodedAsItsText() throws {
    let data = try JSONEncoder().encode([2.50, -1] as [ExactDecimal])
    expectEqual(String(decoding: data, as: UTF8.self), #"["2.5","-1"]"#)
    try expectEqual(JSONDecoder().decode([ExactDecimal].self, from: data), [2.5, -1])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ExactDecimal.self, from: Data(#""1e5""#.utf8))
    }
  }

  @Test func literalsAreValues() {
    let values: [Value] = [5, "x", true, 2.5, [1, "a"]]
    expectEqual(
      values,
      [
        .integer(5), .text("x"), .boolean(true), .decimal(2.5), .list([.integer(1), .text("a")]),
      ])
  }

  @Test func lengthsAreRangesAsSwiftWritesThem() {
    expectEqual(LengthRange(1...20), LengthRange(minimum: 1, maximum: 20))
    expectEqual(LengthRange(2...), LengthRange(minimum: 2))
    expectEqual(LengthRange(...20), LengthRange(maximum: 20))
  }
}

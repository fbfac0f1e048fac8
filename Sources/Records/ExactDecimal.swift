/// A decimal number of up to 38 digits, exact in base ten.
///
/// It is kept as a coefficient and a scale, so no value ever passes through a binary fraction.
/// Equal numbers are equal however they were written: `2.50` is `2.5`.
public struct ExactDecimal: Hashable, Sendable {
  /// The most digits a number can have, zeros in front and trailing zeros of the fraction apart.
  public static let maximumDigits = 38

  /// The digits without the point, with the sign.
  let coefficient: Int128
  /// How many of the digits stand behind the point; 0 for a whole number.
  public let fractionDigits: Int

  /// The number 0.
  public static let zero = ExactDecimal(0)

  /// Makes the decimal that a whole number is.
  public init(_ value: Int) {
    coefficient = Int128(value)
    fractionDigits = 0
  }

  /// Reads `-12.50`: ASCII digits, optionally a minus in front and a point between digits.
  ///
  /// The whole text must be a number (no white space, sign `+`, exponent or grouping), of at most
  /// 38 digits; otherwise the result is nil.
  public init?(_ text: some StringProtocol) {
    var coefficient: Int128 = 0
    var fraction = 0
    var zeros = 0
    var digitsSeen = 0
    var pointSeen = false
    var negative = false
    var last: UInt8 = 0
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "-") where index == 0:
        negative = true
      case UInt8(ascii: ".") where !pointSeen && digitsSeen > 0:
        pointSeen = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digitsSeen += 1
        let digit = Int128(byte - UInt8(ascii: "0"))
        if pointSeen, digit == 0 {
          zeros += 1
        } else {
          // A trailing zero of the fraction counts only once another digit follows it.
          for _ in 0..<(pointSeen ? zeros : 0) {
            guard let shifted = Self.appending(0, to: coefficient) else { return nil }
            coefficient = shifted
          }
          guard let next = Self.appending(digit, to: coefficient) else { return nil }
          coefficient = next
          if pointSeen {
            fraction += zeros + 1
            zeros = 0
          }
        }
      default:
        return nil
      }
      last = byte
    }
    guard digitsSeen > 0, last != UInt8(ascii: ".") else { return nil }
    guard fraction <= Self.maximumDigits else { return nil }
    self.coefficient = negative ? -coefficient : coefficient
    fractionDigits = fraction
  }

  private static func appending(_ digit: Int128, to coefficient: Int128) -> Int128? {
    let limit = power(38)
    let next = coefficient.multipliedReportingOverflow(by: 10)
    guard !next.overflow, next.partialValue + digit < limit else { return nil }
    return next.partialValue + digit
  }

  private static let powers: [Int128] = (0...maximumDigits).reduce(into: [1]) { powers, _ in
    if powers.count <= maximumDigits { powers.append(powers[powers.count - 1] * 10) }
  }

  /// A power of ten, up to that of ``maximumDigits``.
  static func power(_ exponent: Int) -> Int128 { powers[exponent] }

  /// How many digits stand before the point; 1 for 0.
  public var integerDigits: Int {
    var whole = coefficient.magnitude / UInt128(Self.power(fractionDigits))
    var count = 1
    while whole >= 10 {
      whole /= 10
      count += 1
    }
    return count
  }

  /// Whether the number is below zero.
  public var isNegative: Bool { coefficient < 0 }

  /// The number as text, with at least as many fraction digits as asked for.
  public func description(minimumFractionDigits: Int) -> String {
    var digits = String(coefficient.magnitude)
    if digits.utf8.count <= fractionDigits {
      digits = String(repeating: "0", count: fractionDigits + 1 - digits.utf8.count) + digits
    }
    let split = digits.index(digits.endIndex, offsetBy: -fractionDigits)
    var fraction = String(digits[split...])
    if fraction.utf8.count < minimumFractionDigits {
      fraction += String(repeating: "0", count: minimumFractionDigits - fraction.utf8.count)
    }
    let sign = isNegative ? "-" : ""
    return sign + digits[..<split] + (fraction.isEmpty ? "" : "." + fraction)
  }
}

extension ExactDecimal: CustomStringConvertible {
  /// The number in its shortest form, as ``init(_:)-(StringProtocol)`` reads it.
  public var description: String { description(minimumFractionDigits: 0) }
}

extension ExactDecimal: Comparable {
  /// Compares exactly, however many digits the numbers have.
  public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
    let leftUnit = power(left.fractionDigits)
    let rightUnit = power(right.fractionDigits)
    let (leftWhole, leftRest) = left.coefficient.quotientAndRemainder(dividingBy: leftUnit)
    let (rightWhole, rightRest) = right.coefficient.quotientAndRemainder(dividingBy: rightUnit)
    guard leftWhole == rightWhole else { return leftWhole < rightWhole }
    // The rests are below their units, so brought to one scale they still fit.
    let scale = max(left.fractionDigits, right.fractionDigits)
    return leftRest * power(scale - left.fractionDigits)
      < rightRest * power(scale - right.fractionDigits)
  }
}

extension ExactDecimal {
  /// The number as an integer; nil where it has a fraction or does not fit.
  public var integer: Int? { fractionDigits == 0 ? Int(exactly: coefficient) : nil }
}

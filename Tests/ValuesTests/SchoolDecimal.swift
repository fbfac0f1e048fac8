import TestSupport

/// A decimal with digit-by-digit arithmetic as at school: slow, and obviously right.
public struct SchoolDecimal: Hashable, CustomStringConvertible {
  private typealias Digits = [Int]

  /// Without the point and leading zeros; empty for zero.
  private var digits: Digits
  /// The number of digits after the point, including leading zeros.
  private var scale: Int
  private var isNegative: Bool

  public init(_ text: String) {
    let parts = text.drop { $0 == "-" }.split(separator: ".")
    self.init(
      parts.joined().map { $0.wholeNumberValue! }, parts.count > 1 ? parts[1].count : 0,
      text.hasPrefix("-"))
  }

  private init(_ digits: Digits, _ scale: Int, _ isNegative: Bool) {
    self.digits = Digits(digits.drop { $0 == 0 })
    self.scale = scale
    self.isNegative = isNegative
    while self.scale > 0, self.digits.last == 0 || self.digits.isEmpty {
      _ = self.digits.popLast()
      self.scale -= 1
    }
    if self.digits.isEmpty { self.isNegative = false }
  }

  public var description: String {
    let whole = String(repeating: "0", count: max(0, scale + 1 - digits.count))
    let text = whole + digits.map(String.init).joined()
    return (isNegative ? "-" : "") + text.dropLast(scale)
      + (scale > 0 ? "." + text.suffix(scale) : "")
  }

  public var isZero: Bool { digits.isEmpty }
  /// Without leading zeros.
  public var count: Int { digits.count }
  /// Whether there are at most 38 digits before and after the point.
  public var fits: Bool { digits.count <= 38 && scale <= 38 }

  public var negated: SchoolDecimal { SchoolDecimal(digits, scale, !isNegative) }
  public var magnitude: SchoolDecimal { SchoolDecimal(digits, scale, false) }

  // MARK: Calculations

  public static func + (left: SchoolDecimal, right: SchoolDecimal) -> SchoolDecimal {
    let scale = max(left.scale, right.scale)
    let (a, b) = (left.digits(scale), right.digits(scale))
    if left.isNegative == right.isNegative {
      return SchoolDecimal(sum(a, b), scale, left.isNegative)
    }
    return isLess(a, b)
      ? SchoolDecimal(difference(b, a), scale, right.isNegative)
      : SchoolDecimal(difference(a, b), scale, left.isNegative)
  }

  public static func - (left: SchoolDecimal, right: SchoolDecimal) -> SchoolDecimal {
    left + right.negated
  }

  public static func * (left: SchoolDecimal, right: SchoolDecimal) -> SchoolDecimal {
    var product: Digits = []
    for digit in right.digits {
      product.append(0)
      for _ in 0..<digit { product = sum(product, left.digits) }
    }
    return SchoolDecimal(product, left.scale + right.scale, left.isNegative != right.isNegative)
  }

  /// As many digits as the longer operand, at least 15, and at most 38 after the point; half to
  /// even. nil for division by zero.
  public static func / (left: SchoolDecimal, right: SchoolDecimal) -> SchoolDecimal? {
    if right.isZero { return nil }
    if left.isZero { return left }
    let count = max(15, left.count, right.count)
    var (quotient, rest) = divided(left.digits, right.digits)
    var scale = left.scale - right.scale
    while quotient.count < count, quotient.count < 15 || scale < 38 {
      let (digit, next) = divided(rest + [0], right.digits)
      quotient = Digits((quotient + (digit.isEmpty ? [0] : digit)).drop { $0 == 0 })
      rest = next
      scale += 1
    }
    quotient = rounded(quotient, rest, right.digits, .toNearestOrEven)
    let zeros = Digits(repeating: 0, count: max(0, -scale))
    return SchoolDecimal(quotient + zeros, max(0, scale), left.isNegative != right.isNegative)
  }

  /// The remainder of truncated division; nil for division by zero.
  public static func % (left: SchoolDecimal, right: SchoolDecimal) -> SchoolDecimal? {
    if right.isZero { return nil }
    let scale = max(left.scale, right.scale)
    return SchoolDecimal(
      divided(left.digits(scale), right.digits(scale)).rest, scale, left.isNegative)
  }

  public func divided(
    by other: SchoolDecimal, toFractionDigits count: Int, _ rule: FloatingPointRoundingRule
  ) -> SchoolDecimal {
    let (quotient, rest) = Self.divided(digits(count + other.scale), other.digits)
    return SchoolDecimal(
      Self.rounded(quotient, rest, other.digits, rule), count, isNegative != other.isNegative)
  }

  public func rounded(
    toFractionDigits count: Int, _ rule: FloatingPointRoundingRule
  ) -> SchoolDecimal {
    guard scale > count else { return self }
    let unit = [1] + Digits(repeating: 0, count: scale - count)
    let (quotient, rest) = Self.divided(digits, unit)
    return SchoolDecimal(Self.rounded(quotient, rest, unit, rule), count, isNegative)
  }

  private static func rounded(
    _ quotient: Digits, _ rest: Digits, _ divisor: Digits, _ rule: FloatingPointRoundingRule
  ) -> Digits {
    let double = sum(rest, rest)
    let isTie = double == divisor
    let isOdd = (quotient.last ?? 0) % 2 == 1
    let isUp =
      isLess(divisor, double) || isTie && (rule == .toNearestOrAwayFromZero || isOdd)
    return isUp && rule != .towardZero ? sum(quotient, [1]) : quotient
  }

  // MARK: Digits

  private func digits(_ scale: Int) -> Digits {
    digits + Digits(repeating: 0, count: digits.isEmpty ? 0 : scale - self.scale)
  }

  private static func isLess(_ left: Digits, _ right: Digits) -> Bool {
    left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
  }

  private static func sum(_ left: Digits, _ right: Digits) -> Digits {
    var result: Digits = []
    var carry = 0
    for place in 1...max(left.count, right.count, 1) {
      let digit =
        (place > left.count ? 0 : left[left.count - place])
        + (place > right.count ? 0 : right[right.count - place]) + carry
      result.append(digit % 10)
      carry = digit / 10
    }
    return Digits((result + [carry]).reversed().drop { $0 == 0 })
  }

  private static func difference(_ left: Digits, _ right: Digits) -> Digits {
    var result: Digits = []
    var carry = 0
    for place in 1...max(left.count, 1) {
      let digit =
        (place > left.count ? 0 : left[left.count - place])
        - (place > right.count ? 0 : right[right.count - place]) - carry
      result.append((digit + 10) % 10)
      carry = digit < 0 ? 1 : 0
    }
    return Digits(result.reversed().drop { $0 == 0 })
  }

  private static func divided(_ left: Digits, _ right: Digits) -> (quotient: Digits, rest: Digits) {
    var quotient: Digits = []
    var rest: Digits = []
    for digit in left {
      rest = Digits((rest + [digit]).drop { $0 == 0 })
      var times = 0
      while !isLess(rest, right) {
        rest = difference(rest, right)
        times += 1
      }
      quotient.append(times)
    }
    return (Digits(quotient.drop { $0 == 0 }), rest)
  }

  // MARK: Numbers at random

  /// Numbers at the edges of machine words, and numbers whose products end in zeros, are frequent.
  public static func random(
    upTo count: Int, using random: inout some RandomNumberGenerator
  ) -> SchoolDecimal {
    let length = Int.random(in: 1...count, using: &random)
    var digits = (0..<length).map { _ in Int.random(in: 0...9, using: &random) }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: digits = Digits(repeating: 9, count: length)
    case 1: digits = [1] + Digits(repeating: 0, count: length - 1)
    case 2: digits = power(of: 2, upTo: length, using: &random)
    case 3: digits = power(of: 5, upTo: length, using: &random)
    case 4: digits = digits.prefix(1) + Digits(repeating: 0, count: length - 1)
    default: break
    }
    let scale = Int.random(
      in: 0...(Bool.random(using: &random) ? min(length, 4) : count), using: &random)
    return SchoolDecimal(digits, scale, Bool.random(using: &random))
  }

  private static func power(
    of base: Int, upTo count: Int, using random: inout some RandomNumberGenerator
  ) -> Digits {
    var result = SchoolDecimal([1], 0, false)
    let factor = SchoolDecimal([base], 0, false)
    for _ in 0..<Int.random(in: 0...count * 3, using: &random) {
      let next = result * factor
      if next.count > count { break }
      result = next
    }
    return result.digits
  }
}

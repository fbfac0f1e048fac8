/// A decimal number of up to 38 digits, exact in base ten.
///
/// It is kept as a coefficient and a scale, so no value ever passes through a binary fraction.
/// Equal numbers are equal however they were written: `2.50` is `2.5`.
public struct ExactDecimal: Hashable, Sendable {
  /// The most digits a number can have, leading zeros and trailing zeros of the fraction apart.
  public static let maximumDigits = 38

  /// The digits without the point, with the sign.
  let coefficient: Int128
  /// How many of the digits are after the point; 0 for a whole number.
  public let fractionDigits: Int

  /// Why a number that is written with more digits cannot be kept.
  package static let tooManyDigits = "more than \(maximumDigits) digits"

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
    var digits = Digits()
    var bytes = text.utf8[...]
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes.removeFirst() }
    var isFraction = false
    var last: UInt8 = 0
    for byte in bytes {
      last = byte
      if byte == UInt8(ascii: "."), !isFraction, digits.count > 0 {
        isFraction = true
      } else if byte &- UInt8(ascii: "0") < 10 {
        guard digits.append(byte - UInt8(ascii: "0"), isFraction: isFraction) else { return nil }
      } else {
        return nil
      }
    }
    guard digits.count > 0, last != UInt8(ascii: ".") else { return nil }
    self.init(digits, isNegative: isNegative)
  }

  /// Makes the number that digits are; nil where they are more than 38.
  ///
  /// - Parameters:
  ///   - whole: the digits before the point, in ASCII.
  ///   - fraction: the digits after it.
  package init?(whole: ArraySlice<UInt8>, fraction: ArraySlice<UInt8>, isNegative: Bool) {
    var digits = Digits()
    for digit in whole {
      guard digits.append(digit - UInt8(ascii: "0"), isFraction: false) else { return nil }
    }
    for digit in fraction {
      guard digits.append(digit - UInt8(ascii: "0"), isFraction: true) else { return nil }
    }
    self.init(digits, isNegative: isNegative)
  }

  private init(_ digits: Digits, isNegative: Bool) {
    self.init(
      coefficient: isNegative ? -digits.coefficient : digits.coefficient,
      fractionDigits: digits.fractionDigits)
  }

  /// Makes the number of a coefficient without trailing zeros in the fraction.
  init(coefficient: Int128, fractionDigits: Int) {
    self.coefficient = coefficient
    self.fractionDigits = fractionDigits
  }

  /// A number read digit by digit.
  private struct Digits {
    private var small = 0
    private var large: Int128?
    private(set) var count = 0
    private(set) var fractionDigits = 0
    /// The zeros at the end of the fraction, which count only when another digit follows them.
    private var zeros = 0

    var coefficient: Int128 { large ?? Int128(small) }

    /// Takes one more digit; false where the number then has more than 38.
    mutating func append(_ digit: UInt8, isFraction: Bool) -> Bool {
      count += 1
      guard isFraction else { return shift(digit) }
      if digit == 0 {
        zeros += 1
        return true
      }
      while zeros > 0 {
        guard fraction(0) else { return false }
        zeros -= 1
      }
      return fraction(digit)
    }

    private mutating func fraction(_ digit: UInt8) -> Bool {
      fractionDigits += 1
      return fractionDigits <= maximumDigits && shift(digit)
    }

    private mutating func shift(_ digit: UInt8) -> Bool {
      // Most numbers have so few digits that a machine word holds them.
      if large == nil, small < 100_000_000_000_000_000 {
        small = small * 10 + Int(digit)
        return true
      }
      let next = coefficient.multipliedReportingOverflow(by: 10)
      large = next.partialValue + Int128(digit)
      return !next.overflow && large! < power(maximumDigits)
    }
  }

  private static let powers: [Int128] = (0...maximumDigits).reduce(into: [1]) { powers, _ in
    if powers.count <= maximumDigits { powers.append(powers[powers.count - 1] * 10) }
  }

  /// A power of ten, up to that of ``maximumDigits``.
  package static func power(_ exponent: Int) -> Int128 { powers[exponent] }

  /// How many digits are before the point; 1 for 0.
  public var integerDigits: Int {
    var whole = coefficient.magnitude / UInt128(Self.power(fractionDigits))
    var count = 1
    while whole >= 10 {
      whole /= 10
      count += 1
    }
    return count
  }

  /// How many digits the number has without the zeros in front; 0 for 0.
  package var digitCount: Int {
    let digits = coefficient.magnitude
    return Self.powers.partitionIndex { UInt128($0) > digits }
  }

  /// Whether the number is below zero.
  public var isNegative: Bool { coefficient < 0 }

  /// The number as text, with at least as many fraction digits as asked for.
  public func description(minimumFractionDigits: Int) -> String {
    let zeros = max(0, minimumFractionDigits - fractionDigits)
    let fraction = fractionDigits + zeros
    let length =
      (isNegative ? 1 : 0) + max(digitCount, fractionDigits + 1) + zeros
      + (fraction > 0 ? 1 : 0)
    return String(unsafeUninitializedCapacity: length) { bytes in
      var place = length
      func write(_ byte: UInt8) {
        place -= 1
        bytes.initializeElement(at: place, to: byte)
      }
      for _ in 0..<zeros { write(UInt8(ascii: "0")) }
      var rest = coefficient.magnitude
      var written = 0
      repeat {
        if written == fractionDigits, fraction > 0 { write(UInt8(ascii: ".")) }
        // Nearly all numbers fit a machine word, which is divided much faster.
        if let small = UInt64(exactly: rest) {
          write(UInt8(ascii: "0") + UInt8(small % 10))
          rest = UInt128(small / 10)
        } else {
          write(UInt8(ascii: "0") + UInt8(rest % 10))
          rest /= 10
        }
        written += 1
      } while rest > 0 || written <= fractionDigits
      if isNegative { write(UInt8(ascii: "-")) }
      return length
    }
  }
}

extension ExactDecimal: CustomStringConvertible {
  /// The number in its shortest form, as ``init(_:)-(StringProtocol)`` reads it.
  public var description: String { description(minimumFractionDigits: 0) }
}

extension ExactDecimal {
  /// Whether two numbers are the same, however they were written.
  public static func == (left: ExactDecimal, right: ExactDecimal) -> Bool {
    left.coefficient == right.coefficient && left.fractionDigits == right.fractionDigits
  }
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

  /// The number without its sign.
  public var magnitude: ExactDecimal {
    isNegative ? ExactDecimal(coefficient: -coefficient, fractionDigits: fractionDigits) : self
  }

  /// The nearest number with at most so many digits after the point; a half goes to the even digit.
  public func rounded(toFractionDigits count: Int) -> ExactDecimal {
    precondition(count >= 0, "a number of digits is not negative")
    guard fractionDigits > count else { return self }
    var digits = Self.quotient(magnitude.coefficient, Self.power(fractionDigits - count))
    var fraction = count
    while fraction > 0, digits.isMultiple(of: 10) {
      digits /= 10
      fraction -= 1
    }
    return ExactDecimal(coefficient: isNegative ? -digits : digits, fractionDigits: fraction)
  }
}

/// How many digits a decimal has before and after the point.
public struct DecimalDigits: Hashable, Sendable {
  /// The most digits before the point.
  public var integer: Int
  /// The fewest digits to show after the point, and the most to have there.
  public var fraction: ClosedRange<Int>

  /// Makes a number of digits, and does not check it.
  public init(integer: Int, fraction: ClosedRange<Int>) {
    self.integer = integer
    self.fraction = fraction
  }
}

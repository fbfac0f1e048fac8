/// A decimal number of up to 38 digits, exact in base ten.
///
/// The number is stored as a coefficient and a scale, never as binary floating point. Numbers
/// compare equal however they were written: `2.50` equals `2.5`.
public struct ExactDecimal: Hashable, Sendable {
  /// The maximum number of digits, without leading zeros and trailing zeros of the fraction.
  public static let maximumDigits = 38

  /// All digits as a signed integer, without the decimal point.
  let coefficient: Int128
  /// The number of digits after the decimal point; 0 for a whole number.
  public let fractionDigits: Int

  package static let tooManyDigits = "more than \(maximumDigits) digits"

  /// The number 0.
  public static let zero = ExactDecimal(0)

  /// Creates a decimal from a whole number.
  public init(_ value: Int) {
    coefficient = Int128(value)
    fractionDigits = 0
  }

  /// Parses `-12.50`: ASCII digits with an optional minus and an optional decimal point between
  /// digits.
  ///
  /// The result is nil for any other text, for example with white space, a plus sign, an exponent
  /// or grouping, or if the number has more than 38 digits.
  public init?(_ text: some StringProtocol) {
    var text = String(text)
    guard let number = text.withUTF8({ Self(bytes: $0) }) else { return nil }
    self = number
  }

  private init?(bytes: UnsafeBufferPointer<UInt8>) {
    var digits = Digits()
    let isNegative = bytes.first == UInt8(ascii: "-")
    var isFraction = false
    var last: UInt8 = 0
    for byte in bytes.dropFirst(isNegative ? 1 : 0) {
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

  /// The digits must be ASCII; nil if there are more than 38.
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

  /// The fraction must not have trailing zeros.
  init(coefficient: Int128, fractionDigits: Int) {
    self.coefficient = coefficient
    self.fractionDigits = fractionDigits
  }

  private struct Digits {
    private var small = 0
    private var large: Int128?
    private(set) var count = 0
    private(set) var fractionDigits = 0
    /// The number of pending zeros in the fraction; they count only if a nonzero digit follows.
    private var zeros = 0

    var coefficient: Int128 { large ?? Int128(small) }

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
      // Fast path: most numbers fit in a machine word.
      if large == nil, small < 100_000_000_000_000_000 {
        small = small * 10 + Int(digit)
        return true
      }
      let next = coefficient.multipliedReportingOverflow(by: 10)
      guard !next.overflow, next.partialValue < power(maximumDigits) else { return false }
      large = next.partialValue + Int128(digit)
      return true
    }
  }

  private static let powers: [Int128] = (0...maximumDigits).reduce(into: [1]) { powers, _ in
    if powers.count <= maximumDigits { powers.append(powers[powers.count - 1] * 10) }
  }

  /// Returns 10 to the power of an exponent, which must be from 0 to ``maximumDigits``.
  package static func power(_ exponent: Int) -> Int128 { powers[exponent] }

  /// The number of digits before the decimal point; at least 1.
  public var integerDigits: Int {
    var whole = coefficient.magnitude / UInt128(Self.power(fractionDigits))
    var count = 1
    while whole >= 10 {
      whole /= 10
      count += 1
    }
    return count
  }

  package var digitCount: Int {
    let digits = coefficient.magnitude
    return Self.powers.partitionIndex { UInt128($0) > digits }
  }

  /// Whether the number is less than zero.
  public var isNegative: Bool { coefficient < 0 }

  /// Returns the number as text, with at least `minimumFractionDigits` digits after the decimal
  /// point.
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
        // Fast path: nearly all numbers fit in a machine word, whose division is much faster.
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
  /// The number in its shortest form, which ``init(_:)-(StringProtocol)`` parses.
  public var description: String { description(minimumFractionDigits: 0) }
}

extension ExactDecimal {
  /// Returns whether two numbers are equal, however they were written.
  public static func == (left: ExactDecimal, right: ExactDecimal) -> Bool {
    left.coefficient == right.coefficient && left.fractionDigits == right.fractionDigits
  }
}

extension ExactDecimal: Comparable {
  /// Compares exactly, even for numbers of 38 digits.
  public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
    let leftUnit = power(left.fractionDigits)
    let rightUnit = power(right.fractionDigits)
    let (leftWhole, leftRest) = left.coefficient.quotientAndRemainder(dividingBy: leftUnit)
    let (rightWhole, rightRest) = right.coefficient.quotientAndRemainder(dividingBy: rightUnit)
    guard leftWhole == rightWhole else { return leftWhole < rightWhole }
    // The remainders are less than 1, so scaling them to the same number of digits cannot overflow.
    let scale = max(left.fractionDigits, right.fractionDigits)
    return leftRest * power(scale - left.fractionDigits)
      < rightRest * power(scale - right.fractionDigits)
  }
}

extension ExactDecimal {
  /// The number as an integer; nil if it has a fraction or does not fit.
  public var integer: Int? { fractionDigits == 0 ? Int(exactly: coefficient) : nil }

  /// The absolute value.
  public var magnitude: ExactDecimal {
    isNegative ? ExactDecimal(coefficient: -coefficient, fractionDigits: fractionDigits) : self
  }

  /// Returns the nearest number with at most `count` digits after the decimal point, rounded half
  /// to even.
  public func rounded(toFractionDigits count: Int) -> ExactDecimal {
    precondition(count >= 0, "the number of digits must not be negative")
    guard fractionDigits > count else { return self }
    let digits = Self.quotient(magnitude.coefficient, Self.power(fractionDigits - count))
    return ExactDecimal(
      shortening: isNegative ? -digits : digits, fractionDigits: count)
  }
}

/// The number of digits of a decimal before and after the decimal point.
public struct DecimalDigits: Hashable, Sendable {
  /// The maximum number of digits before the decimal point.
  public var integer: Int
  /// The number of digits after the decimal point: the minimum to show, and the maximum to store.
  public var fraction: ClosedRange<Int>

  /// Creates a digit specification without checking it.
  public init(integer: Int, fraction: ClosedRange<Int>) {
    self.integer = integer
    self.fraction = fraction
  }
}

extension ExactDecimal {
  /// Returns a hint for a number with a decimal comma or grouped digits, for example `1.234,50` or
  /// `-12,5%`. Suggests both numbers if a comma is ambiguous; nil if the text needs no hint or does
  /// not look like a number.
  ///
  /// - Parameter isWhole: Whether a whole number is expected; then the comma in `1,000` groups
  ///   digits.
  package static func hint(for written: String, isWhole: Bool = false) -> String? {
    var digits = written[...]
    let sign = digits.first == "-" ? String(digits.removeFirst()) : ""
    let mark = digits.last == "%" ? String(digits.removeLast()) : ""
    func isSeparator(_ character: Character) -> Bool { character == "," || character == "." }
    func isDigit(_ character: Character) -> Bool { "0"..."9" ~= character }
    guard digits.allSatisfy({ isSeparator($0) || isDigit($0) }), digits.first.map(isDigit) == true,
      digits.last.map(isDigit) == true, let last = digits.lastIndex(where: isSeparator)
    else { return nil }
    let (whole, fraction) = (digits[..<last], digits[last...].dropFirst())
    guard let first = whole.first(where: isSeparator) else {
      guard digits[last] == "," else { return nil }
      let decimal = "\(sign)\(whole).\(fraction)\(mark)"
      guard let grouped = joined(digits, at: ","), whole.first != "0" else {
        return "write \(decimal)"
      }
      return "write \(sign)\(grouped)\(mark)"
        + (isWhole ? "" : ", or \(decimal) if the comma is a decimal separator")
    }
    guard first == digits[last] else {
      return joined(whole, at: first).map { "write \(sign)\($0).\(fraction)\(mark)" }
    }
    return joined(digits, at: first).map { "write \(sign)\($0)\(mark)" }
  }

  /// Removes thousands separators; nil if the separators do not group the digits by thousands.
  private static func joined(_ digits: Substring, at separator: Character) -> String? {
    let groups = digits.split(separator: separator, omittingEmptySubsequences: false)
    guard 1...3 ~= groups[0].count, groups.dropFirst().allSatisfy({ $0.count == 3 }),
      !groups.joined().contains(where: { ",.".contains($0) })
    else { return nil }
    return groups.joined()
  }
}

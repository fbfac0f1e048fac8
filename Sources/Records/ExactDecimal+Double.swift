extension ExactDecimal {
  /// The decimal with at most 15 significant digits that is nearest to a binary fraction.
  ///
  /// Every decimal of up to 15 digits survives the way to a `Double` and back by this. The result
  /// is nil where the number is not finite, or has digits beyond the reach of a decimal.
  public init?(rounding number: Double) {
    guard number.isFinite else { return nil }
    guard number != 0 else {
      self = .zero
      return
    }
    if let quotient = Self.quotient(number) {
      self = quotient
      return
    }
    // The description has the fewest digits that tell the number from its neighbours, at most 17.
    var digits: [UInt8] = []
    var exponent = 0
    var isFraction = false
    let parts = number.magnitude.description.utf8.split(separator: UInt8(ascii: "e"))
    for byte in parts[0] {
      if byte == UInt8(ascii: ".") {
        isFraction = true
        continue
      }
      digits.append(byte - UInt8(ascii: "0"))
      if isFraction { exponent -= 1 }
    }
    if parts.count > 1 { exponent += Int(Substring(parts[1])) ?? 0 }
    let leadingZeros = digits.prefix { $0 == 0 }.count
    digits.removeFirst(leadingZeros)
    if digits.count > 15 {
      let dropped = digits[15...]
      exponent += dropped.count
      let isUp = Self.roundsUp(dropped, after: digits[14])
      digits.removeSubrange(15...)
      if isUp { Self.increment(&digits) }
    }
    while digits.count > 1, digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    guard exponent <= Self.maximumDigits, exponent >= -Self.maximumDigits,
      digits.count + max(exponent, 0) <= Self.maximumDigits
    else { return nil }
    let magnitude = digits.reduce(Int128(0)) { $0 * 10 + Int128($1) }
    coefficient =
      (number < 0 ? -magnitude : magnitude) * (exponent > 0 ? Self.power(exponent) : 1)
    fractionDigits = max(0, -exponent)
  }

  /// The powers of ten that a double holds exactly.
  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The decimal of at most 15 digits that a double stands for exactly, found without its text.
  ///
  /// Such a decimal is a whole number divided by a power of ten, both of which a double holds, and
  /// the division rounds as reading the decimal does: so it is found again.
  private static func quotient(_ number: Double) -> ExactDecimal? {
    for (scale, power) in powers.enumerated() {
      let scaled = number * power
      guard scaled.magnitude < 1e15 else { return nil }
      let coefficient = scaled.rounded()
      if coefficient / power == number {
        return ExactDecimal(coefficient: Int128(coefficient), fractionDigits: scale)
      }
    }
    return nil
  }

  private init(coefficient: Int128, fractionDigits: Int) {
    self.coefficient = coefficient
    self.fractionDigits = fractionDigits
  }

  /// Whether what is dropped is more than half a unit of the last place, or half and that is odd.
  private static func roundsUp(_ dropped: ArraySlice<UInt8>, after last: UInt8) -> Bool {
    guard let first = dropped.first, first >= 5 else { return false }
    return first > 5 || dropped.dropFirst().contains { $0 != 0 } || last % 2 == 1
  }

  private static func increment(_ digits: inout [UInt8]) {
    var index = digits.count - 1
    while index >= 0, digits[index] == 9 {
      digits[index] = 0
      index -= 1
    }
    if index >= 0 { digits[index] += 1 } else { digits.insert(1, at: 0) }
  }
}

extension ExactDecimal {
  /// The number as a label shows it, rounded half to even, and never as minus zero.
  ///
  /// Where it has more digits before the separator than are allowed, there is a `#` for each digit
  /// allowed, at least one, instead: never a wrong number.
  public func formatted(
    minimumFractionDigits: Int, maximumFractionDigits: Int, maximumIntegerDigits: Int?,
    symbols: NumberSymbols, isGrouped: Bool
  ) -> String {
    precondition(
      0 <= minimumFractionDigits && minimumFractionDigits <= maximumFractionDigits,
      "the fewest fraction digits are not more than the most")
    let shown = rounded(toFractionDigits: maximumFractionDigits)
    if let maximumIntegerDigits, shown.integerDigits > Swift.max(1, maximumIntegerDigits) {
      return String(repeating: "#", count: Swift.max(1, maximumIntegerDigits))
    }
    return Notation(symbols: symbols, isGrouped: isGrouped)
      .number(shown.bytes(minimumFractionDigits: minimumFractionDigits))
  }

  /// The inner text of the number with at least so many fraction digits.
  func bytes(minimumFractionDigits count: Int = 0) -> [UInt8] {
    Array(description(minimumFractionDigits: count).utf8)
  }

  /// The number whose digits are parts of a text; nil where they are more than 38.
  init?(_ text: ArraySlice<UInt8>, _ shape: NumberShape) {
    self.init(
      whole: text[shape.whole], fraction: shape.fraction.map { text[$0] } ?? [],
      isNegative: shape.isNegative)
  }

  /// The digits of a bound, brought to a grid of so many fraction digits, towards zero or away from
  /// it.
  func gridDigits(fractionDigits count: Int, awayFromZero: Bool) -> [UInt8] {
    let bytes = magnitude.bytes(minimumFractionDigits: count).filter { $0 != ASCII.point }
    let dropped = Swift.max(0, fractionDigits - count)
    return awayFromZero && dropped > 0
      ? ExactDecimal.incremented(bytes.dropLast(dropped)) : bytes.dropLast(dropped)
  }

  private static func incremented(_ digits: [UInt8]) -> [UInt8] {
    var digits = digits
    for index in digits.indices.reversed() {
      guard digits[index] == ASCII.nine else {
        digits[index] += 1
        return digits
      }
      digits[index] = ASCII.zero
    }
    return [ASCII.zero + 1] + digits
  }
}

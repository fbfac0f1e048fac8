extension ExactDecimal {
  /// Returns the number for display, rounded half to even, without a minus sign for zero.
  ///
  /// If the number has too many digits before the separator, returns one `#` for each allowed
  /// digit.
  public func formatted(
    minimumFractionDigits: Int, maximumFractionDigits: Int, maximumIntegerDigits: Int?,
    symbols: NumberSymbols, isGrouped: Bool
  ) -> String {
    precondition(
      0 <= minimumFractionDigits && minimumFractionDigits <= maximumFractionDigits,
      "the minimum number of fraction digits must not be negative or exceed the maximum")
    let shown = rounded(toFractionDigits: maximumFractionDigits)
    if let maximumIntegerDigits, shown.integerDigits > Swift.max(1, maximumIntegerDigits) {
      return String(repeating: "#", count: Swift.max(1, maximumIntegerDigits))
    }
    return Notation(symbols: symbols, isGrouped: isGrouped)
      .number(shown.bytes(minimumFractionDigits: minimumFractionDigits))
  }

  func bytes(minimumFractionDigits count: Int = 0) -> [UInt8] {
    Array(description(minimumFractionDigits: count).utf8)
  }

  /// Nil if the number has more than 38 digits.
  init?(_ text: ArraySlice<UInt8>, _ shape: NumberShape) {
    self.init(
      whole: text[shape.whole], fraction: shape.fraction.map { text[$0] } ?? [],
      isNegative: shape.isNegative)
  }

  /// The digits of the magnitude without a separator, rounded to `count` fraction digits, away from
  /// zero or towards it.
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

/// A range of numbers without sign, as digits of a fixed width.
struct Magnitudes {
  private let low: [UInt8]
  private let high: [UInt8]
  private let integerDigits: Int

  /// Creates the range; `nil` where no number of so many digits is in it.
  init?(from low: Numeral?, through high: Numeral?, integerDigits: Int, fractionDigits: Int) {
    let width = integerDigits + fractionDigits
    let highest = [UInt8](repeating: ASCII.nine, count: width)
    let widened = { (digits: [UInt8]) in
      [UInt8](repeating: ASCII.zero, count: max(0, width - digits.count)) + digits
    }
    let lowDigits = widened(
      low?.gridDigits(fractionDigits: fractionDigits, awayFromZero: true) ?? [])
    var highDigits = high.map {
      widened($0.gridDigits(fractionDigits: fractionDigits, awayFromZero: false))
    }
    if let digits = highDigits, digits.count > width { highDigits = nil }
    self.low = lowDigits
    self.high = highDigits ?? highest
    self.integerDigits = integerDigits
    if lowDigits.count > width || self.high.lexicographicallyPrecedes(lowDigits) { return nil }
  }

  /// Whether a number in the range has these digits in front, so many more before the separator,
  /// and any behind.
  func overlap(
    _ whole: ArraySlice<UInt8>, _ fraction: ArraySlice<UInt8>, digitsToCome: Int
  ) -> Bool {
    let padding = integerDigits - whole.count - digitsToCome
    return compare(whole, fraction, padding, filledBy: ASCII.zero, high) <= 0
      && compare(whole, fraction, padding, filledBy: ASCII.nine, low) >= 0
  }

  /// Whether the number of these digits is in the range.
  func contains(_ whole: ArraySlice<UInt8>, _ fraction: ArraySlice<UInt8>) -> Bool {
    let padding = integerDigits - whole.count
    return compare(whole, fraction, padding, filledBy: ASCII.zero, high) <= 0
      && compare(whole, fraction, padding, filledBy: ASCII.zero, low) >= 0
  }

  // Compares zeros, the digits and as many fill digits as it takes with a bound.
  private func compare(
    _ whole: ArraySlice<UInt8>, _ fraction: ArraySlice<UInt8>, _ padding: Int,
    filledBy fill: UInt8, _ bound: [UInt8]
  ) -> Int {
    let given = padding + whole.count
    for index in bound.indices {
      let digit =
        if index < padding {
          ASCII.zero
        } else if index < given {
          whole[whole.startIndex + index - padding]
        } else if index >= integerDigits, index - integerDigits < fraction.count {
          fraction[fraction.startIndex + index - integerDigits]
        } else {
          fill
        }
      if digit != bound[index] { return digit < bound[index] ? -1 : 1 }
    }
    return 0
  }
}

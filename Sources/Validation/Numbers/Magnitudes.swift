/// A range of unsigned numbers, stored as digits of a fixed width.
final class Magnitudes: Sendable {
  // A class, because each edit passes the range on, and copying a struct would retain both arrays.

  private let low: [UInt8]
  private let high: [UInt8]
  private let integerDigits: Int

  /// Nil if the range contains no number with at most these numbers of digits before and after the
  /// separator.
  init?(
    from low: ExactDecimal?, through high: ExactDecimal?, integerDigits: Int, fractionDigits: Int
  ) {
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

  /// Whether appending digits to the text can result in a number in the range. The number gets
  /// exactly `digitsToCome` more integer digits, and any number of fraction digits.
  func overlap(_ text: ArraySlice<UInt8>, _ shape: NumberShape, digitsToCome: Int) -> Bool {
    let padding = integerDigits - shape.whole.count - digitsToCome
    return compare(text, shape, padding, filledBy: ASCII.zero, high) <= 0
      && compare(text, shape, padding, filledBy: ASCII.nine, low) >= 0
  }

  func contains(_ text: ArraySlice<UInt8>, _ shape: NumberShape) -> Bool {
    let padding = integerDigits - shape.whole.count
    return compare(text, shape, padding, filledBy: ASCII.zero, high) <= 0
      && compare(text, shape, padding, filledBy: ASCII.zero, low) >= 0
  }

  // Compares the text with a bound, after `padding` leading zeros and extended with fill digits.
  private func compare(
    _ text: ArraySlice<UInt8>, _ shape: NumberShape, _ padding: Int, filledBy fill: UInt8,
    _ bound: [UInt8]
  ) -> Int {
    let given = padding + shape.whole.count
    let fraction = shape.fraction ?? 0..<0
    for index in bound.indices {
      let digit =
        if index < padding {
          ASCII.zero
        } else if index < given {
          text[shape.whole.lowerBound + index - padding]
        } else if index >= integerDigits, index - integerDigits < fraction.count {
          text[fraction.lowerBound + index - integerDigits]
        } else {
          fill
        }
      if digit != bound[index] { return digit < bound[index] ? -1 : 1 }
    }
    return 0
  }
}

struct NumberShape {
  var isNegative: Bool
  var whole: Range<Int>
  var fraction: Range<Int>?

  var hasDigits: Bool { !whole.isEmpty || fraction?.isEmpty == false }

  init?(_ text: ArraySlice<UInt8>) {
    var index = text.startIndex
    isNegative = text.first == ASCII.minus
    if isNegative { index += 1 }
    let start = index
    while index < text.endIndex, text[index].isDigit { index += 1 }
    whole = start..<index
    guard index < text.endIndex else { return }
    guard text[index] == ASCII.point else { return nil }
    let point = index
    index += 1
    while index < text.endIndex, text[index].isDigit { index += 1 }
    guard index == text.endIndex else { return nil }
    fraction = point + 1..<index
  }
}

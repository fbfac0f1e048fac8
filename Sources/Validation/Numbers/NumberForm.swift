/// The form of numbers: the digit limits and the range.
///
/// The range is compared digit by digit, so the cost does not depend on the size of the range.
public final class NumberForm: Sendable {
  // A class, because each edit passes the form on often, and copying a struct would retain many
  // references.

  let maximumIntegerDigits: Int
  let fractionDigits: ClosedRange<Int>
  let minimum: ExactDecimal?
  let maximum: ExactDecimal?

  let allowsMinus: Bool

  private let positive: Magnitudes?
  private let negative: Magnitudes?

  init(
    maximumIntegerDigits: Int, fractionDigits: ClosedRange<Int>, minimum: ExactDecimal?,
    maximum: ExactDecimal?
  ) {
    precondition(maximumIntegerDigits > 0, "a number must have a digit before the separator")
    precondition(fractionDigits.lowerBound >= 0, "a number of digits must not be negative")
    if let minimum, let maximum {
      precondition(minimum <= maximum, "the minimum must not exceed the maximum")
    }
    self.maximumIntegerDigits = maximumIntegerDigits
    self.fractionDigits = fractionDigits
    self.minimum = minimum
    self.maximum = maximum
    let isBelowZero: (ExactDecimal?) -> Bool = { $0.map(\.isNegative) ?? false }
    allowsMinus = minimum == nil || isBelowZero(minimum)
    let magnitudes = { (low: ExactDecimal?, high: ExactDecimal?) in
      Magnitudes(
        from: low, through: high, integerDigits: maximumIntegerDigits,
        fractionDigits: fractionDigits.upperBound)
    }
    positive =
      isBelowZero(maximum) ? nil : magnitudes(isBelowZero(minimum) ? nil : minimum, maximum)
    negative =
      allowsMinus
      ? magnitudes(isBelowZero(maximum) ? maximum?.magnitude : nil, minimum?.magnitude) : nil
  }

  func begins(_ text: ArraySlice<UInt8>) -> Bool {
    if text.isEmpty { return positive != nil || negative != nil }
    guard let shape = NumberShape(text), shape.whole.count <= maximumIntegerDigits,
      let magnitudes = magnitudes(of: shape)
    else { return false }
    guard let fraction = shape.fraction else {
      if shape.whole.isEmpty { return true }
      return (0...(maximumIntegerDigits - shape.whole.count)).contains {
        magnitudes.overlap(text, shape, digitsToCome: $0)
      }
    }
    return takesFraction(fraction) && magnitudes.overlap(text, shape, digitsToCome: 0)
  }

  func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    guard let head = NumberShape(before), let tail = NumberShape(after),
      !head.isNegative || allowsMinus
    else { return false }
    if tail.isNegative, !before.isEmpty || !allowsMinus { return false }
    guard let fraction = head.fraction else {
      return head.whole.count + tail.whole.count <= maximumIntegerDigits
        && tail.fraction.map(takesFraction) ?? true
    }
    return tail.fraction == nil && fractionDigits.upperBound > 0
      && fraction.count + tail.whole.count <= fractionDigits.upperBound
  }

  /// Nil if the text is not a number, or has too many digits or a sign that is not allowed; the
  /// range is not checked. The whole part may be missing, because users can delete it.
  func shape(_ text: ArraySlice<UInt8>) -> NumberShape? {
    guard let shape = NumberShape(text), shape.hasDigits,
      shape.whole.count <= maximumIntegerDigits, !shape.isNegative || allowsMinus,
      shape.fraction.map(takesFraction) ?? true
    else { return nil }
    return shape
  }

  func shapeInRange(_ text: ArraySlice<UInt8>) -> NumberShape? {
    guard let shape = shape(text), magnitudes(of: shape)?.contains(text, shape) ?? false else {
      return nil
    }
    return shape
  }

  func isFractionFull(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    let count = fractionDigits.upperBound
    guard count == fractionDigits.lowerBound, after.count <= count,
      let point = before.lastIndex(of: ASCII.point)
    else { return false }
    return before.endIndex - point - 1 + after.count == count
  }

  /// The bounds as displayed; the bounds of `Int` are omitted, because they are technical.
  func shownBounds(in notation: Notation) -> (minimum: String?, maximum: String?) {
    let minimum = minimum == ExactDecimal(Int.min) ? nil : minimum
    let maximum = maximum == ExactDecimal(Int.max) ? nil : maximum
    return (minimum.map { shown($0, in: notation) }, maximum.map { shown($0, in: notation) })
  }

  func shown(_ bound: ExactDecimal, in notation: Notation) -> String {
    notation.number(bound.bytes(minimumFractionDigits: fractionDigits.lowerBound))
  }

  private func magnitudes(of shape: NumberShape) -> Magnitudes? {
    shape.isNegative ? negative : positive
  }

  private func takesFraction(_ fraction: Range<Int>) -> Bool {
    fractionDigits.upperBound > 0 && fraction.count <= fractionDigits.upperBound
  }
}

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

/// A decimal number as digits: exact, and of any length.
///
/// Its digits are canonical: no leading zeros in the whole part, no trailing zeros in the
/// fraction, and no minus before zero.
public struct Numeral: Hashable, Sendable, LosslessStringConvertible {
  /// The canonical text in ASCII.
  let bytes: [UInt8]

  /// Reads `-12.50` and its like: ASCII, a digit at least on each side of the point, nothing else.
  public init?(_ description: String) {
    let bytes = Array(description.utf8)
    guard let shape = NumberShape(bytes[...]), !shape.whole.isEmpty,
      shape.fraction.map({ !$0.isEmpty }) ?? true
    else { return nil }
    self.init(bytes, shape: shape)
  }

  /// Creates the number of an integer.
  public init(_ value: Int) {
    bytes = Array(value.description.utf8)
  }

  /// Takes the digits of a text already known to be a number.
  init(_ text: [UInt8], shape: NumberShape) {
    var whole = shape.whole
    while whole.count > 1, text[whole.lowerBound] == ASCII.zero {
      whole = whole.lowerBound + 1..<whole.upperBound
    }
    var end = shape.fraction?.upperBound ?? whole.upperBound
    if let fraction = shape.fraction {
      while end > fraction.lowerBound, text[end - 1] == ASCII.zero { end -= 1 }
      if end == fraction.lowerBound { end = whole.upperBound }
    }
    let isZero = end == whole.upperBound && whole.count == 1 && text[whole.lowerBound] == ASCII.zero
    if whole.lowerBound == 0, end == text.count {
      bytes = text
      return
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(end - whole.lowerBound + 1)
    if shape.isNegative, !isZero { bytes.append(ASCII.minus) }
    bytes += text[whole.lowerBound..<end]
    self.bytes = bytes
  }

  /// The number in ASCII, as short as it can be written exactly.
  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the number is below zero.
  public var isNegative: Bool { bytes[0] == ASCII.minus }

  /// The digits before the point.
  var whole: ArraySlice<UInt8> {
    bytes[(isNegative ? 1 : 0)..<(bytes.firstIndex(of: ASCII.point) ?? bytes.count)]
  }

  /// The digits behind the point.
  var fraction: ArraySlice<UInt8> {
    guard let point = bytes.firstIndex(of: ASCII.point) else { return [] }
    return bytes[(point + 1)...]
  }

  /// The number without its sign.
  var magnitude: Numeral {
    guard isNegative else { return self }
    return Numeral(canonical: Array(bytes.dropFirst()))
  }

  /// Takes bytes that are canonical already.
  private init(canonical bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The nearest number of at most so many fraction digits; a half goes to the even digit.
  public func rounded(toFractionDigits count: Int) -> Numeral {
    precondition(count >= 0, "a number of digits is not negative")
    let fraction = self.fraction
    guard fraction.count > count else { return self }
    let kept = Array(whole) + fraction.prefix(count)
    let rest = fraction.dropFirst(count)
    let isHalf = rest.first == ASCII.zero + 5 && rest.count == 1
    let isUp = isHalf ? kept.last.map { $0 & 1 == 1 } ?? false : rest.first! >= ASCII.zero + 5
    return Numeral(
      digits: isUp ? Numeral.incremented(kept) : kept, fractionCount: count, isNegative: isNegative)
  }

  /// The digits, brought to a grid of so many fraction digits, towards zero or away from it.
  func gridDigits(fractionDigits count: Int, awayFromZero: Bool) -> [UInt8] {
    let fraction = self.fraction
    let padding = [UInt8](repeating: ASCII.zero, count: Swift.max(0, count - fraction.count))
    let kept = Array(whole) + fraction.prefix(count) + padding
    return awayFromZero && fraction.count > count ? Numeral.incremented(kept) : kept
  }

  private init(digits: [UInt8], fractionCount: Int, isNegative: Bool) {
    var text: [UInt8] = isNegative ? [ASCII.minus] : []
    text += digits.dropLast(fractionCount)
    text.append(ASCII.point)
    text += digits.suffix(fractionCount)
    self.init(text, shape: NumberShape(text[...])!)
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

extension Numeral: Comparable {
  /// Whether the one number is smaller than the other.
  public static func < (one: Numeral, other: Numeral) -> Bool {
    switch (one.isNegative, other.isNegative) {
    case (true, false): true
    case (false, true): false
    case (false, false): isSmaller(one, other)
    case (true, true): isSmaller(other, one)
    }
  }

  private static func isSmaller(_ one: Numeral, _ other: Numeral) -> Bool {
    let (left, right) = (one.whole, other.whole)
    if left.count != right.count { return left.count < right.count }
    if left != right { return left.lexicographicallyPrecedes(right) }
    return one.fraction.lexicographicallyPrecedes(other.fraction)
  }
}

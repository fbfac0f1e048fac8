/// Whole numbers in a range.
public struct IntegerGrammar: NumberGrammar {
  /// The form of the numbers and their range.
  public let form: NumberForm

  /// Creates a grammar of the integers in a range, with as many digits as its wider bound.
  public init(in range: ClosedRange<Int> = Int.min...Int.max) {
    let minimum = ExactDecimal(range.lowerBound)
    let maximum = ExactDecimal(range.upperBound)
    form = NumberForm(
      maximumIntegerDigits: max(minimum.integerDigits, maximum.integerDigits),
      fractionDigits: 0...0,
      minimum: minimum, maximum: maximum)
  }

  /// The integer, if it is in the range.
  public func value(of text: [UInt8]) -> Value? {
    guard let shape = form.shape(text[...]), form.contains(text[...], shape: shape) else {
      return nil
    }
    // The smallest integer has no positive counterpart, so digits are taken off, not added.
    let negated = text[shape.whole].reduce(0) { $0 * 10 - Int($1 - ASCII.zero) }
    return .integer(shape.isNegative ? negated : -negated)
  }

  /// The integer.
  public func number(of value: Value) -> ExactDecimal? {
    if case .integer(let number) = value { ExactDecimal(number) } else { nil }
  }

  /// The digits of an integer.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard case .integer(let value) = value else { return nil }
    return Array(value.description.utf8)
  }
}

/// Integers in a range.
public struct IntegerGrammar: NumberGrammar {
  /// The digit limits and the range.
  public let form: NumberForm

  /// Creates a grammar of the integers in a range, with at most as many digits as the longer bound.
  public init(in range: ClosedRange<Int> = Int.min...Int.max) {
    let minimum = ExactDecimal(range.lowerBound)
    let maximum = ExactDecimal(range.upperBound)
    form = NumberForm(
      maximumIntegerDigits: max(minimum.integerDigits, maximum.integerDigits),
      fractionDigits: 0...0,
      minimum: minimum, maximum: maximum)
  }

  /// Returns the integer if it is in the range.
  public func value(of text: [UInt8]) -> Value? {
    guard let shape = form.shapeInRange(text[...]) else { return nil }
    // Accumulate as a negative number, because `Int.min` cannot be negated.
    let negated = text[shape.whole].reduce(0) { $0 * 10 - Int($1 - ASCII.zero) }
    return .integer(shape.isNegative ? negated : -negated)
  }

  /// Returns the integer as a decimal.
  public func number(of value: Value) -> ExactDecimal? {
    if case .integer(let number) = value { ExactDecimal(number) } else { nil }
  }

  /// Returns the digits of an integer.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard case .integer(let value) = value else { return nil }
    return Array(value.description.utf8)
  }
}

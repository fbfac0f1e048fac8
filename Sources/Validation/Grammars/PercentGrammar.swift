/// Percentages with so many digits, in a range; the value is the exact part that one is.
public struct PercentGrammar: NumberGrammar {
  /// The form of the percentages and their range.
  public let form: NumberForm

  /// Creates a grammar of the percentages with so many digits before and after the separator; the
  /// bounds are percentages too.
  public init(
    maximumIntegerDigits: Int, fractionDigits: ClosedRange<Int>, minimum: ExactDecimal? = nil,
    maximum: ExactDecimal? = nil
  ) {
    form = NumberForm(
      maximumIntegerDigits: maximumIntegerDigits, fractionDigits: fractionDigits,
      minimum: minimum, maximum: maximum)
  }

  /// The part, if the percentage is in the range.
  public func value(of text: [UInt8]) -> Value? {
    guard let shape = form.shape(text[...]), form.contains(text[...], shape: shape) else {
      return nil
    }
    return ExactDecimal(text[...], shape).flatMap { ExactDecimal(percentage: $0) }
      .map { .percent($0) }
  }

  /// The digits of a percentage, with zeros up to the fewest fraction digits.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard case .percent(let number) = value else { return nil }
    return number.percentage?.bytes(minimumFractionDigits: form.fractionDigits.lowerBound)
  }
}

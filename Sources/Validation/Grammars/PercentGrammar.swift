/// Percentages in a range, with a limited number of digits; the value is the exact fraction, for
/// example 0.5 for 50 %.
public struct PercentGrammar: NumberGrammar {
  private let percentages: DecimalGrammar

  /// The digit limits and the range, as percentages.
  public var form: NumberForm { percentages.form }

  /// Creates a grammar of percentages with a limited number of digits before and after the
  /// separator; the bounds are percentages too.
  public init(
    maximumIntegerDigits: Int, fractionDigits: ClosedRange<Int>, minimum: ExactDecimal? = nil,
    maximum: ExactDecimal? = nil
  ) {
    percentages = DecimalGrammar(
      maximumIntegerDigits: maximumIntegerDigits, fractionDigits: fractionDigits,
      minimum: minimum, maximum: maximum)
  }

  /// Returns the percentage as a fraction, if it is in the range.
  public func value(of text: [UInt8]) -> Value? {
    guard case .decimal(let percentage)? = percentages.value(of: text) else { return nil }
    return ExactDecimal(percentage: percentage).map(Value.percent)
  }

  /// Returns the value as a percentage.
  public func number(of value: Value) -> ExactDecimal? {
    if case .percent(let part) = value { part.percentage } else { nil }
  }

  /// Returns the digits of a percentage, with zeros up to the minimum number of fraction digits.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    number(of: value).flatMap { percentages.canonicalText(of: .decimal($0), in: notation) }
  }
}

/// Exact decimal numbers in a range, with a limited number of digits.
public struct DecimalGrammar: NumberGrammar {
  /// The digit limits and the range.
  public let form: NumberForm

  /// Creates a grammar of decimals with a limited number of digits before and after the separator.
  public init(
    maximumIntegerDigits: Int, fractionDigits: ClosedRange<Int>, minimum: ExactDecimal? = nil,
    maximum: ExactDecimal? = nil
  ) {
    form = NumberForm(
      maximumIntegerDigits: maximumIntegerDigits, fractionDigits: fractionDigits,
      minimum: minimum, maximum: maximum)
  }

  /// Returns the decimal if it is in the range.
  public func value(of text: [UInt8]) -> Value? {
    form.shapeInRange(text[...]).flatMap { ExactDecimal(text[...], $0) }.map { .decimal($0) }
  }

  /// Returns the digits of a decimal, with zeros up to the minimum number of fraction digits.
  ///
  /// A double is written as the shortest decimal that reads as this double, if that has at most 38
  /// digits without an exponent.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    number(of: value)?.bytes(minimumFractionDigits: form.fractionDigits.lowerBound)
  }

  /// Returns the decimal, or the shortest decimal that reads as the double.
  public func number(of value: Value) -> ExactDecimal? {
    switch value {
    case .decimal(let number): number
    case .double(let number): ExactDecimal(shortest: number).flatMap(written)
    case .text, .integer, .boolean, .date, .dateTime, .time, .duration, .month, .percent,
      .reference, .list:
      nil
    }
  }

  private func written(_ number: ExactDecimal) -> ExactDecimal? {
    number.integerDigits + number.fractionDigits <= ExactDecimal.maximumDigits ? number : nil
  }
}

/// Exact decimal numbers with so many digits, in a range.
public struct DecimalGrammar: NumberGrammar {
  /// The form of the numbers and their range.
  public let form: NumberForm

  /// Creates a grammar of the decimals with so many digits before and after the separator.
  public init(
    maximumIntegerDigits: Int, fractionDigits: ClosedRange<Int>, minimum: ExactDecimal? = nil,
    maximum: ExactDecimal? = nil
  ) {
    form = NumberForm(
      maximumIntegerDigits: maximumIntegerDigits, fractionDigits: fractionDigits,
      minimum: minimum, maximum: maximum)
  }

  /// The decimal, if it is in the range.
  public func value(of text: [UInt8]) -> Value? {
    guard let shape = form.shape(text[...]), form.contains(text[...], shape: shape) else {
      return nil
    }
    return ExactDecimal(text[...], shape).map { .decimal($0) }
  }

  /// The digits of a decimal, with zeros up to the fewest fraction digits.
  ///
  /// A double is written by its shortest digits, unless they are more than 38 with the zeros that
  /// take the place of an exponent.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    number(of: value)?.bytes(minimumFractionDigits: form.fractionDigits.lowerBound)
  }

  /// The decimal, or the shortest one that is read as the double.
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

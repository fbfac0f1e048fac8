/// Exact decimal numbers with so many digits, in a range.
public struct DecimalGrammar: NumberGrammar {
  /// The form of the numbers and their range.
  public let form: NumberForm

  /// Creates a grammar of the decimals with so many digits before and behind the separator.
  public init(
    maximumIntegerDigits: Int, fractionDigits: ClosedRange<Int>, minimum: Numeral? = nil,
    maximum: Numeral? = nil
  ) {
    form = NumberForm(
      maximumIntegerDigits: maximumIntegerDigits, fractionDigits: fractionDigits,
      minimum: minimum, maximum: maximum)
  }

  /// The decimal, if it is in the range.
  public func value(of text: [UInt8]) -> FieldValue? {
    guard let shape = form.shape(text[...]), form.contains(text[...], shape: shape) else {
      return nil
    }
    return .decimal(Numeral(text, shape: shape))
  }

  private static let mostDigits = 38

  /// The digits of a decimal, with zeros up to the fewest fraction digits.
  ///
  /// A double is written by its shortest digits, unless they are more than 38 with the zeros that
  /// take the place of an exponent.
  public func canonicalText(of value: FieldValue, in notation: Notation) -> [UInt8]? {
    let number: Numeral? =
      switch value {
      case .decimal(let number): number
      case .double(let number): Numeral(shortest: number).flatMap(written)
      default: nil
      }
    return number?.padded(toFractionDigits: form.fractionDigits.lowerBound)
  }

  private func written(_ number: Numeral) -> Numeral? {
    number.whole.count + number.fraction.count <= DecimalGrammar.mostDigits ? number : nil
  }
}

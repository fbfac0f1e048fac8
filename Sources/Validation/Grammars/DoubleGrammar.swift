/// Binary floating point numbers, edited as decimals of up to 15 digits before and 15 after the
/// separator.
///
/// A number that needs more digits is shown as Swift writes it, and cannot be edited.
public struct DoubleGrammar: NumberGrammar {
  /// The form of the numbers and their range.
  public let form: NumberForm

  static let mostDigits = 15

  /// Creates a grammar of the numbers in a range, which is judged in base ten.
  ///
  /// - Precondition: the minimum is not above the maximum, and both are numbers.
  public init(minimum: Double? = nil, maximum: Double? = nil) {
    precondition(
      minimum?.isNaN != true && maximum?.isNaN != true, "the bounds of a range are numbers")
    form = NumberForm(
      maximumIntegerDigits: DoubleGrammar.mostDigits,
      fractionDigits: 0...DoubleGrammar.mostDigits,
      minimum: minimum.map(DoubleGrammar.bound), maximum: maximum.map(DoubleGrammar.bound))
  }

  /// The nearest number, if the decimal is in the range.
  public func value(of text: [UInt8]) -> Value? {
    guard let shape = form.shape(text[...]), form.contains(text[...], shape: shape) else {
      return nil
    }
    return Double(String(decoding: text, as: UTF8.self)).map { .double($0 == 0 ? 0 : $0) }
  }

  /// A bound as a decimal; one beyond all decimals is taken for the last of them.
  private static func bound(_ number: Double) -> ExactDecimal {
    ExactDecimal(shortest: number) ?? ExactDecimal(clamping: number)
  }

  /// The shortest decimal that is read as the number.
  public func number(of value: Value) -> ExactDecimal? {
    if case .double(let number) = value { ExactDecimal(shortest: number) } else { nil }
  }

  /// The shortest decimal that is read as the number; `nil` where that has too many digits.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard let number = number(of: value), number.integerDigits <= form.maximumIntegerDigits,
      number.fractionDigits <= form.fractionDigits.upperBound
    else { return nil }
    return number.bytes()
  }
}

/// Binary floating point numbers, edited as decimals of up to 15 digits before and 15 after the
/// separator.
///
/// A number with more digits before the separator is displayed in Swift format and cannot be
/// edited. A number with more digits only after the separator is a ``LongNumber``.
public struct DoubleGrammar: NumberGrammar {
  /// The digit limits and the range.
  public let form: NumberForm

  static let mostDigits = 15

  /// Creates a grammar of the numbers in a range, whose bounds are compared as decimals.
  ///
  /// - Precondition: `minimum` is at most `maximum`, and neither is NaN.
  public init(minimum: Double? = nil, maximum: Double? = nil) {
    precondition(
      minimum?.isNaN != true && maximum?.isNaN != true, "the bounds of a range must be numbers")
    form = NumberForm(
      maximumIntegerDigits: DoubleGrammar.mostDigits,
      fractionDigits: 0...DoubleGrammar.mostDigits,
      minimum: minimum.map(DoubleGrammar.bound), maximum: maximum.map(DoubleGrammar.bound))
  }

  /// Returns the nearest double, if the decimal is in the range.
  public func value(of text: [UInt8]) -> Value? {
    guard form.shapeInRange(text[...]) != nil else { return nil }
    return Double(String(decoding: text, as: UTF8.self)).map { .double($0 == 0 ? 0 : $0) }
  }

  private static func bound(_ number: Double) -> ExactDecimal {
    ExactDecimal(shortest: number) ?? ExactDecimal(clamping: number)
  }

  /// Returns the shortest decimal that reads as the double.
  public func number(of value: Value) -> ExactDecimal? {
    if case .double(let number) = value { ExactDecimal(shortest: number) } else { nil }
  }

  /// Returns the shortest decimal that reads as the double; `nil` if it has too many digits.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard let number = number(of: value), number.integerDigits <= form.maximumIntegerDigits,
      number.fractionDigits <= form.fractionDigits.upperBound
    else { return nil }
    return number.bytes()
  }
}

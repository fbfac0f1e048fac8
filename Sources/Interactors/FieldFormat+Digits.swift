public import Records
public import Validation

extension FieldFormat {
  /// Creates the format of a number within the limits of its property and of `digits`.
  ///
  /// `digits` determines the minimum number of digits after the point.
  ///
  /// - Returns: nil if the property is not a number, or has no value with such digits.
  public init?(
    _ property: Property, within digits: DecimalDigits, symbols: NumberSymbols = .english,
    isGrouped: Bool = false
  ) {
    guard let grammar = property.grammar(within: digits), grammar.begins([]) else { return nil }
    self.init(
      grammar: grammar, symbols: symbols, isGrouped: isGrouped && property.kind.isGroupable,
      prefix: property.prefix ?? "", suffix: property.suffix)
  }
}

extension Property {
  /// Maximum number of digits of a double in a field, before and after the point.
  private static let doubleDigits = 15

  fileprivate func grammar(within digits: DecimalDigits) -> (any InnerTextGrammar)? {
    switch kind.storage {
    case .integer: return integerGrammar(digits: digits.integer)
    case .decimal:
      guard let own = decimalDigits else { return nil }
      return decimalGrammar(digits, atMost: own.integer, own.fraction.upperBound)
    case .double: return decimalGrammar(digits, atMost: Self.doubleDigits, Self.doubleDigits)
    case .text, .seconds, .boolean, .percent, .written, .reference, .list, .records: return nil
    }
  }

  private func integerGrammar(digits: Int) -> IntegerGrammar? {
    let text = String(repeating: "9", count: digits)
    let most = Int(text) ?? .max
    var (lower, upper) = (Int(text) == nil ? .min : -most, most)
    if case .integer(let bound)? = range?.lowerBound { lower = max(lower, bound) }
    if case .integer(let bound)? = range?.upperBound { upper = min(upper, bound) }
    return lower <= upper ? IntegerGrammar(in: lower...upper) : nil
  }

  private func decimalGrammar(
    _ digits: DecimalDigits, atMost integer: Int, _ fraction: Int
  ) -> DecimalGrammar {
    let most = min(fraction, digits.fraction.upperBound)
    return DecimalGrammar(
      maximumIntegerDigits: min(integer, digits.integer),
      fractionDigits: min(digits.fraction.lowerBound, most)...most,
      minimum: range?.lowerBound.flatMap(ExactDecimal.init(rounding:)),
      maximum: range?.upperBound.flatMap(ExactDecimal.init(rounding:)))
  }
}

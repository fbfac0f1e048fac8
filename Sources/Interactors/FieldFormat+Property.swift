public import Records
public import Validation

extension FieldFormat {
  /// The format of a field or label for a property, within the limits of the property.
  ///
  /// - Parameter digits: the digits of a decimal where they are not the property's.
  public init(
    _ property: Property, digits: DecimalDigits? = nil, symbols: NumberSymbols = .english,
    isGrouped: Bool = false
  ) {
    self.init(
      grammar: property.grammar(digits), symbols: symbols,
      isGrouped: isGrouped && property.kind.isGroupable)
  }
}

extension PropertyKind {
  /// Whether its values are numbers.
  package var isNumber: Bool {
    switch self {
    case .integer, .decimal, .double: true
    case .text, .boolean: false
    }
  }

  /// Whether the digits of its values can be shown in groups.
  package var isGroupable: Bool {
    switch self {
    case .integer, .decimal: true
    case .text, .double, .boolean: false
    }
  }
}

extension Property {
  func grammar(_ digits: DecimalDigits?) -> any Grammar {
    switch kind {
    case .text:
      let shortest = max(length?.minimum ?? 0, isKey ? 1 : 0)
      return TextGrammar(length: shortest...(length?.maximum ?? .max))
    case .integer:
      var limits = Int.min...Int.max
      if case .integer(let lower)? = range?.lowerBound { limits = lower...limits.upperBound }
      if case .integer(let upper)? = range?.upperBound { limits = limits.lowerBound...upper }
      return IntegerGrammar(in: limits)
    case .decimal:
      let digits = digits ?? decimalDigits ?? DecimalDigits(integer: 8, fraction: 1...3)
      return DecimalGrammar(
        maximumIntegerDigits: digits.integer, fractionDigits: digits.fraction,
        minimum: bound(range?.lowerBound), maximum: bound(range?.upperBound))
    case .double: return WholeTextGrammar(.double)
    case .boolean: return WholeTextGrammar(.boolean)
    }
  }

  private func bound(_ value: Value?) -> Numeral? {
    guard case .decimal(let number) = value else { return nil }
    return Numeral(number)
  }
}

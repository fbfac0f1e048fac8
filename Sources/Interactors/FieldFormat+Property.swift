public import Records
public import Validation

extension FieldFormat {
  /// The format of a field or label for a property, within the limits of the property.
  ///
  /// A number has its unit as suffix, and groups where the property asks for them.
  ///
  /// - Parameter digits: the digits of a decimal where they are not the property's.
  public init(
    _ property: Property, digits: DecimalDigits? = nil, symbols: NumberSymbols = .english,
    isGrouped: Bool = false
  ) {
    self.init(
      grammar: property.grammar(digits), symbols: symbols,
      isGrouped: (isGrouped || property.isGrouped) && property.kind.isGroupable,
      suffix: property.unit.map { "\u{A0}" + $0 } ?? "")
  }
}

extension Property {
  func grammar(_ digits: DecimalDigits?) -> any Grammar {
    switch kind {
    case .text:
      let shortest = max(length?.minimum ?? 0, isKey ? 1 : 0)
      let longest = length?.maximum ?? .max
      guard let pattern else { return TextGrammar(length: shortest...longest) }
      return PatternGrammar(TextAutomaton(pattern), length: shortest...longest)
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
    case .date, .dateTime, .choice, .hex, .card, .mask:
      return WholeTextGrammar(reading: content, canonicalText: canonicalText)
    }
  }

  /// What the property makes of a text.
  @Sendable private func content(of text: String) -> FieldContent {
    do {
      guard let value = try checked(.text(text)) else { return .empty }
      return .complete(FieldValue(value))
    } catch {
      return .incomplete(reason: error.message)
    }
  }

  /// How the property writes a value in a field; nil for what is no value of it.
  @Sendable private func canonicalText(of value: FieldValue) -> String? {
    guard let value = Value(value).flatMap(kind.converted) else { return nil }
    switch value {
    case .text(let text): return kind == .card ? CardNumber.grouped(text) : text
    case .dateTime(let moment): return moment.descriptionInField
    default: return value.description
    }
  }

  private func bound(_ value: Value?) -> Numeral? {
    guard case .decimal(let number) = value else { return nil }
    return Numeral(number)
  }
}

extension Instant {
  /// The moment in UTC, its milliseconds only where there are any.
  fileprivate var descriptionInField: String {
    guard isInCalendar, milliseconds % 1000 == 0 else { return description }
    return description.prefix(19) + "Z"
  }
}

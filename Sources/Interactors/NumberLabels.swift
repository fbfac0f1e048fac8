public import Records
public import Validation

/// Shows a number, rounded half to even to the available digits.
///
/// A number with too many digits before the point is shown as `#####` instead of a wrong number.
open class DecimalLabelInteractor: LabelInteractor {
  /// The default digits for a property of a class that does not specify digits.
  public static let plainDigits = DecimalDigits(integer: 5, fraction: 1...3)

  /// The digits to show; nil for the property's digits.
  public final let digits: DecimalDigits?

  /// Creates a label with its own digits or with the property's digits.
  ///
  /// If the property belongs to a class and does not specify digits, they are ``plainDigits``.
  public init(
    _ subject: (any PropertySubject)?, _ propertyName: String, digits: DecimalDigits? = nil,
    symbols: NumberSymbols = .english, isGrouped: Bool = false, isActive: Bool = true
  ) {
    self.digits = digits
    super.init(subject, propertyName, symbols: symbols, isGrouped: isGrouped, isActive: isActive)
  }

  /// Returns the rounded number in the label's symbols; plain text for other values.
  open override func text(for value: Value) -> String {
    let ofProperty = property.flatMap { property in
      let own = property.kind.digits
      return isOfRecord || own?.integer != nil || own?.fraction != nil
        ? property.decimalDigits : nil
    }
    let digits = digits ?? ofProperty ?? Self.plainDigits
    guard let number = ExactDecimal(rounding: value) else {
      // The number is not a decimal: it is too large, or so close to zero that 0 is shown.
      guard case .double(let number) = value, number.isFinite else { return super.text(for: value) }
      guard number.magnitude < 1 else { return String(repeating: "#", count: digits.integer) }
      return text(for: .integer(0))
    }
    return formatted(number, digits)
  }
}

/// Shows a whole number with the symbols of a locale.
open class IntegerLabelInteractor: LabelInteractor {
  /// Returns the number in the label's symbols and grouping; plain text for other values.
  open override func text(for value: Value) -> String {
    guard case .integer(let number) = value else { return super.text(for: value) }
    return formatted(ExactDecimal(number))
  }
}

/// Shows a double with the fewest digits that identify it.
open class DoubleLabelInteractor: LabelInteractor {
  /// Returns the number in the label's symbols, never grouped.
  ///
  /// A number with more than 15 digits before or after the point is shown in Swift's format.
  open override func text(for value: Value) -> String {
    FieldFormat(grammar: DoubleGrammar(), symbols: symbols).text(for: value)
  }
}

/// Shows the value of a calculation: a number, duration or time in the symbols of a locale; any
/// other value as plain text.
open class ExpressionLabelInteractor: LabelInteractor {
  /// The digits of a number; nil for all of its digits.
  public final let digits: DecimalDigits?
  /// The kind of the value, which determines the minimum number of digits after the point, and
  /// whether a duration or time has seconds; nil if unknown.
  public final let kind: PropertyKind?

  /// Creates a label for a calculation.
  public init(
    _ calculation: Calculation, kind: PropertyKind? = nil, digits: DecimalDigits? = nil,
    symbols: NumberSymbols = .english, isGrouped: Bool = false, isActive: Bool = true
  ) {
    self.kind = kind
    self.digits = digits
    super.init(
      calculation, Calculation.propertyName, symbols: symbols, isGrouped: isGrouped,
      isActive: isActive)
  }

  /// Returns a number, or a duration or time of the label's kind, in the label's symbols; plain
  /// text for other values. Doubles are rounded to 15 digits.
  open override func text(for value: Value) -> String {
    if case .duration(let hasSeconds)? = kind {
      return FieldFormat(grammar: DurationGrammar(hasSeconds: hasSeconds), symbols: symbols)
        .text(for: value)
    }
    if case .time(let hasSeconds)? = kind {
      return FieldFormat(grammar: TimeGrammar(hasSeconds: hasSeconds), symbols: symbols)
        .text(for: value)
    }
    guard let number = ExactDecimal(rounding: value) else { return super.text(for: value) }
    let fewest = kind?.digits?.fraction?.lowerBound ?? 0
    let fraction = digits?.fraction ?? fewest...ExactDecimal.maximumDigits
    return number.formatted(
      minimumFractionDigits: fraction.lowerBound, maximumFractionDigits: fraction.upperBound,
      maximumIntegerDigits: digits?.integer, symbols: symbols, isGrouped: isGrouped)
  }
}

/// Shows a percentage with the locale's percent sign.
open class PercentLabelInteractor: LabelInteractor {
  /// Returns the percentage with the property's digits; plain text for other values.
  open override func text(for value: Value) -> String {
    value.text(ofPercent: property?.kind, symbols)
  }
}

/// Shows a duration with the digits and minus sign of a locale.
open class DurationLabelInteractor: LabelInteractor {
  /// Returns the duration, with seconds if its kind has them; plain text for other kinds.
  open override func text(for value: Value) -> String {
    guard case .duration(let hasSeconds)? = property?.kind else { return value.description }
    return FieldFormat(grammar: DurationGrammar(hasSeconds: hasSeconds), symbols: symbols)
      .text(for: value)
  }
}

extension Value {
  package func text(ofPercent kind: PropertyKind?, _ symbols: NumberSymbols) -> String {
    guard case .percent(let part) = self, let number = part.percentage else { return description }
    let digits = kind.flatMap { Property("", $0).decimalDigits }
    let fraction = digits?.fraction ?? 1...3
    let text = number.formatted(
      minimumFractionDigits: fraction.lowerBound, maximumFractionDigits: fraction.upperBound,
      maximumIntegerDigits: digits?.integer, symbols: symbols, isGrouped: false)
    return symbols.percent.prefix + text + symbols.percent.suffix
  }
}

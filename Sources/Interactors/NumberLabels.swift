public import Records
public import Validation

/// Shows a decimal or another number, rounded half to even to the digits it has room for.
///
/// A number with too many digits before the point is shown as `#####`, never as a wrong one.
open class DecimalLabelInteractor: LabelInteractor {
  /// The digits of a label on a class that says nothing of digits.
  public static let plainDigits = DecimalDigits(integer: 5, fraction: 1...3)

  /// The digits to show; nil for those of the property.
  public final let digits: DecimalDigits?

  /// Makes a label with digits of its own, or else those of the property.
  ///
  /// Where a class says nothing of digits, they are ``plainDigits``.
  public init(
    _ subject: (any Subject)?, _ propertyName: String, digits: DecimalDigits? = nil,
    symbols: NumberSymbols = .english, isGrouped: Bool = false
  ) {
    self.digits = digits
    super.init(subject, propertyName, symbols: symbols, isGrouped: isGrouped)
  }

  /// The number rounded to the label's digits, in its symbols; another kind as plain text.
  open override func text(for value: Value) -> String {
    let ofProperty = property.flatMap { property in
      let own = property.kind.digits
      return isOfRecord || own?.integer != nil || own?.fraction != nil
        ? property.decimalDigits : nil
    }
    let digits = digits ?? ofProperty ?? Self.plainDigits
    guard let number = ExactDecimal(rounding: value) else {
      // A binary fraction is larger than all decimals, or so close to zero that it is shown as
      // that.
      guard case .double(let number) = value, number.isFinite else { return super.text(for: value) }
      guard number.magnitude < 1 else { return String(repeating: "#", count: digits.integer) }
      return text(for: .integer(0))
    }
    return number.formatted(
      minimumFractionDigits: digits.fraction.lowerBound,
      maximumFractionDigits: digits.fraction.upperBound,
      maximumIntegerDigits: digits.integer, symbols: symbols, isGrouped: groupsDigits)
  }
}

/// Shows a whole number in the symbols of a locale.
open class IntegerLabelInteractor: LabelInteractor {
  /// The number in the symbols of the label, in groups if asked for; another kind as plain text.
  open override func text(for value: Value) -> String {
    guard case .integer(let number) = value else { return super.text(for: value) }
    return ExactDecimal(number).formatted(
      minimumFractionDigits: 0, maximumFractionDigits: 0, maximumIntegerDigits: nil,
      symbols: symbols, isGrouped: groupsDigits)
  }
}

/// Shows a binary fraction by the shortest digits that say it exactly.
open class DoubleLabelInteractor: LabelInteractor {
  /// The number in the symbols of the label, never in groups.
  ///
  /// One that needs more than 15 digits before or after the point is shown as Swift writes it.
  open override func text(for value: Value) -> String {
    FieldFormat(grammar: DoubleGrammar(), symbols: symbols).text(for: value)
  }
}

/// Shows the value of a calculation: a number as a label for numbers does, and anything else as
/// plain text.
open class ExpressionLabelInteractor: LabelInteractor {
  /// The digits to show of a number; nil for all it has.
  public final let digits: DecimalDigits?
  /// The kind of the value, which says how many digits a decimal shows at least, and whether a
  /// duration has seconds; nil where it is not known.
  public final let kind: PropertyKind?

  /// Makes a label for a calculation; it tells its view nothing before it is active.
  public init(
    _ calculation: Calculation, kind: PropertyKind? = nil, digits: DecimalDigits? = nil,
    symbols: NumberSymbols = .english, isGrouped: Bool = false
  ) {
    self.kind = kind
    self.digits = digits
    super.init(calculation, Calculation.propertyName, symbols: symbols, isGrouped: isGrouped)
  }

  /// The number in the symbols of the label, a binary fraction rounded to 15 digits; another kind
  /// as plain text.
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

/// Shows a percentage with the sign of the locale.
open class PercentLabelInteractor: LabelInteractor {
  /// The digits of the property and the sign; another kind as plain text.
  open override func text(for value: Value) -> String {
    value.text(ofPercent: property?.kind, symbols)
  }
}

/// Shows a duration in the digits and with the minus of a locale.
open class DurationLabelInteractor: LabelInteractor {
  /// The duration with the seconds of its kind; another kind as plain text.
  open override func text(for value: Value) -> String {
    guard case .duration(let hasSeconds)? = property?.kind else { return value.description }
    return FieldFormat(grammar: DurationGrammar(hasSeconds: hasSeconds), symbols: symbols)
      .text(for: value)
  }
}

extension Value {
  /// A percentage as a label shows it, with the digits of its kind; another value as plain text.
  func text(ofPercent kind: PropertyKind?, _ symbols: NumberSymbols) -> String {
    guard case .percent(let part) = self, let number = part.percentage else { return description }
    let digits = kind.flatMap { Property("", $0).decimalDigits }
    let fraction = digits?.fraction ?? 1...3
    let text = number.formatted(
      minimumFractionDigits: fraction.lowerBound, maximumFractionDigits: fraction.upperBound,
      maximumIntegerDigits: digits?.integer, symbols: symbols, isGrouped: false)
    return symbols.percent.prefix + text + symbols.percent.suffix
  }
}

public import Records
public import Validation

/// Shows a decimal or another number, rounded half to even to the digits it has room for.
///
/// A number with too many digits before the point is shown as `#####`, never as a wrong one.
public final class DecimalLabelInteractor: LabelInteractor {
  /// The digits of a label on a class that says nothing of digits.
  public static let plainDigits = DecimalDigits(integer: 5, fraction: 1...3)

  /// The digits to show; nil for those of the property.
  public let digits: DecimalDigits?

  /// Makes a label with digits of its own, or else those of the property.
  ///
  /// Where the subject is no `Record`, and no path to one, digits that are not given are
  /// ``plainDigits``.
  public init(
    _ subject: any Subject, _ propertyName: String, digits: DecimalDigits? = nil,
    symbols: NumberSymbols = .english, isGrouped: Bool = false
  ) {
    self.digits = digits
    super.init(subject, propertyName, symbols: symbols, isGrouped: isGrouped)
  }

  /// The number rounded to the label's digits, in its symbols; another kind as plain text.
  public override func text(for value: Value) -> String {
    let described = (subject as? PathSubject)?.lastSubject ?? subject
    let ofProperty = described is Record ? property?.decimalDigits : nil
    let digits = digits ?? ofProperty ?? Self.plainDigits
    guard let number = ExactDecimal(rounding: value) else {
      // A binary fraction is larger than all decimals, or so close to zero that it is shown as that.
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

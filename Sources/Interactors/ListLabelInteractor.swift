public import Records
internal import Validation

/// Shows the items of a list of values, and how many there are in a list of records.
public final class ListLabelInteractor: LabelInteractor {
  /// The items with commas between them, masked ones as they may be shown, decimals with the digits
  /// of the property; of records the count.
  ///
  /// Where a comma separates the fraction of a number, semicolons separate numbers.
  public override func text(for value: Value) -> String {
    guard case .list(let items) = value else { return super.text(for: value) }
    guard let kind = property?.kind, let item = kind.item else { return value.description }
    if item.recordType != nil { return String(items.count) }
    if kind.isMasked {
      return items.map { CardNumber.masked($0.description) }.joined(separator: ", ")
    }
    guard item.isNumeric else { return value.description }
    let separator = symbols.decimalSeparator == "," ? "; " : ", "
    return items.map(text(forNumber:)).joined(separator: separator)
  }

  private func text(forNumber value: Value) -> String {
    guard let item = property?.item else { return value.description }
    if case .decimal = value, let digits = item.decimalDigits,
      let number = ExactDecimal(rounding: value)
    {
      return number.formatted(
        minimumFractionDigits: digits.fraction.lowerBound,
        maximumFractionDigits: digits.fraction.upperBound, maximumIntegerDigits: digits.integer,
        symbols: symbols, isGrouped: groupsDigits)
    }
    if case .integer(let number) = value {
      return ExactDecimal(number).formatted(
        minimumFractionDigits: 0, maximumFractionDigits: 0, maximumIntegerDigits: nil,
        symbols: symbols, isGrouped: groupsDigits)
    }
    return FieldFormat(grammar: DoubleGrammar(), symbols: symbols)
      .text(for: FieldValue(value))
  }
}

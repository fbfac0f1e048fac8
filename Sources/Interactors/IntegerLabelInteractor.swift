public import Records
internal import Validation

/// Shows a whole number in the symbols of a locale.
public final class IntegerLabelInteractor: LabelInteractor {
  /// The number in the symbols of the label, in groups if asked for; another kind as plain text.
  public override func text(for value: Value) -> String {
    guard case .integer(let number) = value else { return super.text(for: value) }
    return ExactDecimal(number).formatted(
      minimumFractionDigits: 0, maximumFractionDigits: 0, maximumIntegerDigits: nil,
      symbols: symbols, isGrouped: groupsDigits)
  }
}

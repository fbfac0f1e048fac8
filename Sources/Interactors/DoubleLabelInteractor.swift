public import Records
internal import Validation

/// Shows a binary fraction by the shortest digits that say it exactly.
public final class DoubleLabelInteractor: LabelInteractor {
  /// The number in the symbols of the label, never in groups.
  ///
  /// One that needs more than 15 digits before or behind the point is shown as Swift writes it.
  public override func text(for value: Value) -> String {
    FieldFormat(grammar: DoubleGrammar(), symbols: symbols).text(for: FieldValue(value))
  }
}

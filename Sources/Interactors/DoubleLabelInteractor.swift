public import Records
internal import Validation

/// Shows a binary fraction by the shortest digits that say it exactly.
public final class DoubleLabelInteractor: LabelInteractor {
  public override func text(for value: Value) -> String {
    FieldFormat(grammar: WholeTextGrammar(.double), symbols: symbols).text(for: FieldValue(value))
  }
}

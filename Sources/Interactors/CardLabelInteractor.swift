public import Records

/// Shows of a payment card what may be seen: `•••• 1111`.
public final class CardLabelInteractor: LabelInteractor {
  /// The last four digits behind dots; nothing but dots of what is too short to be a card.
  public override func text(for value: Value) -> String { CardNumber.masked(value.description) }
}

public import Records

/// Shows the items of a list of values, and how many there are in a list of records.
public final class ListLabelInteractor: LabelInteractor {
  /// The items with commas between them, masked ones as they may be shown; of records the count.
  public override func text(for value: Value) -> String {
    guard case .list(let items) = value else { return super.text(for: value) }
    switch property?.kind {
    case .records: return String(items.count)
    case .list(let kind) where kind.isMasked:
      return items.map { CardNumber.masked($0.description) }.joined(separator: ", ")
    default: return value.description
    }
  }
}
